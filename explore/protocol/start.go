package protocol

import "fmt"

// A Start is a state in which runs of a protocol begin, for those that may begin in more than one, or with
// messages on their way.
type Start[L, M comparable] struct {
	Locals []L       // by process
	Sent   []Sent[M] // on their way, those of a channel in their order
}

// Sent is a message on its way.
type Sent[M comparable] struct {
	From, To int
	Msg      M
}

// starts checks what Starts returns; without it there is one start, as Init says.
func (c *checker[L, M]) starts() []Start[L, M] {
	wrong := func(format string, args ...any) {
		panic(&Mistake{"Starts", "the beginning", fmt.Sprintf(format, args...), nil})
	}
	defer Blame("Starts", func() string { return "the beginning" })
	all := c.Starts()
	if len(all) == 0 {
		wrong("returns no start")
	}
	stamped := func(x Stamp) Stamp {
		if x != 0 {
			wrong("has a time stamp: stamps are made by steps")
		}
		return x
	}
	for i, s := range all {
		if len(s.Locals) != c.N {
			wrong("has %d local states in start %d, for %d processes", len(s.Locals), i+1, c.N)
		}
		for _, l := range s.Locals {
			EachStamp(&l, c.lAt, stamped)
		}
		for _, x := range s.Sent {
			if x.From < 0 || x.From >= c.N || x.To < 0 || x.To >= c.N {
				wrong("has a message from process %d to process %d in start %d, of %d", x.From+1, x.To+1, i+1, c.N)
			}
			EachStamp(&x.Msg, c.mAt, stamped)
		}
	}
	return all
}
