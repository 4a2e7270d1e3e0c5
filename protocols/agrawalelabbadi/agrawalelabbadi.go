package agrawalelabbadi

import (
	"cmp"
	"fmt"

	"qcheck/explore"
	"qcheck/explore/roles"
	"qcheck/protocols/instance"
	"qcheck/protocols/variant"
)

// Config is an instance. New checks its numbers and its variant, but not that the
// quorums have the properties that the algorithm needs.
type Config struct {
	// N is the number of processes, 1 to explore.MaxProcesses.
	N int
	// Quorums has, by process, the quorums that it may ask, over the processes 0..N-1:
	// of several, each request may take any. A process without one never asks.
	Quorums [][]explore.Set
	// Variant is the name of a variant; empty for "printed".
	Variant string
}

// The names of the steps.
const (
	stepAsk   = "ask"
	stepLeave = "leave"

	stepRequestReplied  = "REQUEST: replied"
	stepRequestQueued   = "REQUEST: queued"
	stepRequestInquires = "REQUEST: inquires"
	stepYield           = "YIELD: next replied"
	stepYieldIgnored    = "YIELD: ignored"
	stepRelinquishNext  = "RELINQUISH: next replied"
	stepRelinquishKept  = "RELINQUISH: kept"

	stepReplyCounted   = "REPLY: counted"
	stepReplyEnters    = "REPLY: enters"
	stepInquireYields  = "INQUIRE: yields"
	stepInquireIgnored = "INQUIRE: ignored"
)

// algorithm is an instance in one form.
type algorithm struct {
	form
	n       int
	quorums [][]explore.Set
}

// New returns the protocol of an instance. It fails when N is out of range, a process has
// no list of quorums, a quorum is empty or has a member that is no process, or the variant
// is unknown.
func New(c Config) (explore.Protocol[State, Message], error) {
	a, err := c.algorithm()
	if err != nil {
		return explore.Protocol[State, Message]{}, err
	}
	return a.protocol()
}

// Roles returns an instance as its two roles, of which New is composed, and the wire between
// them. It fails as New does.
func Roles(c Config) (roles.Protocol[requester, member, toMember, toRequester], roles.Wire[Message, toMember, toRequester], error) {
	a, err := c.algorithm()
	if err != nil {
		return roles.Protocol[requester, member, toMember, toRequester]{}, wire(), err
	}
	return a.roles(), wire(), nil
}

func (a *algorithm) protocol() (explore.Protocol[State, Message], error) {
	p, err := roles.Compose[State](a.roles(), wire())
	p.Standing = standing
	return p, err
}

func (c Config) algorithm() (*algorithm, error) {
	f, unknown := variant.Find(forms(), c.Variant, "printed")
	err := cmp.Or(instance.CheckN(c.N), instance.CheckCount("lists of quorums", c.Quorums, c.N), unknown)
	for p, list := range c.Quorums {
		err = cmp.Or(err, instance.CheckSets(fmt.Sprintf("quorum %%d of process %d", p+1), list, c.N))
	}
	if err == nil && len(c.Quorums) != c.N {
		err = fmt.Errorf("there are no quorums for %d processes", c.N)
	}
	if err != nil {
		return nil, err
	}
	return &algorithm{form: f, n: c.N, quorums: c.Quorums}, nil
}

// roles returns the algorithm as a requester and a member.
func (a *algorithm) roles() roles.Protocol[requester, member, toMember, toRequester] {
	steps := []string{
		stepAsk, stepLeave, stepRequestReplied, stepRequestQueued, stepRelinquishNext, stepRelinquishKept,
		stepReplyCounted, stepReplyEnters,
	}
	if !a.noInquire {
		steps = append(steps, stepRequestInquires, stepYield, stepInquireYields, stepInquireIgnored)
	}
	if a.unheld {
		steps = append(steps, stepYieldIgnored)
	}
	return roles.Protocol[requester, member, toMember, toRequester]{
		Name:  "agrawal-el-abbadi",
		N:     a.n,
		Clock: explore.ClockRule{Attach: explore.StampedMessages, TickOnFresh: true},
		Requester: roles.Requester[requester, toMember, toRequester]{
			Local: a.local, Take: a.answered,
			Observe: func(s requester) explore.Observation { return explore.Observation{Phase: s.Phase} },
		},
		Member:  roles.Member[member, toMember, toRequester]{Take: a.asked},
		Safe:    explore.AtMost(1),
		Steps:   steps,
		Account: a.account(),
	}
}
