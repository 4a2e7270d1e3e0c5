package baldoni

import (
	"cmp"
	"slices"

	"qcheck/explore"
	"qcheck/explore/roles"
	"qcheck/protocols/instance"
	"qcheck/protocols/internal/peers"
	"qcheck/protocols/variant"
)

// maxUnits is the largest M, so that a State has room for it.
const maxUnits = 255

// Config is an instance. New checks its numbers and its variant, but not that the
// quorums have the properties that the algorithm needs.
type Config struct {
	// N is the number of processes, 1 to explore.MaxProcesses. All of them may
	// be members of request sets.
	N int
	// M is how many resources there are, 1 to 255.
	M int
	// Units is, by process, how many resources each of its requests is for, 1 to
	// M, or 0: any number, chosen at each request. Nil is one for each process.
	Units []int
	// Requests has the request set of each process. Whether they meet is not
	// checked. Nil means that each process asks all.
	Requests []explore.Set
	// Variant is the name of a variant; empty for "repaired".
	Variant string
}

// New returns the protocol of an instance. It fails when a number is out of
// range, a request set is empty or has a member that is no process, or the
// variant is unknown.
func New(c Config) (explore.Protocol[State, Message], error) {
	a, err := c.algorithm()
	if err != nil {
		return explore.Protocol[State, Message]{}, err
	}
	return a.protocol()
}

// algorithm returns the algorithm of an instance, or what is wrong with that.
func (c Config) algorithm() (*algorithm, error) {
	f, unknown := variant.Find(forms(), c.Variant, "repaired")
	err := cmp.Or(
		instance.CheckN(c.N),
		instance.CheckRange("the number of resources", c.M, 1, maxUnits),
		instance.CheckUnits("resources", c.Units, c.N, c.M),
		instance.CheckCount("request sets", c.Requests, c.N),
		instance.CheckSets("the request set of process %d", c.Requests, c.N),
		unknown,
	)
	if err != nil {
		return nil, err
	}
	return c.in(f), nil
}

// in returns the algorithm of a configuration that is in order, in the given form.
func (c Config) in(f form) *algorithm {
	if c.Units == nil {
		c.Units = slices.Repeat([]int{1}, c.N)
	}
	if c.Requests == nil {
		c.Requests = slices.Repeat([]explore.Set{explore.All(c.N)}, c.N)
	}
	return &algorithm{form: f, Config: c}
}

// roles returns the algorithm as a requester and an arbiter.
func (a *algorithm) roles() roles.Protocol[requester, arbiter, toArbiter, toRequester] {
	clock := explore.ClockRule{Attach: explore.StampedMessages, TickOnFresh: true}
	if a.lamport {
		clock = explore.ClockRule{Attach: explore.EveryMessage, TickOnFresh: true, TickOnReceive: true}
	}
	p := roles.Protocol[requester, arbiter, toArbiter, toRequester]{
		Name:  "baldoni",
		N:     a.N,
		Clock: clock,
		Requester: roles.Requester[requester, toArbiter, toRequester]{
			Local: a.local, Take: a.answered,
			Observe: func(s requester) explore.Observation { return explore.Observation{Phase: s.Phase, Units: s.Units} },
		},
		Member:    roles.Member[arbiter, toArbiter, toRequester]{Take: a.asked},
		Safe:      instance.AtMostUnits(a.M), // inequality (1)
		Steps:     a.steps(),
		Selective: !a.headOfLine,
		Account:   a.account(),
	}
	if a.touching() {
		p.Beyond = "an arbiter looks at what its own process asks for, in all variants but asks-itself"
		a.numbered = peers.All(p.N)
	}
	return p
}

func (a *algorithm) protocol() (explore.Protocol[State, Message], error) {
	p, err := roles.Compose[State](a.roles(), wire())
	if err == nil && a.numbered != nil {
		p, err = a.beyond(p)
	}
	p.Standing = a.standing
	return p, err
}
