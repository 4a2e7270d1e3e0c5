package suzukikasami

import (
	"cmp"
	"errors"

	"qcheck/explore"
	"qcheck/protocols/instance"
	"qcheck/protocols/variant"
)

// Config is an instance. New checks the numbers in it, and that the variant
// exists.
type Config struct {
	// N is the number of processes, 1 to explore.MaxProcesses.
	N int
	// Variant is the name of a variant; empty for "printed".
	Variant string
}

// New returns the protocol of an instance, in which process 0 has the privilege at
// first. It fails when N is out of range or the variant is unknown; the variant
// stamps is that of NewStamped.
func New(c Config) (explore.Protocol[State[uint8], Message[uint8]], error) {
	f, err := c.form(c.Variant)
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
	f, err := c.form(stamps)
	if err != nil {
		return explore.Protocol[State[explore.Stamp], Message[explore.Stamp]]{}, err
	}
	p := protocol(&algorithm[explore.Stamp]{form: f, n: c.N, next: nextStamp, open: openStamp})
	p.Clock = explore.ClockRule{Attach: explore.StampedMessages, TickOnFresh: true}
	return p, nil
}

func (c Config) form(name string) (form, error) {
	f, unknown := variant.Find(forms(), name, "printed")
	return f, cmp.Or(instance.CheckN(c.N), unknown)
}

func protocol[N Number](a *algorithm[N]) explore.Protocol[State[N], Message[N]] {
	return explore.Protocol[State[N], Message[N]]{
		Name:    "suzuki-kasami",
		N:       a.n,
		Init:    func(p int) State[N] { return State[N]{Has: p == 0} },
		Actions: a.actions,
		Deliver: a.deliver,
		Exclusion: explore.Exclusion[State[N]]{
			Observe:  func(_ int, s State[N]) explore.Observation { return explore.Observation{Phase: s.Phase} },
			Safe:     explore.AtMost(1),
			Standing: a.standing,
		},
		Steps: []string{stepAsk, stepReenter, stepLeave, stepPass, stepNoted, stepGiven, stepEnter},
	}
}
