package manabetajima

import (
	"cmp"
	"fmt"

	"qcheck/explore"
	"qcheck/explore/roles"
	"qcheck/protocols/instance"
	"qcheck/protocols/internal/peers"
	"qcheck/protocols/variant"
)

// MaxUnits is the largest k of an instance.
const MaxUnits = 100

// Config is an instance. New checks its numbers and its variant, but not that the
// quorums have the properties that the algorithm needs.
type Config struct {
	// N is the number of processes, 1 to explore.MaxProcesses. All of them may
	// be members of quorums.
	N int
	// K is how many units there are, 1 to MaxUnits.
	K int
	// Units has, by process, how many units it asks for, 1 to K, or 0 for any
	// number, chosen at each request. Nil stands for 0 for every process.
	Units []int
	// Quorums has the quorums of Q_h at h-1, for each h from 1 to K, over the
	// processes 0..N-1. That they are an (h,k)-arbiter is not checked.
	Quorums [][]explore.Set
	// Fixed gives process i the i-th of each Q_h, counted cyclically. Otherwise
	// it is any of them, chosen at each request: each is explored.
	Fixed bool
	// Variant is the name of a variant; empty for "repaired".
	Variant string
}

// New returns the protocol of an instance. It fails when a number is out of
// range, there are not as many lists of quorums as units, a list is empty, a
// quorum is empty or has a member that is no process, or the variant is unknown.
func New(c Config) (explore.Protocol[State, Message], error) {
	a, err := c.algorithm()
	if err != nil {
		return explore.Protocol[State, Message]{}, err
	}
	return a.protocol()
}

// algorithm returns the algorithm of an instance, or what is wrong with that.
func (c Config) algorithm() (*algorithm, error) {
	r, unknown := variant.Find(readings(), c.Variant, "repaired")
	err := cmp.Or(
		instance.CheckN(c.N),
		instance.CheckRange("k", c.K, 1, MaxUnits),
		instance.CheckUnits("units", c.Units, c.N, c.K),
		instance.CheckRange("the number of lists of quorums", len(c.Quorums), c.K, c.K),
		unknown,
	)
	for i, list := range c.Quorums {
		err = cmp.Or(err,
			instance.CheckRange(fmt.Sprintf("the number of quorums for %d units", i+1), len(list), 1, instance.None),
			instance.CheckSets(fmt.Sprintf("quorum %%d for %d units", i+1), list, c.N),
		)
	}
	if err != nil {
		return nil, err
	}
	if c.Units == nil {
		c.Units = make([]int, c.N)
	}
	return &algorithm{Config: c, reading: r}, nil
}

// roles returns the algorithm as a requester and a member.
func (a *algorithm) roles() roles.Protocol[requester, member, toMember, toRequester] {
	// Section 4.1: every message carries the clock, its receiver goes to
	// max+1, and a request has the clock of its sending.
	clock := explore.ClockRule{Attach: explore.EveryMessage, TickOnReceive: true}
	if a.processFirst {
		clock = explore.ClockRule{} // it is not read
	}
	p := roles.Protocol[requester, member, toMember, toRequester]{
		Name:  "manabe-tajima",
		N:     a.N,
		Clock: clock,
		Requester: roles.Requester[requester, toMember, toRequester]{
			Local: a.local, Take: a.answered,
			Observe: func(s requester) explore.Observation { return explore.Observation{Phase: s.Phase, Units: s.Units} },
		},
		Member:  roles.Member[member, toMember, toRequester]{Init: member{X: uint8(a.K)}, Take: a.asked},
		Safe:    instance.AtMostUnits(a.K), // section 2.2: each unit is used by one process at most
		Steps:   a.steps(),
		Account: a.account(),
	}
	if a.processFirst {
		p.Beyond = "a member compares the numbers of processes"
		a.numbered = peers.All(p.N)
	}
	return p
}

func (a *algorithm) protocol() (explore.Protocol[State, Message], error) {
	p, err := roles.Compose[State](a.roles(), wire())
	p.Standing = a.standing
	return p, err
}
