package importer

import (
	"cmp"
	"errors"
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
		read: readCassandra,
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

func readCassandra(s source) (*setsys.Structure, error) {
	keyspace, options, err := s.keyspace()
	if err != nil {
		return nil, err
	}
	var nodes voters
	centres, simple, err := s.replicas(options, &nodes)
	if err != nil {
		return nil, err
	}
	universe, err := setsys.Named(nodes.names)
	if err != nil {
		return nil, s.errorf(options[0].key.at, "%s", err)
	}
	t := &setsys.Structure{Name: "Cassandra, keyspace " + keyspace, Kind: setsys.ReadWrite, Universe: universe}
	local := s.flags["local"]
	write, read := cmp.Or(s.flags["write"], "QUORUM"), cmp.Or(s.flags["read"], "QUORUM")
	if !simple {
		var names []string
		for _, c := range centres {
			names = append(names, c.name)
			t.Domains = append(t.Domains, setsys.Domain{
				Name: c.name, Nodes: setsys.NewNodeSet(universe.Len(), setsys.All(c.replicas...).Nodes()...),
			})
		}
		if local != "" && !slices.Contains(names, local) { // localQuorumFor of no replicas is 1
			lacks := fmt.Sprintf("the keyspace has no replicas there%s", near.Hint(local, names))
			if strings.Contains(write+read, "LOCAL") {
				return nil, fmt.Errorf("--local %s: %s, and Cassandra refuses each request whose level is LOCAL_..., for which it wants one of them", local, lacks)
			}
			t.Remarks = append(t.Remarks, "Clients are in "+local+", and "+lacks+": no level depends on that.")
		}
	} else if local != "" {
		return nil, fmt.Errorf("--local %s: with SimpleStrategy, no data centres are known", local)
	}
	for _, of := range []struct {
		flag, level string
		family      *setsys.Family
	}{{"write", write, &t.Write}, {"read", read, &t.Read}} {
		f, err := atLevel(of.level, centres, local, simple)
		if err != nil {
			return nil, fmt.Errorf("--%s %s: %w", of.flag, of.level, err)
		}
		*of.family = setsys.Unlisted(universe.Len(), f, setsys.DefaultMaxSets)
	}
	text := fmt.Sprintf("Writes with %s, reads with %s", write, read)
	if local != "" {
		text += ", clients in " + local
	}
	for _, flag := range []string{"write", "read"} {
		if s.flags[flag] == "" {
			t.Remarks = append(t.Remarks, "The level of "+flag+"s is that of clients, and QUORUM is assumed: see --"+flag+".")
		}
	}
	if local == "" && strings.Contains(write+read, "LOCAL") {
		t.Remarks = append(t.Remarks, "There are clients in each data centre: see --local.")
	}
	if slices.ContainsFunc(options, func(o option) bool { return o.key.text == "replication_factor" }) && !simple && s.flags["datacenters"] == "" {
		t.Remarks = append(t.Remarks, "replication_factor is taken to stand for one data centre, datacenter1: see --datacenters.")
	}
	t.Description = described([]string{text + "."}, t.Remarks)
	return t, nil
}

// atLevel returns the replicas that a request with the level needs.
func atLevel(level string, centres []datacentre, local string, simple bool) (*setsys.Formula, error) {
	switch level {
	case "ANY", "NODE_LOCAL":
		return nil, errors.New("Cassandra has this level, and it is not modelled: " + map[string]string{
			"ANY": "a hint on the coordinator is enough, and no replica need have the write", "NODE_LOCAL": "it is the replica that was asked, for tests",
		}[level])
	case "SERIAL", "LOCAL_SERIAL": // blockFor of these is that of the others
		level = map[string]string{"SERIAL": "QUORUM", "LOCAL_SERIAL": "LOCAL_QUORUM"}[level]
	}
	var all []*setsys.Formula
	for _, c := range centres {
		all = append(all, c.replicas...)
	}
	some := map[string]int{"ONE": 1, "TWO": 2, "THREE": 3, "QUORUM": len(all)/2 + 1, "ALL": len(all)}
	if need, ok := some[level]; ok {
		if need > len(all) {
			return nil, fmt.Errorf("too few replicas: %d", len(all))
		}
		return setsys.AtLeast(need, all...), nil
	}
	if simple {
		return nil, errors.New("with SimpleStrategy, no data centres are known")
	}
	var each []*setsys.Formula // by data centre of the client, or by data centre
	for _, c := range centres {
		need := len(c.replicas)/2 + 1
		if level == "LOCAL_ONE" {
			need = 1
		}
		if level == "EACH_QUORUM" || local == "" || c.name == local {
			each = append(each, setsys.AtLeast(need, c.replicas...))
		}
	}
	if level == "EACH_QUORUM" {
		return setsys.All(each...), nil
	}
	return setsys.Any(each...), nil
}

// An option is a key of the replication with its value.
type option struct {
	key, value lexeme
	racks      []lexeme // where the value is a list of them
}

// racks reads a list of names after its bracket.
func (r *reader) racks() (racks []lexeme, err error) {
	for {
		l := r.take()
		if l.is("]") && len(racks) == 0 {
			return nil, r.errorf(l.at, "a list of no racks")
		}
		if !l.string || l.text == "" {
			return nil, r.errorf(min(l.at, len(r.data)), "want the name of a rack in single quotes, found %s", setsys.Quote(l.text))
		}
		if slices.ContainsFunc(racks, func(o lexeme) bool { return o.text == l.text }) {
			return nil, r.errorf(l.at, "rack %s is given twice", setsys.Quote(l.text))
		}
		racks = append(racks, l)
		end, err := r.want(`"," or "]"`, ",", "]")
		if err != nil || end.is("]") {
			return racks, err
		}
	}
}

// keyspace returns the name of the keyspace, and the options of its replication.
func (s source) keyspace() (name string, options []option, err error) {
	words, err := s.cql()
	if err != nil {
		return "", nil, err
	}
	for at := 0; at < len(words); at++ {
		if at > 0 && !words[at-1].is(";") || !words[at].is("create") || at+1 >= len(words) || !words[at+1].is("keyspace") {
			continue
		}
		if options != nil {
			return "", nil, s.errorf(words[at].at, "a second keyspace: each needs a structure of its own")
		}
		r := reader{s, words[at+2:], words[at+1].at}
		if name, options, err = r.create(); err != nil {
			return "", nil, err
		}
	}
	if options == nil {
		return "", nil, s.errorf(0, "there is no CREATE KEYSPACE statement")
	}
	return name, options, nil
}

// A reader goes through a statement.
type reader struct {
	source
	words []lexeme
	last  int // offset of the lexeme before
}

// take returns the next lexeme, an empty one behind the last.
func (r *reader) take() lexeme {
	if len(r.words) == 0 {
		return lexeme{at: len(r.data)}
	}
	l := r.words[0]
	r.words, r.last = r.words[1:], l.at
	return l
}

// want takes one of some words or signs.
func (r *reader) want(what string, words ...string) (lexeme, error) {
	l := r.take()
	for _, w := range words {
		if l.is(w) {
			return l, nil
		}
	}
	found := "the end of the file"
	if l.text != "" || l.string {
		found = setsys.Quote(l.text)
	}
	return l, r.errorf(min(l.at, len(r.data)), "want %s, found %s", what, found)
}

// create reads a statement after CREATE KEYSPACE, up to its replication.
func (r *reader) create() (name string, options []option, err error) {
	l := r.take()
	if l.is("if") {
		for _, word := range []string{"not", "exists"} {
			if _, err := r.want(`"IF NOT EXISTS"`, word); err != nil {
				return "", nil, err
			}
		}
		l = r.take()
	}
	name = l.text
	if _, err := r.want(`"WITH"`, "with"); err != nil {
		return "", nil, err
	}
	for {
		p := r.take()
		if known := "replication"; p.text == "" || !p.is(known) && near.Name(strings.ToLower(p.text), []string{known}) != "" {
			return "", nil, r.errorf(min(p.at, len(r.data)), "want an option such as replication, found %s", setsys.Quote(p.text))
		}
		if _, err := r.want(`"="`, "="); err != nil {
			return "", nil, err
		}
		if !p.is("replication") {
			if err := r.skip(); err != nil {
				return "", nil, err
			}
		} else if options != nil {
			return "", nil, r.errorf(p.at, "replication is given twice")
		} else if options, err = r.replication(); err != nil {
			return "", nil, err
		}
		next := r.take()
		switch {
		case next.is("and"):
			continue
		case !next.is(";") && next.text != "":
			return "", nil, r.errorf(next.at, `want "AND" or ";", found %s`, setsys.Quote(next.text))
		case options == nil:
			return "", nil, r.errorf(r.last, "a keyspace without replication")
		}
		return name, options, nil
	}
}

// skip passes over the value of an option that says nothing of replicas: a word, a string,
// a number, or something in brackets.
func (r *reader) skip() error {
	for depth := 0; ; {
		l := r.take()
		switch {
		case l.text == "" && !l.string:
			return r.errorf(r.last, "a value without an end")
		case l.is("{") || l.is("["):
			depth++
		case l.is("}") || l.is("]"):
			depth--
		}
		part := l.is(".") || l.is("-") || len(r.words) > 0 && r.words[0].is(".") // of a number
		if depth <= 0 && !part {
			return nil
		}
	}
}

// replication reads the options, of which there is at least one.
func (r *reader) replication() ([]option, error) {
	if _, err := r.want(`"{"`, "{"); err != nil {
		return nil, err
	}
	var options []option
	var err error
	for {
		key := r.take()
		if !key.string {
			return nil, r.errorf(min(key.at, len(r.data)), "want a name in single quotes, found %s", setsys.Quote(key.text))
		}
		if i := slices.IndexFunc(options, func(o option) bool { return o.key.text == key.text }); i >= 0 {
			return nil, r.errorf(key.at, "%s is given twice", setsys.Quote(key.text))
		}
		if _, err := r.want(`":"`, ":"); err != nil {
			return nil, err
		}
		o := option{key: key, value: r.take()}
		if o.value.is("[") {
			if o.racks, err = r.racks(); err != nil {
				return nil, err
			}
		}
		options = append(options, o)
		end, err := r.want(`"," or "}"`, ",", "}")
		if err != nil {
			return nil, err
		}
		if end.is("}") {
			return options, nil
		}
	}
}
