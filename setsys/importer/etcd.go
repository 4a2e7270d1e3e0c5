package importer

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"qcheck/setsys"
)

// etcd reads what "etcdctl member list -w json" prints, or a ConfState of raft.
//
// The member list is MemberListResponse of etcd's rpc.proto; the README of etcdctl
// has an example. ConfState is that of raft.proto in etcd-io/raft; its majorities are
// quorum.MajorityConfig.VoteResult and quorum.JointConfig.VoteResult, and the checks
// of learners those of confchange.checkInvariants.
func etcd() Kind {
	return Kind{
		Name: "etcd", Summary: `"etcdctl member list -w json", a ConfState, --initial-cluster`,
		Meaning: `The nodes are the members that are not learners. A quorum is a majority of them. A member that has not been started has no name and is called by its ID in hexadecimal digits; it counts as a voter.

A ConfState of raft in JSON has voters, learners, voters_outgoing and learners_next. While voters_outgoing is not empty, the configuration is joint: a quorum has a majority of voters and a majority of voters_outgoing.

Before a cluster runs, its members are those of --initial-cluster in a command, a unit or a compose file, of ETCD_INITIAL_CLUSTER, or of initial-cluster in etcd's file in YAML. If the file has it several times, these must have the same members.`,
		read: readEtcd,
	}
}

func readEtcd(s source) (*setsys.Structure, error) {
	if text := strings.TrimLeft(string(s.body().data), " \t\r\n"); text != "" && text[0] != '{' && (text[0] != '[' || initialCluster.MatchString(text)) {
		return s.readInitialCluster()
	}
	v, err := s.json("configuration")
	if err != nil {
		return nil, err
	}
	members, ok, err := v.get("members")
	if err != nil {
		return nil, err
	}
	if ok {
		return readMembers(v, members)
	}
	voters, ok, err := v.get("voters")
	if err != nil {
		return nil, err
	}
	if ok {
		return readConfState(v, voters)
	}
	return nil, v.errorf(v.at, `neither a member list (key "members") nor a ConfState (key "voters")`)
}

func readMembers(v, members value) (*setsys.Structure, error) {
	if err := v.only("the member list", "header", "members"); err != nil {
		return nil, err
	}
	items, err := members.items("a list of members")
	if err != nil {
		return nil, err
	}
	var names, learners, silent []string
	hosts := map[string]string{}
	ids, seen := map[string]bool{}, map[string]bool{}
	for _, m := range items {
		name, learner, err := readMember(m, ids)
		if err != nil {
			return nil, err
		}
		if seen[name] {
			return nil, m.errorf(m.at, "two members are called %s: nodes need different names", setsys.Quote(name))
		}
		seen[name] = true
		if urls, ok := m.first("peerURLs"); ok && len(urls.list) > 0 {
			url, _ := urls.list[0].token.(string)
			hosts[name] = hostOf(url)
		}
		if ids[name] && !learner {
			silent = append(silent, name)
		}
		if learner {
			learners = append(learners, name)
		} else {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return nil, members.errorf(members.at, "no member votes")
	}
	var nodes voters
	t, err := v.coterie("etcd, majority", &nodes, nodes.majority(names), list("Learners, which do not vote", learners),
		list("Members without a name, which have not started, and vote", silent)...)
	return onHosts(t, err, hosts)
}

// readMember returns what a member is called, and whether it is a learner. It adds
// to the IDs that have been met.
func readMember(m value, ids map[string]bool) (name string, learner bool, err error) {
	if err := m.only("a member", "ID", "name", "peerURLs", "clientURLs", "isLearner"); err != nil {
		return "", false, err
	}
	for _, key := range []string{"ID", "name", "isLearner"} {
		x, ok, _ := m.get(key)
		switch {
		case !ok && key == "ID":
			return "", false, m.errorf(m.at, `a member without the key "ID"`)
		case !ok:
		case key == "ID":
			id, err := memberID(x)
			if err != nil {
				return "", false, err
			}
			if ids[id] {
				return "", false, x.errorf(x.at, "two members have the ID %s", id)
			}
			ids[id] = true
			name = id
		case key == "name":
			text, err := x.text("a name (a string)")
			if err != nil {
				return "", false, err
			}
			if text != "" {
				name = text
			}
		default:
			is, ok := x.token.(bool)
			if !ok {
				return "", false, x.wrong("true or false")
			}
			learner = is
		}
	}
	return name, learner, nil
}

// memberID returns the ID of a member as etcdctl shows it, in hexadecimal digits;
// one that is a string, as with --hex, as it is.
func memberID(v value) (string, error) {
	if text, ok := v.token.(string); ok && text != "" {
		return text, nil
	}
	id, err := raftID(v)
	if err != nil {
		return "", err
	}
	return strconv.FormatUint(id, 16), nil
}

// raftID returns an unsigned number of 64 bits that is not 0.
func raftID(v value) (uint64, error) {
	n, _ := v.token.(json.Number)
	id, err := strconv.ParseUint(n.String(), 10, 64)
	if err != nil || id == 0 {
		return 0, v.wrong("an ID (1 to 2^64-1)")
	}
	return id, nil
}

func readConfState(v, voting value) (*setsys.Structure, error) {
	keys := []string{"voters", "learners", "voters_outgoing", "learners_next", "auto_leave"}
	if err := v.only("a ConfState", keys...); err != nil {
		return nil, err
	}
	ids := map[string][]string{}
	for _, key := range keys[:4] {
		x, ok, _ := v.get(key)
		if !ok || x.sort == "null" {
			continue
		}
		items, err := x.items("a list of IDs")
		if err != nil {
			return nil, err
		}
		for _, item := range items {
			n, err := raftID(item)
			if err != nil {
				return nil, err
			}
			id := strconv.FormatUint(n, 10)
			switch {
			case slices.Contains(ids[key], id):
				return nil, item.errorf(item.at, "%s is in %s twice", id, key)
			case key == "learners" && slices.Contains(ids["voters"], id):
				return nil, item.errorf(item.at, "%s is in voters and in learners", id)
			case key == "voters_outgoing" && slices.Contains(ids["learners"], id):
				return nil, item.errorf(item.at, "%s is in learners and in voters_outgoing", id)
			case key == "learners_next" && !slices.Contains(ids["voters_outgoing"], id):
				return nil, item.errorf(item.at, "%s is in learners_next, but not in voters_outgoing", id)
			}
			ids[key] = append(ids[key], id)
		}
	}
	if len(ids["voters"]) == 0 {
		return nil, voting.errorf(voting.at, "no voters")
	}
	var nodes voters
	name, quorums := "raft, majority", nodes.majority(ids["voters"])
	if outgoing := ids["voters_outgoing"]; len(outgoing) > 0 {
		name, quorums = "raft, joint majorities", setsys.All(quorums, nodes.majority(outgoing))
	}
	remarks := append(list("Learners, which do not vote", ids["learners"]), list("Voters that become learners", ids["learners_next"])...)
	return v.coterie(name, &nodes, quorums, remarks)
}
