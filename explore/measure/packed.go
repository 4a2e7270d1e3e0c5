package measure

import (
	"reflect"
	"unsafe"

	"qcheck/explore"
	"qcheck/explore/internal/plain"
	"qcheck/explore/obvious"
)

// replayed returns the protocol with marks and counts as its runs are replayed.
func replayed(x *Subject, process int, way Way) obvious.Erased {
	again := x.again.(obvious.Erased)
	local, message := again.Values()
	return obvious.Like(Wrap(again.Protocol, x.other, process, way), State[any]{Local: local}, Message[any]{Msg: message}, &explore.Met{})
}

// searched returns the protocol with marks and counts as it is searched: a local state is the bytes of the protocol's, and
// behind them those of the counts; a message, too, and whether it is marked.
func searched(x *Subject, process int, way Way) plain.Protocol {
	p := explore.PlainOf(x.model)
	w := Wrap(p.Protocol, x.rule, process, way)
	local, message := newPair[Counts](p.Local), newPair[bool](p.Message)
	state := func(v plain.Value) State[plain.Value] {
		l, c := local.parts(v)
		return State[plain.Value]{l, plain.Unpack[Counts](c)}
	}
	packed := func(s State[plain.Value]) plain.Value {
		return local.join(s.Local, unsafe.Pointer(&s.Counts))
	}
	marked := func(v plain.Value) Message[plain.Value] {
		m, mine := message.parts(v)
		return Message[plain.Value]{m, plain.Unpack[bool](mine)}
	}
	steps := func(all []explore.Step[State[plain.Value], Message[plain.Value]]) []explore.Step[plain.Value, plain.Value] {
		var list []explore.Step[plain.Value, plain.Value]
		for _, s := range all {
			y := explore.Step[plain.Value, plain.Value]{Name: s.Name, Kind: s.Kind, Next: packed(s.Next), Undefined: s.Undefined, Overflow: s.Overflow}
			for _, o := range s.Send {
				y.Send = append(y.Send, explore.Out[plain.Value]{To: o.To, Msg: message.join(o.Msg.Msg, unsafe.Pointer(&o.Msg.Mine))})
			}
			list = append(list, y)
		}
		return list
	}
	return plain.Protocol{Local: local.form, Message: message.form, Protocol: explore.Protocol[plain.Value, plain.Value]{
		Name: w.Name, N: w.N, Clock: w.Clock, Selective: w.Selective, Network: w.Network, Faults: w.Faults, Steps: w.Steps, Capacity: w.Capacity,
		Init: func(q int) plain.Value { return packed(w.Init(q)) },
		Actions: func(q int, l plain.Value) []explore.Step[plain.Value, plain.Value] {
			return steps(w.Actions(q, state(l)))
		},
		Deliver: func(q int, l plain.Value, from int, m plain.Value) []explore.Step[plain.Value, plain.Value] {
			return steps(w.Deliver(q, state(l), from, marked(m)))
		},
		Exclusion: explore.Exclusion[plain.Value]{
			Observe: func(q int, l plain.Value) explore.Observation { return w.Observe(q, state(l)) },
		},
	}}
}

// A pair is the form of values of two parts, one behind the other.
type pair struct {
	form, first, second *plain.Form
	at                  uintptr // where the second is
}

func newPair[T comparable](first *plain.Form) pair {
	second, err := plain.FormOf[T]()
	if err != nil {
		panic(err) // it is Counts or bool
	}
	t := reflect.StructOf([]reflect.StructField{{Name: "First", Type: first.Type}, {Name: "Second", Type: second.Type}})
	form, err := plain.FormOfType(t)
	if err != nil {
		panic(err) // the first is of a model
	}
	return pair{form, first, second, t.Field(1).Offset}
}

// join returns a value of a first part and of the second part that is there.
func (x pair) join(first plain.Value, second unsafe.Pointer) plain.Value {
	to := make([]byte, x.form.Type.Size())
	copy(to, first)
	copy(to[x.at:], unsafe.Slice((*byte)(second), x.second.Type.Size()))
	return plain.Value(unsafe.String(&to[0], len(to)))
}

// parts returns the parts of a value.
func (x pair) parts(v plain.Value) (first, second plain.Value) {
	if len(v) == 0 {
		return "", "" // none
	}
	return v[:x.first.Type.Size()], v[x.at:]
}
