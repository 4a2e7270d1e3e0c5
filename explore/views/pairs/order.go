package pairs

import "qcheck/explore"

// A sequence is an order of stamps, and the clock of the process that takes the step.
type sequence struct {
	stamps []explore.Stamp // ascending, with places from 1
	clock  explore.Stamp
}

func (x sequence) passed() int { return int(place(x.clock)) }

// A merge lays two sequences into one: one of a half or a view, the base, and one of a
// message or an effect. Their clock is the same, and so are some stamps: shared has, by stamp
// of the other, that of the base, or 0. The rest is laid in all ways: a stamp of the other
// between two of the base, or as one of them of the same owner, if it is not fresh. peer is
// how many stamps of the base the clock of the other process has passed, or -1 for a base
// without one: a stamp of the other in that place is laid on both sides of it.
type merge struct {
	base, other sequence
	peer        int
	shared      []int
	fresh       int // the stamp of the other that is fresh, or 0

	// What was laid: new places, by place.
	ofBase, ofOther      []explore.Stamp
	clock, peerClock     explore.Stamp
	isShared             []bool
	placed, peerIsPlaced bool
}

// each calls f for each way.
func (m *merge) each(f func()) {
	m.ofBase = make([]explore.Stamp, len(m.base.stamps)+1)
	m.ofOther = make([]explore.Stamp, len(m.other.stamps)+1)
	m.isShared = make([]bool, len(m.base.stamps)+1)
	for _, b := range m.shared {
		m.isShared[b] = true
	}
	m.peerIsPlaced = m.peer < 0
	m.lay(1, 1, 1, f)
}

// laid returns a stamp of the base, or of the other, in its new place.
func (m *merge) laid(places []explore.Stamp, s explore.Stamp) explore.Stamp {
	if s == 0 {
		return 0
	}
	return at(places[place(s)], owner(s))
}

// lay goes on with stamp i of the base and j of the other, and values from at.
func (m *merge) lay(i, j int, at explore.Stamp, f func()) {
	if !m.placed && m.base.passed() < i && m.other.passed() < j {
		m.placed, m.clock = true, at
		m.lay(i, j, at+1, f)
		m.placed = false
		return
	}
	if !m.peerIsPlaced && m.peer < i {
		m.peerIsPlaced, m.peerClock = true, at
		m.lay(i, j, at+1, f)
		m.peerIsPlaced = false
	}
	if i > len(m.base.stamps) && j > len(m.other.stamps) {
		if m.placed && m.peerIsPlaced {
			f()
		}
		return
	}
	b := i <= len(m.base.stamps) && (m.placed || m.base.passed() >= i) && (m.peerIsPlaced || m.peer >= i)
	o := j <= len(m.other.stamps) && (m.placed || m.other.passed() >= j)
	if b && !m.isShared[i] {
		m.ofBase[i] = at
		m.lay(i+1, j, at+1, f)
	}
	if o && m.shared[j] == 0 {
		m.ofOther[j] = at
		m.lay(i, j+1, at+1, f)
	}
	if b && o && (m.shared[j] == i || m.shared[j] == 0 && !m.isShared[i] && j != m.fresh && owner(m.base.stamps[i-1]) == owner(m.other.stamps[j-1])) {
		m.ofBase[i], m.ofOther[j] = at, at
		m.lay(i+1, j+1, at+1, f)
	}
}
