package importer_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"qcheck/setsys"
	"qcheck/setsys/diagram"
	"qcheck/setsys/importer"
	"qcheck/setsys/slow"
)

// imported imports a configuration, and checks that the structure survives its file.
func imported(t *testing.T, kind, config string) *setsys.Structure {
	t.Helper()
	s, err := importer.Import(t.Context(), kind, "FILE", []byte(config), nil)
	if err != nil {
		t.Fatalf("%v\n%s", err, config)
	}
	var file bytes.Buffer
	if err := setsys.Encode(&file, s); err != nil {
		t.Fatal(err)
	}
	back, err := setsys.Decode("FILE", file.Bytes(), setsys.DecodeOptions{Trust: diagram.List})
	if err != nil {
		t.Fatalf("%v\n%s", err, file.String())
	}
	if s.Quorums.Trust() != nil {
		if s.Quorums, err = diagram.Solve(s.Quorums, 0, 10_000, nil); err != nil {
			t.Fatal(err)
		}
	}
	listed, err := s.List()
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(quorums(back), quorums(listed)) || back.Description != s.Description || !slices.Equal(back.Remarks, s.Remarks) {
		t.Errorf("the file has %v, the structure %v", quorums(back), quorums(listed))
	}
	return back
}

// quorums are the quorums of a listed structure as texts, sorted.
func quorums(s *setsys.Structure) []string {
	var list []string
	for _, q := range s.Quorums.All() {
		list = append(list, strings.Trim(fmt.Sprint(s.Universe.Names(q)), "[]"))
	}
	slices.Sort(list)
	return list
}

// agree compares the quorums with a definition on all sets of voters.
func agree(t *testing.T, kind, config string, voters []string, isQuorum func(set map[string]bool) bool) {
	t.Helper()
	s, err := importer.Import(t.Context(), kind, "FILE", []byte(config), nil)
	some := false
	for bits := range uint64(1) << len(voters) {
		set := map[string]bool{}
		words := make([]uint64, 1)
		for i, name := range voters {
			if bits>>i&1 == 0 {
				continue
			}
			set[name] = true
			if err == nil {
				j, ok := s.Universe.Index(name)
				if !ok {
					t.Fatalf("%s is no node:\n%s", name, config)
				}
				words[0] |= 1 << j
			}
		}
		want := isQuorum(set)
		some = some || want
		if err == nil && s.Quorums.Formula().Satisfied(words) != want {
			t.Fatalf("that %v has a quorum is %v:\n%s", set, !want, config)
		}
	}
	switch {
	case err == nil && s.Universe.Len() != len(voters):
		t.Fatalf("%d nodes for %d voters:\n%s", s.Universe.Len(), len(voters), config)
	case (err == nil) != some:
		t.Fatalf("that there is a quorum is %v, but %v:\n%s", some, err, config)
	}
}

// Three groups of three, the example of "Introduction to hierarchical quorums" in
// ZooKeeper's documentation: two servers of each of two groups.
func TestZooKeeperDocumentation(t *testing.T) {
	var config strings.Builder
	for i := 1; i <= 9; i++ {
		fmt.Fprintf(&config, "server.%d=zoo%d:2888:3888;2181\nweight.%d=1\n", i, i, i)
	}
	config.WriteString("group.1=1:2:3\ngroup.2=4:5:6\ngroup.3=7:8:9\n")
	got := quorums(imported(t, "zookeeper", config.String()))
	pairs := func(first int) []string {
		name := func(a, b int) string { return fmt.Sprintf("zoo%d zoo%d", a, b) }
		return []string{name(first, first+1), name(first, first+2), name(first+1, first+2)}
	}
	var want []string
	for _, groups := range [][2]int{{1, 4}, {1, 7}, {4, 7}} {
		for _, a := range pairs(groups[0]) {
			for _, b := range pairs(groups[1]) {
				want = append(want, a+" "+b)
			}
		}
	}
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// The configuration of ZooKeeper's HierarchicalQuorumTest: servers 4 and 5 weigh
// nothing, as voters and as observers.
func TestZooKeeperWithoutWeight(t *testing.T) {
	for _, c := range []struct{ role, universe, description string }{
		{"", "1 2 3 4 5", "Groups of weight 0, which are not counted: 2. Several nodes are on one host, and fail together: 127.0.0.1 has 5."},
		{":observer", "1 2 3", "Observers, which do not vote: 4, 5. Groups of weight 0, which are not counted: 2. Several nodes are on one host, and fail together: 127.0.0.1 has 3."},
	} {
		config := "group.1=1:2:3\ngroup.2=4:5\nweight.1=1\nweight.2=1\nweight.3=1\nweight.4=0\nweight.5=0\n" +
			"server.1=127.0.0.1:1:2;3\nserver.2=127.0.0.1:4:5;6\nserver.3=127.0.0.1:7:8;9\n" +
			"server.4=127.0.0.1:10:11" + c.role + ";12\nserver.5=127.0.0.1:13:14" + c.role + ";15\n"
		s := imported(t, "zookeeper", config)
		if got := quorums(s); !slices.Equal(got, []string{"1 2", "1 3", "2 3"}) {
			t.Error(got)
		}
		if got := strings.Trim(fmt.Sprint(s.Universe.Names(s.Universe.Full())), "[]"); got != c.universe || s.Description != c.description {
			t.Errorf("nodes %s, %q", got, s.Description)
		}
	}
}

// Whatever Properties reads: comments, separators, other settings, roles, several
// addresses, IPv6.
func TestZooKeeperSyntax(t *testing.T) {
	config := "# comment\n! comment = 1\r\n\n  tickTime 2000\ndataDir=C:\\\\zk\nauthProvider.1=x\nserverCnxnFactory=y\n" +
		"server.1 = a:1:2|b:1:2;2181\r\nserver.2:[2001:db8::1]:1:2:participant\nserver.03\t=\tc:1:2:PARTICIPANT;0.0.0.0:2181\nserver.4=d:1:2:Observer|e:1:2:observer"
	s := imported(t, "zookeeper", config)
	if got := quorums(s); !slices.Equal(got, []string{"2001:db8::1 c", "a 2001:db8::1", "a c"}) || s.Description != "Observers, which do not vote: d." {
		t.Errorf("%v, %q", got, s.Description)
	}
}

// The example of etcdctl's README, with a learner and a member that is not started,
// which etcdctl shows by the ID 8211f1d0f64f3269.
func TestEtcdMembers(t *testing.T) {
	s := imported(t, "etcd", `{"header":{"cluster_id":17237436991929493444,"member_id":9372538179322589801,"raft_term":2},"members":[
{"ID":9372538179322589801,"peerURLs":["http://127.0.0.1:12380"]},
{"ID":10501334649042878790,"name":"infra2","peerURLs":["http://127.0.0.1:22380"],"clientURLs":["http://127.0.0.1:22379"]},
{"ID":18249187646912138824,"name":"infra3","peerURLs":["http://127.0.0.1:32380"],"clientURLs":["http://127.0.0.1:32379"]},
{"ID":"77","name":"infra4","isLearner":true}]}`)
	want := []string{"8211f1d0f64f3269 infra2", "8211f1d0f64f3269 infra3", "infra2 infra3"}
	if got := quorums(s); !slices.Equal(got, want) || s.Description != "Learners, which do not vote: infra4. Members without a name, which have not started, and vote: 8211f1d0f64f3269. Several nodes are on one host, and fail together: 127.0.0.1 has 3." || len(s.Remarks) != 2 || len(s.Domains) != 1 {
		t.Errorf("%v, %q", got, s.Description)
	}
}

// majority is the definition.
func majority(config []string, set map[string]bool) bool {
	have := 0
	for _, id := range config {
		if set[id] {
			have++
		}
	}
	return 2*have > len(config)
}

// Random configurations of Elasticsearch against the definition. Those of the examples of
// raft's tests (1), (1)(1), (1 2 3)(1) and (1 2 3)(1 2) are among them.
func TestJointRandom(t *testing.T) {
	r := slow.Random(t, 4)
	seen := map[string]bool{}
	for range some(2000) {
		n := 1 + r.IntN(6)
		var configs [2][]string
		var all []string
		for i := range n {
			in := 1 + r.IntN(3)
			for c := range configs {
				if in>>c&1 == 1 {
					configs[c] = append(configs[c], fmt.Sprint(i+1))
				}
			}
			all = append(all, fmt.Sprint(i+1))
		}
		if len(configs[0]) == 0 {
			continue
		}
		seen[fmt.Sprint(configs)] = true
		joint := func(set map[string]bool) bool {
			return majority(configs[0], set) && (len(configs[1]) == 0 || majority(configs[1], set))
		}
		quoted := func(ids []string) string {
			if len(ids) == 0 {
				return ""
			}
			return `"` + strings.Join(ids, `","`) + `"`
		}
		accepted := ""
		if len(configs[1]) > 0 {
			accepted = `, "last_accepted_config": [` + quoted(configs[1]) + `]`
		}
		agree(t, "elasticsearch", `{"metadata":{"cluster_coordination":{"last_committed_config":[`+quoted(configs[0])+`]`+accepted+`}}}`, all, joint)
	}
	for _, c := range []string{"[[1] []]", "[[1] [1]]", "[[1 2 3] [1]]", "[[1 2 3] [1 2]]"} {
		if !seen[c] {
			t.Errorf("%s is missing", c)
		}
	}
}

func TestConfState(t *testing.T) {
	s := imported(t, "etcd", `{"voters":[1,2,3],"learners":[4],"voters_outgoing":[1,5],"learners_next":[5],"auto_leave":true}`)
	if got := quorums(s); !slices.Equal(got, []string{"1 2 5", "1 3 5"}) || s.Description != "Learners, which do not vote: 4. Voters that become learners: 5." {
		t.Errorf("%v, %q", got, s.Description)
	}
}

// The configurations of Elasticsearch's ToAndFromJsonMetadataTests, and names.
func TestElasticsearch(t *testing.T) {
	s := imported(t, "elasticsearch", `{"metadata":{"version":0,"cluster_coordination":{"term":1,
"last_committed_config":["commitedConfigurationNodeId"],"last_accepted_config":["acceptedConfigurationNodeId"],
"voting_config_exclusions":[{"node_id":"exlucdedNodeId","node_name":"excludedNodeName"}]}}}`)
	if got := quorums(s); !slices.Equal(got, []string{"commitedConfigurationNodeId acceptedConfigurationNodeId"}) ||
		s.Description != "Nodes that are excluded from the next configurations: excludedNodeName." {
		t.Errorf("%v, %q", got, s.Description)
	}
	s = imported(t, "elasticsearch", `{"nodes":{"x":{"name":"es1"},"y":{"name":"es2"},"w":{"name":"data"}},
"metadata":{"cluster_coordination":{"last_committed_config":["x","y","z"]}}}`)
	if got := quorums(s); !slices.Equal(got, []string{"es1 es2", "es1 z", "es2 z"}) || s.Description != "The file does not have last_accepted_config: it is taken to be the same, as it is while the configuration does not change." {
		t.Errorf("%v, %q", got, s.Description)
	}
	s = imported(t, "elasticsearch", `{"metadata":{"cluster_coordination":{"last_committed_config":["a","b"],"last_accepted_config":["b","a"]}}}`)
	if got := quorums(s); !slices.Equal(got, []string{"a b"}) || s.Name != "Elasticsearch, majority" {
		t.Errorf("%v, %q", got, s.Name)
	}
}

// Each error says where it is.
func TestErrors(t *testing.T) {
	three := "server.1=a:1:2\nserver.2=b:1:2\nserver.3=c:1:2\n"
	state := func(inner string) string { return `{"metadata":{"cluster_coordination":{` + inner + `}}}` }
	for _, c := range []struct{ kind, config, want string }{
		{"zookeeper", "", "FILE:1:1: no line server.N"},
		{"zookeeper", "tickTime=1\n", "FILE:1:1: no line server.N"},
		{"zookeeper", three + "server.02=d:1:2", "FILE:4:1: server.2 is given twice, first on line 2"},
		{"zookeeper", three + "  sever.4=d:1:2", `FILE:4:3: unknown setting "sever.4": did you mean "server"?`},
		{"zookeeper", three + "server", `FILE:4:1: unknown setting "server": want server.N, group.N or weight.N`},
		{"zookeeper", three + "groups.1=1", `FILE:4:1: unknown setting "groups.1": want server.N, group.N or weight.N`},
		{"zookeeper", three + "server.x=d:1:2", `FILE:4:8: want the number of a server, found "x"`},
		{"zookeeper", three + "server.-4=d:1:2", `FILE:4:8: want the number of a server, found "-4"`},
		{"zookeeper", "server.1=a:1", `FILE:1:10: want HOST:PORT:PORT or HOST:PORT:PORT:ROLE, found "a:1"`},
		{"zookeeper", "server.1=a:1:2|b:1", `FILE:1:16: want HOST:PORT:PORT or HOST:PORT:PORT:ROLE, found "b:1"`},
		{"zookeeper", "server.1=a:1:2:leader", `FILE:1:10: unknown role "leader": want participant or observer`},
		{"zookeeper", "server.1=a:1:2:observer|b:1:2", `FILE:1:25: the addresses of server.1 have different roles`},
		{"zookeeper", "server.1=a:1:2:observer", `FILE:1:1: all servers are observers: there is no voter`},
		{"zookeeper", "server.1=a:1:2 \\\n", `FILE:1:16: a line that goes on in the next one is not read: write it on one line`},
		{"zookeeper", `ser\ver.1=a:1:2`, `FILE:1:4: a key with a backslash is not read`},
		{"zookeeper", "dynamicConfigFile=zoo.cfg.dynamic\n", `FILE:1:1: the servers are in the dynamic file "zoo.cfg.dynamic": import that file`},
		{"zookeeper", three + "oraclePath=x", `FILE:4:1: an oracle decides when votes are even, which is no structure`},
		{"zookeeper", three + "group.1=1:2:3:4", `FILE:4:15: group 1 has server 4, but there is no server.4`},
		{"zookeeper", three + "group.1=1:2:3:2", `FILE:4:15: server 2 is in group 1 twice`},
		{"zookeeper", three + "group.1=1:2\ngroup.2=3:2", `FILE:5:11: server 2 is in group 1 and in group 2`},
		{"zookeeper", three + "group.1=1::3", `FILE:4:11: want the number of a server, found ""`},
		{"zookeeper", three + "group.1=1:2", `FILE:3:1: server 3 is in no group, which each server needs where there are groups or weights`},
		{"zookeeper", three + "weight.1=1", `FILE:1:1: server 1 is in no group, which each server needs where there are groups or weights`},
		{"zookeeper", three + "weight.4=1", `FILE:4:1: a weight of server 4, but there is no server.4`},
		{"zookeeper", three + "weight.1=-1", `FILE:4:10: want a weight of 0 to 1000000000, found "-1"`},
		{"zookeeper", three + "group.1=1:2:3\nweight.1=0\nweight.2=0\nweight.3=0", "FILE:4:1: no set of servers is a quorum: 0 groups have a weight, in 0 of them the participants have more than half of it"},
		{"zookeeper", three + "server.4=d:1:2:observer\ngroup.1=1:2:3:4", `FILE:5:15: observer 4 in group 1 needs a line weight.4`},
		{"zookeeper", "server.1=\xff:1:2", `FILE:1:1: the name of a node or a domain is not valid UTF-8, in "\xff"`},
		{"zookeeper", "server.1=a:1:2\nserver.2=\xff:1:2:observer", `FILE:1:1: the name of a node or a domain is not valid UTF-8, in "Observers, which do not vote: \xff."`},
		{"etcd", `{"members":[}`, `FILE:1:13: no JSON: invalid character '}' looking for beginning of value`},
		{"etcd", `[]`, `FILE:1:1: want an object, found a list`},
		{"etcd", `{"member":[]}`, `FILE:1:1: neither a member list (key "members") nor a ConfState (key "voters")`},
		{"etcd", `{"members":[], "members":[]}`, `FILE:1:16: key "members" is given twice`},
		{"etcd", `{"members":[]}`, `FILE:1:12: no member votes`},
		{"etcd", `{"members":[{"ID":1,"isLearner":true}]}`, `FILE:1:12: no member votes`},
		{"etcd", `{"members":[{"name":"a"}]}`, `FILE:1:13: a member without the key "ID"`},
		{"etcd", "{\"members\":[{\"ID\":1,\"name\":\"a\"},\n {\"ID\":2,\"name\":\"a\"}]}", `FILE:2:2: two members are called "a": nodes need different names`},
		{"etcd", `{"members":[{"ID":1},{"ID":1}]}`, `FILE:1:28: two members have the ID 1`},
		{"etcd", `{"members":[{"ID":0}]}`, `FILE:1:19: want an ID (1 to 2^64-1), found the number 0`},
		{"etcd", `{"members":[{"ID":1,"isLearner":"no"}]}`, `FILE:1:33: want true or false, found a string`},
		{"etcd", `{"members":[{"ID":1,"islearner":true}]}`, `FILE:1:21: unknown key "islearner" in a member: did you mean "isLearner"? (known: ID, name, peerURLs, clientURLs, isLearner)`},
		{"etcd", `{"voters":[1,2,1]}`, `FILE:1:16: 1 is in voters twice`},
		{"etcd", `{"voters":[]}`, `FILE:1:11: no voters`},
		{"etcd", `{"voters":[1],"learners":[1]}`, `FILE:1:27: 1 is in voters and in learners`},
		{"etcd", `{"voters":[1],"learners":[2],"voters_outgoing":[1,2]}`, `FILE:1:51: 2 is in learners and in voters_outgoing`},
		{"etcd", `{"voters":[1],"learners_next":[1]}`, `FILE:1:32: 1 is in learners_next, but not in voters_outgoing`},
		{"elasticsearch", `{}`, `FILE:1:1: key "metadata" is missing`},
		{"elasticsearch", state(``), `FILE:1:37: key "last_committed_config" is missing`},
		{"elasticsearch", state(`"last_commited_config":[]`), `FILE:1:38: unknown key "last_commited_config" in cluster_coordination: did you mean "last_committed_config"? (known: term, last_committed_config, last_accepted_config, voting_config_exclusions)`},
		{"elasticsearch", state(`"last_committed_config":[]`), `FILE:1:62: the configuration is empty: the node belongs to no cluster yet`},
		{"elasticsearch", state(`"last_committed_config":["a","a"]`), `FILE:1:67: node "a" is in the configuration twice`},
		{"elasticsearch", state(`"last_committed_config":["_must_join_elected_master_"]`), `FILE:1:63: "_must_join_elected_master_" stands for a node that has not joined the cluster yet`},
		{"elasticsearch", `{"nodes":{"x":{"name":"n"},"y":{"name":"n"}},"metadata":{"cluster_coordination":{}}}`, `FILE:1:40: nodes "x" and "y" are both called "n"`},
		{"elasticsearch", `{"nodes":{"x":{"name":"y"}},"metadata":{"cluster_coordination":{"last_committed_config":["x","y"]}}}`, `FILE:1:94: nodes "x" and "y" are both called "y"`},
		{"nothing", ``, `unknown kind of configuration "nothing" (known: zookeeper, etcd, elasticsearch, stellar, cassandra, mongodb, kafka, corosync, sentinel, consul)`},
	} {
		_, err := importer.Import(t.Context(), c.kind, "FILE", []byte(c.config), nil)
		if err == nil || err.Error() != c.want {
			t.Errorf("%s\n  %v, want\n  %s", c.config, err, c.want)
		}
	}
}

// No file makes the importers panic.
func FuzzImport(f *testing.F) {
	for _, seed := range []string{"server.1=a:1:2\ngroup.1=1", `{"members":[{"ID":1}]}`, `{"voters":[1]}`, `{"metadata":{"cluster_coordination":{"last_committed_config":["a"]}}}`, "server", "group.", "a\\", "server.0 \xff:0:0", "sentinel monitor \xff a 1 1", "[[VALIDATORS]]\nNAME=\"a\"\nPUBLIC_KEY=\"G\"\nHOME_DOMAIN=\"d\"\nQUALITY=\"LOW\"", "[QUORUM_SET]\nVALIDATORS=[\"G\"]\nx={VALIDATORS=[\"H\"]}"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, config string) {
		for _, k := range importer.Kinds() {
			s, err := importer.Import(t.Context(), k.Name, "FILE", []byte(config), nil)
			if err == nil {
				err = setsys.Encode(&bytes.Buffer{}, s)
				if err != nil {
					t.Errorf("%s: %v", k.Name, err)
				}
			}
		}
	})
}

// Files of many values are refused before these take much memory.
func TestTooMany(t *testing.T) {
	many := strings.Repeat("0,", 1<<18) + "0"
	for _, c := range []struct{ kind, config, want string }{
		{"etcd", "[" + many + "]", "FILE:1:524288: the file has more than 262144 values or words, and no more is read"},
		{"elasticsearch", "[" + strings.ReplaceAll(many, "0", "{}") + "]", "FILE:1:786431: the file has more than 262144 values or words, and no more is read"},
		{"cassandra", many, "FILE:1:262146: the file has more than 262144 values or words, and no more is read"},
		{"stellar", "x=[" + many + "]", "FILE:1:1: a configuration in TOML has at most 512 KiB"},
	} {
		if _, err := importer.Import(t.Context(), c.kind, "FILE", []byte(c.config), nil); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", c.kind, err, c.want)
		}
	}
}
