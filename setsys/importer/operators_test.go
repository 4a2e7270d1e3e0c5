package importer_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"qcheck/setsys"
	"qcheck/setsys/importer"
	"qcheck/setsys/slow"
)

// satisfied compares a family with a rule on all sets of the nodes of the structure.
func satisfied(t *testing.T, config string, s *setsys.Structure, f setsys.Family, rule func(set map[string]bool) bool) {
	t.Helper()
	for bits := range uint64(1) << s.Universe.Len() {
		set := map[string]bool{}
		for i := range s.Universe.Len() {
			set[s.Universe.Name(i)] = bits>>i&1 == 1
		}
		if got := f.Formula().Satisfied([]uint64{bits}); got != rule(set) {
			t.Fatalf("that %v has a quorum is %v:\n%s", set, got, config)
		}
	}
}

func count(set map[string]bool, names []string) (n int) {
	for _, name := range names {
		if set[name] {
			n++
		}
	}
	return n
}

// kafkaForm writes keys as one of the files that people have.
func kafkaForm(rng *rand.Rand, keys [][2]string) string {
	var b strings.Builder
	form := rng.IntN(6)
	for _, k := range keys {
		name := "KAFKA_" + []string{"", "CFG_"}[rng.IntN(2)] + strings.ToUpper(strings.ReplaceAll(k[0], ".", "_"))
		quote := []string{"", `"`}[rng.IntN(2)]
		switch form {
		case 0:
			fmt.Fprintf(&b, "# a comment\n%s=%s\n", k[0], k[1])
		case 1:
			fmt.Fprintf(&b, "    environment:\n      %s: %s%s%s # so\n", name, quote, k[1], quote)
		case 2:
			fmt.Fprintf(&b, "      - %s%s=%s%s\n", quote, name, k[1], quote)
		case 3:
			fmt.Fprintf(&b, "#%s=x\nexport %s=%s%s%s\n", name, name, quote, k[1], quote)
		case 4:
			fmt.Fprintf(&b, "        - name: %s\n          value: %s%s%s\n", name, quote, k[1], quote)
		case 5:
			fmt.Fprintf(&b, "-e %s=%s%s%s \\\n", name, quote, k[1], quote)
		}
	}
	return b.String() + "\n"
}

// Random topics of Kafka, in the files that people have, against who is in sync: a write is
// acknowledged by a leader and all that are in sync, which are no fewer than the minimum;
// the next leader was in sync, or is any replica where elections are unclean.
func TestKafkaRandom(t *testing.T) {
	rng := slow.Random(t, 15)
	assumed, lost := 0, 0
	for range some(500) {
		n := 1 + rng.IntN(5)
		insync, factor := 1+rng.IntN(n), n
		unclean, acks := rng.IntN(3) == 0, []string{"all", "1", "-1"}[rng.IntN(3)]
		flags, keys, want := map[string]string{"acks": acks}, [][2]string{}, 0
		add := func(key, value string) { keys = append(keys, [2]string{key, value}) }
		if add("unclean.leader.election.enable", fmt.Sprint(unclean)); rng.IntN(3) > 0 {
			add("min.insync.replicas", fmt.Sprint(insync))
		} else {
			insync, want = 1, want+1
		}
		switch rng.IntN(3) {
		case 0:
			flags["replicas"] = fmt.Sprint(n)
		case 1:
			add("default.replication.factor", fmt.Sprint(n))
		case 2:
			if factor, want = 1, want+1; insync > 1 {
				continue
			}
		}
		rng.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
		config := kafkaForm(rng, keys)
		s, err := importer.Import(t.Context(), "kafka", "FILE", []byte(config), flags)
		if err != nil || s.Universe.Len() != factor {
			t.Fatalf("%v: %v\n%s", flags, err, config)
		}
		if len(s.Remarks) != want {
			t.Fatalf("%d defaults, and the remarks are %q:\n%s", want, s.Remarks, config)
		}
		if want > 0 {
			assumed++
		}
		bits := func(set map[string]bool) (x uint) {
			for i := range factor {
				if set[fmt.Sprintf("replica-%d", i+1)] {
					x |= 1 << i
				}
			}
			return x
		}
		satisfied(t, config, s, s.Write, func(set map[string]bool) bool {
			return acks == "1" && bitsOf(bits(set)) >= 1 || bitsOf(bits(set)) >= insync
		})
		// A set is sure to have the write: with clean elections its next leader is of any
		// replicas that were in sync, no fewer than the minimum.
		satisfied(t, config, s, s.Read, func(set map[string]bool) bool {
			x := bits(set)
			if unclean {
				return x != 0
			}
			for sync := range uint(1) << factor {
				if bitsOf(sync) >= insync && sync&x == 0 {
					return false
				}
			}
			return true
		})
		if !holds(s) {
			lost++
		}
		var ids, voters []string
		for i := range n {
			ids = append(ids, fmt.Sprintf("%d@c%d:9093", i+1, i+1))
			voters = append(voters, fmt.Sprintf("c%d", i+1))
		}
		agree(t, "kafka", kafkaForm(rng, [][2]string{{"controller.quorum.voters", strings.Join(ids, ",")}}), voters, func(set map[string]bool) bool { return 2*count(set, voters) > n })
	}
	slow.Reached(t, "with a default", assumed, some(500), 150)
	slow.Reached(t, "with writes that can be lost", lost, some(500), 50)
}

func bitsOf(x uint) (n int) {
	for ; x != 0; x &= x - 1 {
		n++
	}
	return n
}

// Before etcd runs: its flags, environment and file, as they are found.
func TestInitialCluster(t *testing.T) {
	value := "infra0=http://10.0.1.10:2380,infra1=http://10.0.1.11:2380,infra2=http://10.0.1.12:2380,infra2=https://10.0.1.12:2381"
	names := []string{"infra0", "infra1", "infra2"}
	for _, config := range []string{
		"ETCD_NAME=infra0\nETCD_INITIAL_CLUSTER_STATE=new\nETCD_INITIAL_CLUSTER=\"" + value + "\"\nETCD_INITIAL_CLUSTER_TOKEN=a=b\n",
		"# ETCD_INITIAL_CLUSTER=\"x=http://x\"\nexport ETCD_INITIAL_CLUSTER='" + value + "'",
		"name: infra0\ninitial-cluster-state: new\ninitial-cluster: " + value + "\ninitial-cluster-token: t=1\n",
		"'initial-cluster': '" + value + "'\n",
		"etcd --name infra0 \\\n  --initial-cluster-token t \\\n  --initial-cluster " + value + " \\\n  --initial-cluster-state new\netcd --name infra1 --initial-cluster=" + value + "\n",
		"[Service]\nEnvironment=\"ETCD_INITIAL_CLUSTER=" + value + "\"\n",
		"services:\n  etcd:\n    command:\n      - --initial-cluster\n      - " + value + "\n",
		"services:\n  etcd:\n    environment:\n      ETCD_INITIAL_CLUSTER: \"" + value + "\"\n",
		`["etcd", "--initial-cluster", "` + value + `"]`,
		"  - name: ETCD_INITIAL_CLUSTER\n    value: \"" + value + "\"\n",
		"etcd -initial-cluster " + strings.ReplaceAll(value, ",", ",\\\n   "),
	} {
		agree(t, "etcd", config, names, func(set map[string]bool) bool { return majority(names, set) })
	}
}

// elasticsearch.yml before and after version 7, nested and flat.
func TestElasticsearchYML(t *testing.T) {
	names := []string{"a", "b", "c"}
	for _, c := range []struct {
		config string
		need   int
		nodes  []string
	}{
		{"cluster.name: logs\nnode.master: true\ndiscovery.zen.ping.unicast.hosts: [\"a\",\"b\",\"c\"]\ndiscovery.zen.minimum_master_nodes: 1\n", 1, names},
		{"discovery:\n  zen:\n    minimum_master_nodes: 2 # of three\n    ping.unicast.hosts:\n      - a\n      - 'b'\n      - c\n", 2, names},
		{"discovery.zen.ping.unicast.hosts: a, b, c\n", 1, names},
		{"cluster.initial_master_nodes: [a, b, c]\ndiscovery.zen.minimum_master_nodes: 1\n", 2, names},
		{"cluster:\n  name: x\n  initial_cluster_manager_nodes:\n  - a\n  - b\n  - c\n", 2, names},
		{"discovery.type: single-node\n", 1, []string{"node"}},
	} {
		agree(t, "elasticsearch", c.config, c.nodes, func(set map[string]bool) bool { return count(set, c.nodes) >= c.need })
	}
	s, err := importer.Import(t.Context(), "elasticsearch", "FILE", []byte("discovery.zen.minimum_master_nodes: 2\n"), map[string]string{"masters": "4"})
	if err != nil || s.Universe.Len() != 4 || s.Quorums.Formula().Need() != 2 {
		t.Error(s, err)
	}
}

// What Scylla prints, and replication_factor for data centres that are named or not.
func TestCassandraOptions(t *testing.T) {
	keyspace := func(replication, more string) string {
		return "CREATE KEYSPACE shop WITH replication = {'class': 'NetworkTopologyStrategy', " + replication + "}" + more + ";"
	}
	for _, c := range []struct {
		config string
		flags  map[string]string
		nodes  string
	}{
		{keyspace("'dc1': '2', 'dc2': '1'", " AND durable_writes = true AND tablets = {'enabled': false, 'initial': 8} AND x = 0.5 AND storage = {'a': ['b', {'c': 1}]}"), nil, "dc1-1 dc1-2 dc2-1"},
		{keyspace("'dc1': ['r1', 'r2'], 'dc2': ['r1']", ""), nil, "dc1-r1 dc1-r2 dc2-r1"},
		{keyspace("'replication_factor': 3", ""), nil, "datacenter1-1 datacenter1-2 datacenter1-3"},
		{keyspace("'replication_factor': 1", ""), map[string]string{"datacenters": "a, b"}, "a-1 b-1"},
		{keyspace("'replication_factor': 1, 'b': 2, 'c': 0", ""), map[string]string{"datacenters": "a,b,c"}, "b-1 b-2 a-1"},
	} {
		s, err := importer.Import(t.Context(), "cassandra", "FILE", []byte(c.config), c.flags)
		if err != nil {
			t.Errorf("%v: %s", err, c.config)
			continue
		}
		if got := strings.Trim(fmt.Sprint(s.Universe.Names(s.Universe.Full())), "[]"); got != c.nodes {
			t.Errorf("%s, want %s", got, c.nodes)
		}
	}
	config := keyspace("'a': 3, 'b': 3", "")
	s, err := importer.Import(t.Context(), "cassandra", "FILE", []byte(config), map[string]string{"write": "SERIAL", "read": "LOCAL_SERIAL", "local": "b"})
	if err != nil {
		t.Fatal(err)
	}
	all, local := []string{"a-1", "a-2", "a-3", "b-1", "b-2", "b-3"}, []string{"b-1", "b-2", "b-3"}
	satisfied(t, config, s, s.Write, func(set map[string]bool) bool { return count(set, all) >= 4 })
	satisfied(t, config, s, s.Read, func(set map[string]bool) bool { return count(set, local) >= 2 })
}

// ZOO_SERVERS of Docker, on one line; hosts are the names, groups the domains.
func TestZooServers(t *testing.T) {
	for _, config := range []string{
		"server.1=z1:2888:3888;2181 server.2=z2:2888:3888;2181 server.3=z3:2888:3888;2181\n",
		"ZOO_SERVERS=server.1=z1:2888:3888;2181 server.2=z2:2888:3888;2181 server.3=z3:2888:3888;2181\n",
		"    environment:\n      ZOO_SERVERS: \"server.1=z1:2888:3888;2181 server.2=z2:2888:3888;2181 server.3=z3:2888:3888;2181\"\n",
		"      - ZOO_SERVERS=z1:2888:3888,z2:2888:3888,z3:2888:3888\n",
		"ZOO_SERVERS=z1:2888:3888::1 z2:2888:3888::2 z3:2888:3888::3\n",
	} {
		names := []string{"z1", "z2", "z3"}
		agree(t, "zookeeper", config, names, func(set map[string]bool) bool { return majority(names, set) })
	}
	s := imported(t, "zookeeper", "server.1=a:1:2\nserver.2=b:1:2\nserver.3=c:1:2\ngroup.1=1:2\ngroup.2=3\n")
	if len(s.Domains) != 2 || s.Domains[0].Name != "group 1" || s.Domains[0].Nodes.Len() != 2 {
		t.Error(s.Domains)
	}
}

// A member of etcd that is called like an ID has a name; the properties of Kafka beside an
// environment count also where a line ends in a backslash.
func TestNoGuesses(t *testing.T) {
	s := imported(t, "etcd", `{"members":[{"ID":10,"name":"a"},{"ID":11,"name":"b"},{"ID":12,"name":"x"}]}`)
	if s.Remarks != nil || s.Description != "" {
		t.Errorf("%q", s.Description)
	}
	s, err := importer.Import(t.Context(), "kafka", "FILE", []byte("min.insync.replicas=2\n-e KAFKA_DEFAULT_REPLICATION_FACTOR=3 \\\n x\n"), map[string]string{"acks": "all"})
	if err != nil || s.Universe.Len() != 3 || mayFail(s, s.Write) != 1 || s.Remarks != nil {
		t.Error(s, err)
	}
}

// Each error says where it is, and what to do.
func TestOperatorErrors(t *testing.T) {
	keyspace := func(replication string) string {
		return "CREATE KEYSPACE k WITH replication = {'class': 'NetworkTopologyStrategy', " + replication + "}"
	}
	for _, c := range []struct{ kind, config, want string }{
		{"etcd", "8211f1d0f64f3269, started, infra1, http://a:2380, http://a:2379, false\n", `FILE:1:1: this is the table that etcdctl prints: use "etcdctl member list -w json"`},
		{"etcd", "8211f1d0f64f3269: name=infra1 peerURLs=http://a:2380 clientURLs= isLeader=false\n", `FILE:1:1: this is the table that etcdctl prints: use "etcdctl member list -w json"`},
		{"etcd", "+------+---\n|  ID  |", `FILE:1:1: this is the table that etcdctl prints: use "etcdctl member list -w json"`},
		{"etcd", "ETCD_NAME=a", `FILE:1:1: neither JSON nor an initial cluster: what is read here is "etcdctl member list -w json", a ConfState, --initial-cluster`},
		{"etcd", "ETCD_INITIAL_CLUSTER=a=http://x,b", `FILE:1:22: want NAME=URL, found "b"`},
		{"etcd", "ETCD_INITIAL_CLUSTER=a=http://x\nETCD_INITIAL_CLUSTER=b=http://y", `FILE:2:22: two different clusters: the members b, and before a`},
		{"elasticsearch", `{"error":{"root_cause":[],"type":"master_not_discovered_exception","reason":null},"status":503}`, `FILE:1:10: this is an error that Elasticsearch answered, and no cluster state: master_not_discovered_exception (status 503)`},
		{"elasticsearch", `{"error":"alias [x] missing","status":404}`, `FILE:1:10: this is an error that Elasticsearch answered, and no cluster state: alias [x] missing (status 404)`},
		{"elasticsearch", `{"cluster_name":"c","status":"green","number_of_nodes":3}`, `FILE:1:1: this answer of Elasticsearch has no voting configurations (key "metadata"): ask for GET /_cluster/state`},
		{"elasticsearch", "cluster.name: a\n", `FILE:1:1: neither cluster.initial_master_nodes nor discovery.zen.minimum_master_nodes says which nodes decide`},
		{"elasticsearch", "discovery.zen.minimum_master_nodes: 2\n", `FILE:1:1: the file does not say which nodes can be the master: give them, or their number, with --masters`},
		{"elasticsearch", "discovery.zen.ping.unicast.hosts: [a]\ndiscovery.zen.minimum_master_nodes: 2\n", `FILE:2:1: 2 nodes are needed, and there are 1: there is never a master`},
		{"elasticsearch", "discovery.zen.ping.unicast.hosts: [a]\ndiscovery.zen.minimum_master_nodes: 0\n", `FILE:2:1: want a number of nodes (1 or more) for discovery.zen.minimum_master_nodes, found "0"`},
		{"elasticsearch", "cluster.initial_master_nodes: [a, a]\n", `FILE:1:1: node "a" is there twice`},
		{"elasticsearch", "what is this\n", `FILE:1:1: want KEY: VALUE, found "what is this"`},
		{"cassandra", keyspace("'dc1': '3/1'"), `FILE:1:82: transient replication ("3/1") is not modelled`},
		{"cassandra", keyspace("'dc1': ['r1', 'r1']"), `FILE:1:89: rack "r1" is given twice`},
		{"cassandra", keyspace("'': 3"), `FILE:1:75: a data centre without a name`},
		{"cassandra", keyspace("'dc1': []"), `FILE:1:83: a list of no racks`},
		{"cassandra", "CREATE KEYSPACE k WITH replicaton = {}", `FILE:1:24: want an option such as replication, found "replicaton"`},
		{"zookeeper", "server.1=a:1:2;x", `FILE:1:16: want the client's PORT or HOST:PORT, found "x"`},
		{"mongodb", `{"set": "rs", "members": [{"name": "a", "stateStr": "PRIMARY"}]}`, `FILE:1:53: this is what rs.status() prints: what is read is rs.conf()`},
		{"mongodb", `{}`, `FILE:1:1: key "members" is missing`},
		{"mongodb", `{members: [{host: 'a', votes: 2}]}`, `FILE:1:31: want 0 or 1 votes, found the number 2`},
		{"mongodb", `{members: [{host: 'a', arbiterOnly: true}]}`, `FILE:1:11: no member can be elected: it votes, has data and a priority above 0`},
		{"mongodb", `{members: [{host: 'a'}, {host: 'a'}]}`, `FILE:1:25: host "a" is there twice`},
		{"mongodb", `{members: [`, `FILE:1:11: want a value, found the end of the file`},
		{"mongodb", `{members: x}`, `FILE:1:11: want a value, found "x}"`},
		{"kafka", "controller.quorum.voters=1@c1:9093,1@c2:9093", `FILE:1:36: the ID "1" is too large or given twice`},
		{"kafka", "controller.quorum.voters=c1:9093", `FILE:1:26: want ID@HOST:PORT, found "c1:9093"`},
		{"kafka", "controller.quorum.bootstrap.servers=c1:9093", `FILE:1:1: the voters are not in the file: "kafka-metadata-quorum.sh describe --status" has them as CurrentVoters; write controller.quorum.voters`},
		{"kafka", "zookeeper.connect=z:2181", `FILE:1:1: the brokers use ZooKeeper: import its zoo.cfg, or say with --replicas how many replicas there are`},
		{"kafka", "default.replication.factor=2\nmin.insync.replicas=3", `FILE:2:21: min.insync.replicas is 3 of 2 replicas: no write with acks=all is acknowledged`},
		{"corosync", "quorum {\n}\n", `FILE:1:1: no "provider: corosync_votequorum" in the section quorum: corosync counts no votes without it`},
		{"corosync", "quorum {\n provider: corosync_votequorum\n two_node: 1\n expected_votes: 3\n device {\n  model: net\n }\n}\n", `FILE:3:2: two_node and a quorum device: corosync does not start`},
		{"corosync", "quorum {\n provider: corosync_votequorum\n", `FILE:1:1: section "quorum" has no end`},
		{"corosync", "quorum {\n provider: corosync_votequorum\n two_node: 1\n expected_votes: 3\n}\n", `FILE:3:2: two_node is for a cluster of two nodes, and there are 3`},
		{"corosync", "quorum {\n provider: corosync_votequorum\n}\n", `FILE:1:1: neither a nodelist nor expected_votes says which nodes there are`},
		{"corosync", "quorum\n{\n}", `FILE:1:1: want KEY: VALUE or SECTION {, found "quorum"`},
		{"sentinel", "port 1\n", `FILE:1:1: no line "sentinel monitor"`},
		{"sentinel", "sentinel monitor m h 6379 2\n", `FILE:1:1: the file knows no other sentinels: say how many there are with --sentinels`},
		{"sentinel", "sentinel monitor m h 6379 x\n", `FILE:1:27: want a quorum of 1 or more, found "x"`},
		{"sentinel", "sentinel monitor m h 6379 1\nsentinel monitor n h 6380 1\n", `FILE:2:1: the file monitors several masters (m, n): say which with --master`},
		{"consul", `{"Servers":[{"ID":"a","Voter":false}]}`, `FILE:1:12: no server votes`},
		{"consul", `{"Servers":[{"ID":"a"}]}`, `FILE:1:13: a server without "Voter", true or false`},
		{"consul", `{}`, `FILE:1:1: neither a list of servers (key "Servers") nor bootstrap_expect`},
		{"opensearch", ``, `unknown kind of configuration "opensearch": "elasticsearch" reads it (known: zookeeper, etcd, elasticsearch, stellar, cassandra, mongodb, kafka, corosync, sentinel, consul)`},
		{"Scylla", ``, `unknown kind of configuration "Scylla": "cassandra" reads it (known: zookeeper, etcd, elasticsearch, stellar, cassandra, mongodb, kafka, corosync, sentinel, consul)`},
		{"kraft", ``, `unknown kind of configuration "kraft": "kafka" reads it (known: zookeeper, etcd, elasticsearch, stellar, cassandra, mongodb, kafka, corosync, sentinel, consul)`},
	} {
		_, err := importer.Import(t.Context(), c.kind, "FILE", []byte(c.config), nil)
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: %s\n  %v, want\n  %s", c.kind, c.config, err, c.want)
		}
	}
	for _, c := range []struct {
		kind, config string
		flags        map[string]string
		want         string
	}{
		{"cassandra", keyspace("'a': 3"), map[string]string{"write": "ANY"}, `--write ANY: Cassandra has this level, and it is not modelled: a hint on the coordinator is enough, and no replica need have the write`},
		{"cassandra", keyspace("'a': 3"), map[string]string{"datacenters": "b"}, `--datacenters: the keyspace has no replication_factor that stands for data centres`},
		{"mongodb", "{members: [{host: 'a'}]}", map[string]string{"w": "2"}, `--w 2: only 1 members have data`},
		{"sentinel", "sentinel monitor m h 6379 2\n", map[string]string{"sentinels": "a,,b"}, `--sentinels a,,b: a name is empty or given twice`},
	} {
		_, err := importer.Import(t.Context(), c.kind, "FILE", []byte(c.config), c.flags)
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", c.kind, err, c.want)
		}
	}
	if !slices.ContainsFunc(importer.Kinds(), func(k importer.Kind) bool { return k.Name == "kafka" }) {
		t.Error("no kind kafka")
	}
}
