package plain

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"qcheck/explore/protocol"
	"qcheck/setsys/slow"
)

// What an erased protocol says is compared with what the protocol says, for states and messages of which the steps
// have different layouts.
func TestErase(t *testing.T) {
	erase[thing, thing](t)
	erase[thing, struct{}](t)
	erase[struct{}, thing](t)
	erase[uint8, [3]uint8](t)
	erase[bool, int64](t)
	erase[entry, uint16](t)
	erase[struct{}, struct{}](t)
}

// random returns a random value without a stamp that no step may have.
func random[T any](r *rand.Rand) (x T) {
	fill(reflect.ValueOf(&x).Elem(), r)
	eachPart(reflect.ValueOf(&x).Elem(), nil, func(v reflect.Value, _ []int) {
		if v.Type() == reflect.TypeFor[protocol.Stamp]() && v.Uint() != 0 {
			v.SetUint(uint64(protocol.Fresh))
		}
	})
	return x
}

func erase[L, M comparable](t *testing.T) {
	t.Helper()
	r := slow.Random(t, 8)
	local, message := random[L](r), random[M](r)
	var steps []protocol.Step[L, M]
	for i := range 4 {
		s := protocol.Step[L, M]{Name: fmt.Sprint("step ", i), Next: random[L](r)}
		for to := range i {
			s.Send = append(s.Send, protocol.Out[M]{To: to, Msg: random[M](r)})
		}
		steps = append(steps, s)
	}
	steps[1].Undefined, steps[2].Overflow = "no case", "full"
	local0 := make([]L, processes)
	sent := protocol.Sent[M]{From: 2, To: 1}
	view := protocol.View[L, M]{Locals: local0, Channels: make([][]M, processes*processes), Down: protocol.SetOf(1), History: 7}
	for p := range processes {
		view.Locals[p] = random[L](r)
		view.Channels[p*processes+1] = []M{random[M](r), random[M](r)}
	}
	seen := ""
	note := func(what string, values ...any) { seen = fmt.Sprintf("%s %+v", what, values) }
	p := protocol.Protocol[L, M]{
		Name: "random", N: processes, Clock: protocol.ClockRule{Attach: protocol.StampedMessages}, Capacity: 3, Network: protocol.Unordered,
		Init: func(q int) L { return view.Locals[q] },
		Starts: func() []protocol.Start[L, M] {
			return []protocol.Start[L, M]{{Locals: make([]L, processes), Sent: []protocol.Sent[M]{sent, sent}}}
		},
		Actions: func(q int, l L) []protocol.Step[L, M] {
			note("actions", q, l)
			return steps
		},
		Deliver: func(q int, l L, from int, m M) []protocol.Step[L, M] {
			note("deliver", q, l, from, m)
			return steps[:2]
		},
		Suspect: func(q int, l L, crashed int) []protocol.Step[L, M] { note("suspect", q, l, crashed); return nil },
		Restart: func(q int, l L) L { note("restart", q, l); return l },
		Exclusion: protocol.Exclusion[L]{
			Observe:  func(q int, l L) protocol.Observation { note("observe", q, l); return protocol.Observation{Units: 3} },
			Standing: func(q int, l L) []protocol.Standing { note("standing", q, l); return make([]protocol.Standing, 2) },
		},
		History: protocol.Watch[L, M](entry{Small: 1}, func(h entry, e protocol.Event[L]) (entry, string) {
			note("after", h, e)
			h.Small++
			return h, "too much"
		}).Seeing(func(e protocol.Event[L]) bool { note("sees", e); return e.Process == 1 }),
		Requires: []protocol.Requirement[L, M]{
			protocol.Always("all", func(v protocol.View[L, M]) string { return fmt.Sprintf("%+v", v) }),
			protocol.LeadsTo("one", func(v protocol.View[L, M]) bool { return len(v.Channel(1, 1)) == 2 }, func(v protocol.View[L, M]) bool { return v.Down == 0 }),
			protocol.AlwaysOf[L, M]("own", func(q int, l L) L { note("see", q, l); return l }, func(all []L) string { return fmt.Sprintf("%+v", all) }),
		},
	}
	e, err := Of(p).Erase(&protocol.Met{})
	if err != nil {
		t.Fatal(err)
	}
	same := func(what string, got, want any) {
		t.Helper()
		if fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) {
			t.Errorf("%T, %T: %s: %+v, not %+v", local, message, what, got, want)
		}
	}
	called := func(what string, values ...any) {
		t.Helper()
		same("what is called", seen, fmt.Sprintf("%s %+v", what, values))
	}
	typed := func(all []protocol.Step[Value, Value]) []protocol.Step[L, M] {
		var list []protocol.Step[L, M]
		for _, s := range all {
			x := protocol.Step[L, M]{Name: s.Name, Next: Unpack[L](s.Next), Undefined: s.Undefined, Overflow: s.Overflow}
			for _, o := range s.Send {
				x.Send = append(x.Send, protocol.Out[M]{To: o.To, Msg: Unpack[M](o.Msg)})
			}
			list = append(list, x)
		}
		return list
	}
	l, m := Pack(e.Local, local), Pack(e.Message, message)
	same("fields", []any{e.Name, e.N, e.Clock, e.Capacity, e.Network}, []any{p.Name, p.N, p.Clock, p.Capacity, p.Network})
	same("Init", Unpack[L](e.Init(2)), view.Locals[2])
	same("Starts", e.Starts(), []protocol.Start[Value, Value]{{
		Locals: []Value{Pack(e.Local, *new(L)), Pack(e.Local, *new(L)), Pack(e.Local, *new(L))},
		Sent:   []protocol.Sent[Value]{{From: 2, To: 1, Msg: Pack(e.Message, *new(M))}, {From: 2, To: 1, Msg: Pack(e.Message, *new(M))}},
	}})
	same("Actions", typed(e.Actions(1, l)), steps)
	called("actions", 1, local)
	same("Deliver", typed(e.Deliver(1, l, 2, m)), steps[:2])
	called("deliver", 1, local, 2, message)
	same("Suspect", len(e.Suspect(1, l, 2)), 0)
	called("suspect", 1, local, 2)
	same("Restart", Unpack[L](e.Restart(1, l)), local)
	called("restart", 1, local)
	same("Observe", e.Observe(1, l), protocol.Observation{Units: 3})
	called("observe", 1, local)
	same("Standing", len(e.Standing(1, l)), 2)
	called("standing", 1, local)
	event := protocol.Event[Value]{Process: 1, From: 2, Step: "s", Before: l, After: e.Init(2)}
	next, overflow := e.WatchedAfter(e.WatchedStart, event)
	same("History", []any{e.Watched.Typed(next), overflow}, []any{entry{Small: 2}, "too much"})
	called("after", entry{Small: 1}, protocol.Event[L]{Process: 1, From: 2, Step: "s", Before: local, After: view.Locals[2]})
	same("Sees", e.WatchedSees(event), true)
	called("sees", protocol.Event[L]{Process: 1, From: 2, Step: "s", Before: local, After: view.Locals[2]})

	var sides []any
	for q := range processes {
		var channels [][]Value
		for to := range processes {
			var list []Value
			for _, m := range view.Channel(q, to) {
				list = append(list, Pack(e.Message, m))
			}
			channels = append(channels, list)
		}
		sides = append(sides, e.SideOf(Pack(e.Local, view.Locals[q]), channels, view.Down.Has(q)))
	}
	sides = append(sides, 7)
	same("Always", e.Requirements[0].Wrong(sides), view)
	from, to := e.Requirements[1].Leads(sides)
	same("LeadsTo", []bool{from, to}, []bool{true, false})
	same("AlwaysOf", e.Requirements[2].Wrong(sides), view.Locals)
	of := e.Requirements[2].Sight
	same("See", Unpack[L](of.See(1, l)), local)
	called("see", 1, local)
	same("what is seen", of.Wrong([]Value{l, l}), []L{local, local})
}

// Of a protocol as its author wrote it, Of takes all fields as they are, as those of another type. So it has to
// put another function in the place of each that knows the protocol's types.
func TestEachTypedFieldIsErased(t *testing.T) {
	var known []string
	var differ func(a, b reflect.Type)
	differ = func(a, b reflect.Type) {
		for i := range a.NumField() {
			switch x, y := a.Field(i), b.Field(i); {
			case x.Type == y.Type:
			case x.Anonymous:
				differ(x.Type, y.Type)
			default:
				known = append(known, x.Name)
			}
		}
	}
	differ(reflect.TypeFor[protocol.Protocol[thing, entry]](), reflect.TypeFor[protocol.Protocol[Value, Value]]())
	slices.Sort(known)
	erased := []string{"Actions", "Deliver", "History", "Init", "Observe", "Requires", "Restart", "Standing", "Starts", "Suspect"}
	if !slices.Equal(known, erased) {
		t.Errorf("fields that know the types: %v; erased are %v", known, erased)
	}
}
