package importer_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"qcheck/setsys"
	"qcheck/setsys/importer"
	"qcheck/setsys/slow"
)

// What follows are the rules of five systems as their sources have them, for tests: each reads
// the configuration by itself and says of one set of nodes whether it is enough. All sets of
// at most ten nodes are compared with the structure.

// enough compares a structure, or that there is none, with the rule on all sets of these nodes,
// also of those that do not vote and are not in the universe. It reports whether some set is.
func enough(t *testing.T, s *setsys.Structure, f setsys.Family, err error, config string, nodes []string, rule func(set map[string]bool) bool) bool {
	t.Helper()
	if len(nodes) > 10 {
		t.Fatalf("%d nodes", len(nodes))
	}
	if err == nil {
		for i := range s.Universe.Len() {
			if !slices.Contains(nodes, s.Universe.Name(i)) {
				t.Fatalf("%s is none of the nodes %v:\n%s", s.Universe.Name(i), nodes, config)
			}
		}
	}
	some := false
	for bits := range uint64(1) << len(nodes) {
		set, word := map[string]bool{}, uint64(0)
		for i, name := range nodes {
			if bits>>i&1 == 0 {
				continue
			}
			set[name] = true
			if err != nil {
				continue
			}
			if j, ok := s.Universe.Index(name); ok {
				word |= 1 << j
			}
		}
		want := rule(set)
		some = some || want
		if err == nil && f.Formula().Satisfied([]uint64{word}) != want {
			t.Fatalf("that %v is enough is %v:\n%s", set, !want, config)
		}
	}
	if some != (err == nil) {
		t.Fatalf("that some set is enough is %v, but %v:\n%s", some, err, config)
	}
	return some
}

// A zkVerifier is QuorumMaj or QuorumHierarchical of org.apache.zookeeper.server.quorum.flexible,
// which QuorumPeerConfig.createQuorumVerifier takes by the keys.
type zkVerifier struct {
	hierarchical               bool
	voting                     map[string]bool
	weight, group, groupWeight map[string]int
	numGroups                  int
}

// parse is the constructor of both, from Properties; it reports whether it throws nothing.
func (z *zkVerifier) parse(lines []string) bool {
	z.voting, z.weight, z.group = map[string]bool{}, map[string]int{}, map[string]int{}
	all := []string{}
	for _, line := range lines {
		key, value, _ := strings.Cut(line, "=")
		id := key[strings.Index(key, ".")+1:]
		switch {
		case strings.HasPrefix(key, "server."):
			all = append(all, id)
			z.voting[id] = !strings.HasSuffix(value, ":observer")
		case strings.HasPrefix(key, "group"):
			z.hierarchical = true
			z.numGroups++
			for _, sid := range strings.Split(value, ":") {
				if _, met := z.group[sid]; met {
					return false
				}
				z.group[sid], _ = strconv.Atoi(id)
			}
		case strings.HasPrefix(key, "weight"):
			z.hierarchical = true
			z.weight[id], _ = strconv.Atoi(value)
		}
	}
	if !z.hierarchical {
		return true
	}
	for _, id := range all {
		if !z.voting[id] {
			continue
		}
		if _, ok := z.group[id]; !ok {
			return false
		}
		if _, ok := z.weight[id]; !ok {
			z.weight[id] = 1
		}
	}
	z.groupWeight = map[string]int{}
	for sid, gid := range z.group { // computeGroupWeight
		w, ok := z.weight[sid]
		if !ok {
			return false // a null
		}
		z.groupWeight[fmt.Sprint(gid)] += w
	}
	for _, w := range z.groupWeight {
		if w == 0 {
			z.numGroups--
		}
	}
	return true
}

// containsQuorum is that of both, of what SyncedLearnerTracker.addAck lets in.
func (z *zkVerifier) containsQuorum(set map[string]bool) bool {
	acks, half := []string{}, 0
	for id, votes := range z.voting {
		if votes {
			half++
			if set[id] {
				acks = append(acks, id)
			}
		}
	}
	if !z.hierarchical {
		return len(acks) > half/2
	}
	expansion := map[string]int{}
	for _, sid := range acks {
		expansion[fmt.Sprint(z.group[sid])] += z.weight[sid]
	}
	majority := 0
	for gid, w := range expansion {
		if w > z.groupWeight[gid]/2 {
			majority++
		}
	}
	return len(acks) > 0 && majority > z.numGroups/2
}

func TestZooKeeperRule(t *testing.T) {
	r := slow.Random(t, 3)
	hierarchical, refused := 0, 0
	for range some(200) {
		n, groups, grouped := 1+r.IntN(10), 1+r.IntN(4), r.IntN(4) > 0
		members := make([][]string, groups)
		var lines, ids []string
		for i := range n {
			id, role := fmt.Sprint(i+1), ""
			ids = append(ids, id)
			if r.IntN(5) == 0 {
				role = ":observer"
			}
			lines = append(lines, fmt.Sprintf("server.%s=%s:1:2%s", id, id, role))
			if grouped && r.IntN(3) > 0 {
				lines = append(lines, fmt.Sprintf("weight.%s=%d", id, r.IntN(4)))
			}
			for g := r.IntN(groups); r.IntN(60) > 0; g = (g + 1) % groups { // twice, or in none, now and then
				if members[g] = append(members[g], id); r.IntN(60) > 0 {
					break
				}
			}
		}
		for g, m := range members {
			if grouped && len(m) > 0 {
				lines = append(lines, fmt.Sprintf("group.%d=%s", g+10, strings.Join(m, ":")))
			}
		}
		r.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
		config := strings.Join(lines, "\n")
		s, err := importer.Import(t.Context(), "zookeeper", "FILE", []byte(config), nil)
		var z zkVerifier
		if !z.parse(lines) {
			if refused++; err == nil {
				t.Fatalf("ZooKeeper does not start, and it was read:\n%s", config)
			}
			continue
		}
		var f setsys.Family
		if err == nil {
			f = s.Quorums
		}
		if enough(t, s, f, err, config, ids, z.containsQuorum) && z.hierarchical {
			hierarchical++
		}
	}
	slow.Reached(t, "with groups", hierarchical, some(200), 40)
	slow.Reached(t, "that ZooKeeper refuses", refused, some(200), 10)
}

// raftWon is VoteResult of quorum.MajorityConfig in etcd-io/raft: no configuration wins always.
func raftWon(config []string, votes map[string]bool) bool {
	voted := 0
	for _, id := range config {
		if votes[id] {
			voted++
		}
	}
	return len(config) == 0 || voted >= len(config)/2+1
}

// Member lists, where learners are no voters (membership.RaftCluster.VotingMembers), and
// ConfStates, where quorum.JointConfig.VoteResult asks both halves.
func TestEtcdRule(t *testing.T) {
	r := slow.Random(t, 17)
	joint, learning := 0, 0
	for range some(200) {
		n := 1 + r.IntN(10)
		var voters, outgoing, learners, all, members []string
		for i := range n {
			id := fmt.Sprint(i + 1)
			all = append(all, id)
			name, part := id, r.IntN(5)
			if r.IntN(6) == 0 {
				name = "" // not started: it is called by its ID
			}
			members = append(members, fmt.Sprintf(`{"ID":"%s","name":"%s","peerURLs":["http://h%d:2380"],"isLearner":%v}`, id, name, i, part == 0))
			switch {
			case part == 0:
				learners = append(learners, id)
				continue
			case part < 4:
				voters = append(voters, id)
			}
			if part > 2 {
				outgoing = append(outgoing, id)
			}
		}
		list := strings.Join(members, ",")
		config := `{"header":{},"members":[` + list + `]}`
		s, err := importer.Import(t.Context(), "etcd", "FILE", []byte(config), nil)
		var f setsys.Family
		if err == nil {
			f = s.Quorums
		}
		votes := slices.DeleteFunc(slices.Clone(all), func(id string) bool { return slices.Contains(learners, id) })
		enough(t, s, f, err, config, all, func(set map[string]bool) bool { return len(votes) > 0 && raftWon(votes, set) })
		if len(voters) == 0 {
			continue // no configuration of raft: Changer says "removed all voters"
		}
		config = fmt.Sprintf(`{"voters":[%s],"voters_outgoing":[%s],"learners":[%s]}`, strings.Join(voters, ","), strings.Join(outgoing, ","), strings.Join(learners, ","))
		if s, err = importer.Import(t.Context(), "etcd", "FILE", []byte(config), nil); err != nil {
			t.Fatalf("%v:\n%s", err, config)
		}
		enough(t, s, s.Quorums, nil, config, all, func(set map[string]bool) bool { return raftWon(voters, set) && raftWon(outgoing, set) })
		if len(outgoing) > 0 && !slices.Equal(voters, outgoing) {
			joint++
		}
		if len(learners) > 0 {
			learning++
		}
	}
	slow.Reached(t, "with two halves", joint, some(200), 60)
	slow.Reached(t, "with learners", learning, some(200), 60)
}

// A raftPeer is a Server of hashicorp/raft (configuration.go).
type raftPeer struct{ id, node, suffrage string }

// elected is quorumSize of hashicorp/raft, and the count of electSelf: who is no Voter is not
// asked, and its vote is none.
func elected(peers []raftPeer, granted func(p raftPeer) bool) bool {
	voters, votes := 0, 0
	for _, p := range peers {
		if p.suffrage == "Voter" {
			voters++
			if granted(p) {
				votes++
			}
		}
	}
	return voters > 0 && votes >= voters/2+1
}

func TestConsulRule(t *testing.T) {
	r := slow.Random(t, 14)
	without, byID := 0, 0
	for range some(120) {
		var peers []raftPeer
		count := map[string]int{}
		for i := range 1 + r.IntN(10) {
			p := raftPeer{fmt.Sprintf("id%d", i), fmt.Sprintf("server%d", i), []string{"Voter", "Voter", "Voter", "Nonvoter", "Staging"}[r.IntN(5)]}
			if r.IntN(8) == 0 {
				p.node = "(unknown)" // what Consul says of a node that is not in its catalog
			}
			count[p.node]++
			peers = append(peers, p)
		}
		var consul, vault, names, ids []string
		table := fmt.Sprintf("%-12s%-20s%-22s%-10s%-7s%s\n", "Node", "ID", "Address", "State", "Voter", "RaftProtocol")
		for i, p := range peers {
			name, voter := p.node, p.suffrage == "Voter" // structs.RaftServer
			if name == "(unknown)" {
				name, byID = p.id, byID+1
			}
			if !voter {
				without++
			}
			names, ids = append(names, name), append(ids, p.id)
			consul = append(consul, fmt.Sprintf(`{"ID":"%s","Node":"%s","Address":"10.0.0.%d:8300","Leader":false,"ProtocolVersion":"3","Voter":%v}`, p.id, p.node, i, voter))
			vault = append(vault, fmt.Sprintf(`{"node_id":"%s","address":"10.0.0.%d:8201","leader":false,"voter":%v}`, p.id, i, voter))
			table += fmt.Sprintf("%-12s%-20s%-22s%-10s%-7v%s\n", p.node, p.id, fmt.Sprintf("10.0.0.%d:8300", i), "follower", voter, "3")
		}
		for _, c := range []struct {
			config string
			names  []string
		}{
			{`{"Servers":[` + strings.Join(consul, ",") + `],"Index":22}`, names},
			{`{"data":{"config":{"index":7,"servers":[` + strings.Join(vault, ",") + `]}}}`, ids},
			{table, names},
		} {
			s, err := importer.Import(t.Context(), "consul", "FILE", []byte(c.config), nil)
			var f setsys.Family
			if err == nil {
				f = s.Quorums
			}
			enough(t, s, f, err, c.config, c.names, func(set map[string]bool) bool {
				return elected(peers, func(p raftPeer) bool { return set[c.names[slices.Index(peers, p)]] })
			})
		}
	}
	n := 1 + r.IntN(10)
	var servers []string
	for i := range n {
		servers = append(servers, fmt.Sprintf("server-%d", i+1))
	}
	agree(t, "consul", fmt.Sprintf(`{"server": true, "bootstrap_expect": %d}`, n), servers, func(set map[string]bool) bool { return len(set) >= n/2+1 })
	slow.Reached(t, "servers that do not vote", without, some(660), 100)
	slow.Reached(t, "servers without a name", byID, some(660), 30)
}
