package tuples

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
// between two of the base, or as one of them of the same owner, if it is not fresh. peers are
// how many stamps of the base the clocks of other processes have passed: a stamp of the other
// in the place of such a clock is laid on both sides of it, since views of several tuples have to
// agree about clocks.
type merge struct {
	base, other sequence
	peers       []int
	shared      []int
	fresh       int // the stamp of the other that is fresh, or 0

	// What was laid: new places, by place, and of the clock and those of peers; 0 is none yet.
	ofBase, ofOther []explore.Stamp
	clocks          []explore.Stamp
	isShared        []bool
}

// each calls f for each way.
func (m *merge) each(f func()) {
	m.ofBase = make([]explore.Stamp, len(m.base.stamps)+1)
	m.ofOther = make([]explore.Stamp, len(m.other.stamps)+1)
	m.isShared = make([]bool, len(m.base.stamps)+1)
	m.clocks = make([]explore.Stamp, 1+len(m.peers))
	for _, b := range m.shared {
		m.isShared[b] = true
	}
	m.lay(1, 1, 1, 0, f)
}

func (m *merge) clock() explore.Stamp { return m.clocks[0] }

func (m *merge) peerClocks() []explore.Stamp { return m.clocks[1:] }

// laid returns a stamp of the base, or of the other, in its new place.
func (m *merge) laid(places []explore.Stamp, s explore.Stamp) explore.Stamp {
	if s == 0 {
		return 0
	}
	return at(places[place(s)], owner(s))
}

// passed returns how many stamps of the base a clock has passed.
func (m *merge) passed(clock int) int {
	if clock == 0 {
		return m.base.passed()
	}
	return m.peers[clock-1]
}

// lay goes on with stamp i of the base and j of the other, and values from at. Between two
// stamps clocks are laid in their order, from the given one on.
func (m *merge) lay(i, j int, at explore.Stamp, from int, f func()) {
	for k := from; k < len(m.clocks); k++ {
		if m.clocks[k] == 0 && m.passed(k) < i && (k > 0 || m.other.passed() < j) {
			m.clocks[k] = at
			m.lay(i, j, at+1, k+1, f)
			m.clocks[k] = 0
		}
	}
	b, o := i <= len(m.base.stamps), j <= len(m.other.stamps)
	end := !b && !o
	for k, laid := range m.clocks {
		if laid == 0 {
			end = false
			b = b && m.passed(k) >= i
			o = o && (k > 0 || m.other.passed() >= j)
		}
	}
	if end {
		f()
		return
	}
	if b && !m.isShared[i] {
		m.ofBase[i] = at
		m.lay(i+1, j, at+1, 0, f)
	}
	if o && m.shared[j] == 0 {
		m.ofOther[j] = at
		m.lay(i, j+1, at+1, 0, f)
	}
	if b && o && (m.shared[j] == i || m.shared[j] == 0 && !m.isShared[i] && j != m.fresh && owner(m.base.stamps[i-1]) == owner(m.other.stamps[j-1])) {
		m.ofBase[i], m.ofOther[j] = at, at
		m.lay(i+1, j+1, at+1, 0, f)
	}
}
