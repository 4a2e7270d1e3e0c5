package everyn

import (
	"slices"

	"qcheck/explore"
)

// An oracle answers for a structure of which nothing is known (see roles.Structure): a call of a requester's handler is made again for each answer. What it
// knows is that the quorum that was asked is one, that no quorum is empty, and that what is asked besides was not asked.
type oracle struct {
	script, widths []int // the answers of this call, and how many there were to choose from
	active         bool
	seats          []int       // the numbers of members
	alike          int         // from which one on each two are alike; -1 for none
	asked          explore.Set // the quorum that was asked
	together       bool        // all sets that may be asked are one answer
	others         bool        // members were chosen that are asked besides
	enough         explore.Set // that has a quorum in it
	said           int         // the answer to all further questions, if it is not 0: 1 for no, 2 for yes
}

// each calls f once for each way in which the questions may be answered that it asks.
func (o *oracle) each(f func()) {
	for o.script = nil; ; {
		o.widths, o.others, o.enough, o.said = nil, false, 0, 0
		f()
		o.script = append(o.script, make([]int, len(o.widths)-len(o.script))...)
		for len(o.script) > 0 && o.script[len(o.script)-1] == o.widths[len(o.script)-1]-1 {
			o.script = o.script[:len(o.script)-1]
		}
		if len(o.script) == 0 {
			return
		}
		o.script[len(o.script)-1]++
	}
}

// mostAnswers is how many sets there may be to ask besides.
const mostAnswers = 1 << 10

// asks refuses questions of functions that must not ask.
func (o *oracle) asks() {
	if !o.active {
		panic(refusal("quorums are looked at where none is asked"))
	}
}

// choose returns one of n answers, from 0.
func (o *oracle) choose(n int) int {
	o.asks()
	i := len(o.widths)
	if o.widths = append(o.widths, n); i < len(o.script) {
		return o.script[i]
	}
	return 0
}

func (o *oracle) Says() bool {
	if o.said == 0 {
		x := 1 + o.choose(2)
		if o.together && o.others {
			o.said = x
		}
		return x == 2
	}
	return o.said == 2
}

func (o *oracle) Enough(k explore.Set) bool {
	o.asks()
	switch {
	case k == 0:
		return false
	case o.asked != 0 && k.Contains(o.asked):
		o.enough = o.asked
		return true
	case o.choose(2) == 0:
		return false
	}
	o.enough = k
	return true
}

func (o *oracle) Others(but explore.Set) []explore.Set {
	all := []explore.Set{0}
	for i, number := range o.seats {
		for _, s := range slices.Clone(all) {
			twin := o.alike >= 0 && i >= o.alike && (i-o.alike)%2 == 1
			if !but.Has(number) && !(twin && !s.Has(o.seats[i-1])) {
				all = append(all, s.With(number))
			}
		}
		if len(all) > mostAnswers {
			panic(refusal("there are too many ways to ask further members"))
		}
	}
	if o.together {
		if o.choose(2) == 0 || len(all) == 1 {
			return nil
		}
		o.others = true
		return all[1:]
	}
	i := o.choose(len(all))
	if i == 0 {
		return nil
	}
	o.others = true
	return all[i : i+1]
}
