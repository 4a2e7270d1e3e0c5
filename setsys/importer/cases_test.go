package importer_test

import (
	"fmt"
	"strings"
	"testing"

	"qcheck/setsys"
	"qcheck/setsys/importer"
)

// holds reports whether the quorums of a structure meet, by all sets of its nodes: no set
// and its complement are quorums, or a write quorum and a read quorum.
func holds(s *setsys.Structure) bool {
	first, second := s.Quorums, s.Quorums
	if s.Kind == setsys.ReadWrite {
		first, second = s.Write, s.Read
	}
	all := uint64(1)<<s.Universe.Len() - 1
	for x := range all + 1 {
		if first.Formula().Satisfied([]uint64{x}) && second.Formula().Satisfied([]uint64{all - x}) {
			return false
		}
	}
	return true
}

// mayFail returns how many nodes may fail, whichever they are, with a set of the family left.
func mayFail(s *setsys.Structure, f setsys.Family) int {
	all := uint64(1)<<s.Universe.Len() - 1
	most := s.Universe.Len()
	for x := range all + 1 {
		failed := 0
		for y := x; y != 0; y &= y - 1 {
			failed++
		}
		if !f.Formula().Satisfied([]uint64{all &^ x}) {
			most = min(most, failed-1)
		}
	}
	return most
}

func conf(quorum string, nodes ...string) string {
	var b strings.Builder
	b.WriteString("quorum {\n  provider: corosync_votequorum\n" + quorum + "}\nnodelist {\n")
	for i, extra := range nodes {
		fmt.Fprintf(&b, "  node {\n    ring0_addr: 10.1.0.%d\n    name: %c\n    %s\n  }\n", i+1, 'a'+i, extra)
	}
	return b.String() + "}\n"
}

func ids(n int) (all []string) {
	for i := range n {
		all = append(all, fmt.Sprintf("nodeid: %d", i+1))
	}
	return all
}

// Configurations of the kinds that people have, with what is right of each.
func TestCases(t *testing.T) {
	const no = -1
	for _, c := range []struct {
		name, kind, config string
		flags              map[string]string
		holds              bool
		write              int    // how many nodes may fail for writes, or no
		says               string // a part of the remarks
	}{
		{"two nodes that expect one vote", "corosync", conf("  expected_votes: 1\n", ids(2)...), nil, false, no, "expected_votes is 1 and overrides the 2 votes that there are"},
		{"a template for two nodes, two_node off", "corosync", conf("  expected_votes: 1\n  two_node: 0\n", ids(2)...), nil, false, no, "overrides"},
		{"four that expect three", "corosync", conf("  expected_votes: 3\n  two_node: 0\n  wait_for_all: 0\n", ids(4)...), nil, false, no, "overrides"},
		{"four that expect three, and wait for all", "corosync", conf("  expected_votes: 3\n  wait_for_all: 1\n", ids(4)...), nil, false, no, "overrides"},
		{"three that expect two", "corosync", conf("  expected_votes: 2\n", ids(3)...), nil, true, no, "overrides"},
		{"five that expect three", "corosync", conf("  expected_votes: 3\n", ids(5)...), nil, false, no, "overrides"},
		{"five that expect four", "corosync", conf("  expected_votes: 4\n", ids(5)...), nil, true, no, "overrides"},
		{"six that wait for three", "corosync", conf("  expected_votes: 3\n  wait_for_all: 1\n", ids(6)...), nil, false, no, "overrides"},
		{"as many as there are", "corosync", conf("  expected_votes: 3\n", ids(3)...), nil, true, no, ""},
		{"only expected votes", "corosync", "quorum {\n provider: corosync_votequorum\n expected_votes: 1\n}\n", nil, true, no, "The nodes are a guess"},
		{"only expected votes, of two each", "corosync", "quorum {\n provider: corosync_votequorum\n expected_votes: 6\n votes: 2\n}\n", nil, true, no, "those of 3 nodes"},
		{"a device of one vote", "corosync", conf("  device {\n    model: net\n    votes: 1\n    net {\n      host: q\n      algorithm: ffsplit\n    }\n  }\n", ids(2)...), nil, true, no, "vote in one part"},
		{"ffsplit and three nodes", "corosync", conf("  device {\n    model: net\n    votes: 1\n    net {\n      algorithm: ffsplit\n    }\n  }\n", ids(3)...), nil, true, no, "vote in one part"},
		{"one vote of a device, and three nodes", "corosync", conf("  device {\n    model: net\n    votes: 1\n  }\n", ids(3)...), nil, false, no, "vote in one part"},
		{"a device without a model is none", "corosync", conf("  device {\n    votes: 1\n  }\n", ids(3)...), nil, true, no, ""},
		{"a tie breaker of four", "corosync", conf("  auto_tie_breaker: 1\n", ids(4)...), nil, false, no, "two halves can be quorate at once"},
		{"a tie breaker of two", "corosync", conf("  auto_tie_breaker: 1\n", ids(2)...), nil, true, no, ""},
		{"a tie breaker by its ID", "corosync", conf("  auto_tie_breaker: 1\n  auto_tie_breaker_node: 2\n", ids(4)...), nil, true, no, ""},
		{"a tie breaker of three", "corosync", conf("  auto_tie_breaker: 1\n  wait_for_all: 1\n", ids(3)...), nil, false, no, "two halves can be quorate at once"},
		{"last man standing", "corosync", conf("  last_man_standing: 1\n", ids(5)...), nil, true, no, "Without wait_for_all, a part that shrank so"},

		{"the only one to elect, w 1", "mongodb", `{_id: 'r', members: [{_id: 0, host: "one:27017"}, {_id: 1, host: "copy:27017", priority: 0, hidden: true}, {_id: 2, host: "tie:27017", arbiterOnly: true}]}`, map[string]string{"w": "1"}, true, 0, ""},
		{"the only one to elect of five, w 2", "mongodb", `{members: [{host: "a"}, {host: "b", priority: 0}, {host: "c", priority: 0}, {host: "d", priority: 0}, {host: "e", priority: 0}]}`, map[string]string{"w": "2"}, true, 0, ""},
		{"one with a vote, w 1", "mongodb", `{members: [{host: "a"}, {host: "b", priority: 0, votes: 0, hidden: true}]}`, map[string]string{"w": "1"}, true, 0, ""},
		{"the only one to elect, majority", "mongodb", `{members: [{host: "a", priority: 1}, {host: "b", priority: 0}, {host: "c", priority: 0}]}`, nil, true, 0, "w: majority is assumed"},
		{"two to elect of three, majority", "mongodb", `{members: [{host: "a"}, {host: "b"}, {host: "c", priority: 0}]}`, nil, true, 1, ""},
		{"a secondary and an arbiter, w 1", "mongodb", `{members: [{host: "a"}, {host: "b"}, {host: "c", arbiterOnly: true}]}`, map[string]string{"w": "1"}, false, 1, "writes need a primary"},
		{"a script", "mongodb", "rs.initiate(\n {members: [{host: '10.0.0.1:1'}, {host: '10.0.0.1:2'}, {host: '10.0.0.1:3', arbiterOnly: true}]}\n);\n// as you like\n", nil, true, 0, "10.0.0.1 has 3"},
		{"three ports of one machine", "mongodb", `{members: [{host: "10.0.0.9:1"}, {host: "10.0.0.9:2"}, {host: "10.0.0.9:3"}]}`, nil, true, 1, "10.0.0.9 has 3"},

		{"a compose file", "kafka", "services:\n  b1:\n    environment:\n      KAFKA_DEFAULT_REPLICATION_FACTOR: 3\n      KAFKA_MIN_INSYNC_REPLICAS: 2\n  b2:\n    environment:\n      KAFKA_MIN_INSYNC_REPLICAS: 2\n", map[string]string{"replicas": "3"}, true, 1, ""},
		{"a compose file with a list", "kafka", "services:\n  b1:\n    environment:\n      - KAFKA_CFG_MIN_INSYNC_REPLICAS=2\n      - \"KAFKA_CFG_UNCLEAN_LEADER_ELECTION_ENABLE=false\"\n", map[string]string{"replicas": "3"}, true, 1, ""},
		{"an env file", "kafka", "export KAFKA_MIN_INSYNC_REPLICAS='2'\n# KAFKA_MIN_INSYNC_REPLICAS=1\n", map[string]string{"replicas": "4"}, true, 2, ""},
		{"a manifest", "kafka", "      - name: KAFKA_MIN_INSYNC_REPLICAS\n        value: \"2\"\n      - name: KAFKA_OTHER\n        value: \"9\"\n", map[string]string{"replicas": "3"}, true, 1, ""},
		{"a container", "kafka", `{"env": [{"name": "KAFKA_MIN_INSYNC_REPLICAS", "value": "2"}]}`, map[string]string{"replicas": "3"}, true, 1, ""},
		{"docker run", "kafka", "docker run -e KAFKA_MIN_INSYNC_REPLICAS=2 \\\n  -e KAFKA_UNCLEAN_LEADER_ELECTION_ENABLE=true \\\n  x\n", map[string]string{"replicas": "3"}, false, 1, ""},
		{"no minimum", "kafka", "broker.id=1\n", map[string]string{"replicas": "3"}, true, 2, "min.insync.replicas is not in the file: the default of Kafka, 1, is assumed"},
		{"neither", "kafka", "broker.id=1\n", map[string]string{"acks": "all"}, true, 0, "default.replication.factor is not in the file"},
		{"voters in a compose file", "kafka", "    environment:\n      KAFKA_CONTROLLER_QUORUM_VOTERS: 1@c1:9,2@c2:9,3@c3:9\n", nil, true, no, ""},
		{"three voters at one address", "kafka", "controller.quorum.voters=0@10.2.0.1:9093,1@10.2.0.1:9093,2@10.2.0.1:9093", nil, true, no, "Addresses of several voters, where only one can listen: 10.2.0.1:9093"},
		{"three voters on one host", "kafka", "controller.quorum.voters=0@localhost:1,1@localhost:2,2@localhost:3", nil, true, no, "localhost has 3"},

		{"three servers on localhost", "zookeeper", "server.1=localhost:2888:3888\nserver.2=localhost:2889:3889\nserver.3=localhost:2890:3890\n", nil, true, no, "localhost has 3"},
		{"two of three on one host", "zookeeper", "server.1=m1:2888:3888\nserver.2=m1:2889:3889\nserver.3=m2:2890:3890\n", nil, true, no, "m1 has 2"},
		{"servers without numbers", "zookeeper", "ZOO_SERVERS=a:1:2 b:1:2 c:1:2", nil, true, no, "taken to be 1, 2"},
		{"a new sentinel", "sentinel", "sentinel monitor m 10.0.0.1 6379 1\n", nil, true, no, "One sentinel is a guess"},
		{"sentinels on one machine", "sentinel", "sentinel monitor m h 6379 2\nsentinel known-sentinel m 10.0.0.2 1 x\nsentinel known-sentinel m 10.0.0.2 2 y\n", nil, true, no, "10.0.0.2 has 2"},
		{"bootstrap_expect", "consul", `{"bootstrap_expect": 1}`, nil, true, no, "The servers are a guess"},
		{"peers on one machine", "consul", `{"Servers":[{"ID":"a","Node":"a","Address":"127.0.0.1:1","Voter":true},{"ID":"b","Node":"b","Address":"127.0.0.1:2","Voter":true}]}`, nil, true, no, "127.0.0.1 has 2"},
		{"an initial cluster on one machine", "etcd", "etcd --initial-cluster a=http://127.0.0.1:1,b=http://127.0.0.1:2,c=http://127.0.0.1:3", nil, true, no, "127.0.0.1 has 3"},
		{"one initial master", "elasticsearch", "cluster.initial_master_nodes: [a]\n", nil, true, no, "starts a cluster of its own"},
		{"no minimum of masters", "elasticsearch", "discovery.zen.ping.unicast.hosts: [a, b]\n", nil, false, no, "the default, 1, is assumed"},
		{"a minimum of one", "elasticsearch", "discovery.zen.ping.unicast.hosts: [a, b]\ndiscovery.zen.minimum_master_nodes: 1\n", nil, false, no, "and no others"},
		{"levels of clients", "cassandra", "CREATE KEYSPACE k WITH replication = {'class': 'NetworkTopologyStrategy', 'replication_factor': 3};", nil, true, 1, "one data centre, datacenter1"},
		{"one for all", "stellar", "[QUORUM_SET]\nVALIDATORS=[\"GA\", \"GB\", \"GC\"]\n", nil, true, no, "All validators are taken to have"},
		{"a validator that is not listed", "stellar", `{"nodes":[{"node":"a","qset":{"t":1,"v":["a","b"]}}]}`, nil, false, no, "not listed"},
	} {
		s, err := importer.Import(t.Context(), c.kind, "FILE", []byte(c.config), c.flags)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		for _, remark := range s.Remarks {
			if !strings.Contains(s.Description, remark) {
				t.Errorf("%s: a remark that the description does not have: %s", c.name, remark)
			}
		}
		if strings.Contains(c.says, " has ") && len(s.Domains) == 0 {
			t.Errorf("%s: no failure domain", c.name)
		}
		if all := strings.Join(s.Remarks, " "); !strings.Contains(all, c.says) {
			t.Errorf("%s: the remarks are %q, want %q", c.name, all, c.says)
		}
		if s.Quorums.Trust() == nil && holds(s) != c.holds {
			t.Errorf("%s: that it holds is %v", c.name, !c.holds)
		}
		if c.write != no {
			if got := mayFail(s, s.Write); got != c.write {
				t.Errorf("%s: any %d nodes may fail for writes, want %d", c.name, got, c.write)
			}
		}
	}
}

// What the system itself does not start with, or would never be up with.
func TestRefusedCases(t *testing.T) {
	device := func(votes string) string { return "  device {\n    model: net\n" + votes + "  }\n" }
	voters := `{_id: 'r', members: [`
	for _, c := range []struct{ name, kind, config, want string }{
		{"one nodeid twice", "corosync", conf("", "nodeid: 1", "nodeid: 1"), "the nodeid 1 is there twice: corosync does not start"},
		{"one nodeid twice of four", "corosync", conf("", "nodeid: 1", "nodeid: 2", "nodeid: 3", "nodeid: 2"), "the nodeid 2 is there twice: corosync does not start"},
		{"a tie breaker, last man standing, odd votes", "corosync", conf("  auto_tie_breaker: 1\n  last_man_standing: 1\n", ids(5)...), "auto_tie_breaker and last_man_standing, with odd votes and without wait_for_all: corosync does not start"},
		{"the same by weights", "corosync", conf("  auto_tie_breaker: 1\n  last_man_standing: 1\n", "nodeid: 1\n    quorum_votes: 2", "nodeid: 2"), "auto_tie_breaker and last_man_standing, with odd votes and without wait_for_all: corosync does not start"},
		{"a device without votes, and expected votes", "corosync", conf("  expected_votes: 3\n"+device(""), ids(2)...), "a quorum device without votes, and expected_votes: corosync does not start"},
		{"a device without votes, and other votes", "corosync", conf(device(""), "nodeid: 1\n    quorum_votes: 2", "nodeid: 2"), "a quorum device without votes, and nodes with other votes than 1: corosync does not start"},
		{"too many votes of a device", "corosync", conf("  expected_votes: 3\n"+device("    votes: 2\n"), ids(2)...), "a quorum device with 2 of 3 expected votes leaves fewer than 2 to the nodes: corosync does not start"},
		{"a device and last man standing", "corosync", conf("  last_man_standing: 1\n"+device("    votes: 1\n"), ids(4)...), "last_man_standing and a quorum device: corosync does not start"},
		{"a device and a tie breaker", "corosync", conf("  auto_tie_breaker: 1\n"+device("    votes: 1\n"), ids(4)...), "auto_tie_breaker and a quorum device: corosync does not start"},
		{"waiting for more than there are", "corosync", conf("  wait_for_all: 1\n  expected_votes: 4\n", ids(3)...), "wait_for_all waits for 4 expected votes, and there are 3: the cluster never starts"},
		{"more than twice what there is", "corosync", conf("  expected_votes: 9\n", ids(3)...), "5 votes are needed of the 9 expected, and there are 3"},
		{"what started first decides", "corosync", conf("  wait_for_all: 1\n  expected_votes: 3\n", "nodeid: 1\n    quorum_votes: 2", "nodeid: 2\n    quorum_votes: 3"), "wait_for_all with fewer expected votes than there are (3 of 5) and with votes other than 1: what is quorate depends on which nodes started first, which is no structure"},
		{"a tie breaker, and unequal votes that are overridden", "corosync", conf("  auto_tie_breaker: 1\n  expected_votes: 2\n", "nodeid: 1\n    quorum_votes: 3", "nodeid: 2"), "auto_tie_breaker with fewer expected votes than there are (2 of 4) and with votes other than 1: what is quorate depends on which nodes started first, which is no structure"},
		{"a tie breaker without IDs", "corosync", conf("  auto_tie_breaker: 1\n", "", ""), `auto_tie_breaker needs the ID of each node, and "a" has no nodeid`},
		{"hidden and electable", "mongodb", voters + `{_id: 0, host: 'a'}, {_id: 1, host: 'b', hidden: true}]}`, "hidden needs priority 0, which MongoDB asks for"},
		{"delayed and electable", "mongodb", voters + `{_id: 0, host: 'a'}, {_id: 1, host: 'b', secondaryDelaySecs: NumberLong("60")}]}`, "secondaryDelaySecs needs priority 0, which MongoDB asks for"},
		{"one _id twice", "mongodb", voters + `{_id: 0, host: 'a'}, {_id: 0, host: 'b'}]}`, "the _id 0 is there twice"},
		{"one host with its port", "mongodb", voters + `{_id: 0, host: 'a'}, {_id: 1, host: 'a:27017'}]}`, `host "a:27017" is there twice`},
		{"localhost and others", "mongodb", voters + `{_id: 0, host: 'localhost:27017'}, {_id: 1, host: 'b'}]}`, `"localhost:27017" and "b": all hosts are localhost, or none is`},
		{"brokers that differ", "kafka", "  KAFKA_MIN_INSYNC_REPLICAS: 2\n  KAFKA_MIN_INSYNC_REPLICAS: 1\n", `min.insync.replicas is "1" here, and "2" before: brokers that differ are not read`},
		{"a variable", "kafka", "  KAFKA_DEFAULT_REPLICATION_FACTOR: 3\n  KAFKA_MIN_INSYNC_REPLICAS: ${MIN}\n", `want 1 to 4096, found "${MIN}"`},
	} {
		_, err := importer.Import(t.Context(), c.kind, "FILE", []byte(c.config), nil)
		if _, text, _ := strings.Cut(fmt.Sprint(err), ": "); text != c.want {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
}
