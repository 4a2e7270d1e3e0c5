package importer_test

import (
	"fmt"
	"strings"
)

// What follows is votequorum of corosync 3, for tests: what a node computes when it starts,
// when its partition changes and when the device votes (exec/votequorum.c: readconfig,
// recalculate_quorum, calculate_quorum, are_we_quorate, check_auto_tie_breaker, the handler
// of nodeinfo, and sync_init, sync_process and sync_activate). It knows single nodes, not
// sets: which sets are quorate is what comes out of it. last_man_standing and
// allow_downscale, whose timers lower what is expected, are left out.

// maxVotequorum is how many nodes a simulated cluster may have.
const maxVotequorum = 5

// A vqConfig is corosync.conf as far as votequorum reads it.
type vqConfig struct {
	votes         []int // by node; empty: no nodelist
	ids           []int
	expected      int // 0: not given
	two           bool
	wfa           int // 0 or 1; -1: not given
	atb           string
	lms, tracking bool
	device        bool
	deviceVotes   int // -1: not given
}

// text writes the configuration as a file.
func (c vqConfig) text() string {
	var b strings.Builder
	b.WriteString("totem {\n  version: 2\n}\nquorum {\n  provider: corosync_votequorum\n")
	key := func(name string, value any, given bool) {
		if given {
			fmt.Fprintf(&b, "  %s: %v\n", name, value)
		}
	}
	key("expected_votes", c.expected, c.expected > 0)
	key("two_node", 1, c.two)
	key("wait_for_all", c.wfa, c.wfa >= 0)
	key("auto_tie_breaker", 1, c.atb != "")
	key("auto_tie_breaker_node", c.atb, c.atb != "" && c.atb != "lowest")
	key("last_man_standing", 1, c.lms)
	key("expected_votes_tracking", 1, c.tracking)
	if c.device {
		b.WriteString("  device {\n    model: net\n")
		key("  votes", c.deviceVotes, c.deviceVotes >= 0)
		b.WriteString("  }\n")
	}
	b.WriteString("}\nnodelist {\n")
	for i, v := range c.votes {
		fmt.Fprintf(&b, "  node {\n    ring0_addr: 10.0.0.%d\n    name: %s\n    nodeid: %d\n    quorum_votes: %d\n  }\n", i+1, c.name(i), c.ids[i], v)
	}
	b.WriteString("}\n")
	return b.String()
}

func (c vqConfig) name(i int) string { return string(rune('a' + i)) }

func (c vqConfig) sum() (sum int) {
	for _, v := range c.votes {
		sum += v
	}
	return sum
}

// start is what a node has read when it starts, or why it does not.
func (c vqConfig) start() (two, wfa, atb bool, expected, device int, why string) {
	sum, device := c.sum(), 0
	if c.device {
		device = c.deviceVotes // -1: as below
	}
	if c.two && c.device {
		return false, false, false, 0, 0, "two_node and a device"
	}
	two, atb, wfa = c.two, c.atb != "", c.wfa == 1 || c.wfa < 0 && c.two
	if two && atb {
		two = false
	}
	if atb && sum%2 == 1 && !wfa {
		if c.lms {
			return false, false, false, 0, 0, "a tie breaker, last man standing and odd votes"
		}
		atb = false
	}
	switch {
	case c.device && c.lms, c.device && atb:
		return false, false, false, 0, 0, "a device with last man standing or a tie breaker"
	case c.device && device < 0 && c.expected > 0:
		return false, false, false, 0, 0, "a device without votes, and expected votes"
	case c.device && device < 0 && sum != len(c.votes):
		return false, false, false, 0, 0, "a device without votes, and other votes than 1"
	case c.device && device > 0 && c.expected > 0 && c.expected-device < 2:
		return false, false, false, 0, 0, "too many votes of the device"
	}
	expected = sum
	if device < 0 {
		device = sum - 1
		expected += device
	}
	if c.expected > 0 && !c.tracking {
		expected = c.expected
	}
	return two, wfa, atb, expected, device, ""
}

// A vqNode is what a node knows.
type vqNode struct {
	up, quorate, waits, cast bool
	expected, quorum         int
	lowest, highest          int // -1: never quorate
	part, before             uint8
	of                       [maxVotequorum]int // expected votes, as each member said
}

// A vqCluster is a cluster that runs.
type vqCluster struct {
	config           vqConfig
	two, wfa, atb    bool
	expected, device int
	node             [maxVotequorum]vqNode
}

func ones(x uint8) (n int) {
	for ; x != 0; x &= x - 1 {
		n++
	}
	return n
}

// recalculate is recalculate_quorum of node i.
func (c *vqCluster) recalculate(i int, decrease bool) {
	n := &c.node[i]
	votes, members, highest := 0, 0, 0
	for j, v := range c.config.votes {
		if n.part>>j&1 == 1 {
			votes, members = votes+v, members+1
		}
	}
	n.expected = max(n.expected, votes+c.device) // whether it votes or not
	n.of[i] = n.expected
	for j := range c.config.votes {
		if n.part>>j&1 == 1 {
			highest = max(highest, n.of[j])
		}
	}
	if n.cast {
		votes, members = votes+c.device, members+1
	}
	quorum := max((highest+2)/2, (votes+2)/2)
	if !decrease {
		quorum = max(quorum, n.quorum)
	}
	if c.two && members <= 2 {
		quorum = 1
	}
	n.quorum = quorum
	if c.wfa && n.waits {
		if votes != n.expected {
			return
		}
		n.waits = false
	}
	n.quorate = votes >= quorum
	if n.quorate {
		n.lowest, n.highest = 0, 0
		for j, id := range c.config.ids {
			if n.part>>j&1 == 1 {
				if n.lowest == 0 || id < n.lowest {
					n.lowest = id
				}
				n.highest = max(n.highest, id)
			}
		}
	}
	if c.atb && votes == n.expected/2 && ones(n.before)-ones(n.part) < n.quorum && c.breaks(n) {
		n.quorate = true
	}
	if c.wfa {
		n.waits = !n.quorate
	}
}

// breaks is check_auto_tie_breaker.
func (c *vqCluster) breaks(n *vqNode) bool {
	for j, id := range c.config.ids {
		if n.part>>j&1 == 0 {
			continue
		}
		switch c.config.atb {
		case "lowest":
			if id == n.lowest {
				return true
			}
		case "highest":
			if id == n.highest {
				return true
			}
		default: // one node
			if fmt.Sprint(id) == c.config.atb {
				return true
			}
		}
	}
	return false
}

// boot starts node i, alone.
func (c *vqCluster) boot(i int) {
	c.node[i] = vqNode{up: true, expected: c.expected, lowest: -1, highest: -1, waits: c.wfa, part: 1 << i}
	c.recalculate(i, false)
	c.recalculate(i, false)
}

// A vqSaid is a nodeinfo.
type vqSaid struct {
	from, expected int
	quorate, waits bool
}

// move puts the nodes into parts, those in none stop; the device votes in the part with
// this index, or in none.
func (c *vqCluster) move(parts []uint8, voted int) {
	n := len(c.config.votes)
	var in [maxVotequorum]uint8
	for _, p := range parts {
		for i := range n {
			if p>>i&1 == 1 {
				in[i] = p
			}
		}
	}
	for i := range n {
		switch {
		case in[i] == 0:
			c.node[i] = vqNode{}
		case !c.node[i].up:
			c.boot(i)
			c.node[i].part = 0 // it has seen no partition yet
		}
	}
	for at, p := range parts {
		cast := at == voted
		var said []vqSaid
		changed := false
		for i := range n {
			if x := &c.node[i]; p>>i&1 == 1 {
				changed = changed || x.part != p || x.cast != cast
				said = append(said, vqSaid{i, x.expected, x.quorate, x.waits})
			}
		}
		if !changed {
			continue
		}
		for i := range n {
			x := &c.node[i]
			if p>>i&1 == 0 {
				continue
			}
			x.before, x.cast = x.part, cast
			// The others become members as they are heard of; who was one stays one.
			x.part &= p
			x.part |= 1 << i
			for _, m := range said {
				x.part |= 1 << m.from
				decrease := !x.quorate && m.quorate
				if decrease {
					x.expected = m.expected
				}
				x.of[m.from] = x.expected
				if m.quorate {
					x.of[m.from] = m.expected
				}
				c.recalculate(i, decrease)
				if c.wfa && !m.waits && m.quorate {
					x.waits = false
				}
			}
			c.recalculate(i, false)
		}
	}
}

// quorate returns the nodes of a part, and whether some node of it is quorate, and all.
func (c *vqCluster) quorate(part uint8) (some, all bool) {
	all = true
	for i := range c.config.votes {
		if part>>i&1 == 1 {
			some = some || c.node[i].quorate
			all = all && c.node[i].quorate
		}
	}
	return some, all
}

// vqPlaces returns all ways to put n nodes into parts, with some of them stopped.
func vqPlaces(n int) (all [][]uint8) {
	var put func(i int, parts []uint8)
	put = func(i int, parts []uint8) {
		if i == n {
			all = append(all, append([]uint8(nil), parts...))
			return
		}
		put(i+1, parts)
		for k := range parts {
			parts[k] |= 1 << i
			put(i+1, parts)
			parts[k] &^= 1 << i
		}
		put(i+1, append(parts, 1<<i))
	}
	put(0, nil)
	return all
}

// A vqFound is what a search over all moves finds.
type vqFound struct {
	ever   map[uint8]bool // the sets of nodes, and the device as the node behind the last, with a quorate node
	split  [][]uint8      // the moves that lead to two quorate parts, nil if none does
	states int
	whole  bool // no limit was met
}

// search goes through all moves of the cluster, up to a limit of states.
func (c vqConfig) search(limit int) vqFound {
	f := vqFound{ever: map[uint8]bool{}, whole: true}
	two, wfa, atb, expected, device, _ := c.start()
	first := vqCluster{config: c, two: two, wfa: wfa, atb: atb, expected: expected, device: device}
	type reached struct {
		node [maxVotequorum]vqNode
		from int
		by   []uint8
	}
	all := []reached{{node: first.node, from: -1}}
	seen := map[[maxVotequorum]vqNode]bool{first.node: true}
	places := vqPlaces(len(c.votes))
	for at := 0; at < len(all); at++ {
		for _, parts := range places {
			devices := 0
			if c.device {
				devices = len(parts)
			}
			for voted := -1; voted < devices; voted++ {
				now := first
				now.node = all[at].node
				now.move(parts, voted)
				if seen[now.node] {
					continue
				}
				seen[now.node] = true
				if len(all) >= limit {
					f.whole = false
					continue
				}
				all = append(all, reached{now.node, at, parts})
				quorate := 0
				for k, p := range parts {
					if some, _ := now.quorate(p); some {
						quorate++
						if k == voted && device > 0 {
							p |= 1 << len(c.votes)
						}
						f.ever[p] = true
					}
				}
				if quorate > 1 && f.split == nil {
					for i := len(all) - 1; i > 0; i = all[i].from {
						f.split = append([][]uint8{all[i].by}, f.split...)
					}
				}
			}
		}
	}
	f.states = len(all)
	return f
}
