package obvious

import (
	"reflect"
	"slices"
	"sync"
	"unsafe"

	"qcheck/explore"
)

// The stamps in values of any type, found once for each type; and the causal ones of a state.

// each returns a copy of a local state, a message or a history's value in which f has replaced every stamp.
func each(v any, f func(x *explore.Stamp, heard bool)) any {
	if v == nil || !Stamped(reflect.TypeOf(v)) {
		return v // it need not be copied
	}
	x := reflect.New(reflect.TypeOf(v))
	x.Elem().Set(reflect.ValueOf(v))
	if is := stampsOf(reflect.TypeOf(v)); is.nests {
		walk(x.Elem(), f)
	} else {
		for _, at := range is.at {
			f((*explore.Stamp)(unsafe.Add(x.UnsafePointer(), at)), false)
		}
	}
	return x.Elem().Interface()
}

// read calls f for each stamp in such a value.
func read(v any, f func(x explore.Stamp)) {
	if v == nil {
		return
	}
	if is := stampsOf(reflect.TypeOf(v)); is.nests {
		each(v, func(x *explore.Stamp, _ bool) { f(*x) })
	} else {
		is.read(v, f)
	}
}

func (is stamps) read(v any, f func(x explore.Stamp)) {
	at := (*[2]unsafe.Pointer)(unsafe.Pointer(&v))[1] // an interface has the address of a value with stamps
	for _, offset := range is.at {
		f(*(*explore.Stamp)(unsafe.Add(at, offset)))
	}
}

// each is the same of a state, and of what was heard of in it.
func (s State) each(f func(x *explore.Stamp, heard bool)) State {
	s = s.copy()
	s.replace(f)
	return s
}

// replace lets f replace every stamp in a state, but not in the packets of others that it shares.
func (s *State) replace(f func(x *explore.Stamp, heard bool)) {
	for p, l := range s.Local {
		s.Local[p] = each(l, f)
	}
	for p := range s.Heard {
		f((*explore.Stamp)(&s.Heard[p]), true)
	}
	for i, channel := range s.Channels {
		s.Channels[i] = slices.Clone(channel)
		for j, k := range channel {
			s.Channels[i][j].Msg = each(k.Msg, f)
			f((*explore.Stamp)(&s.Channels[i][j].Heard), true)
		}
	}
	s.History = each(s.History, f)
}

// eachOf is the same of a step.
func eachOf(step explore.Step[any, any], f func(x *explore.Stamp, heard bool)) explore.Step[any, any] {
	step.Next, step.Send = each(step.Next, f), slices.Clone(step.Send)
	for i, m := range step.Send {
		step.Send[i].Msg = each(m.Msg, f)
	}
	return step
}

func walk(v reflect.Value, f func(x *explore.Stamp, heard bool)) {
	switch t := v.Type(); {
	case t == reflect.TypeFor[explore.Stamp]():
		f((*explore.Stamp)(unsafe.Pointer(v.UnsafeAddr())), false)
	case t.Kind() == reflect.Struct:
		for i := range t.NumField() {
			walk(v.Field(i), f)
		}
	case t.Kind() == reflect.Interface:
		if !v.IsNil() {
			v.Set(reflect.ValueOf(each(v.Interface(), f)))
		}
	case t.Kind() == reflect.Array:
		for i := range v.Len() {
			walk(v.Index(i), f)
		}
	}
}

// stamps says where values of a type have stamps: at these offsets; and whether it has values of any type in it,
// which may have some.
type stamps struct {
	at    []uintptr
	nests bool
}

var known sync.Map // of stamps, by type

// stampsOf returns where values of a type, a local state's or a message's, have stamps.
func stampsOf(t reflect.Type) stamps {
	if is, ok := known.Load(t); ok {
		return is.(stamps)
	}
	is, zero := stamps{nests: nests(t)}, reflect.New(t)
	walk(zero.Elem(), func(x *explore.Stamp, _ bool) {
		is.at = append(is.at, uintptr(unsafe.Pointer(x))-zero.Pointer())
	})
	known.Store(t, is)
	return is
}

// Stamps returns a copy of a value in which f has replaced every stamp but those that are zero.
func Stamps(v any, f func(x *explore.Stamp)) any {
	return each(v, func(x *explore.Stamp, _ bool) {
		if *x != 0 {
			f(x)
		}
	})
}

// Stamped reports whether values of a type may have stamps in them.
func Stamped(t reflect.Type) bool {
	is := stampsOf(t)
	return is.nests || len(is.at) > 0
}

// nests reports whether values of a type have others of any type in them, which may have stamps.
func nests(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Interface:
		return true
	case reflect.Struct:
		for f := range t.Fields() {
			if nests(f.Type) {
				return true
			}
		}
	case reflect.Array:
		return nests(t.Elem())
	}
	return false
}

// places returns the first and the last place that the fresh stamp of a course may take; 0 twice where none has one.
func (w *world) places(s State, c course) (first, last int) {
	if w.Integer || c.fresh == 0 || c.equal {
		return 0, 0
	}
	return int(c.base) + 1, len(s.inUse())
}

// placed returns the state to which a course leads from s with the fresh stamp in a place, if it has one, and the
// causal stamps as they have to be; and which of them are in use, as they are without those that went out of use.
func (w *world) placed(s State, c course, place int) (State, []explore.Stamp) {
	t := w.watched(s, w.moved(s, c), c)
	if w.Integer {
		return w.inOrder(t), nil
	}
	if place > 0 {
		t.replace(func(x *explore.Stamp, _ bool) {
			if *x == explore.Fresh {
				*x = explore.Stamp(place)
			} else if int(*x) >= place {
				*x++
			}
		})
	}
	used, numbered := t.canonical(w.Selective || !w.Network.Ordered() || w.Faults.Lose > 0 || w.Faults.Restart > 0)
	if numbered && place == 0 && w.Clock.Attach != explore.EveryMessage {
		return w.touched(t, c), used
	}
	return w.inOrder(t), used
}

// inUse returns 0 and the stamps in use, ascending: those in local states and
// messages, and those that processes may make again.
func (s State) inUse() []explore.Stamp {
	used := make([]explore.Stamp, 1, 64)
	use := func(x explore.Stamp) {
		if !slices.Contains(used, x) {
			used = append(used, x)
		}
	}
	for _, l := range s.Local {
		read(l, use)
	}
	for _, channel := range s.Channels {
		for _, k := range channel {
			read(k.Msg, use)
		}
	}
	read(s.History, use)
	for p, own := range s.Own {
		if own > 0 {
			used = append(used, explore.Stamp(s.Heard[p]))
		}
	}
	slices.Sort(used)
	return slices.Compact(used)
}

// canonical makes of a state what is the same for all states that differ only in the
// numbers of causal stamps or in what cannot matter any more, and returns the stamps that were in use, and whether they had these numbers. A stamp that a
// message brings along, as an earlier one does too, matters only if the message
// may be taken without that: unheard says so.
func (s *State) canonical(unheard bool) (used []explore.Stamp, numbered bool) {
	used = s.inUse()
	if numbered = s.numbered(used); !numbered {
		s.replace(func(x *explore.Stamp, _ bool) {
			later, _ := slices.BinarySearch(used, *x+1)
			*x = explore.Stamp(later - 1)
		})
	}
	for i, channel := range s.Channels {
		known := s.Heard[i%len(s.Local)]
		for j, k := range channel {
			if k.Heard > 0 && k.Heard <= known {
				s.Channels[i] = slices.Clone(s.Channels[i])
				s.Channels[i][j].Heard = 0
			}
			if !unheard {
				known = max(known, k.Heard)
			}
		}
	}
	return used, numbered
}

// numbered reports whether the stamps in use are numbered from 1, so that none is another one in the canonical state.
func (s State) numbered(used []explore.Stamp) bool {
	last := used[len(used)-1]
	late := func(x Heard) bool { return explore.Stamp(x) > last }
	return int(last) == len(used)-1 && !slices.ContainsFunc(s.Heard, late) &&
		!slices.ContainsFunc(s.Channels, func(c []Packet) bool {
			return slices.ContainsFunc(c, func(k Packet) bool { return late(k.Heard) })
		})
}
