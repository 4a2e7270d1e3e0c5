package reduce

import (
	"slices"

	"qcheck/explore/protocol"
)

// What must happen at a process before something else does: paths among the local
// states that are known.

// A nodeEdge is one way in which a local state goes on.
type nodeEdge struct {
	event Events
	from  int8
	shape uint64 // if it takes a message
	sends protocol.Set
	sent  []sentShape
	seen  bool      // by the history
	to    *nodeInfo // nil if the step is not defined
}

// A sentShape is a message that is sent, by the bit of its shape.
type sentShape struct {
	to    int
	shape uint64
}

// edgesOf returns how a local state may go on by what is known.
func (k *Knowledge) edgesOf(in *nodeInfo) []nodeEdge {
	for ; in.edged < len(in.Facts); in.edged++ {
		f := in.Facts[in.edged]
		for _, o := range k.Run(f.Where(), int(f.From), f.Msg, protocol.Stamp(len(k.ranks(&f.state, &f.Msg))+1)) {
			e := nodeEdge{event: f.Event(), from: f.From, shape: f.Shape, seen: o.seen || f.First.Found.Unlike && k.b.Watched}
			if o.ask {
				e.event = Asking
			}
			for _, s := range o.sent {
				e.sends = e.sends.With(s.To)
				e.sent = append(e.sent, sentShape{s.To, k.shape(channelAt{int(in.process), s.To}, k.b.Packets.At(s.Packet).Msg)})
			}
			if !o.bad {
				e.to = k.addNode(o.next) // it is known
			}
			in.edges = append(in.edges, e)
		}
	}
	return in.edges
}

// in reports whether an edge is one of those that must happen.
func (e *nodeEdge) in(set *Clash) bool {
	return set.Events&e.event != 0 || e.shape != 0 && set.Next[e.from]&e.shape != 0
}

// addTo puts an edge into those that must happen.
func (e *nodeEdge) addTo(set *Clash) {
	if e.shape == 0 {
		set.Events |= e.event
		return
	}
	set.senders = set.senders.With(int(e.from))
	set.Next[e.from] |= e.shape
	set.Later[e.from] |= e.shape
}

// has reports whether some edge of a local state is of one of the events.
func (k *Knowledge) has(in *nodeInfo, ev Events) bool {
	if in.Facts[0].First.Found.Unlike {
		return true // where renamings take it
	}
	for _, e := range k.edgesOf(in) {
		if e.event&ev != 0 {
			return true
		}
	}
	return false
}

// last returns events without which no edge that satisfies the goal is taken from a
// local state on: those of the first such edges on the way.
func (k *Knowledge) last(in *nodeInfo, goal func(from *nodeInfo, e *nodeEdge) bool) Clash {
	k.epoch++
	var set Clash
	in.mark = k.epoch
	for level := []*nodeInfo{in}; len(level) > 0; {
		for _, at := range level {
			edges := k.edgesOf(at)
			for i := range edges {
				if goal(at, &edges[i]) {
					edges[i].addTo(&set)
				}
			}
		}
		var next []*nodeInfo
		for _, at := range level {
			edges := k.edgesOf(at)
			for i := range edges {
				if e := &edges[i]; e.to != nil && e.to.mark != k.epoch && !e.in(&set) {
					e.to.mark = k.epoch
					next = append(next, e.to)
				}
			}
		}
		level = next
	}
	return set
}

// first returns the same for the first step of the way: the events of a local state
// after which an edge that satisfies the goal may be taken, or which are one.
func (k *Knowledge) first(in *nodeInfo, goal func(from *nodeInfo, e *nodeEdge) bool) Clash {
	var set Clash
	edges := k.edgesOf(in)
	for i := range edges {
		if e := &edges[i]; !e.in(&set) && (goal(in, e) || e.to != nil && k.last(e.to, goal) != (Clash{})) {
			e.addTo(&set)
		}
	}
	return set
}

// needed returns sets of events, each of which has one that must happen first.
func (k *Knowledge) needed(in *nodeInfo, goal func(from *nodeInfo, e *nodeEdge) bool) []Clash {
	sets := []Clash{k.last(in, goal)}
	if f := k.first(in, goal); f != sets[0] {
		sets = append(sets, f)
	}
	return sets
}

// Depends returns what the reduction needs of a local state.
func (k *Knowledge) Depends(in *nodeInfo) Dependence {
	first, by := in.Facts[0].First.Node, in.Facts[0].By
	if first.asOf != k.Saturated {
		d := k.DependsAt(first)
		first.needs, first.asOf = &d, k.Saturated
	}
	return k.renamedDependence(first.needs, int(first.process), by)
}

func (k *Knowledge) DependsAt(in *nodeInfo) Dependence {
	type info = nodeInfo
	type edge = nodeEdge
	d := Dependence{Local: k.Conflicts(in.Facts[0])}
	d.Enable = k.needed(in, func(_ *info, e *edge) bool { return e.to != nil && k.has(e.to, LocalSteps) })
	d.Ask = k.last(in, func(_ *info, e *edge) bool { return e.to != nil && k.has(e.to, Asking) })
	for to := range k.b.N {
		d.Send[to] = k.last(in, func(_ *info, e *edge) bool { return e.sends.Has(to) })
		for i, all := 0, min(63, k.count(channelAt{int(in.process), to})); i < all && !k.halted(); i++ { // once it is, this is not used
			d.SendOf[to] = append(d.SendOf[to], k.last(in, func(_ *info, e *edge) bool {
				return slices.Contains(e.sent, sentShape{to, 1 << i})
			}))
		}
	}
	d.Enter = k.needed(in, func(from *info, e *edge) bool { return e.to != nil && e.to.seen != from.seen })
	if k.b.Watched {
		d.See = k.needed(in, func(_ *info, e *edge) bool { return e.seen })
		d.AskSeen = slices.ContainsFunc(k.edgesOf(in), func(e edge) bool { return e.seen && e.event == Asking })
	}
	for _, f := range in.Facts {
		for _, c := range f.First.Found.Changes {
			if k.mayRepair(int(in.process), c) {
				d.Visible |= f.Event()
			}
		}
	}
	for _, e := range k.edgesOf(in) {
		if e.event == Asking && e.to != nil && e.to.seen != in.seen && k.mayRepair(int(in.process), change{in.seen, e.to.seen}) {
			d.Visible |= Asking
		}
	}
	return d
}
