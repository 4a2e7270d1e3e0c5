package linearizable

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/anishathalye/porcupine"
)

// An event is the invocation of a call by a client, or its return.
type event struct {
	client  int
	returns bool
	value   uint8 // the call, or the result
}

// Calls of a register of two values: 0 reads, 1 and 2 write 0 and 1 and return 2. Calls of a queue of
// at most three values: 0 takes the first one and returns it, or 3 if there is none; 1 and 2 put one at the end and return 2.
func register(s, call uint8) (uint8, uint8) {
	if call == 0 {
		return s, s
	}
	return call - 1, 2
}

type queue struct {
	Len    uint8
	Values [3]uint8
}

func dequeue(q queue, call uint8) (queue, uint8) {
	if call > 0 {
		if q.Len < 3 {
			q.Values[q.Len] = call - 1
			q.Len++
		}
		return q, 2
	}
	if q.Len == 0 {
		return q, 3
	}
	first := q.Values[0]
	q.Values = [3]uint8{q.Values[1], q.Values[2]}
	q.Len--
	return q, first
}

// judge goes through events, and says after how many of them there is no linearization; -1 if there is one of all.
func judge[S comparable](t *testing.T, x Object[S, uint8, uint8], events []event) int {
	h := x.Begin()
	for i, e := range events {
		var overflow string
		if e.returns {
			h, overflow = x.Return(h, e.client, e.value)
		} else {
			h, overflow = x.Invoke(h, e.client, e.value)
		}
		if overflow != "" {
			t.Fatalf("%v: %s", events, overflow)
		}
		if h != h.Normal() {
			t.Fatalf("%v: not normal: %+v", events, h)
		}
		if h.Wrong() != "" {
			return i
		}
	}
	return -1
}

// oracle says the same by another program, which is given each beginning of the events as a whole. An open call returns
// at the end what it may.
func oracle[S comparable](x Object[S, uint8, uint8], events []event) int {
	const any = 99
	model := porcupine.Model{
		Init: func() interface{} { return x.Start },
		Step: func(s, call, result interface{}) (bool, interface{}) {
			next, r := x.Apply(s.(S), call.(uint8))
			return result.(uint8) == any || result.(uint8) == r, next
		},
	}
	for i := range events {
		var all []porcupine.Event
		open := map[int]int{}
		for id, e := range events[:i+1] {
			if e.returns {
				all = append(all, porcupine.Event{ClientId: e.client, Kind: porcupine.ReturnEvent, Value: e.value, Id: open[e.client]})
				delete(open, e.client)
			} else {
				all = append(all, porcupine.Event{ClientId: e.client, Kind: porcupine.CallEvent, Value: e.value, Id: id})
				open[e.client] = id
			}
		}
		for client, id := range open {
			all = append(all, porcupine.Event{ClientId: client, Kind: porcupine.ReturnEvent, Value: uint8(any), Id: id})
		}
		if !porcupine.CheckEvents(model, all) {
			return i
		}
	}
	return -1
}

func agree[S comparable](t *testing.T, x Object[S, uint8, uint8], events []event) (linearizable bool) {
	got, want := judge(t, x, events), oracle(x, events)
	if got != want {
		t.Fatalf("%+v: wrong at %d, and porcupine says at %d", events, got, want)
	}
	return got < 0
}

// All sequences of five events of two clients, and random ones of four.
func TestPossible(t *testing.T) {
	reg, que := Object[uint8, uint8, uint8]{Apply: register}, Object[queue, uint8, uint8]{Apply: dequeue}
	counts := map[string]int{}
	var all func(events []event, open [2]bool)
	all = func(events []event, open [2]bool) {
		if len(events) == 5 {
			counts[fmt.Sprint("register ", agree(t, reg, events))]++
			counts[fmt.Sprint("queue ", agree(t, que, events))]++
			return
		}
		for client := range open {
			after := open
			after[client] = !open[client]
			values := uint8(3)
			if open[client] {
				values = 4
			}
			for value := range values {
				all(append(events[:len(events):len(events)], event{client, open[client], value}), after)
			}
		}
	}
	all(nil, [2]bool{})
	if counts["register true"] < 900 || counts["register false"] < 1000 || counts["queue true"] < 1000 || counts["queue false"] < 1000 {
		t.Errorf("%v", counts)
	}
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 1))
		var events []event
		var open [4]bool
		state, calls := queue{}, [4]uint8{}
		results := [4]int{-1, -1, -1, -1}
		for range 14 {
			client := r.IntN(4)
			if !open[client] {
				open[client], calls[client], results[client] = true, uint8(r.IntN(3)), -1
				events = append(events, event{client, false, calls[client]})
				continue
			}
			// Other open calls take effect at random before; sometimes the result is another one.
			for _, c := range r.Perm(4) {
				if open[c] && results[c] < 0 && (c == client || r.IntN(2) == 0) {
					var result uint8
					state, result = dequeue(state, calls[c])
					results[c] = int(result)
				}
			}
			result := uint8(results[client])
			if r.IntN(12) == 0 {
				result = uint8(r.IntN(4))
			}
			open[client] = false
			events = append(events, event{client, true, result})
		}
		counts[fmt.Sprint("random ", agree(t, que, events))]++
	}
	if counts["random true"] < 50 || counts["random false"] < 50 {
		t.Errorf("%v", counts)
	}
	t.Log(counts)
}

// What clients may not do is no violation.
func TestPossibleRefuses(t *testing.T) {
	x := Object[uint8, uint8, uint8]{Apply: register}
	if _, overflow := x.Return(x.Begin(), 0, 0); overflow != "a call of process 1 returns, and it has made none" {
		t.Error(overflow)
	}
	h, _ := x.Invoke(x.Begin(), 0, 0)
	if _, overflow := x.Invoke(h, 0, 0); overflow != "process 1 calls before its last call has returned" {
		t.Error(overflow)
	}
	counter := Object[uint8, uint8, uint8]{Apply: func(s, call uint8) (uint8, uint8) { return s*3 + call, 0 }}
	h = counter.Begin()
	for p := range 7 {
		h, _ = counter.Invoke(h, p, uint8(p))
	}
	if _, overflow := counter.Return(h, 0, 0); overflow != "more than 64 configurations of the object are possible at a time" {
		t.Error(overflow)
	}
}
