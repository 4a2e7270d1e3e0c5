package importer

import (
	"slices"
	"strconv"
	"strings"

	"qcheck/setsys"
)

// corosync reads corosync.conf.
//
// The rules are those of exec/votequorum.c of corosync 3: votequorum_readconfig, which
// sums up the votes and refuses or drops what does not go together; calculate_quorum, by
// which a quorum has (expected+2)/2 votes, and with two_node one; and are_we_quorate with
// check_auto_tie_breaker. See also votequorum(5).
func corosync() Kind {
	return Kind{
		Name: "corosync", Summary: "corosync.conf of a cluster with votequorum (Pacemaker)",
		Meaning: `The nodes are those of nodelist; each has quorum_votes, or 1. A quorum has more than half of the expected votes, which are those of all nodes and of the device, or expected_votes in the section quorum. A quorum device (quorum.device) is a node called "qdevice", with its votes, or as many as the nodes less one.

With two_node, each of two nodes alone is a quorum: what keeps these apart is fencing, which is no part of the structure. With auto_tie_breaker, half of the votes are enough with the node of the lowest ID, or those of auto_tie_breaker_node. wait_for_all is about the start of a cluster, and last_man_standing and allow_downscale change the expected votes while it runs: they are no part of the structure either, and the description says so. All other sections and keys are passed over.`,
		read: readCorosync,
	}
}

// A section is a section of corosync.conf, with its keys and inner sections.
type section struct {
	name  string
	at    int
	keys  map[string]setting
	inner []*section
}

// sections reads the file. A value goes up to the end of its line, or of its section.
func (s source) sections() (*section, error) {
	top := &section{keys: map[string]setting{}}
	stack := []*section{top}
	text := string(s.data)
	for at, parts := 0, 0; at < len(text); parts++ {
		if parts > maxParts {
			return nil, s.tooMany(at)
		}
		rest := text[at:]
		end := strings.IndexAny(rest, ":{}#\n")
		if end < 0 {
			end = len(rest)
		}
		word := strings.TrimSpace(rest[:end])
		start := at + len(rest[:end]) - len(strings.TrimLeft(rest[:end], " \t\r\n"))
		sign := byte('\n')
		if end < len(rest) {
			sign = rest[end]
		}
		now := stack[len(stack)-1]
		if word != "" && sign != ':' && sign != '{' {
			return nil, s.errorf(start, "want KEY: VALUE or SECTION {, found %s", setsys.Quote(word))
		}
		at += end + 1
		switch sign {
		case '#':
			line := strings.IndexByte(text[at:], '\n')
			if line < 0 {
				line = len(text) - at
			}
			at += line
		case '{':
			inner := &section{name: word, at: start, keys: map[string]setting{}}
			now.inner = append(now.inner, inner)
			stack = append(stack, inner)
		case '}':
			if len(stack) == 1 {
				return nil, s.errorf(at-1, `a "}" without a section`)
			}
			stack = stack[:len(stack)-1]
		case ':':
			stop := strings.IndexAny(text[at:], "\n}")
			if stop < 0 {
				stop = len(text) - at
			}
			value := text[at : at+stop]
			valueAt := at + len(value) - len(strings.TrimLeft(value, " \t"))
			now.keys[word] = setting{key: word, value: strings.TrimSpace(value), at: start, valueAt: valueAt}
			at += stop
		}
	}
	if len(stack) > 1 {
		return nil, s.errorf(stack[len(stack)-1].at, "section %s has no end", setsys.Quote(stack[len(stack)-1].name))
	}
	return top, nil
}

// find returns the inner sections with the name.
func (x *section) find(name string) (all []*section) {
	for _, i := range x.inner {
		if i.name == name {
			all = append(all, i)
		}
	}
	return all
}

// number returns the value of a key, and the default where there is none.
func (s source) number(x *section, key string, otherwise int) (int, error) {
	k, ok := x.keys[key]
	if !ok {
		return otherwise, nil
	}
	n, err := strconv.Atoi(k.value)
	if err != nil || n < 0 || n > setsys.MaxWeight {
		return 0, s.errorf(k.valueAt, "want a number for %s, found %s", key, setsys.Quote(k.value))
	}
	return n, nil
}

// A corosyncNode is a node, or the device.
type corosyncNode struct {
	name      string
	votes, id int
}

// corosyncQuorum is what the section quorum says.
type corosyncQuorum struct {
	*section
	flags              map[string]int
	expected           int // 0: the sum
	device             *section
	deviceVotes        int // -1: not given
	twoNode, tieBreaks bool
}

func readCorosync(s source) (*setsys.Structure, error) {
	top, err := s.sections()
	if err != nil {
		return nil, err
	}
	q, err := s.corosyncQuorum(top)
	if err != nil {
		return nil, err
	}
	nodes, err := s.corosyncNodes(top)
	if err != nil {
		return nil, err
	}
	if len(nodes) == 0 {
		for i := range q.expected {
			nodes = append(nodes, corosyncNode{"node-" + strconv.Itoa(i+1), 1, i + 1})
			if i >= setsys.MaxNodes {
				return nil, s.errorf(q.keys["expected_votes"].valueAt, "more than %d nodes", setsys.MaxNodes)
			}
		}
		if len(nodes) == 0 {
			return nil, s.errorf(0, "neither a nodelist nor expected_votes says which nodes there are")
		}
	}
	return q.structure(s, nodes)
}

func (s source) corosyncQuorum(top *section) (q corosyncQuorum, err error) {
	q = corosyncQuorum{section: &section{keys: map[string]setting{}}, flags: map[string]int{}, deviceVotes: -1}
	if found := top.find("quorum"); len(found) > 1 {
		return q, s.errorf(found[1].at, "a second section quorum")
	} else if len(found) == 1 {
		q.section = found[0]
	}
	if p, ok := q.keys["provider"]; !ok || p.value != "corosync_votequorum" {
		return q, s.errorf(q.at, `no "provider: corosync_votequorum" in the section quorum: corosync counts no votes without it`)
	}
	for _, name := range []string{"two_node", "wait_for_all", "auto_tie_breaker", "last_man_standing", "allow_downscale"} {
		if q.flags[name], err = s.number(q.section, name, 0); err != nil {
			return q, err
		}
	}
	if q.expected, err = s.number(q.section, "expected_votes", 0); err != nil {
		return q, err
	}
	q.twoNode, q.tieBreaks = q.flags["two_node"] > 0, q.flags["auto_tie_breaker"] > 0
	if devices := q.find("device"); len(devices) > 0 {
		q.device = devices[0]
		if q.deviceVotes, err = s.number(q.device, "votes", -1); err != nil {
			return q, err
		}
		for _, name := range []string{"two_node", "auto_tie_breaker", "last_man_standing", "allow_downscale"} {
			if q.flags[name] > 0 {
				return q, s.errorf(q.keys[name].at, "%s and a quorum device do not go together: corosync refuses them", name)
			}
		}
	}
	return q, nil
}

func (s source) corosyncNodes(top *section) (nodes []corosyncNode, err error) {
	seen := map[string]bool{}
	for _, list := range top.find("nodelist") {
		for _, x := range list.find("node") {
			n := corosyncNode{}
			if n.votes, err = s.number(x, "quorum_votes", 1); err != nil {
				return nil, err
			}
			if n.id, err = s.number(x, "nodeid", len(nodes)+1); err != nil {
				return nil, err
			}
			for _, key := range []string{"nodeid", "ring0_addr", "name"} {
				if k, ok := x.keys[key]; ok && k.value != "" {
					n.name = k.value
				}
			}
			if n.name == "" {
				return nil, s.errorf(x.at, "a node without name, ring0_addr and nodeid")
			}
			if seen[n.name] {
				return nil, s.errorf(x.at, "two nodes are called %s", setsys.Quote(n.name))
			}
			seen[n.name] = true
			nodes = append(nodes, n)
		}
	}
	return nodes, nil
}

func (q corosyncQuorum) structure(s source, nodes []corosyncNode) (*setsys.Structure, error) {
	var v voters
	var members []*setsys.Formula
	var weights []int
	sum := 0
	for _, n := range nodes {
		members, weights, sum = append(members, v.add(n.name)), append(weights, n.votes), sum+n.votes
	}
	var remarks []string
	for _, x := range []struct{ flag, text string }{
		{"wait_for_all", "wait_for_all is about the start of the cluster, and not modelled."},
		{"last_man_standing", "last_man_standing lowers the expected votes while the cluster runs, which is not modelled."},
		{"allow_downscale", "allow_downscale lowers the expected votes when nodes leave, which is not modelled."},
	} {
		if q.flags[x.flag] > 0 {
			remarks = append(remarks, x.text)
		}
	}
	if q.twoNode && !q.tieBreaks {
		if len(nodes) > 2 {
			return nil, s.errorf(q.keys["two_node"].at, "two_node with %d nodes: corosync is never quorate then", len(nodes))
		}
		remarks = append([]string{"two_node: only fencing keeps two partitions apart."}, remarks...)
		return s.coterie("corosync, two_node", &v, setsys.Any(members...), remarks)
	}
	if q.device != nil {
		votes := q.deviceVotes
		if votes < 0 {
			votes = sum - 1
		}
		members, weights, sum = append(members, v.add("qdevice")), append(weights, votes), sum+votes
	}
	expected := sum
	if q.expected > 0 {
		expected = q.expected
	}
	need := max(expected, sum)/2 + 1 // the expected votes are never fewer than those that are there
	if need > sum {
		return nil, s.errorf(q.keys["expected_votes"].valueAt, "%d votes are needed of the %d expected, and there are %d", need, expected, sum)
	}
	quorums := setsys.Weighted(need, members, weights)
	if slices.Max(weights) == 1 && slices.Min(weights) == 1 {
		quorums = setsys.AtLeast(need, members...)
	}
	name := "corosync, majority of votes"
	if q.tieBreaks {
		half, err := q.half(s, nodes, members, weights, max(expected, sum))
		if err != nil {
			return nil, err
		}
		if half == nil {
			remarks = append(remarks, "auto_tie_breaker needs wait_for_all where the votes are odd: corosync switches it off.")
		} else {
			name, quorums = "corosync, majority of votes or half with the tie breaker", setsys.Any(quorums, half)
		}
	}
	return s.coterie(name, &v, quorums, remarks)
}

// half returns the formula of half of the votes with the tie breaker, nil where it is
// switched off.
func (q corosyncQuorum) half(s source, nodes []corosyncNode, members []*setsys.Formula, weights []int, expected int) (*setsys.Formula, error) {
	if expected%2 == 1 && q.flags["wait_for_all"] == 0 {
		return nil, nil
	}
	by := q.keys["auto_tie_breaker_node"]
	var breakers []*setsys.Formula
	switch by.value {
	case "", "lowest", "highest":
		best := 0
		for i, n := range nodes {
			if (by.value == "highest") == (n.id > nodes[best].id) && n.id != nodes[best].id {
				best = i
			}
		}
		breakers = append(breakers, members[best])
	default:
		// The first node of the list that is there decides; without it, the next one.
		for _, id := range strings.Fields(by.value) {
			i := slices.IndexFunc(nodes, func(n corosyncNode) bool { return strconv.Itoa(n.id) == id })
			if i < 0 {
				return nil, s.errorf(by.valueAt, "no node has the ID %s", setsys.Quote(id))
			}
			breakers = append(breakers, members[i])
		}
		if len(breakers) > 1 {
			return nil, s.errorf(by.valueAt, "a list of tie breakers depends on which nodes were there before: only one node is read")
		}
	}
	return setsys.All(setsys.Weighted(max(expected/2, 1), members, weights), setsys.Any(breakers...)), nil
}
