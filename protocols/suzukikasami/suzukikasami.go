package suzukikasami

import (
	"errors"

	"qcheck/explore"
	"qcheck/protocols/instance"
)

// Config is an instance. New checks it; the variant is "printed" where none is named.
type Config = instance.Config

// New returns the protocol of an instance, in which process 0 has the privilege at
// first. It fails when N is out of range or the variant is unknown; the variant
// stamps is that of NewStamped.
func New(c Config) (explore.Protocol[State[uint8], Message[uint8]], error) {
	f, err := instance.FormOf(c, forms(), "printed")
	if err == nil && c.Variant == stamps {
		err = errors.New("the variant stamps has states of another type")
	}
	if err != nil {
		return explore.Protocol[State[uint8], Message[uint8]]{}, err
	}
	return protocol(&algorithm[uint8]{form: f, n: c.N, next: nextInteger, open: openInteger}), nil
}

// NewStamped returns the protocol of an instance in the variant stamps, whatever
// variant it names. It fails when N is out of range.
func NewStamped(c Config) (explore.Protocol[State[explore.Stamp], Message[explore.Stamp]], error) {
	c.Variant = stamps
	f, err := instance.FormOf(c, forms(), stamps)
	if err != nil {
		return explore.Protocol[State[explore.Stamp], Message[explore.Stamp]]{}, err
	}
	p := protocol(&algorithm[explore.Stamp]{form: f, n: c.N, next: nextStamp, open: openStamp})
	p.Clock = explore.ClockRule{Attach: explore.StampedMessages, TickOnFresh: true}
	return p, nil
}

func protocol[N Number](a *algorithm[N]) explore.Protocol[State[N], Message[N]] {
	return explore.Protocol[State[N], Message[N]]{
		Name:      "suzuki-kasami",
		N:         a.n,
		Init:      func(p int) State[N] { return State[N]{Has: p == 0} },
		Actions:   a.actions,
		Deliver:   a.deliver,
		Exclusion: instance.MutualExclusion(func(s State[N]) explore.Phase { return s.Phase }, a.standing),
		Steps:     []string{stepAsk, stepReenter, stepLeave, stepPass, stepNoted, stepGiven, stepEnter},
	}
}
