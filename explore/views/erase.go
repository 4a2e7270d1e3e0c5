package views

import (
	"fmt"
	"reflect"

	"qcheck/explore"
	"qcheck/explore/internal/plain"
	"qcheck/explore/roles"
)

// A value is a half or a message as its bytes, so that there is one closure for all protocols.
type value = plain.Value

// An erased protocol is one of values.
type erased struct {
	roles.Protocol[value, value, value, value]
	requester, member, up, down *plain.Form
	requesterAt, memberAt       layout
}

// erase returns a protocol as one of values, or what of it the argument is not about.
func erase[R, M, A, B comparable](p roles.Protocol[R, M, A, B]) (*erased, string) {
	e := &erased{}
	var errs [8]error
	e.memberAt, errs[0] = memberLayout(reflect.TypeFor[M]())
	e.requesterAt, errs[1] = requesterLayout(reflect.TypeFor[R]())
	errs[2], errs[3] = plainLayout(reflect.TypeFor[A]()), plainLayout(reflect.TypeFor[B]())
	e.member, errs[4] = plain.FormOf[M]()
	e.requester, errs[5] = plain.FormOf[R]()
	e.up, errs[6] = plain.FormOf[A]()
	e.down, errs[7] = plain.FormOf[B]()
	if p.Beyond != "" {
		return nil, p.Beyond
	}
	for _, err := range errs {
		if err != nil {
			return nil, err.Error()
		}
	}
	switch {
	case p.N < 1 || p.N > explore.MaxProcesses:
		return nil, fmt.Sprintf("a protocol has 1 to %d processes, not %d", explore.MaxProcesses, p.N)
	case p.Requester.Local == nil || p.Requester.Take == nil || p.Requester.Observe == nil || p.Member.Take == nil:
		return nil, "it lacks a function of one of its roles"
	}
	e.Protocol = roles.Values(p, coding[R](e.requester), coding[M](e.member), coding[A](e.up), coding[B](e.down))
	return e, ""
}

func coding[T comparable](f *plain.Form) roles.Coding[T, value] {
	return roles.Coding[T, value]{Of: func(x T) value { return plain.Pack(f, x) }, Typed: plain.Unpack[T]}
}
