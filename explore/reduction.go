package explore

import (
	"sync/atomic"
)

// A dependence is what a Partial says of one record.
type dependence struct {
	local   Events
	enable  []Events
	ask     Events
	visible Events
	enter   []Events
	send    [MaxProcesses]Events
}

// A reduction keeps what a Partial says, by number.
type reduction struct {
	e       *engine
	partial partialHandlers
	of      arena[dependenceID, dependence]
	byRec   map[recordID]dependenceID
	taking  *memo[Events]
}

// partialHandlers calls the functions of a Partial.
type partialHandlers interface {
	dependence(rec recordID) dependence
	take(rec recordID, from int, packet packetID) Events
	harm(seen []observationID) []Set // takes the lock
}

func newReduction(e *engine, partial partialHandlers) *reduction {
	return &reduction{e: e, partial: partial, byRec: map[recordID]dependenceID{}, taking: newMemo[Events]()}
}

// dependence returns the dependence of a block's record.
func (r *reduction) dependence(block blockID) *dependence {
	row := r.e.blocks.at(block)
	id := atomic.LoadUint32(&row[rowDependence])
	if id == 0 {
		id = r.e.fill(&row[rowDependence], func() uint32 {
			rec := row.record()
			if r.byRec[rec] == 0 {
				r.byRec[rec] = r.of.add(r.partial.dependence(rec))
			}
			return uint32(r.byRec[rec])
		})
	}
	return r.of.at(dependenceID(id))
}

// take returns the events that may not commute with taking a packet.
func (r *reduction) take(block blockID, from int, packet packetID) Events {
	key := deliveryKey(block, from, packet)
	ev, ok := r.taking.get(key)
	if !ok {
		ev = r.taking.fill(&r.e.mu, key, func() Events {
			return r.partial.take(r.e.blocks.at(block).record(), from, packet)
		})
	}
	return ev
}

// A partialBinding binds a reduction to a protocol.
type partialBinding[L, M comparable] struct{ *binding[L, M] }

func (b partialBinding[L, M]) dependence(rec recordID) dependence {
	r, h := b.records.at(rec), b.p.Partial
	p := int(r.process)
	d := dependence{local: AllEvents, enable: []Events{AllEvents}, ask: AllEvents, visible: LocalSteps, enter: []Events{LocalSteps}}
	if h.Visible != nil {
		d.visible = h.Visible(p, r.state)
	}
	if h.Enter != nil {
		d.enter = h.Enter(p, r.state)
	}
	if h.Local != nil {
		d.local = h.Local(p, r.state)
	}
	if h.Enable != nil {
		d.enable = h.Enable(p, r.state)
	}
	if h.Ask != nil {
		d.ask = h.Ask(p, r.state)
	}
	for to := range b.n {
		d.send[to] = AllEvents
		if h.Send != nil {
			d.send[to] = h.Send(p, r.state, to)
		}
	}
	if b.spent(r) {
		d.ask = NoEvents // never again
	}
	return d
}

func (b partialBinding[L, M]) take(rec recordID, from int, packet packetID) Events {
	if b.p.Partial.Take == nil {
		return AllEvents
	}
	r := b.records.at(rec)
	return b.p.Partial.Take(int(r.process), r.state, from, b.packets.at(packet).msg)
}

func (b partialBinding[L, M]) harm(seen []observationID) []Set {
	if b.p.Partial.Harm == nil {
		return []Set{All(b.n)}
	}
	return b.p.Partial.Harm(b.observed(seen))
}
