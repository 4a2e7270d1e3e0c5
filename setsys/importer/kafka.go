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
		read: readKafka,
	}
}

// kafkaVariable matches a key in an environment, a compose file or a manifest, with its value.
var kafkaVariable = regexp.MustCompile(`\bKAFKA_(?:CFG_)?([A-Z][A-Z0-9_]*)["']?(?:[ \t]*[:=][ \t]*|,?\s*-?\s*["']?value["']?\s*:\s*|[ \t]+)["']?([^\s"'#]*)`)

// comment matches a line that is a comment.
var comment = regexp.MustCompile(`(?m)^[ \t]*#.*$`)

// uncommented returns the text with spaces in the place of lines that are comments.
func (s source) uncommented() string {
	return comment.ReplaceAllStringFunc(string(s.data), func(c string) string { return strings.Repeat(" ", len(c)) })
}

func readKafka(s source) (*setsys.Structure, error) {
	keys, text := map[string]setting{}, s.uncommented()
	for _, m := range kafkaVariable.FindAllStringSubmatchIndex(text, -1) {
		l := setting{key: strings.ReplaceAll(strings.ToLower(text[m[2]:m[3]]), "_", "."), value: text[m[4]:m[5]], at: m[0], valueAt: m[4]}
		if o, ok := keys[l.key]; ok && o.value != l.value && slices.Contains(kafkaKeys, l.key) {
			return nil, s.errorf(l.valueAt, "%s is %s here, and %s before: brokers that differ are not read", l.key, setsys.Quote(l.value), setsys.Quote(o.value))
		}
		keys[l.key] = l
	}
	lines, err := s.settings()
	if err != nil && len(keys) == 0 {
		return nil, err
	}
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

// kafkaKeys are the keys that are read.
var kafkaKeys = []string{"controller.quorum.voters", "default.replication.factor", "min.insync.replicas", "unclean.leader.election.enable"}

func (s source) kafkaVoters(l setting) (*setsys.Structure, error) {
	var ids, hosts, addresses, twice []string
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
		if slices.Contains(addresses, address) && !slices.Contains(twice, address) {
			twice = append(twice, address)
		}
		ids, hosts, addresses = append(ids, id), append(hosts, host), append(addresses, address)
		at += len(part) + 1
	}
	names := hosts
	if len(slices.Compact(slices.Sorted(slices.Values(hosts)))) < len(hosts) {
		names = ids
	}
	on := map[string]string{}
	for i, name := range names {
		on[name] = hosts[i]
	}
	var v voters
	t, err := s.coterie("Kafka, majority of the controllers", &v, v.majority(names), nil,
		list("Addresses of several voters, where only one can listen", twice)...)
	return onHosts(t, err, on)
}

func (s source) kafkaReplicas(keys map[string]setting) (*setsys.Structure, error) {
	var guesses []string
	number := func(key string) (int, error) {
		l, ok := keys[key]
		if !ok {
			guesses = append(guesses, key+" is not in the file: the default of Kafka, 1, is assumed.")
			return 1, nil
		}
		n, err := strconv.Atoi(l.value)
		if err != nil || n < 1 || n > setsys.MaxNodes {
			return 0, s.errorf(l.valueAt, "want 1 to %d, found %s", setsys.MaxNodes, setsys.Quote(l.value))
		}
		return n, nil
	}
	insync, err := number("min.insync.replicas")
	if err != nil {
		return nil, err
	}
	var factor int
	if given := s.flags["replicas"]; given == "" {
		factor, err = number("default.replication.factor")
	} else if factor, err = strconv.Atoi(given); err != nil || factor < 1 || factor > setsys.MaxNodes {
		err = fmt.Errorf("--replicas %s: want 1 to %d", given, setsys.MaxNodes)
	}
	if err != nil {
		return nil, err
	}
	if insync > factor {
		return nil, s.errorf(keys["min.insync.replicas"].valueAt, "min.insync.replicas is %d of %d replicas: no write with acks=all is acknowledged", insync, factor)
	}
	var v voters
	var replicas []*setsys.Formula
	for i := range factor {
		replicas = append(replicas, v.add("replica-"+strconv.Itoa(i+1)))
	}
	acks := strings.Replace(cmp.Or(s.flags["acks"], "all"), "-1", "all", 1)
	if s.flags["acks"] == "" {
		guesses = append(guesses, "What producers wait for is theirs to say, and acks=all is assumed: see --acks.")
	}
	write, read, elections := insync, factor-insync+1, "without"
	if acks == "1" {
		write = 1
	}
	if strings.EqualFold(keys["unclean.leader.election.enable"].value, "true") {
		read, elections = 1, "with"
	}
	text := fmt.Sprintf("Writes with acks=%s and min.insync.replicas=%d, %s unclean elections.", acks, insync, elections)
	return s.readWrite("Kafka, replicas of a partition", &v, setsys.AtLeast(write, replicas...), setsys.AtLeast(read, replicas...), []string{text}, guesses...)
}
