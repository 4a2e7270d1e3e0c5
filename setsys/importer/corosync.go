package importer

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"qcheck/setsys"
	"qcheck/setsys/phrase"
)

// corosync reads corosync.conf.
//
// The rules are those of exec/votequorum.c of corosync 3: votequorum_readconfig, which
// sums up the votes, lets expected_votes override them, and refuses or drops what does not
// go together; recalculate_quorum and calculate_quorum, by which the members that are there
// need (expected+2)/2 votes, and raise what is expected; are_we_quorate with
// check_auto_tie_breaker; and check_for_duplicate_nodeids of exec/totemconfig.c. See also
// votequorum(5), and for algorithm: ffsplit qnetd-algo-ffsplit.c of corosync-qdevice.
func corosync() Kind {
	return Kind{
		Name: "corosync", Summary: "corosync.conf of a cluster with votequorum (Pacemaker)",
		Meaning: `The nodes are those of nodelist; each has quorum_votes, or 1. A quorum is what can be quorate at some time, also when parts of the cluster start apart: more than half of the expected votes, which are those of the nodelist unless expected_votes in the section quorum overrides them. Where that is less than the votes there are, two parts can be quorate at once.

A quorum device (quorum.device, with a model) is a node called "qdevice", with its votes, or as many as the nodes less one. It is taken to vote in one part only, and with the algorithm ffsplit in no part of fewer than half of the nodes. With two_node, each of two nodes alone is a quorum: what keeps these apart is fencing, which is no part of the structure. With auto_tie_breaker, half of the votes are enough with the node of auto_tie_breaker_node; with lowest or highest, with the first node of a part that had a majority before, which another node is after a partition has moved.

wait_for_all is about the first start; what goes on after it is the same. last_man_standing, allow_downscale and expected_votes_tracking change the expected votes while the cluster runs: they are no part of the structure, and the description says so. What corosync does not start with is an error. All other sections and keys are passed over.`,
		readings: []reading{{nil, sections, corosyncStructure}},
	}
}

// A corosyncNode is a node of the nodelist.
type corosyncNode struct {
	name      string
	votes, id int
}

// A corosyncCluster is what the file says of quorums.
type corosyncCluster struct {
	*draft
	quorum   value // the section
	flags    map[string]int
	list     []corosyncNode
	sum      int  // the votes of the nodelist, 0 without one
	expected int  // votes, when a node starts
	device   int  // its votes, 0 without one
	ffsplit  bool // its algorithm
}

func corosyncStructure(top value) *setsys.Structure {
	c := corosyncCluster{draft: top.draft(), flags: map[string]int{}}
	if found := top.inner("quorum"); len(found) > 1 {
		found[1].bad("a second section quorum")
	} else if len(found) == 1 {
		c.quorum = found[0]
	}
	if c.quorum.textAt("provider") != "corosync_votequorum" {
		c.refuse(c.quorum.at, `no "provider: corosync_votequorum" in the section quorum: corosync counts no votes without it`)
	}
	for _, name := range []string{"two_node", "wait_for_all", "auto_tie_breaker", "last_man_standing", "allow_downscale", "expected_votes_tracking"} {
		c.flags[name] = c.quorum.number(name, 0)
	}
	c.listNodes(top)
	c.count()
	return c.structure()
}

// on reports whether a setting is not 0.
func (c *corosyncCluster) on(name string) bool { return c.flags[name] > 0 }

// refuseKey refuses the file for a key of the section quorum, refuseValue for its value.
func (c *corosyncCluster) refuseKey(key, format string, args ...any) {
	m, _ := c.quorum.member(key)
	c.refuse(m.keyAt, format, args...)
}

func (c *corosyncCluster) refuseValue(key, format string, args ...any) {
	m, _ := c.quorum.member(key)
	c.refuse(m.value.at, format, args...)
}

// listNodes reads the nodelist.
func (c *corosyncCluster) listNodes(top value) {
	names, ids := map[string]bool{}, map[int]bool{}
	for _, list := range top.inner("nodelist") {
		for _, x := range list.inner("node") {
			n := corosyncNode{votes: x.number("quorum_votes", 1), id: x.number("nodeid", 0)}
			if id, _ := x.first("nodeid"); n.id > 0 && ids[n.id] {
				id.bad("the nodeid %d is there twice: corosync does not start", n.id)
			}
			for _, key := range []string{"nodeid", "ring0_addr", "name"} {
				n.name = cmp.Or(x.textAt(key), n.name)
			}
			if n.name == "" {
				x.bad("a node without name, ring0_addr and nodeid")
			}
			if names[n.name] {
				x.bad("two nodes are called %s", setsys.Quote(n.name))
			}
			names[n.name], ids[n.id] = true, true
			c.list, c.sum = append(c.list, n), c.sum+n.votes
		}
	}
}

// count finds the expected votes and those of the device, as votequorum_readconfig does.
func (c *corosyncCluster) count() {
	given := c.quorum.number("expected_votes", 0)
	if len(c.list) == 0 && given == 0 {
		c.refuse(0, "neither a nodelist nor expected_votes says which nodes there are")
	}
	refused := func(key, why string) {
		m, _ := c.quorum.member(key)
		c.refuse(max(m.keyAt, c.quorum.at), "%s: corosync does not start", why)
	}
	devices := slices.DeleteFunc(c.quorum.inner("device"), func(x value) bool { return x.textAt("model") == "" })
	if c.on("two_node") && len(devices) > 0 {
		refused("two_node", "two_node and a quorum device")
	}
	if _, ok := c.quorum.first("wait_for_all"); !ok {
		c.flags["wait_for_all"] = c.flags["two_node"]
	}
	if c.on("auto_tie_breaker") {
		c.flags["two_node"] = 0 // corosync drops it
		if c.sum%2 == 1 && !c.on("wait_for_all") {
			if c.on("last_man_standing") {
				refused("last_man_standing", "auto_tie_breaker and last_man_standing, with odd votes and without wait_for_all")
			}
			c.flags["auto_tie_breaker"] = 0
			c.say("auto_tie_breaker needs wait_for_all where the votes are odd: corosync switches it off.")
		}
	}
	if c.expected = c.sum; given > 0 {
		c.expected = given
	}
	for i, x := range devices {
		if i > 0 {
			x.bad("a second quorum device")
		}
		for _, name := range []string{"last_man_standing", "auto_tie_breaker", "allow_downscale"} {
			if c.on(name) {
				refused(name, name+" and a quorum device")
			}
		}
		switch c.device = x.number("votes", -1); {
		case c.device < 0 && given > 0:
			x.bad("a quorum device without votes, and expected_votes: corosync does not start")
		case c.device < 0 && c.sum != len(c.list):
			x.bad("a quorum device without votes, and nodes with other votes than 1: corosync does not start")
		case c.device > 0 && given > 0 && given-c.device < 2:
			votes, _ := x.first("votes")
			votes.bad("a quorum device with %d of %d expected votes leaves fewer than 2 to the nodes: corosync does not start", c.device, given)
		case c.device < 0:
			c.device = c.sum - 1
			c.expected += c.device
		}
		for _, model := range x.inner("net") {
			c.ffsplit = c.ffsplit || model.textAt("algorithm") == "ffsplit"
		}
	}
	if len(c.list) == 0 {
		c.guessNodes(given)
	} else if (c.on("expected_votes_tracking") || c.on("allow_downscale")) && given > 0 {
		c.expected = c.sum
		c.guess("expected_votes_tracking and allow_downscale take the expected votes from the disk, in place of expected_votes: those of the nodelist here.")
	}
}

// guessNodes makes as many nodes as the expected votes need, where there is no nodelist.
func (c *corosyncCluster) guessNodes(given int) {
	votes := c.quorum.number("votes", 1)
	n := (given - c.device + max(votes, 1) - 1) / max(votes, 1)
	if n > setsys.MaxNodes {
		c.refuseValue("expected_votes", "more than %d nodes", setsys.MaxNodes)
	}
	for i, name := range numbered("node", n) {
		c.list = append(c.list, corosyncNode{name, votes, i + 1})
	}
	c.guess(fmt.Sprintf("The nodes are a guess: the file has no nodelist, and %d expected votes are taken to be those of %s. If there are more nodes, two parts can be quorate at once.", given, phrase.Count(n, "node")))
}

func (c *corosyncCluster) structure() *setsys.Structure {
	var members []*setsys.Formula
	var weights []int
	there := 0
	for _, n := range c.list {
		members, weights, there = append(members, c.node(n.name)), append(weights, n.votes), there+n.votes
	}
	if c.on("two_node") && len(c.list) > 2 {
		c.refuseKey("two_node", "two_node is for a cluster of two nodes, and there are %d", len(c.list))
	}
	waits := c.on("wait_for_all")
	need := c.expected/2 + 1
	if c.on("two_node") {
		need = 1
	}
	breaker, _ := c.quorum.first("auto_tie_breaker_node")
	ordered := c.on("auto_tie_breaker") && slices.Contains([]string{"", "lowest", "highest"}, breaker.plain())
	tied := c.on("auto_tie_breaker") && !ordered && max(c.expected/2, 1) <= there // needs no majority before it counts
	if need > there+c.device && !tied {
		c.refuseValue("expected_votes", "%d votes are needed of the %d expected, and there are %d", need, c.expected, there+c.device)
	}
	if waits && c.expected > there+c.device {
		c.refuseValue("expected_votes", "wait_for_all waits for %d expected votes, and there are %d: the cluster never starts", c.expected, there+c.device)
	}
	if unequal := slices.Max(weights) > 1; (waits || ordered) && unequal && c.expected < there+c.device {
		key := map[bool]string{true: "wait_for_all", false: "auto_tie_breaker"}[waits]
		c.refuseKey(key, "%s with fewer expected votes than there are (%d of %d) and with votes other than 1: what is quorate depends on which nodes started first, which is no structure", key, c.expected, there+c.device)
	}
	if c.on("auto_tie_breaker") && c.expected < 2 && slices.Min(weights) == 0 {
		c.refuseKey("auto_tie_breaker", "auto_tie_breaker with %d expected votes and a node without votes: what is quorate with half of them, none, depends on which nodes were there before, which is no structure", c.expected)
	}
	name, all := "corosync, majority of votes", []*setsys.Formula(nil)
	switch {
	case c.device > 0:
		all = append(all, c.withDevice(need, there, members, weights))
	case need <= there:
		all = append(all, least(need, members, weights))
	}
	if c.on("two_node") {
		name = "corosync, two_node"
		c.say("two_node: only fencing keeps two partitions apart.")
	} else {
		c.say(fmt.Sprintf("A quorum is what can be quorate at some time, also when parts start apart: %d of %d expected votes.", need, c.expected))
		if waits {
			c.say("wait_for_all: the first start needs all expected votes at once; the quorums are what goes on after it.")
		}
	}
	if c.expected < there+c.device && c.quorum.textAt("expected_votes") != "" && c.sum > 0 {
		c.guess(fmt.Sprintf("expected_votes is %d and overrides the %d votes that there are: a part that starts apart counts by it, until more have met.", c.expected, there+c.device))
	}
	if c.on("auto_tie_breaker") {
		name, all = "corosync, majority of votes or half with the tie breaker", append(all, c.half(breaker, need, members, weights))
	}
	if c.on("last_man_standing") {
		text := "last_man_standing lowers the expected votes while the cluster runs, which is not modelled."
		if !waits {
			text += " Without wait_for_all, a part that shrank so and one that starts anew can both be quorate."
		}
		c.guess(text)
	}
	if c.on("allow_downscale") {
		c.guess("allow_downscale lowers the expected votes when nodes leave, which is not modelled.")
	}
	return c.coterie(name, some(1, all))
}

// withDevice returns the quorums with a device. Its votes count among the expected ones
// whether it votes or not, which without it takes more than as many votes of nodes.
func (c *corosyncCluster) withDevice(need, there int, members []*setsys.Formula, weights []int) *setsys.Formula {
	q := c.node("qdevice")
	c.guess("The quorum device is taken to vote in one part of the cluster only.")
	if !c.ffsplit && c.device < need {
		return least(need, append(slices.Clone(members), q), append(slices.Clone(weights), c.device))
	}
	with := []*setsys.Formula{q, setsys.Any(members...)}
	if need > c.device {
		with = append(with, least(need-c.device, members, weights))
	}
	if c.ffsplit {
		c.say("With ffsplit, it votes in no part of fewer than half of the nodes.")
		with = append(with, setsys.AtLeast((len(members)+1)/2, members...))
	}
	all := []*setsys.Formula{setsys.All(with...)}
	if alone := max(need, c.device+1); alone <= there {
		all = append(all, least(alone, members, weights))
	}
	return some(1, all)
}

// half returns the formula of half of the votes with a tie breaker. By lowest or highest, each
// node takes for it the first one of the part in which it last had a majority, so that each
// node with which a majority can begin is one at some time.
func (c *corosyncCluster) half(breaker value, need int, members []*setsys.Formula, weights []int) *setsys.Formula {
	var breakers []*setsys.Formula
	switch breaker.plain() {
	case "", "lowest", "highest":
		var names []string
		for i, n := range c.list {
			if n.id == 0 {
				c.refuseKey("auto_tie_breaker", "auto_tie_breaker needs the ID of each node, and %s has no nodeid", setsys.Quote(n.name))
			}
			c.step(len(c.list))
			votes := 0
			for j, m := range c.list {
				if m.id == n.id || (m.id < n.id) == (breaker.plain() == "highest") {
					votes += weights[j]
				}
			}
			if votes >= need {
				names, breakers = append(names, n.name), append(breakers, members[i])
			}
		}
		if len(names) > 1 {
			c.guess(remark("As partitions move, two halves can be quorate at once, unless auto_tie_breaker_node is an ID: the tie breaker is the first node of the part that last had a majority, which can be each of these", names)...)
		}
	default:
		// The first node of the list that is there decides; without it, the next one.
		ids := strings.Fields(breaker.plain())
		first := slices.IndexFunc(c.list, func(n corosyncNode) bool { return strconv.Itoa(n.id) == ids[0] })
		if first < 0 {
			breaker.bad("no node has the ID %s", setsys.Quote(ids[0]))
		}
		if len(ids) > 1 {
			breaker.bad("a list of tie breakers depends on which nodes were there before: only one node is read")
		}
		breakers = members[first : first+1]
	}
	return setsys.All(setsys.Weighted(max(c.expected/2, 1), members, weights), setsys.Any(breakers...))
}
