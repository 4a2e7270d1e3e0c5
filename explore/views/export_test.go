package views

import (
	"context"

	"qcheck/explore/internal/plain"
	"qcheck/explore/roles"
)

// A Seen is a view as tests see it: the requester in focus is peer 0, the others are in some
// order. Stamps are their places, from 1.
type Seen[R, M, A, B comparable] struct {
	Member    M
	Half      R // cut to the member
	Own, Last int
	In        []A
	Stamps    []int // of the messages in In
	Out       []B
}

// Close returns the views and the halves that Prove makes, and what it would not have gone on
// after: that the protocol is refused, or why the views are not all.
func Close[R, M, A, B comparable](ctx context.Context, typed roles.Protocol[R, M, A, B], limits Limits) (all []Seen[R, M, A, B], halves []R, why string) {
	p, why := erase(typed)
	if why != "" {
		return nil, nil, why
	}
	c := newClosure(ctx, p, limits)
	if why, ok := c.Attempt(c.run); !ok {
		return nil, nil, why
	}
	for _, v := range c.views {
		all = append(all, seen[R, M, A, B](c, v))
	}
	for _, h := range c.halves {
		halves = append(halves, plain.Unpack[R](c.requesters.All[h]))
	}
	return all, halves, ""
}

func seen[R, M, A, B comparable](c *closure, v view) Seen[R, M, A, B] {
	s := Seen[R, M, A, B]{Member: plain.Unpack[M](c.members.All[v.member]), Half: plain.Unpack[R](c.requesters.All[v.requester]), Own: int(v.own), Last: int(v.last)}
	for _, k := range c.channels.all[v.in] {
		s.In, s.Stamps = append(s.In, plain.Unpack[A](c.ups.All[k.msg])), append(s.Stamps, int(k.stamp))
	}
	for _, k := range c.channels.all[v.out] {
		s.Out = append(s.Out, plain.Unpack[B](c.downs.All[k.msg]))
	}
	return s
}
