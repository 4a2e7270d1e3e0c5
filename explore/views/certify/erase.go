package certify

import (
	"reflect"
	"unsafe"

	"qcheck/explore"
	"qcheck/explore/roles"
)

// A value is a half or a message as its bytes, with those 0 that do not tell values apart, so that there is one checker for
// all protocols. This shares nothing with what package views does to that end.
type value string

func owned(b []byte) value { return value(unsafe.String(unsafe.SliceData(b), len(b))) }

// types are those of the halves and messages of a protocol.
type types struct{ requester, member, up, down form }

// A form is a type with the bytes of its numbers: where they begin and end.
type form struct {
	reflect.Type
	numbers [][2]uintptr
}

func formOf[T any]() form {
	f := form{Type: reflect.TypeFor[T]()}
	f.note(f.Type, 0)
	return f
}

func (f *form) note(t reflect.Type, at uintptr) {
	switch last := len(f.numbers) - 1; {
	case t.Kind() == reflect.Array:
		for i := range t.Len() {
			f.note(t.Elem(), at+uintptr(i)*t.Elem().Size())
		}
	case t.Kind() == reflect.Struct:
		for i := range t.NumField() {
			if t.Field(i).Name != "_" {
				f.note(t.Field(i).Type, at+t.Field(i).Offset)
			}
		}
	case last >= 0 && f.numbers[last][1] == at:
		f.numbers[last][1] = at + t.Size()
	default:
		f.numbers = append(f.numbers, [2]uintptr{at, at + t.Size()})
	}
}

// at returns the value that is somewhere.
func (f *form) at(x unsafe.Pointer) value {
	from, to := unsafe.Slice((*byte)(x), f.Size()), make([]byte, f.Size())
	for _, n := range f.numbers {
		copy(to[n[0]:n[1]], from[n[0]:])
	}
	return owned(to)
}

// of returns a value as it is in its type.
func (f *form) of(v value) any {
	x := reflect.New(f.Type)
	copy(unsafe.Slice((*byte)(x.UnsafePointer()), f.Size()), v)
	return x.Elem().Interface()
}

// parse reads a value as roles.Text writes it.
func (f *form) parse(text string) (value, error) {
	x := reflect.New(f.Type).UnsafePointer()
	err := roles.Parse(f.Type, x, text)
	return f.at(x), err
}

func typed[T any](v value) (x T) {
	copy(unsafe.Slice((*byte)(unsafe.Pointer(&x)), unsafe.Sizeof(x)), v)
	return x
}

// erase returns a protocol as one of values, and its types.
func erase[R, M, A, B comparable](p roles.Protocol[R, M, A, B]) (roles.Protocol[value, value, value, value], *types) {
	e := roles.Protocol[value, value, value, value]{
		Name: p.Name, N: p.N, Clock: p.Clock, Safe: p.Safe, Steps: p.Steps, Selective: p.Selective, Beyond: p.Beyond,
	}
	of := &types{formOf[R](), formOf[M](), formOf[A](), formOf[B]()}
	r, m := p.Requester, p.Member
	e.Requester.Init, e.Member.Init = of.requester.at(unsafe.Pointer(&r.Init)), of.member.at(unsafe.Pointer(&m.Init))
	if r.Local != nil {
		e.Requester.Local = func(self int, h value) []roles.Act[value, value] { return acts(of, r.Local(self, typed[R](h))) }
	}
	if r.Take != nil {
		e.Requester.Take = func(self int, h value, member int, b value, present bool) []roles.Act[value, value] {
			return acts(of, r.Take(self, typed[R](h), member, typed[B](b), present))
		}
	}
	if r.Observe != nil {
		e.Requester.Observe = func(h value) explore.Observation { return r.Observe(typed[R](h)) }
	}
	if m.Take != nil {
		e.Member.Take = func(h value, from roles.Peer, a value, at roles.Stamp) []roles.Reply[value, value] {
			return replies(of, m.Take(typed[M](h), from, typed[A](a), at))
		}
	}
	if m.Local != nil {
		e.Member.Local = func(h value) []roles.Reply[value, value] { return replies(of, m.Local(typed[M](h))) }
	}
	if a := p.Account; a != nil {
		e.Account = &roles.Account[value, value, value, value]{
			Permit: func(b value) bool { return a.Permit(typed[B](b)) }, Return: func(m value) bool { return a.Return(typed[A](m)) },
			Has: func(h value) explore.Set { return a.Has(typed[R](h)) }, Gave: func(h value) roles.Peers { return a.Gave(typed[M](h)) },
			Most: a.Most, Quorums: a.Quorums,
		}
		if a.Given != nil {
			e.Account.Given = func(h value, p roles.Peer) int { return a.Given(typed[M](h), p) }
		}
		if a.Units != nil {
			e.Account.Units = func(h value) int { return a.Units(typed[R](h)) }
		}
	}
	return e, of
}

func acts[R, A comparable](of *types, all []roles.Act[R, A]) []roles.Act[value, value] {
	var list []roles.Act[value, value]
	for _, x := range all {
		y := roles.Act[value, value]{Name: x.Name, Kind: x.Kind, Next: of.requester.at(unsafe.Pointer(&x.Next)), Stamp: x.Stamp, Undefined: x.Undefined, Overflow: x.Overflow}
		for _, o := range x.Send {
			y.Send = append(y.Send, roles.To[value]{Member: o.Member, Msg: of.up.at(unsafe.Pointer(&o.Msg)), Stamped: o.Stamped})
		}
		list = append(list, y)
	}
	return list
}

func replies[M, B comparable](of *types, all []roles.Reply[M, B]) []roles.Reply[value, value] {
	var list []roles.Reply[value, value]
	for _, x := range all {
		y := roles.Reply[value, value]{Name: x.Name, Next: of.member.at(unsafe.Pointer(&x.Next)), Undefined: x.Undefined, Overflow: x.Overflow}
		for _, o := range x.Send {
			y.Send = append(y.Send, roles.Answer[value]{To: o.To, Msg: of.down.at(unsafe.Pointer(&o.Msg)), Stamp: o.Stamp})
		}
		list = append(list, y)
	}
	return list
}
