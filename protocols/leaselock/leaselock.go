package leaselock

import (
	"cmp"
	"fmt"

	"qcheck/explore"
	"qcheck/protocols/instance"
	"qcheck/protocols/variant"
)

// Config is an instance. New checks the numbers and sets in it, and that the variant exists.
type Config struct {
	// N is the number of servers, Clients that of clients: with the resource, if there is one, at most explore.MaxProcesses.
	N, Clients int
	// Expiries is how often the lease of each server may expire, or the time of each client run out, at most 100.
	Expiries int
	// Quorums are sets of servers, 0 to N-1.
	Quorums []explore.Set
	// Distinct says that no number of a request comes again, which there has to be where messages overtake each other, are lost or
	// come again, or processes crash: who asks more often than there are numbers is not followed.
	Distinct bool
	// Variant is the name of a variant; empty for "printed".
	Variant string
}

// Isolation is the requirement that the writes of one holder are not mixed with those of another.
const Isolation explore.Property = "isolation"

// New returns the protocol of an instance. It fails when a number is out of range, a quorum is no set of servers, or the
// variant is unknown.
func New(c Config) (explore.Protocol[State, Message], error) {
	f, err := variant.Find(forms(), c.Variant, "printed")
	a := &algorithm{form: f, Config: c}
	if err := cmp.Or(err, instance.CheckN(c.N), instance.CheckN(a.processes()), instance.CheckRange("clients", c.Clients, 1, explore.MaxProcesses),
		instance.CheckRange("expiries", c.Expiries, 0, 100), instance.CheckSets("quorum %d", c.Quorums, c.N)); err != nil {
		return explore.Protocol[State, Message]{}, err
	}
	p := explore.Protocol[State, Message]{
		Name: "lease-lock", N: a.processes(),
		Init: a.begin, Actions: a.actions, Deliver: a.deliver, Restart: a.restart,
		Exclusion: explore.Exclusion[State]{Observe: a.observe, Standing: a.standing, NoEntry: a.resource},
		Steps:     []string{stepAsk, stepGiveUp, stepLeave, stepGives, stepRefuses, stepUnlocks, stepNotHeld, stepEnters, stepCounted, stepLacks, stepLate},
	}
	if a.bounded {
		p.Steps = append(p.Steps, stepStops, stepOver)
	} else {
		p.Steps = append(p.Steps, stepExpires)
	}
	if !a.resource {
		p.Safe = explore.AtMost(1)
		return p, nil
	}
	if p.Steps = append(p.Steps, stepTakes, stepAnswered); a.fenced {
		p.Steps = append(p.Steps, stepOlder)
	}
	p.History = explore.Watch[State, Message](Effects{}, watch).Seeing(func(e explore.Event[State]) bool { return e.Step == stepTakes || e.Step == stepAsk })
	p.Requires = []explore.Requirement[State, Message]{explore.Always(Isolation, func(v explore.View[State, Message]) string {
		if mixed := v.History.(Effects).Mixed; mixed != 0 {
			return fmt.Sprintf("the resource took a write of process %d, then one of another holder, and then one of process %d again", mixed, mixed)
		}
		return ""
	}).OfHistory()}
	return p, nil
}

// Effects is the history of what a resource takes: for each number of a request, the clients of whose writes it took one, and then one of
// another holder; and a client of whom it took one after that.
type Effects struct {
	Interrupted [distinct]explore.Set
	Last        explore.Process // whose write was taken last, unless the number of its request has come again
	Request     uint8
	Mixed       explore.Process
}

// watch sees the resource take a write. A client that asks has no writes for this request yet.
func watch(h Effects, e explore.Event[State]) (Effects, string) {
	switch e.Step {
	case stepAsk:
		h.Interrupted[e.After.Request] = h.Interrupted[e.After.Request].Without(e.Process)
		if h.Last == explore.ProcessOf(e.Process) && h.Request == e.After.Request {
			h.Last, h.Request = 0, 0
		}
		return h, ""
	case stepTakes:
	default:
		return h, ""
	}
	now := e.After
	if h.Last != 0 && (h.Last != now.Lease || h.Request != now.Request) {
		h.Interrupted[h.Request] = h.Interrupted[h.Request].With(h.Last.Index())
	}
	h.Last, h.Request = now.Lease, now.Request
	if h.Interrupted[now.Request].Has(now.Lease.Index()) {
		h.Mixed = now.Lease
	}
	return h, ""
}
