package importer

import (
	"cmp"
	"fmt"
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
		Meaning: `With controller.quorum.voters, the nodes are the controllers, by their hosts, or where two have the same, by their IDs; a quorum is a majority of them.

With --replicas, or in a file without voters that has default.replication.factor, the structure is a read-write quorum system of the replicas of a partition. A write quorum acknowledges a write: with acks=all at least min.insync.replicas of them, with acks=1 the leader, any one. A read quorum has, for sure, each write that min.insync.replicas acknowledged: all replicas but one less than these; with unclean.leader.election.enable=true any replica can become the leader, and is a read quorum. Which replicas are in sync changes while Kafka runs, and is not modelled: more of them may have a write than had to.

The keys default.replication.factor (1), min.insync.replicas (1) and unclean.leader.election.enable (false) are read, with these values where they are missing. All other keys are passed over.`,
		Flags: []Flag{
			{"replicas", "N", "how many replicas a partition has; those of the file unless given", nil},
			{"acks", "ACKS", "what producers wait for; all unless given", []string{"all", "1", "-1"}},
		},
		read: readKafka,
	}
}

func readKafka(s source) (*setsys.Structure, error) {
	lines, err := s.settings()
	if err != nil {
		return nil, err
	}
	keys := map[string]setting{}
	for _, l := range lines {
		keys[l.key] = l
	}
	voters, ok := keys["controller.quorum.voters"]
	_, factor := keys["default.replication.factor"]
	switch {
	case s.flags["replicas"] != "" || s.flags["acks"] != "" || !ok && factor:
		return s.kafkaReplicas(keys)
	case ok:
		return s.kafkaVoters(voters)
	}
	if l, ok := keys["controller.quorum.bootstrap.servers"]; ok {
		return nil, s.errorf(l.at, `the voters are not in the file: "kafka-metadata-quorum.sh describe --status" has them as CurrentVoters; write controller.quorum.voters`)
	}
	if l, ok := keys["zookeeper.connect"]; ok {
		return nil, s.errorf(l.at, "the brokers use ZooKeeper: import its zoo.cfg, or say with --replicas how many replicas there are")
	}
	return nil, s.errorf(0, "neither controller.quorum.voters nor default.replication.factor")
}

func (s source) kafkaVoters(l setting) (*setsys.Structure, error) {
	var ids, hosts []string
	at := l.valueAt
	for part := range strings.SplitSeq(l.value, ",") {
		text := strings.TrimSpace(part)
		id, address, ok := strings.Cut(text, "@")
		host, port := address, ""
		if i := strings.LastIndexByte(address, ':'); i >= 0 {
			host, port = strings.Trim(address[:i], "[]"), address[i+1:]
		}
		if !ok || !isNumber(id) || host == "" || !isNumber(port) {
			return nil, s.errorf(at, "want ID@HOST:PORT, found %s", setsys.Quote(text))
		}
		n, err := strconv.ParseInt(id, 10, 32)
		if id = strconv.FormatInt(n, 10); err != nil || slices.Contains(ids, id) {
			return nil, s.errorf(at, "the ID %s is too large or given twice", setsys.Quote(id))
		}
		ids, hosts = append(ids, id), append(hosts, host)
		at += len(part) + 1
	}
	names := hosts
	if len(slices.Compact(slices.Sorted(slices.Values(hosts)))) < len(hosts) {
		names = ids
	}
	var v voters
	return s.coterie("Kafka, majority of the controllers", &v, v.majority(names), nil)
}

func (s source) kafkaReplicas(keys map[string]setting) (*setsys.Structure, error) {
	number := func(key string) (int, error) {
		l, ok := keys[key]
		if !ok {
			return 1, nil
		}
		n, err := strconv.Atoi(l.value)
		if err != nil || n < 1 || n > setsys.MaxNodes {
			return 0, s.errorf(l.valueAt, "want 1 to %d, found %s", setsys.MaxNodes, setsys.Quote(l.value))
		}
		return n, nil
	}
	factor, err := number("default.replication.factor")
	if err != nil {
		return nil, err
	}
	if given := s.flags["replicas"]; given != "" {
		if factor, err = strconv.Atoi(given); err != nil || factor < 1 || factor > setsys.MaxNodes {
			return nil, fmt.Errorf("--replicas %s: want 1 to %d", given, setsys.MaxNodes)
		}
	}
	insync, err := number("min.insync.replicas")
	if err != nil {
		return nil, err
	}
	if insync > factor {
		return nil, s.errorf(keys["min.insync.replicas"].valueAt, "min.insync.replicas is %d of %d replicas: no write with acks=all is acknowledged", insync, factor)
	}
	unclean := strings.EqualFold(keys["unclean.leader.election.enable"].value, "true")
	var v voters
	var replicas []*setsys.Formula
	for i := range factor {
		replicas = append(replicas, v.add("replica-"+strconv.Itoa(i+1)))
	}
	acks := cmp.Or(s.flags["acks"], "all")
	write, read := insync, factor-insync+1
	if acks == "1" {
		write = 1
	}
	text := fmt.Sprintf("Writes with acks=%s and min.insync.replicas=%d", strings.Replace(acks, "-1", "all", 1), insync)
	if unclean {
		read = 1
		text += ", with unclean elections"
	}
	universe, err := setsys.Named(v.names)
	if err != nil {
		return nil, err
	}
	return &setsys.Structure{
		Name: "Kafka, replicas of a partition", Kind: setsys.ReadWrite, Universe: universe, Description: text + ".",
		Write: setsys.Unlisted(factor, setsys.AtLeast(write, replicas...), setsys.DefaultMaxSets),
		Read:  setsys.Unlisted(factor, setsys.AtLeast(read, replicas...), setsys.DefaultMaxSets),
	}, nil
}
