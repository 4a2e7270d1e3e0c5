package importer

import (
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
		read: readCorosync,
	}
}

// A corosyncNode is a node of the nodelist.
type corosyncNode struct {
	name      string
	votes, id int
}

// A corosyncCluster is what the file says of quorums.
type corosyncCluster struct {
	source
	*section      // quorum
	flags         map[string]int
	nodes         []corosyncNode
	sum           int      // the votes of the nodelist, 0 without one
	expected      int      // votes, when a node starts
	device        int      // its votes, 0 without one
	ffsplit       bool     // its algorithm
	said, guessed []string // sentences of the description
}

func readCorosync(s source) (*setsys.Structure, error) {
	top, err := s.sections()
	if err != nil {
		return nil, err
	}
	c := corosyncCluster{source: s, section: &section{keys: map[string]setting{}}, flags: map[string]int{}}
	if found := top.find("quorum"); len(found) > 1 {
		return nil, s.errorf(found[1].at, "a second section quorum")
	} else if len(found) == 1 {
		c.section = found[0]
	}
	if p := c.keys["provider"]; p.value != "corosync_votequorum" {
		return nil, s.errorf(c.section.at, `no "provider: corosync_votequorum" in the section quorum: corosync counts no votes without it`)
	}
	for _, name := range []string{"two_node", "wait_for_all", "auto_tie_breaker", "last_man_standing", "allow_downscale", "expected_votes_tracking"} {
		if c.flags[name], err = s.number(c.section, name, 0); err != nil {
			return nil, err
		}
	}
	if err := c.listNodes(top); err != nil {
		return nil, err
	}
	if err := c.count(); err != nil {
		return nil, err
	}
	return c.structure()
}

// listNodes reads the nodelist.
func (c *corosyncCluster) listNodes(top *section) (err error) {
	names, ids := map[string]bool{}, map[int]bool{}
	for _, list := range top.find("nodelist") {
		for _, x := range list.find("node") {
			n := corosyncNode{}
			if n.votes, err = c.number(x, "quorum_votes", 1); err != nil {
				return err
			}
			if n.id, err = c.number(x, "nodeid", 0); err != nil {
				return err
			}
			if n.id > 0 && ids[n.id] {
				return c.errorf(x.keys["nodeid"].valueAt, "the nodeid %d is there twice: corosync does not start", n.id)
			}
			for _, key := range []string{"nodeid", "ring0_addr", "name"} {
				if k := x.keys[key]; k.value != "" {
					n.name = k.value
				}
			}
			if n.name == "" {
				return c.errorf(x.at, "a node without name, ring0_addr and nodeid")
			}
			if names[n.name] {
				return c.errorf(x.at, "two nodes are called %s", setsys.Quote(n.name))
			}
			names[n.name], ids[n.id] = true, true
			c.nodes, c.sum = append(c.nodes, n), c.sum+n.votes
		}
	}
	return nil
}

// count finds the expected votes and those of the device, as votequorum_readconfig does.
func (c *corosyncCluster) count() error {
	given, err := c.number(c.section, "expected_votes", 0)
	if err != nil {
		return err
	}
	if len(c.nodes) == 0 && given == 0 {
		return c.errorf(0, "neither a nodelist nor expected_votes says which nodes there are")
	}
	refused := func(key, why string) error {
		at := c.keys[key].at
		return c.errorf(max(at, c.section.at), "%s: corosync does not start", why)
	}
	devices := slices.DeleteFunc(c.find("device"), func(x *section) bool { return x.keys["model"].value == "" })
	if c.flags["two_node"] > 0 && len(devices) > 0 {
		return refused("two_node", "two_node and a quorum device")
	}
	if _, ok := c.keys["wait_for_all"]; !ok {
		c.flags["wait_for_all"] = c.flags["two_node"]
	}
	if c.flags["auto_tie_breaker"] > 0 {
		c.flags["two_node"] = 0 // corosync drops it
		if c.sum%2 == 1 && c.flags["wait_for_all"] == 0 {
			if c.flags["last_man_standing"] > 0 {
				return refused("last_man_standing", "auto_tie_breaker and last_man_standing, with odd votes and without wait_for_all")
			}
			c.flags["auto_tie_breaker"] = 0
			c.said = append(c.said, "auto_tie_breaker needs wait_for_all where the votes are odd: corosync switches it off.")
		}
	}
	if c.expected = c.sum; given > 0 {
		c.expected = given
	}
	for i, x := range devices {
		if i > 0 {
			return c.errorf(x.at, "a second quorum device")
		}
		for _, name := range []string{"last_man_standing", "auto_tie_breaker", "allow_downscale"} {
			if c.flags[name] > 0 {
				return refused(name, name+" and a quorum device")
			}
		}
		if c.device, err = c.number(x, "votes", -1); err != nil {
			return err
		}
		at := x.keys["votes"].valueAt
		switch {
		case c.device < 0 && given > 0:
			return c.errorf(x.at, "a quorum device without votes, and expected_votes: corosync does not start")
		case c.device < 0 && c.sum != len(c.nodes):
			return c.errorf(x.at, "a quorum device without votes, and nodes with other votes than 1: corosync does not start")
		case c.device > 0 && given > 0 && given-c.device < 2:
			return c.errorf(at, "a quorum device with %d of %d expected votes leaves fewer than 2 to the nodes: corosync does not start", c.device, given)
		case c.device < 0:
			c.device = c.sum - 1
			c.expected += c.device
		}
		for _, model := range x.find("net") {
			c.ffsplit = c.ffsplit || model.keys["algorithm"].value == "ffsplit"
		}
	}
	if len(c.nodes) == 0 {
		return c.guessNodes(given)
	}
	if (c.flags["expected_votes_tracking"] > 0 || c.flags["allow_downscale"] > 0) && given > 0 {
		c.expected = c.sum
		c.guessed = append(c.guessed, "expected_votes_tracking and allow_downscale take the expected votes from the disk, in place of expected_votes: those of the nodelist here.")
	}
	return nil
}

// guessNodes makes as many nodes as the expected votes need, where there is no nodelist.
func (c *corosyncCluster) guessNodes(given int) error {
	votes, err := c.number(c.section, "votes", 1)
	if err != nil {
		return err
	}
	n := (given - c.device + max(votes, 1) - 1) / max(votes, 1)
	if n > setsys.MaxNodes {
		return c.errorf(c.keys["expected_votes"].valueAt, "more than %d nodes", setsys.MaxNodes)
	}
	for i := range n {
		c.nodes = append(c.nodes, corosyncNode{"node-" + strconv.Itoa(i+1), votes, i + 1})
	}
	c.guessed = append(c.guessed, fmt.Sprintf("The nodes are a guess: the file has no nodelist, and %d expected votes are taken to be those of %s. If there are more nodes, two parts can be quorate at once.", given, phrase.Count(n, "node")))
	return nil
}

func (c *corosyncCluster) structure() (*setsys.Structure, error) {
	var v voters
	var members []*setsys.Formula
	var weights []int
	there := 0
	for _, n := range c.nodes {
		members, weights, there = append(members, v.add(n.name)), append(weights, n.votes), there+n.votes
	}
	if c.flags["two_node"] > 0 && len(c.nodes) > 2 {
		return nil, c.errorf(c.keys["two_node"].at, "two_node is for a cluster of two nodes, and there are %d", len(c.nodes))
	}
	waits := c.flags["wait_for_all"] > 0
	need := c.expected/2 + 1
	if c.flags["two_node"] > 0 {
		need = 1
	}
	by := c.keys["auto_tie_breaker_node"].value
	ordered := c.flags["auto_tie_breaker"] > 0 && slices.Contains([]string{"", "lowest", "highest"}, by)
	tied := c.flags["auto_tie_breaker"] > 0 && !ordered && max(c.expected/2, 1) <= there // needs no majority before it counts
	if need > there+c.device && !tied {
		return nil, c.errorf(c.keys["expected_votes"].valueAt, "%d votes are needed of the %d expected, and there are %d", need, c.expected, there+c.device)
	}
	if waits && c.expected > there+c.device {
		return nil, c.errorf(c.keys["expected_votes"].valueAt, "wait_for_all waits for %d expected votes, and there are %d: the cluster never starts", c.expected, there+c.device)
	}
	if unequal := slices.Max(weights) > 1; (waits || ordered) && unequal && c.expected < there+c.device {
		key := map[bool]string{true: "wait_for_all", false: "auto_tie_breaker"}[waits]
		return nil, c.errorf(c.keys[key].at, "%s with fewer expected votes than there are (%d of %d) and with votes other than 1: what is quorate depends on which nodes started first, which is no structure", key, c.expected, there+c.device)
	}
	if c.flags["auto_tie_breaker"] > 0 && c.expected < 2 && slices.Min(weights) == 0 {
		return nil, c.errorf(c.keys["auto_tie_breaker"].at, "auto_tie_breaker with %d expected votes and a node without votes: what is quorate with half of them, none, depends on which nodes were there before, which is no structure", c.expected)
	}
	name, all := "corosync, majority of votes", []*setsys.Formula(nil)
	switch {
	case c.device > 0:
		all = append(all, c.withDevice(&v, need, there, members, weights))
	case need <= there:
		all = append(all, least(need, members, weights))
	}
	if c.flags["two_node"] > 0 {
		name = "corosync, two_node"
		c.said = append(c.said, "two_node: only fencing keeps two partitions apart.")
	} else {
		c.said = append(c.said, fmt.Sprintf("A quorum is what can be quorate at some time, also when parts start apart: %d of %d expected votes.", need, c.expected))
		if waits {
			c.said = append(c.said, "wait_for_all: the first start needs all expected votes at once; the quorums are what goes on after it.")
		}
	}
	if c.expected < there+c.device && len(c.keys["expected_votes"].value) > 0 && c.sum > 0 {
		c.guessed = append(c.guessed, fmt.Sprintf("expected_votes is %d and overrides the %d votes that there are: a part that starts apart counts by it, until more have met.", c.expected, there+c.device))
	}
	if c.flags["auto_tie_breaker"] > 0 {
		half, err := c.half(need, members, weights)
		if err != nil {
			return nil, err
		}
		name, all = "corosync, majority of votes or half with the tie breaker", append(all, half)
	}
	if c.flags["last_man_standing"] > 0 {
		text := "last_man_standing lowers the expected votes while the cluster runs, which is not modelled."
		if !waits {
			text += " Without wait_for_all, a part that shrank so and one that starts anew can both be quorate."
		}
		c.guessed = append(c.guessed, text)
	}
	if c.flags["allow_downscale"] > 0 {
		c.guessed = append(c.guessed, "allow_downscale lowers the expected votes when nodes leave, which is not modelled.")
	}
	return c.coterie(name, &v, some(1, all), c.said, c.guessed...)
}

// least returns the formula of members that weigh so much.
func least(need int, members []*setsys.Formula, weights []int) *setsys.Formula {
	if slices.Max(weights) == 1 && slices.Min(weights) == 1 {
		return setsys.AtLeast(need, members...)
	}
	return setsys.Weighted(need, members, weights)
}

// withDevice returns the quorums with a device. Its votes count among the expected ones
// whether it votes or not, which without it takes more than as many votes of nodes.
func (c *corosyncCluster) withDevice(v *voters, need, there int, members []*setsys.Formula, weights []int) *setsys.Formula {
	q := v.add("qdevice")
	c.guessed = append(c.guessed, "The quorum device is taken to vote in one part of the cluster only.")
	if !c.ffsplit && c.device < need {
		return least(need, append(slices.Clone(members), q), append(slices.Clone(weights), c.device))
	}
	with := []*setsys.Formula{q, setsys.Any(members...)}
	if need > c.device {
		with = append(with, least(need-c.device, members, weights))
	}
	if c.ffsplit {
		c.said = append(c.said, "With ffsplit, it votes in no part of fewer than half of the nodes.")
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
func (c *corosyncCluster) half(need int, members []*setsys.Formula, weights []int) (*setsys.Formula, error) {
	by := c.keys["auto_tie_breaker_node"]
	var breakers []*setsys.Formula
	switch by.value {
	case "", "lowest", "highest":
		var names []string
		for i, n := range c.nodes {
			if n.id == 0 {
				return nil, c.errorf(c.keys["auto_tie_breaker"].at, "auto_tie_breaker needs the ID of each node, and %s has no nodeid", setsys.Quote(n.name))
			}
			votes := 0
			for j, m := range c.nodes {
				if m.id == n.id || (m.id < n.id) == (by.value == "highest") {
					votes += weights[j]
				}
			}
			if votes >= need {
				names, breakers = append(names, n.name), append(breakers, members[i])
			}
		}
		if len(names) > 1 {
			c.guessed = append(c.guessed, list("As partitions move, two halves can be quorate at once, unless auto_tie_breaker_node is an ID: the tie breaker is the first node of the part that last had a majority, which can be each of these", names)...)
		}
	default:
		// The first node of the list that is there decides; without it, the next one.
		ids := strings.Fields(by.value)
		breaker := slices.IndexFunc(c.nodes, func(n corosyncNode) bool { return strconv.Itoa(n.id) == ids[0] })
		if breaker < 0 {
			return nil, c.errorf(by.valueAt, "no node has the ID %s", setsys.Quote(ids[0]))
		}
		if len(ids) > 1 {
			return nil, c.errorf(by.valueAt, "a list of tie breakers depends on which nodes were there before: only one node is read")
		}
		breakers = members[breaker : breaker+1]
	}
	return setsys.All(setsys.Weighted(max(c.expected/2, 1), members, weights), setsys.Any(breakers...)), nil
}
