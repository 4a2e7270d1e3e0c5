package roles

import (
	"reflect"
	"unsafe"

	"qcheck/explore"
)

// A composed protocol is compiled once for all types: it has the addresses of states, halves, messages and
// lists, and knows where the fields of steps are.
type composed struct {
	form
	halves
	step, out, act, to, reply, answer layout

	local       func(self int, r unsafe.Pointer) slice // of acts
	take        func(self int, r unsafe.Pointer, member int, b unsafe.Pointer, present bool) slice
	serve       func(m unsafe.Pointer, from Peer, a unsafe.Pointer, at Stamp) slice // replies of a member
	memberLocal func(m unsafe.Pointer) slice                                        // may be nil
}

// halves are a wire.
type halves struct {
	up, down func(msg, w unsafe.Pointer)                           // set *w
	of       func(w unsafe.Pointer) (a, b unsafe.Pointer, up bool) // of a message without its stamp
}

func halvesOf[W, A, B comparable](wire Wire[W, A, B]) halves {
	return halves{
		func(msg, w unsafe.Pointer) { *(*W)(w) = wire.Up(*(*A)(msg)) },
		func(msg, w unsafe.Pointer) { *(*W)(w) = wire.Down(*(*B)(msg)) },
		func(w unsafe.Pointer) (unsafe.Pointer, unsafe.Pointer, bool) {
			a, b, up := wire.Of(*(*W)(w))
			return unsafe.Pointer(&a), unsafe.Pointer(&b), up
		},
	}
}

// A slice is what Go has of a slice whose elements are of any type.
type slice struct {
	at       unsafe.Pointer
	len, cap int
}

func sliceOf[T any](all []T) slice { return *(*slice)(unsafe.Pointer(&all)) }
func listOf[T any](all slice) []T  { return *(*[]T)(unsafe.Pointer(&all)) }

// A layout says where a struct has the fields that it has in all protocols: Step, Act and Reply; Out, To and Answer,
// whose first field is the receiver.
type layout struct {
	list                                                  reflect.Type // of a slice of them
	size                                                  uintptr
	kind, next, send, undefined, overflow, msg, use, mark uintptr
}

func layoutOf(t reflect.Type) layout {
	at := func(name string) uintptr {
		x, _ := t.FieldByName(name)
		return x.Offset
	}
	return layout{
		reflect.SliceOf(t), t.Size(),
		at("Kind"), at("Next"), at("Send"), at("Undefined"), at("Overflow"), at("Msg"), at("Stamp"), at("Stamped"),
	}
}

// empty returns a list of so many structs; nil for none.
func (x layout) empty(n int) slice {
	if n == 0 {
		return slice{}
	}
	return slice{reflect.MakeSlice(x.list, n, n).UnsafePointer(), n, n}
}

// at returns the address of one in a list.
func (x layout) at(all slice, i int) unsafe.Pointer { return unsafe.Add(all.at, uintptr(i)*x.size) }

func field[T any](x unsafe.Pointer, at uintptr) *T { return (*T)(unsafe.Add(x, at)) }

func (c *composed) actions(self int, l unsafe.Pointer) slice {
	r, s, m := c.split(l)
	acts, replies := c.local(self, r), slice{}
	if c.memberLocal != nil {
		replies = c.memberLocal(m)
	}
	return c.steps(acts, replies, r, s, m)
}

// deliver changes w.
func (c *composed) deliver(self int, l unsafe.Pointer, from int, w unsafe.Pointer) slice {
	r, s, m := c.split(l)
	at := c.brought(w)
	c.put(w, 0)
	a, b, up := c.of(w) // which does not depend on the stamp
	if up {
		return c.steps(slice{}, c.serve(m, Peer{explore.ProcessOf(from)}, a, Stamp{at}), r, s, m)
	}
	return c.steps(c.take(self, r, from, b, at != 0 && at == s), slice{}, r, s, m)
}

// steps returns the steps of a requester, and then those of a member, as those of their process, whose halves are r and m.
func (c *composed) steps(acts, replies slice, r unsafe.Pointer, s explore.Stamp, m unsafe.Pointer) slice {
	list := c.step.empty(acts.len + replies.len)
	for i := range acts.len {
		x, y := c.act.at(acts, i), c.step.at(list, i)
		own := [...]explore.Stamp{Keep: s, Drop: 0, New: explore.Fresh}[*field[StampUse](x, c.act.use)]
		*field[explore.StepKind](y, c.step.kind) = *field[explore.StepKind](x, c.act.kind)
		send := c.begun(y, x, c.act)
		c.join(unsafe.Add(y, c.step.next), unsafe.Add(x, c.act.next), own, m)
		out := *field[slice](y, c.step.send)
		for j := range send.len {
			o, w := c.to.at(send, j), c.out.at(out, j)
			stamp := explore.Stamp(0)
			if *field[bool](o, c.to.mark) {
				stamp = own
			}
			*(*int)(w) = *(*int)(o)
			c.up(unsafe.Add(o, c.to.msg), unsafe.Add(w, c.out.msg))
			c.put(unsafe.Add(w, c.out.msg), stamp)
		}
	}
	for i := range replies.len {
		x, y := c.reply.at(replies, i), c.step.at(list, acts.len+i)
		send := c.begun(y, x, c.reply)
		c.join(unsafe.Add(y, c.step.next), r, s, unsafe.Add(x, c.reply.next))
		out := *field[slice](y, c.step.send)
		for j := range send.len {
			o, w := c.answer.at(send, j), c.out.at(out, j)
			*(*int)(w) = (*Peer)(o).process.Index()
			c.down(unsafe.Add(o, c.answer.msg), unsafe.Add(w, c.out.msg))
			c.put(unsafe.Add(w, c.out.msg), field[Stamp](o, c.answer.use).stamp)
		}
	}
	return list
}

// begun gives the step y what it has of x, an act or a reply, and room for the messages of x, which it returns.
func (c *composed) begun(y, x unsafe.Pointer, of layout) slice {
	*(*string)(y) = *(*string)(x) // the name comes first
	*field[string](y, c.step.undefined) = *field[string](x, of.undefined)
	*field[string](y, c.step.overflow) = *field[string](x, of.overflow)
	send := *field[slice](x, of.send)
	*field[slice](y, c.step.send) = c.out.empty(send.len)
	return send
}
