package fair

import (
	"qcheck/explore/internal/engine"
	"qcheck/explore/internal/table"
)

// Messages on a network without order.
//
// Each message is to arrive at some time, whatever arrives meanwhile. So it is not the deliveries of a
// channel that are one fair step, but those of one message. Which one that is, is followed along edges:
// its stamps are renumbered as the edge says, and the processes in it are renamed by the edge's renaming.
// Of messages that are alike, the one that is taken is the one that has waited longest: they can be
// exchanged.
//
// A message of a state of a component that can be taken in all states that it is followed to, and that
// no edge takes, stays for ever in each run that stays in the component: then no fair run does. If there
// is none, a cycle through all states and edges of the component can be made to take, on the way,
// each message, or to come to a state that does not take it, as with mortal stamps. It is enough to follow
// the messages of one state, since each path comes back to it.

func newLabels(e *engine.Engine) *labels {
	return &labels{e: e, ids: map[label]LabelID{}, after: map[carrying]LabelID{}}
}

// A carrying is a label and what happens to it.
type carrying struct {
	label    LabelID
	place    uint8
	kept     engine.StampSetID
	renaming engine.RenamingID
}

// carried returns what a fair step is called after an edge that does not take it, and the renaming that
// follows.
func (ls *labels) carried(l LabelID, e Edge, t engine.RenamingID) LabelID {
	x := ls.all[l-1]
	if x.packet == 0 && t == 0 {
		return l
	}
	key := carrying{l, e.Place, e.Kept, t}
	if x.packet == 0 {
		key.place, key.kept = 0, 0
	}
	to, ok := ls.after[key]
	if !ok {
		if g := ls.e.Group; t != 0 {
			x.process = int8(g.Renamings[t][x.process])
			if x.from >= 0 {
				x.from = int8(g.Renamings[t][x.from])
			}
		}
		if x.packet > 0 {
			x.packet = ls.e.Binding.PacketAfter(x.packet-1, e.Place, e.Kept, t) + 1
		}
		to = ls.number(x)
		ls.after[key] = to
	}
	return to
}

// renaming returns the renaming of an edge, the i-th from a state.
func (g *Graph) renaming(v uint64, i int) engine.RenamingID {
	if g.Renamings == nil {
		return 0
	}
	return g.Renamings[v+uint64(i)]
}

// TooMany reports whether there are more fair steps than can be told apart: then no component says
// anything.
func (g *Graph) TooMany() bool { return g.Labels.over }

// A meeting has the states of a component with the fair steps that were followed to them.
type meeting struct {
	index []uint32 // by state: its place in the component
	width int      // labels, all of them; 0 if there may be more
	bits  []uint64
	far   map[spot]bool // where there may be more
}

// meeting returns an empty one.
func (g *Graph) meeting(c Component) *meeting {
	if g.e.Followed() {
		return &meeting{far: map[spot]bool{}}
	}
	for l := LabelID(1); int(l) <= len(g.Labels.all); l++ {
		for t := range g.e.Group.Order() {
			g.Labels.carried(l, Edge{}, engine.RenamingID(t))
		}
	}
	for i, v := range c.States {
		g.memory.Met[v] = uint32(i)
	}
	width := len(g.Labels.all) + 1
	return &meeting{index: g.memory.Met, width: width, bits: make([]uint64, len(c.States)*width/64+1)}
}

// add adds a state with a fair step, and reports whether it was not there.
func (m *meeting) add(v table.StateID, l LabelID) bool {
	if m.width == 0 {
		x := spot{state: v, label: l}
		was := m.far[x]
		m.far[x] = true
		return !was
	}
	bit := int(m.index[v])*m.width + int(l)
	was := m.bits[bit/64] >> (bit % 64) & 1
	m.bits[bit/64] |= 1 << (bit % 64)
	return was == 0
}

func (m *meeting) clear() {
	clear(m.bits)
	clear(m.far)
}
