package kakugawa

import (
	"cmp"

	"qcheck/explore"
	"qcheck/explore/roles"
	"qcheck/protocols/instance"
	"qcheck/protocols/variant"
)

// Config is an instance. New checks its numbers and its variant, but not that the
// quorums have the properties that the algorithm needs.
type Config struct {
	// N is the number of processes, 1 to explore.MaxProcesses. All of them may
	// ask, and all of them may be members of quorums.
	N int
	// K is how many processes may be in the critical section at a time; at least 1.
	K int
	// Quorums is the k-coterie, over the processes 0..N-1. It is used as it is:
	// whether it is one is not checked.
	Quorums []explore.Set
	// Fixed lets a process select, of several possible quorums, the first in the
	// order of Quorums, where process i begins with number i, counted cyclically.
	// Otherwise it is any of them: each is explored.
	Fixed bool
	// Variant is the name of a variant; empty for "repaired".
	Variant string
	// NoRetry is the variation of section 3.4 in which a process stays with the
	// first quorum it selected.
	NoRetry bool
	// NoAnswerNo is the variation of section 3.4 in which a process inside
	// leaves a QUERY without an answer.
	NoAnswerNo bool
}

// New returns the protocol of an instance. It fails when a number is out of
// range, a quorum is empty or has a member that is no process, or the variant
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

// algorithm returns the algorithm of an instance, or what is wrong with that.
func (c Config) algorithm() (*algorithm, error) {
	r, unknown := variant.Find(forms(), c.Variant, "repaired")
	err := cmp.Or(
		instance.CheckN(c.N),
		instance.CheckRange("k", c.K, 1, instance.None),
		instance.CheckRange("the number of quorums", len(c.Quorums), 1, instance.None),
		instance.CheckSets("quorum %d", c.Quorums, c.N),
		unknown,
	)
	if err != nil {
		return nil, err
	}
	return c.in(r), nil
}

// algorithm is an instance in one reading.
type algorithm struct {
	Config
	reading
	quorums *roles.Structure
}

// in returns the algorithm of an instance that is in order, in a reading.
func (c Config) in(r reading) *algorithm {
	return &algorithm{Config: c, reading: r, quorums: roles.NewStructure(c.Quorums, c.Fixed, c.NoRetry)}
}

// roles returns the algorithm as a requester and a member.
func (a *algorithm) roles() roles.Protocol[requester, member, toMember, toRequester] {
	return roles.Protocol[requester, member, toMember, toRequester]{
		Name: "kakugawa",
		N:    a.N,
		// Section 3.1: every message carries the clock, which is advanced for
		// a request, and set to max+1 on receipt.
		Clock:     explore.ClockRule{Attach: explore.EveryMessage, TickOnFresh: true, TickOnReceive: true},
		Requester: roles.Requester[requester, toMember, toRequester]{Local: a.local, Take: a.answered, Observe: observe},
		Member:    roles.Member[member, toMember, toRequester]{Take: a.asked},
		Safe:      explore.AtMost(a.K),
		Steps:     a.steps(),
		Account:   a.account(),
		Structure: a.quorums,
	}
}

func (a *algorithm) protocol() (explore.Protocol[State, Message], error) {
	p, err := roles.Compose[State](a.roles(), wire())
	p.Standing = a.standing
	return p, err
}

// local are the steps of a requester by itself.
func (a *algorithm) local(p int, s requester) []act {
	switch s.Phase {
	case Outside:
		return a.ask(p, s)
	case Inside:
		return a.leave(s)
	}
	return nil
}

// answered is what a requester does with an answer of a member.
func (a *algorithm) answered(p int, s requester, from int, kind toRequester, _ bool) []act {
	switch Kind(kind) {
	case OK:
		return a.ok(p, s, from)
	case WAIT:
		return a.wait(p, s, from)
	case QUERY:
		return a.query(s, from)
	}
	return nil
}

// asked is what a member does with a message of a requester.
func (a *algorithm) asked(s member, from roles.Peer, kind toMember, at roles.Stamp) []reply {
	if a.blocking && (Kind(kind) == REQUEST || Kind(kind) == RELEASE) && s.Noted.Asks() {
		return nil
	}
	switch Kind(kind) {
	case REQUEST:
		return a.request(s, entry{Stamp: at, From: from})
	case RELEASE:
		return a.release(s, from)
	case ANSWER_RELEASE:
		return a.answerRelease(s, from)
	case ANSWER_NO:
		return a.answerNo(s, from)
	}
	return nil
}

func observe(s requester) explore.Observation {
	switch s.Phase {
	case Asking:
		return explore.Observation{Phase: explore.Waiting}
	case Inside:
		return explore.Observation{Phase: explore.Inside}
	}
	return explore.Observation{Phase: explore.Thinking}
}

// The names of the steps.
const (
	stepAsk            = "ask"
	stepLeave          = "leave"
	stepRequestOK      = "REQUEST: granted"
	stepRequestWait    = "REQUEST: must wait"
	stepRequestQuery   = "REQUEST: preempts"
	stepReleaseNext    = "RELEASE: to the next"
	stepReleaseKept    = "RELEASE: kept"
	stepReturned       = "ANSWER_RELEASE: to another"
	stepReturnedLate   = "ANSWER_RELEASE: late"
	stepRefused        = "ANSWER_NO: must wait"
	stepRefusedLate    = "ANSWER_NO: late"
	stepOKEnters       = "OK: enters"
	stepOKCounted      = "OK: counted"
	stepOKRetries      = "OK: retries"
	stepOKInside       = "OK: inside"
	stepOKGivenBack    = "OK: given back"
	stepOKJoins        = "OK: joins K"
	stepWaitCounted    = "WAIT: counted"
	stepWaitRetries    = "WAIT: retries"
	stepWaitEnters     = "WAIT: enters"
	stepWaitLate       = "WAIT: late"
	stepQueryReturns   = "QUERY: gives back"
	stepQueryRefuses   = "QUERY: refuses"
	stepQueryIgnored   = "QUERY: late"
	stepQueryUnreplied = "QUERY: inside"
)

// steps lists the steps that are possible in the reading.
func (a *algorithm) steps() []string {
	names := []string{
		stepAsk, stepLeave,
		stepRequestOK, stepRequestWait,
		stepReleaseNext, stepReleaseKept,
		stepOKEnters, stepOKCounted, stepOKInside, stepOKGivenBack,
		stepWaitCounted, stepWaitLate,
	}
	if !a.noQuery {
		names = append(names, stepRequestQuery, stepReturned, stepQueryReturns)
	}
	if a.lateAnswers() {
		names = append(names, stepReturnedLate, stepRefusedLate)
	}
	switch {
	case a.noQuery:
	case !a.NoAnswerNo:
		names = append(names, stepRefused, stepQueryRefuses)
	default:
		names = append(names, stepQueryUnreplied)
	}
	if !a.NoRetry {
		names = append(names, stepOKRetries, stepWaitRetries)
	}
	if a.joinsLate {
		names = append(names, stepOKJoins)
	}
	if a.inOrder || a.joinsLate {
		names = append(names, stepWaitEnters)
	}
	if a.unheld == unheldIgnores {
		names = append(names, stepQueryIgnored)
	}
	return names
}
