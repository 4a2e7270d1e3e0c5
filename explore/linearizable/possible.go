package linearizable

import (
	"fmt"
	"slices"
	"sort"

	"qcheck/explore"
	"qcheck/explore/internal/plain"
)

// An Object is what is called: its first state, and what a call makes of a state and returns. S, O and R are types as
// those of local states are.
type Object[S, O, R comparable] struct {
	Start S
	Apply func(s S, call O) (next S, result R)
}

// Most is how many configurations may be possible at a time.
const Most = 64

// Possible is what is possible after a part of a run, for calls O with results R on an object with states S. The zero value is
// of no use: see [Object.Begin].
type Possible[S, O, R comparable] struct {
	// Calls has the open call of each client.
	Calls explore.PerProcess[Call[O]]
	// Count configurations are possible, the first ones of Configurations.
	Count          uint8
	Configurations [Most]Configuration[S, R]
	// Unexplained is the client whose call returned what cannot be, which is Result; none while all can be.
	Unexplained explore.Process
	Result      R
}

// A Call is one of a client that has not returned, if it is open.
type Call[O comparable] struct {
	Open bool
	Call O
}

// A Configuration is a state of the object with the open calls that have taken effect.
type Configuration[S, R comparable] struct {
	State  S
	Effect explore.PerProcess[Effect[R]]
}

// An Effect is that of a call, if it has taken effect.
type Effect[R comparable] struct {
	Taken  bool
	Result R
}

// Begin returns what is possible when nothing has happened.
func (x Object[S, O, R]) Begin() Possible[S, O, R] {
	p := Possible[S, O, R]{Count: 1}
	p.Configurations[0].State = x.Start
	return p
}

// Invoke returns what is possible after client p has called. It fails if its last call is open.
func (x Object[S, O, R]) Invoke(h Possible[S, O, R], p int, call O) (next Possible[S, O, R], overflow string) {
	if h.Calls[p].Open {
		return h, fmt.Sprintf("process %d calls before its last call has returned", p+1)
	}
	h.Calls[p] = Call[O]{true, call}
	return h, ""
}

// Return returns what is possible after the call of client p has returned. It fails if there is no such call, or if
// more than [Most] configurations are possible.
func (x Object[S, O, R]) Return(h Possible[S, O, R], p int, result R) (next Possible[S, O, R], overflow string) {
	if !h.Calls[p].Open {
		return h, fmt.Sprintf("a call of process %d returns, and it has made none", p+1)
	}
	var after []Configuration[S, R]
	met := map[Configuration[S, R]]bool{}
	var take func(c Configuration[S, R])
	take = func(c Configuration[S, R]) {
		if met[c] {
			return
		}
		met[c] = true
		if e := c.Effect[p]; e.Taken {
			if e.Result == result {
				c.Effect[p] = Effect[R]{}
				after = append(after, c)
			}
			return
		}
		for q, call := range h.Calls {
			if call.Open && !c.Effect[q].Taken {
				next := c
				next.State, next.Effect[q].Result = x.Apply(c.State, call.Call)
				next.Effect[q].Taken = true
				take(next)
			}
		}
	}
	for _, c := range h.Configurations[:h.Count] {
		take(c)
	}
	h.Calls[p] = Call[O]{}
	if len(after) == 0 {
		return Possible[S, O, R]{Unexplained: explore.ProcessOf(p), Result: result}, ""
	}
	return h.with(after)
}

// with returns h with other configurations.
func (h Possible[S, O, R]) with(all []Configuration[S, R]) (next Possible[S, O, R], overflow string) {
	form, err := plain.FormOf[Configuration[S, R]]()
	if err != nil {
		panic(err)
	}
	sort.Slice(all, func(i, j int) bool {
		return string(plain.Pack(form, all[i])) < string(plain.Pack(form, all[j]))
	})
	all = slices.Compact(all)
	if len(all) > Most {
		return h, fmt.Sprintf("more than %d configurations of the object are possible at a time", Most)
	}
	h.Count, h.Configurations = uint8(len(all)), [Most]Configuration[S, R]{}
	copy(h.Configurations[:], all)
	return h, ""
}

// Normal returns h with its configurations in order.
func (h Possible[S, O, R]) Normal() Possible[S, O, R] {
	next, _ := h.with(h.Configurations[:h.Count:h.Count])
	return next
}

// Wrong returns the empty string, or which result is not explained.
func (h Possible[S, O, R]) Wrong() string {
	if h.Unexplained == 0 {
		return ""
	}
	return fmt.Sprintf("the call of process %d returns %v, which no order of the calls explains", h.Unexplained, h.Result)
}
