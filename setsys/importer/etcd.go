package importer

import (
	"encoding/json"
	"regexp"
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
// of learners those of confchange.checkInvariants. The value of an initial cluster is
// NAME=URL, separated by commas; a name may be there with several URLs (types.NewURLsMap
// in etcd's client/pkg).
func etcd() Kind {
	return Kind{
		Name: "etcd", Summary: `"etcdctl member list -w json", a ConfState, --initial-cluster`,
		Meaning: `The nodes are the members that are not learners. A quorum is a majority of them. A member that has not been started has no name and is called by its ID in hexadecimal digits; it counts as a voter.

A ConfState of raft in JSON has voters, learners, voters_outgoing and learners_next. While voters_outgoing is not empty, the configuration is joint: a quorum has a majority of voters and a majority of voters_outgoing.

Before a cluster runs, its members are those of --initial-cluster in a command, a unit or a compose file, of ETCD_INITIAL_CLUSTER, or of initial-cluster in etcd's file in YAML. If the file has it several times, these must have the same members.`,
		readings: []reading{
			{func(text string) bool {
				return begins("{")(text) || text == "" || text[0] == '[' && !initialCluster.MatchString(text)
			}, inJSON, etcdCluster},
			{nil, (*source).initialCluster, etcdInitial},
		},
	}
}

// etcdMembers are those of a member list.
var etcdMembers = roster{
	title: "etcd, majority", one: "member",
	id: []string{"ID"}, idOf: memberID, unique: true, name: []string{"name"}, host: []string{"peerURLs"}, silent: []string{"isLearner"},
	keys:   []string{"ID", "name", "peerURLs", "clientURLs", "isLearner"},
	others: "Learners, which do not vote", unnamed: "Members without a name, which have not started, and vote",
}

func etcdCluster(v value) *setsys.Structure {
	if members, ok := v.get("members"); ok {
		v.only("the member list", "header", "members")
		return etcdMembers.structure(members)
	}
	voters, ok := v.get("voters")
	if !ok {
		v.bad(`neither a member list (key "members") nor a ConfState (key "voters")`)
	}
	return confState(v, voters)
}

// memberID returns the ID of a member as etcdctl shows it, in hexadecimal digits;
// one that is a string, as with --hex, as it is.
func memberID(v value) string {
	if text := v.plain(); text != "" {
		return text
	}
	return strconv.FormatUint(raftID(v), 16)
}

// raftID returns an unsigned number of 64 bits that is not 0.
func raftID(v value) uint64 {
	n, _ := v.token.(json.Number)
	id, err := strconv.ParseUint(n.String(), 10, 64)
	if err != nil || id == 0 {
		v.wrong("an ID (1 to 2^64-1)")
	}
	return id
}

func confState(v, voting value) *setsys.Structure {
	keys := []string{"voters", "learners", "voters_outgoing", "learners_next", "auto_leave"}
	v.only("a ConfState", keys...)
	ids, in := map[string][]string{}, map[string]bool{}
	for _, key := range keys[:4] {
		x, ok := v.first(key)
		if !ok || x.sort == "null" {
			continue
		}
		for _, item := range x.items("a list of IDs") {
			id := strconv.FormatUint(raftID(item), 10)
			switch {
			case in[key+id]:
				item.bad("%s is in %s twice", id, key)
			case key == "learners" && in["voters"+id]:
				item.bad("%s is in voters and in learners", id)
			case key == "voters_outgoing" && in["learners"+id]:
				item.bad("%s is in learners and in voters_outgoing", id)
			case key == "learners_next" && !in["voters_outgoing"+id]:
				item.bad("%s is in learners_next, but not in voters_outgoing", id)
			}
			ids[key], in[key+id] = append(ids[key], id), true
		}
	}
	if len(ids["voters"]) == 0 {
		voting.bad("no voters")
	}
	d := v.draft()
	d.say(remark("Learners, which do not vote", ids["learners"])...)
	d.say(remark("Voters that become learners", ids["learners_next"])...)
	quorums := d.majority(ids["voters"])
	if outgoing := ids["voters_outgoing"]; len(outgoing) > 0 {
		return d.coterie("raft, joint majorities", setsys.All(quorums, d.majority(outgoing)))
	}
	return d.coterie("raft, majority", quorums)
}

// initialCluster matches the members at the start of a cluster, before there is one, as a
// flag, in an environment or in YAML. Lines that a backslash continues are one.
var initialCluster = regexp.MustCompile(`(--?initial-cluster|ETCD_INITIAL_CLUSTER|(?m:^[ \t-]*)["']?initial-cluster)(?:` +
	assigned + `|["']?(?:,[ \t]*|,?\s*-?\s+)["']?)([^\s"'#=,\\][^\s"'#\\]*=(?:,\\\r?\n[ \t]*|[^\s"'#\\])*)`)

// printed matches what etcdctl prints for people: lists, tables and fields.
var printed = regexp.MustCompile(`^\s*(?:[0-9a-f]{1,16}(?:\[[a-z]+\])?[:,] |\+-|\| |"ClusterID")`)

// initialCluster is the form of a file that has such members: each value is a list of NAME=URL.
func (s *source) initialCluster() value {
	text := string(s.data)
	if printed.MatchString(text) {
		s.refuse(len(text)-len(strings.TrimLeft(text, " \t\r\n")), `this is the table that etcdctl prints: use "etcdctl member list -w json"`)
	}
	v := s.environment(initialCluster)
	if len(v.members) == 0 {
		s.refuse(0, `neither JSON nor an initial cluster: what is read here is %s`, s.summary)
	}
	return v
}

func etcdInitial(v value) *setsys.Structure {
	d := v.draft()
	var found []string
	for _, m := range v.members {
		var names []string
		met := map[string]bool{}
		for part := range strings.SplitSeq(strings.TrimRight(m.value.plain(), ",;)]}\\ \t\r\n"), ",") {
			part = strings.TrimLeft(part, "\\ \t\r\n")
			name, url, ok := strings.Cut(part, "=")
			if name = strings.TrimSpace(name); !ok || name == "" || url == "" {
				m.value.bad("want NAME=URL, found %s", setsys.Quote(part))
			}
			if !met[name] {
				met[name], names, d.hosts[name] = true, append(names, name), hostOf(url)
			}
		}
		if found != nil && !same(found, names) {
			m.value.bad("two different clusters: the members %s, and before %s", strings.Join(names, ", "), strings.Join(found, ", "))
		}
		found = names
	}
	d.guess("The members are those with which the cluster starts: others that were added since vote too.")
	return d.elected("etcd, majority", found)
}

// same reports whether two lists without repeats have the same members.
func same(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}
