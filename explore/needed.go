package explore

import (
	"slices"

	"qcheck/explore/protocol"
)

// What must happen at a process before something else does: paths among the local
// states that are known.

// A nodeEdge is one way in which a local state goes on.
type nodeEdge struct {
	event protocol.Events
	from  int8
	shape uint64 // if it takes a message
	sends protocol.Set
	sent  []sentShape
	to    *nodeInfo // nil if the step is not defined
}

// A sentShape is a message that is sent, by the bit of its shape.
type sentShape struct {
	to    int
	shape uint64
}

// edgesOf returns how a local state may go on by what is known.
func (k *knowledge) edgesOf(in *nodeInfo) []nodeEdge {
	for ; in.edged < len(in.facts); in.edged++ {
		f := in.facts[in.edged]
		for _, o := range k.run(f.where(), int(f.from), f.msg, protocol.Stamp(len(k.ranks(&f.state, &f.msg))+1)) {
			e := nodeEdge{event: f.event(), from: f.from, shape: f.shape}
			if o.ask {
				e.event = protocol.Asking
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
func (e *nodeEdge) in(set *clash) bool {
	return set.events&e.event != 0 || e.shape != 0 && set.next[e.from]&e.shape != 0
}

// addTo puts an edge into those that must happen.
func (e *nodeEdge) addTo(set *clash) {
	if e.shape == 0 {
		set.events |= e.event
		return
	}
	set.senders = set.senders.With(int(e.from))
	set.next[e.from] |= e.shape
	set.later[e.from] |= e.shape
}

// has reports whether some edge of a local state is of one of the events.
func (k *knowledge) has(in *nodeInfo, ev protocol.Events) bool {
	if in.facts[0].first.found.unlike {
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
func (k *knowledge) last(in *nodeInfo, goal func(from *nodeInfo, e *nodeEdge) bool) clash {
	k.epoch++
	var set clash
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
func (k *knowledge) first(in *nodeInfo, goal func(from *nodeInfo, e *nodeEdge) bool) clash {
	var set clash
	edges := k.edgesOf(in)
	for i := range edges {
		if e := &edges[i]; !e.in(&set) && (goal(in, e) || e.to != nil && k.last(e.to, goal) != (clash{})) {
			e.addTo(&set)
		}
	}
	return set
}

// needed returns sets of events, each of which has one that must happen first.
func (k *knowledge) needed(in *nodeInfo, goal func(from *nodeInfo, e *nodeEdge) bool) []clash {
	sets := []clash{k.last(in, goal)}
	if f := k.first(in, goal); f != sets[0] {
		sets = append(sets, f)
	}
	return sets
}

// depends returns what the reduction needs of a local state.
func (k *knowledge) depends(in *nodeInfo) dependence {
	first, by := in.facts[0].first.node, in.facts[0].by
	if first.asOf != k.settled {
		d := k.dependsAt(first)
		first.needs, first.asOf = &d, k.settled
	}
	return k.renamedDependence(first.needs, int(first.process), by)
}

func (k *knowledge) dependsAt(in *nodeInfo) dependence {
	type info = nodeInfo
	type edge = nodeEdge
	d := dependence{local: k.conflicts(in.facts[0])}
	d.enable = k.needed(in, func(_ *info, e *edge) bool { return e.to != nil && k.has(e.to, protocol.LocalSteps) })
	d.ask = k.last(in, func(_ *info, e *edge) bool { return e.to != nil && k.has(e.to, protocol.Asking) })
	for to := range k.b.N {
		d.send[to] = k.last(in, func(_ *info, e *edge) bool { return e.sends.Has(to) })
		for i, all := 0, min(63, k.count(channelAt{int(in.process), to})); i < all && !k.halted(); i++ { // once it is, this is not used
			d.sendOf[to] = append(d.sendOf[to], k.last(in, func(_ *info, e *edge) bool {
				return slices.Contains(e.sent, sentShape{to, 1 << i})
			}))
		}
	}
	d.enter = k.needed(in, func(from *info, e *edge) bool { return e.to != nil && e.to.seen != from.seen })
	for _, f := range in.facts {
		for _, c := range f.first.found.changes {
			if k.mends(int(in.process), c) {
				d.visible |= f.event()
			}
		}
	}
	for _, e := range k.edgesOf(in) {
		if e.event == protocol.Asking && e.to != nil && e.to.seen != in.seen && k.mends(int(in.process), change{in.seen, e.to.seen}) {
			d.visible |= protocol.Asking
		}
	}
	return d
}
