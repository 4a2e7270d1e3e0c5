package linearizable

import "qcheck/explore"

// Calls are what a step of a client is to the object: the return of its open call, the invocation of the next one,
// both in this order, or neither.
type Calls[O, R comparable] struct {
	Returns bool
	Result  R
	Invokes bool
	Call    O
}

// Watch returns a history that watches the calls of clients on an object, and the requirement that they are
// linearizable. What a step is to the object is said by calls.
func Watch[L, M, S, O, R comparable](name explore.Property, x Object[S, O, R], calls func(e explore.Event[L]) Calls[O, R]) (*explore.History[L, M], explore.Requirement[L, M]) {
	history := explore.Watch[L, M](x.Begin(), func(h Possible[S, O, R], e explore.Event[L]) (Possible[S, O, R], string) {
		var overflow string
		c := calls(e)
		if h.Unexplained != 0 {
			return h, ""
		}
		if c.Returns {
			if h, overflow = x.Return(h, e.Process, c.Result); overflow != "" || h.Unexplained != 0 {
				return h, overflow
			}
		}
		if c.Invokes {
			h, overflow = x.Invoke(h, e.Process, c.Call)
		}
		return h, overflow
	})
	history.Sees = func(e explore.Event[L]) bool { c := calls(e); return c.Returns || c.Invokes }
	history.Normal = func(h any) any { return h.(Possible[S, O, R]).Normal() }
	return history, explore.Always(name, func(v explore.View[L, M]) string { return v.History.(Possible[S, O, R]).Wrong() }).OfHistory()
}
