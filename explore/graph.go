package explore

import "fmt"

// A graph has the states that a search expanded, with their edges. State numbers
// are positions in the levels.
type graph struct {
	s       *search
	keys    []uint64
	numbers *indexOf
	edges   []arc    // by source
	first   []uint64 // by state: its first edge; one more at the end
	waiting []Set    // by state: the processes that wait
	stuck   []bool   // by state: nothing more has to happen
	stamps  []uint8  // by state: how many causal stamps are in use
	labels  map[uint32]uint16
	texts   []string            // of labels, from 1 on
	ends    map[uint32][]uint16 // by state: the steps that are not defined; they are enabled, and lead nowhere

	floor  []uint8  // by state: the latest immortal stamp of its component, 0 for none
	mortal []uint64 // working memory of raise

	cycling []uint32 // the states that lie on cycles, when that was asked for

	index, low []uint32 // working memory of strong
}

// An arc is an edge: where it leads, which fair step it is (0 for asking), and
// what becomes of stamps.
type arc struct {
	to    uint32 // a state; the number of states for one that was not expanded
	kept  uint32 // the number of the set of stamps in use afterwards, numbered as before with the fresh one in its place
	label uint16
	place uint8 // of the fresh stamp, 0 for none
	leave bool  // a Leave step
}

// graph expands every state once more; nil when that was interrupted.
func (s *search) graph() *graph {
	if s.known != nil {
		return s.known
	}
	g := &graph{s: s, labels: map[uint32]uint16{}, ends: map[uint32][]uint16{}}
	for _, l := range s.levels[:len(s.levels)-1] { // the last one was not expanded, or is empty
		g.keys = append(g.keys, l...)
	}
	g.numbers = newIndexOf(g.keys)
	g.first = make([]uint64, 0, len(g.keys)+1)
	g.waiting = make([]Set, 0, len(g.keys))
	w := s.walker()
	w.found = func(key uint64, ed edge) {
		if ed.flags&oUndefined != 0 {
			if ed.flags&oAsk == 0 || s.e.obliged {
				at := uint32(len(g.first) - 1)
				g.ends[at] = append(g.ends[at], g.label(ed))
			}
			return
		}
		a := arc{to: g.number(key), leave: ed.flags&oLeave != 0, place: ed.place}
		if ed.flags&oAsk == 0 || s.e.obliged {
			a.label = g.label(ed)
		}
		if s.e.causal {
			a.kept = s.e.mask(w.live)
		}
		g.edges = append(g.edges, a)
	}
	for i, key := range g.keys {
		if i%1024 == 0 && s.stop.Load() != nil {
			return nil
		}
		g.first = append(g.first, uint64(len(g.edges)))
		w.expand(key)
		g.waiting = append(g.waiting, w.phases[Waiting])
		g.stuck = append(g.stuck, w.stuck())
		g.stamps = append(g.stamps, uint8(top(w.stamps())))
	}
	g.first = append(g.first, uint64(len(g.edges)))
	g.floor = make([]uint8, len(g.keys))
	s.known = g
	return g
}

// number returns the number of a state.
func (g *graph) number(key uint64) uint32 { return g.numbers.of(key) }

// cyclic reports whether the graph that the search made has a cycle.
func (s *search) cyclic() bool {
	g := s.graph()
	return g != nil && len(g.onCycles()) > 0
}

// label numbers the fair steps from 1 on: the deliveries of one channel are
// one step, and so are the local steps of one name at one process.
func (g *graph) label(ed edge) uint16 {
	key := uint32(ed.process)<<8 | uint32(uint8(ed.from))
	if ed.from < 0 {
		key = uint32(ed.process)<<8 | 1<<16 | uint32(ed.name)<<17
	}
	l, ok := g.labels[key]
	if !ok {
		l = uint16(len(g.labels) + 1)
		g.labels[key] = l
		text := fmt.Sprintf("%d %d", ed.process, ed.from)
		if ed.from < 0 {
			text += " " + g.s.e.names[ed.name]
		}
		g.texts = append(g.texts, text)
	}
	return l
}

// indexOf finds the position of a key.
type indexOf struct {
	slots []uint32
	shift uint
	keys  []uint64
}

func newIndexOf(keys []uint64) *indexOf {
	log := uint(4)
	for 1<<log < 2*len(keys) {
		log++
	}
	x := &indexOf{slots: make([]uint32, 1<<log), shift: 64 - log, keys: keys}
	for n, k := range keys {
		i := spread(k) >> x.shift
		for x.slots[i] != 0 {
			i = (i + 1) & uint64(len(x.slots)-1)
		}
		x.slots[i] = uint32(n) + 1
	}
	return x
}

// of returns the position of a key, and the number of keys when it is none of them.
func (x *indexOf) of(key uint64) uint32 {
	for i := spread(key) >> x.shift; x.slots[i] != 0; i = (i + 1) & uint64(len(x.slots)-1) {
		if n := x.slots[i] - 1; x.keys[n] == key {
			return n
		}
	}
	return uint32(len(x.keys))
}
