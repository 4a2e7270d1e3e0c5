package attack

import (
	"encoding/binary"
	"fmt"
	"slices"

	"qcheck/explore"
)

// A mail is a message on its way, with the clock of its sender where every
// message brings that along.
type mail[M comparable] struct {
	Msg   M
	Clock int
	Tag   int // on a network without order, if the machine tells like messages apart
}

// A world is a global state. With causal stamps, stamps are the numbers 1 to k
// in their order, and a clock is the latest stamp in use that is heard of. With
// integer clocks, a stamp is its clock value and process.
type world[L, M comparable] struct {
	Local []L
	Clock []int
	Quiet []bool        // the clock has not ticked since the own last stamp, which is in use
	Asked []int         // counted where bounded
	Chan  [][]mail[M]   // from q to p: number q*n+p
	Down  []bool        // which have crashed
	Left  [4]int        // how many may crash, restart, be lost, be copied
	Past  any           // the history
	Due   []explore.Set // by process: who is still to be told that it has crashed; always there, and empty mostly
}

func (w *world[L, M]) copy() *world[L, M] {
	c := &world[L, M]{slices.Clone(w.Local), slices.Clone(w.Clock), slices.Clone(w.Quiet), slices.Clone(w.Asked), slices.Clone(w.Chan), slices.Clone(w.Down), w.Left, w.Past, slices.Clone(w.Due)}
	for i := range c.Chan {
		c.Chan[i] = slices.Clone(c.Chan[i])
	}
	return c
}

// key is different for different states: it has all values, those of types of the protocol by a number.
func (m *machine[L, M]) key(w *world[L, M]) string {
	var key []byte
	add := func(n int) { key = binary.AppendVarint(key, int64(n)) }
	is := func(yes bool) {
		if yes {
			add(1)
		} else {
			add(0)
		}
	}
	for p, l := range w.Local {
		add(m.number(l))
		add(w.Clock[p])
		is(w.Quiet[p])
		add(w.Asked[p])
		is(w.Down[p])
		add(int(w.Due[p]))
	}
	for _, mails := range w.Chan {
		add(len(mails))
		for _, x := range mails {
			add(m.number(x))
		}
	}
	for _, left := range w.Left {
		add(left)
	}
	add(m.number(fmt.Sprint(w.Past)))
	return string(key)
}

// number returns the number of a value, the same each time.
func (m *machine[L, M]) number(of any) int {
	n, ok := m.numbers[of]
	if !ok {
		if n = len(m.numbers); n == 0 {
			m.numbers = map[any]int{}
		}
		m.numbers[of] = n
	}
	return n
}

// restamped returns a copy with all stamps replaced.
func (w *world[L, M]) restamped(f func(explore.Stamp) explore.Stamp) *world[L, M] {
	c := w.copy()
	for p := range c.Local {
		c.Local[p] = restamp(c.Local[p], f)
	}
	for _, ms := range c.Chan {
		for i := range ms {
			ms[i].Msg = restamp(ms[i].Msg, f)
		}
	}
	return c
}

// inUse returns the stamps in local states and messages, ascending.
func (w *world[L, M]) inUse() []explore.Stamp {
	var all []explore.Stamp
	for _, l := range w.Local {
		all = append(all, stampsIn(l)...)
	}
	for _, ms := range w.Chan {
		for _, m := range ms {
			all = append(all, stampsIn(m.Msg)...)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}
