package explore

import "math/bits"

// An edge says which step leads from a state to a successor: the process that
// takes it, the process whose message it takes (-1 for a local step), which of
// the outcomes it is (see outcome.nth), and the place of a fresh stamp (0 for
// none).
type edge struct {
	process int8
	from    int8
	place   uint8
	outcome uint16
	name    uint16
	flags   uint16
}

// A walker computes successors, with working memory of its own.
type walker struct {
	e     *engine
	t     *tree
	key   uint64   // of the state
	val   []uint32 // of the state
	next  []uint32 // of the successor
	found func(key uint64, ed edge)
	pick  *chooser // nil for no reduction

	enabled   int      // outcomes seen, but for Ask steps
	leaving   int      // Leave steps among them
	asks      int      // Ask steps seen, also those beyond the bound of requests if asking is fair
	undefined bool     // a step that is not defined was met
	overflows []uint32 // texts of the bounds of the model that steps pass, in all states expanded
	beyond    int64
	phases    [4]Set // processes by phase
	live      uint64 // causal: the stamps in use after the last edge, numbered with a fresh one in its place
}

func newWalker(e *engine, t *tree) *walker {
	size := 2*e.n - 1
	return &walker{e: e, t: t, val: make([]uint32, size), next: make([]uint32, size)}
}

// expand decodes a state and calls found for every edge from it; with a
// chooser, for every edge of a stubborn set.
func (w *walker) expand(key uint64) {
	w.load(key)
	e := w.e
	if w.pick == nil {
		for p := range e.n {
			for _, o := range e.acts(w.val[p]) {
				w.follow(p, -1, o, 0)
			}
		}
		for q := range e.n {
			to := e.block.at(w.val[q])[rowTo]
			for ; to != 0; to &= to - 1 {
				p := bits.TrailingZeros32(to)
				list, rest := w.taking(q, p)
				for _, o := range list {
					w.follow(p, q, o, rest)
				}
			}
		}
		return
	}
	c := w.pick
	c.val = w.val
	for p := range e.n {
		c.enabled[p], c.filled[p] = 0, 0
	}
	for p := range e.n {
		for _, o := range e.acts(w.val[p]) {
			if o.flags&oAsk != 0 {
				c.enabled[p] |= Asking
			} else {
				c.enabled[p] |= LocalSteps
			}
		}
		for to := e.block.at(w.val[p])[rowTo]; to != 0; to &= to - 1 {
			r := bits.TrailingZeros32(to)
			c.filled[r] |= 1 << p
			if list, _ := w.taking(p, r); len(list) > 0 {
				c.enabled[r] |= 1 << p
			}
		}
	}
	c.choose()
	for p := range e.n {
		left := c.enabled[p] &^ c.best[p]
		c.saved += int64(bits.OnesCount32(uint32(left)))
		w.enabled += bits.OnesCount32(uint32(left &^ Asking))
		on := c.best[p] & c.enabled[p]
		if on&(Asking|LocalSteps) != 0 {
			for _, o := range e.acts(w.val[p]) {
				if o.flags&oAsk != 0 && on&Asking != 0 || o.flags&oAsk == 0 && on&LocalSteps != 0 {
					w.follow(p, -1, o, 0)
				}
			}
		}
		for from := uint32(on &^ (Asking | LocalSteps)); from != 0; from &= from - 1 {
			q := bits.TrailingZeros32(from)
			list, rest := w.taking(q, p)
			for _, o := range list {
				w.follow(p, q, o, rest)
			}
		}
	}
}

// taking returns what process p may do with the message from q that is its turn,
// and the block of q without it.
func (w *walker) taking(q, p int) ([]outcome, uint32) {
	msg, rest := w.e.pop(w.val[q], p)
	list := w.receive(q, p, msg, rest)
	if len(list) == 0 && w.e.selective {
		for i := 1; ; i++ {
			msg, rest, ok := w.e.pick(w.val[q], p, i)
			if !ok {
				break
			}
			if list := w.receive(q, p, msg, rest); len(list) > 0 {
				return list, rest
			}
		}
	}
	return list, rest
}

// receive returns what process p does with a message from q, whose block
// without the message is rest.
func (w *walker) receive(q, p int, msg, rest uint32) []outcome {
	at := w.val[p]
	if p == q {
		at = rest
	}
	return w.e.receive(at, q, msg)
}

// load decodes a state and notes what is to be seen of it.
func (w *walker) load(key uint64) {
	w.key = key
	w.e.decode(w.t, key, w.val)
	w.enabled, w.leaving, w.asks, w.undefined = 0, 0, 0, false
	w.phases = [4]Set{}
	for p := range w.e.n {
		phase := w.e.block.at(w.val[p])[rowSeen] & 3
		w.phases[phase] = w.phases[phase].With(p)
	}
}

// stamps returns the causal stamps in use in the state.
func (w *walker) stamps() uint64 {
	var live uint64
	for _, block := range w.val[:w.e.n] {
		row := w.e.block.at(block)
		live |= uint64(row[rowLive]) | uint64(row[rowLive2])<<32
	}
	return live
}

// stuck reports whether nothing more has to happen in the state last expanded.
func (w *walker) stuck() bool { return w.enabled == 0 && (w.asks == 0 || !w.e.obliged) }

// quiet reports whether nothing more has to happen in it if nobody leaves.
func (w *walker) quiet() bool { return w.enabled == w.leaving && (w.asks == 0 || !w.e.obliged) }

// reach passes a successor on, unless it has no key: then the search ends soon.
func (w *walker) reach(key uint64, ed edge) {
	if key != 0 {
		w.found(key, ed)
	}
}

// follow makes the successors by one outcome.
func (w *walker) follow(p, q int, o outcome, rest uint32) {
	if o.flags&oAsk == 0 {
		w.enabled++
		if o.flags&oLeave != 0 {
			w.leaving++
		}
	} else {
		w.asks++
		if o.flags&oSpent != 0 {
			return
		}
	}
	ed := edge{process: int8(p), from: int8(q), outcome: o.nth, name: o.name, flags: o.flags}
	if o.flags&(oUndefined|oBeyond|oOverflow) != 0 {
		switch {
		case o.flags&oUndefined != 0:
			w.undefined = true
			w.found(0, ed)
		case o.flags&oOverflow != 0:
			w.overflows = append(w.overflows, o.block)
		default:
			w.beyond++
		}
		return
	}
	copy(w.next, w.val)
	set := uint32(1) << p
	if q >= 0 && q != p {
		w.next[q] = rest
		set |= 1 << q
	}
	w.next[p] = o.block
	if !w.e.causal {
		w.reach(w.e.encode(w.t, w.key, w.next, set), ed)
		return
	}
	if o.flags&oFresh == 0 {
		w.reach(w.canonical(set), ed)
		return
	}
	m := top(w.stamps())
	if m+1 > maxStamps {
		w.overflows = append(w.overflows, w.e.manyStamps())
		return
	}
	saved := append([]uint32(nil), w.next[:w.e.n]...)
	for place := int(o.heard) + 1; place <= m+1; place++ {
		copy(w.next, w.val)
		changed := set
		for r := range w.e.n {
			w.next[r] = saved[r]
			row := w.e.block.at(saved[r])
			if r == p || row[rowNews] != 0 || int(row[rowHeard]) >= place || top(uint64(row[rowLive])|uint64(row[rowLive2])<<32) >= place {
				w.next[r] = w.e.remap(saved[r], opPlace|uint32(place))
				changed |= 1 << r
			}
		}
		ed.place = uint8(place)
		w.reach(w.canonical(changed), ed)
	}
}

// canonical drops the stamps of the successor that are in use no more, makes
// what messages have heard of canonical, and returns the key. The leaves in
// the set are those that differ from the state's.
func (w *walker) canonical(set uint32) uint64 {
	e := w.e
	var live uint64
	for r := range e.n {
		row := e.block.at(w.next[r])
		live |= uint64(row[rowLive]) | uint64(row[rowLive2])<<32
	}
	w.live = live
	// What was heard of a stamp that is gone also must become one below, so
	// stamps above the highest in use count as a gap.
	gap := 0
	for live>>gap&1 != 0 {
		gap++
	}
	number := uint32(0)
	for r := range e.n {
		row := e.block.at(w.next[r])
		if int(row[rowHeard]) <= gap && row[rowNews] == 0 && top(uint64(row[rowLive])|uint64(row[rowLive2])<<32) <= gap {
			continue
		}
		if number == 0 {
			number = e.mask(live)
		}
		if b := e.remap(w.next[r], opCompress|number); b != w.next[r] {
			w.next[r] = b
			set |= 1 << r
		}
	}
	if e.attach == EveryMessage {
		for q := range e.n {
			news := e.block.at(w.next[q])[rowNews]
			for p := 0; news != 0; p, news = p+1, news>>1 {
				if news&1 == 0 {
					continue
				}
				heard := e.block.at(w.next[p])[rowHeard]
				if b := e.remap(w.next[q], opNews|uint32(p)<<8|heard); b != w.next[q] {
					w.next[q] = b
					set |= 1 << q
				}
			}
		}
	}
	return e.encode(w.t, w.key, w.next, set)
}

func (e *engine) manyStamps() uint32 {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.text("more than 62 time stamps are in use at one time")
}
