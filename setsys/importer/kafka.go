package importer

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"qcheck/setsys"
)

// kafka reads a properties file of Kafka: the voters of KRaft, or the replicas of a
// partition.
//
// The form of controller.quorum.voters is that of parseVoterConnections in QuorumConfig
// of Kafka's raft; that a majority of the voters elects and commits is KIP-595. What
// min.insync.replicas, acks and unclean.leader.election.enable mean is in "Replication"
// and "Topic Configs" of Kafka's documentation.
func kafka() Kind {
	return Kind{
		Name: "kafka", Summary: "properties of Kafka: the voters of KRaft, or replicas",
		Meaning: `With controller.quorum.voters, the nodes are the controllers, by their hosts, or where two have the same, by their IDs; a quorum is a majority of them. A host with several of them is a failure domain.

With --replicas, or in a file without voters that has default.replication.factor, the structure is a read-write quorum system of the replicas of a partition. A write quorum acknowledges a write: with acks=all at least min.insync.replicas of them, with acks=1 the leader, any one. A read quorum has, for sure, each write that min.insync.replicas acknowledged: all replicas but one less than these; with unclean.leader.election.enable=true any replica can become the leader, and is a read quorum. Which replicas are in sync changes while Kafka runs, and is not modelled: more of them may have a write than had to.

The keys default.replication.factor (1), min.insync.replicas (1) and unclean.leader.election.enable (false) are read, with these values where they are missing, which the description says. A topic can have others. Keys of an environment, as KAFKA_MIN_INSYNC_REPLICAS or KAFKA_CFG_MIN_INSYNC_REPLICAS in a compose file, are read like those of a properties file; brokers that differ are an error. All other keys are passed over.`,
		Flags: []Flag{
			{"replicas", "N", "how many replicas a partition has; those of the file unless given", nil},
			{"acks", "ACKS", "what producers wait for; all unless given", []string{"all", "1", "-1"}},
		},
		readings: []reading{{nil, kafkaSettings, kafkaStructure}},
	}
}

// kafkaVariable matches a key in an environment, a compose file or a manifest, with its value.
var kafkaVariable = regexp.MustCompile(`\bKAFKA_(?:CFG_)?([A-Z][A-Z0-9_]*)` + assigned + `([^\s"'#]*)`)

// kafkaKeys are the keys that are read.
var kafkaKeys = []string{"controller.quorum.voters", "default.replication.factor", "min.insync.replicas", "unclean.leader.election.enable"}

// kafkaSettings is the form of properties, which an environment may have too.
func kafkaSettings(s *source) value {
	v := s.environment(kafkaVariable)
	set := map[string]string{}
	for i, m := range v.members {
		key, text := strings.ReplaceAll(strings.ToLower(m.key), "_", "."), m.value.plain()
		if before, ok := set[key]; ok && before != text && slices.Contains(kafkaKeys, key) {
			m.value.bad("%s is %s here, and %s before: brokers that differ are not read", key, setsys.Quote(text), setsys.Quote(before))
		}
		v.members[i].key, set[key] = key, text
	}
	if len(set) == 0 {
		return properties(s)
	}
	v.members = append(v.members, s.settings(func(int, string) {}).members...) // a script has other lines, too
	return v
}

func kafkaStructure(v value) *setsys.Structure {
	voters, ok := v.first("controller.quorum.voters")
	_, factor := v.first("default.replication.factor")
	switch {
	case v.flags["replicas"] != "" || v.flags["acks"] != "" || !ok && factor:
		return kafkaReplicas(v)
	case ok:
		return kafkaVoters(voters)
	}
	if m, ok := v.member("controller.quorum.bootstrap.servers"); ok {
		v.refuse(m.keyAt, `the voters are not in the file: "kafka-metadata-quorum.sh describe --status" has them as CurrentVoters; write controller.quorum.voters`)
	}
	if m, ok := v.member("zookeeper.connect"); ok {
		v.refuse(m.keyAt, "the brokers use ZooKeeper: import its zoo.cfg, or say with --replicas how many replicas there are")
	}
	v.refuse(0, "neither controller.quorum.voters nor default.replication.factor")
	return nil
}

// kafkaVoter matches ID@HOST:PORT.
var kafkaVoter = regexp.MustCompile(`^([0-9]+)@((.+):[0-9]+)$`)

func kafkaVoters(v value) *setsys.Structure {
	d := v.draft()
	var ids, hosts, twice []string
	met := map[string]int{} // how often an ID or an address
	for _, part := range v.split(",") {
		text := strings.TrimSpace(part.plain())
		m := kafkaVoter.FindStringSubmatch(text)
		if m == nil || strings.Trim(m[3], "[]") == "" {
			part.bad("want ID@HOST:PORT, found %s", setsys.Quote(text))
		}
		n, err := strconv.ParseInt(m[1], 10, 32)
		id, address := strconv.FormatInt(n, 10), m[2]
		if met[id]++; err != nil || met[id] > 1 {
			part.bad("the ID %s is too large or given twice", setsys.Quote(id))
		}
		if met[address]++; met[address] == 2 {
			twice = append(twice, address)
		}
		ids, hosts = append(ids, id), append(hosts, strings.Trim(m[3], "[]"))
	}
	d.guess(remark("Addresses of several voters, where only one can listen", twice)...)
	return d.elected("Kafka, majority of the controllers", d.byHost(ids, hosts))
}

func kafkaReplicas(v value) *setsys.Structure {
	d := v.draft()
	number := func(key string) int {
		x, ok := v.first(key)
		if !ok {
			d.guess(key + " is not in the file: the default of Kafka, 1, is assumed.")
			return 1
		}
		return x.count(1, setsys.MaxNodes, fmt.Sprint("1 to ", setsys.MaxNodes))
	}
	insync := number("min.insync.replicas")
	factor, ok := 0, false
	if given := v.flags["replicas"]; given == "" {
		factor = number("default.replication.factor")
	} else if factor, ok = within(given, 1, setsys.MaxNodes); !ok {
		refuseFlag("--replicas %s: want 1 to %d", given, setsys.MaxNodes)
	}
	if insync > factor {
		x, _ := v.first("min.insync.replicas")
		x.bad("min.insync.replicas is %d of %d replicas: no write with acks=all is acknowledged", insync, factor)
	}
	replicas := d.nodes(numbered("replica", factor))
	acks := strings.Replace(cmp.Or(v.flags["acks"], "all"), "-1", "all", 1)
	if v.flags["acks"] == "" {
		d.guess("What producers wait for is theirs to say, and acks=all is assumed: see --acks.")
	}
	write, read, elections := insync, factor-insync+1, "without"
	if acks == "1" {
		write = 1
	}
	if strings.EqualFold(v.textAt("unclean.leader.election.enable"), "true") {
		read, elections = 1, "with"
	}
	d.say(fmt.Sprintf("Writes with acks=%s and min.insync.replicas=%d, %s unclean elections.", acks, insync, elections))
	return d.readWrite("Kafka, replicas of a partition", setsys.AtLeast(write, replicas...), setsys.AtLeast(read, replicas...))
}
