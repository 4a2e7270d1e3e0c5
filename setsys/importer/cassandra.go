package importer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"qcheck/setsys"
	"qcheck/setsys/near"
)

// cassandra reads the replication of a keyspace in CQL.
//
// How many replicas a consistency level needs is in ConsistencyLevel of Cassandra 4
// (org.apache.cassandra.db): blockFor, quorumFor, localQuorumFor, eachQuorumForRead
// and eachQuorumForWrite; validateForWrite and validateForRead say what each is for.
// See also "Dynamo" in its documentation: "Tunable Consistency", and "Replication" for
// the options of the replication.
func cassandra() Kind {
	return Kind{
		Name: "cassandra", Summary: `a keyspace of Cassandra, as "DESCRIBE KEYSPACE" prints it`,
		Meaning: `The nodes are the replicas of a row: for each data centre as many as its replication factor, called dc1-1, dc1-2 and so on; with SimpleStrategy replica-1 and so on. The data centres are failure domains. The structure is a read-write quorum system, for the consistency levels that clients choose:

  ONE, TWO, THREE  so many replicas
  QUORUM           a majority of all replicas
  ALL              all replicas
  LOCAL_ONE        one replica of the data centre of the client
  LOCAL_QUORUM     a majority of the replicas there
  EACH_QUORUM      a majority in each data centre
  SERIAL           a majority of all replicas, in the rounds of a transaction
  LOCAL_SERIAL     a majority of the replicas in the data centre of the client

The data centre of the client is that of --local; without it, there are clients in each. With SimpleStrategy no data centres are known, and levels that are about them are an error. There is no ANY, because such a write need not reach a replica. Transient replication is not read.

With NetworkTopologyStrategy, replication_factor stands for each data centre that is not named: those of --datacenters, or one called datacenter1. Instead of a factor, Scylla has a list of racks, which is as many replicas. The file has one CREATE KEYSPACE statement. All other statements are passed over, and so are all options but the replication.`,
		Flags: []Flag{
			{"write", "LEVEL", "the consistency level of writes; QUORUM unless given", levels()},
			{"read", "LEVEL", "the consistency level of reads; QUORUM unless given", levels()},
			{"datacenters", "A,B,...", "the data centres that replication_factor stands for; one called datacenter1 unless given", nil},
			{"local", "DC", "the data centre of the clients; all unless given", nil},
		},
		readings: []reading{{nil, cql, cassandraStructure}},
	}
}

// levels are the consistency levels that are read.
func levels() []string {
	return []string{"ONE", "TWO", "THREE", "QUORUM", "ALL", "LOCAL_ONE", "LOCAL_QUORUM", "EACH_QUORUM", "SERIAL", "LOCAL_SERIAL", "ANY", "NODE_LOCAL"}
}

// A datacentre is the replicas of a row in it; with SimpleStrategy, all of them.
type datacentre struct {
	name     string
	replicas []*setsys.Formula
}

// A keyspace is what decides which replicas a request needs.
type keyspace struct {
	*draft
	options []member // of the replication
	centres []datacentre
	simple  bool   // SimpleStrategy, which knows no data centres
	local   string // the data centre of clients, "" for any
}

func cassandraStructure(v value) *setsys.Structure {
	if len(v.list) == 0 {
		v.refuse(0, "there is no CREATE KEYSPACE statement")
	}
	k := &keyspace{draft: v.draft(), options: v.list[0].members, local: v.flags["local"]}
	k.at = k.options[0].keyAt
	k.replicas()
	write, read := cmp.Or(k.flags["write"], "QUORUM"), cmp.Or(k.flags["read"], "QUORUM")
	if k.local != "" {
		k.checkLocal(write + read)
	}
	text := fmt.Sprintf("Writes with %s, reads with %s", write, read)
	if k.local != "" {
		text += ", clients in " + k.local
	}
	k.say(text + ".")
	for _, flag := range []string{"write", "read"} {
		if k.flags[flag] == "" {
			k.guess("The level of " + flag + "s is that of clients, and QUORUM is assumed: see --" + flag + ".")
		}
	}
	if k.local == "" && strings.Contains(write+read, "LOCAL") {
		k.guess("There are clients in each data centre: see --local.")
	}
	if _, ok := v.list[0].first("replication_factor"); ok && !k.simple && k.flags["datacenters"] == "" {
		k.guess("replication_factor is taken to stand for one data centre, datacenter1: see --datacenters.")
	}
	return k.readWrite("Cassandra, keyspace "+v.list[0].plain(), k.atLevel("write", write), k.atLevel("read", read))
}

// checkLocal refuses a data centre of clients where it cannot be.
func (k *keyspace) checkLocal(levels string) {
	if k.simple {
		refuseFlag("--local %s: with SimpleStrategy, no data centres are known", k.local)
	}
	var names []string
	for _, c := range k.centres {
		names = append(names, c.name)
	}
	if slices.Contains(names, k.local) {
		return
	}
	lacks := fmt.Sprintf("the keyspace has no replicas there%s", near.Hint(k.local, names))
	if strings.Contains(levels, "LOCAL") { // localQuorumFor of no replicas is 1
		refuseFlag("--local %s: %s, and Cassandra refuses each request whose level is LOCAL_..., for which it wants one of them", k.local, lacks)
	}
	k.guess("Clients are in " + k.local + ", and " + lacks + ": no level depends on that.")
}

// atLevel returns the replicas that a request with the level of a flag needs.
func (k *keyspace) atLevel(flag, level string) *setsys.Formula {
	refused := func(format string, args ...any) {
		refuseFlag("--%s %s: %s", flag, level, fmt.Sprintf(format, args...))
	}
	of := level
	switch level {
	case "ANY":
		refused("Cassandra has this level, and it is not modelled: a hint on the coordinator is enough, and no replica need have the write")
	case "NODE_LOCAL":
		refused("Cassandra has this level, and it is not modelled: it is the replica that was asked, for tests")
	case "SERIAL", "LOCAL_SERIAL": // blockFor of these is that of the others
		of = map[string]string{"SERIAL": "QUORUM", "LOCAL_SERIAL": "LOCAL_QUORUM"}[level]
	}
	var all, each []*setsys.Formula // each: by data centre of the client, or by data centre
	for _, c := range k.centres {
		all = append(all, c.replicas...)
		need := len(c.replicas)/2 + 1
		if of == "LOCAL_ONE" {
			need = 1
		}
		if of == "EACH_QUORUM" || k.local == "" || c.name == k.local {
			each = append(each, setsys.AtLeast(need, c.replicas...))
		}
	}
	some := map[string]int{"ONE": 1, "TWO": 2, "THREE": 3, "QUORUM": len(all)/2 + 1, "ALL": len(all)}
	need, ok := some[of]
	switch {
	case need > len(all):
		refused("too few replicas: %d", len(all))
	case ok:
		return setsys.AtLeast(need, all...)
	case k.simple:
		refused("with SimpleStrategy, no data centres are known")
	case of == "EACH_QUORUM":
		return setsys.All(each...)
	}
	return setsys.Any(each...)
}
