package measure

import "qcheck/explore"

// A Rule says which request each message of a protocol is sent for.
type Rule[L, M comparable] struct {
	// Owner returns the process whose request a message is sent for, or one of
	// Received and Inquired.
	Owner func(Sending[L, M]) int
	// Inquires says which messages may be answered by a later step; nil for none.
	Inquires func(M) bool
	// Permits and Returns say which messages give a permission, and by which it
	// comes back for the request of another process. Nil if that does not
	// happen.
	Permits, Returns func(M) bool
	// WithoutOwn leaves out the messages of processes to themselves.
	WithoutOwn bool
}

// Owners that are not named by a process.
const (
	// Received is the owner of the message that is being handled.
	Received = -1
	// Inquired is the owner of the last message that inquired, from the process
	// that the answer is sent to.
	Inquired = -2
)

// A Sending is a message with the step that sends it.
type Sending[L, M comparable] struct {
	// Process takes the step.
	Process int
	// From is the sender of the message that it takes, -1 for a local step;
	// Taken is that message.
	From  int
	Taken M
	// Before is the local state before the step.
	Before L
	// To and Msg are the receiver and the message.
	To  int
	Msg M
}

// A Way says how a permission is counted that is sent again.
type Way int

const (
	ByName  Way = iota // for the request that it is given to
	ByCause            // for the request that it was taken back for
)

// String returns by name or by cause.
func (w Way) String() string { return [...]string{"by name", "by cause"}[w] }

// State is a local state with the counts.
type State[L comparable] struct {
	Local L
	Counts
}

// Counts are what a process remembers of messages.
type Counts struct {
	// Sent is how many messages the process has sent for the request measured.
	Sent uint8
	// Asked says that the process is the one measured, and has asked.
	Asked bool
	// Next has the processes to which the next permission is sent for the
	// request measured; by cause only.
	Next explore.Set
	// Inquired has the processes whose last message that inquired was sent for the
	// request measured, until it is answered.
	Inquired explore.Set
}

// Message is a message and whether it is sent for the request measured.
type Message[M comparable] struct {
	Msg  M
	Mine bool
}

// wrapped is a protocol with a rule and the process measured.
type wrapped[L, M comparable] struct {
	explore.Protocol[L, M]
	rule    Rule[L, M]
	process int
	way     Way
}

// Wrap returns the protocol with marks and counts for the request of a process.
// All steps are those of the protocol, in the same order; none is a Leave step,
// since runs are followed to their end. An observation has the count in Units,
// and in Resource 1 for a request that is asked and served.
func Wrap[L, M comparable](p explore.Protocol[L, M], r Rule[L, M], process int, way Way) explore.Protocol[State[L], Message[M]] {
	w := &wrapped[L, M]{Protocol: p, rule: r, process: process, way: way}
	return explore.Protocol[State[L], Message[M]]{
		Name: p.Name, N: p.N, Clock: p.Clock, Selective: p.Selective, Network: p.Network, Faults: p.Faults, Steps: p.Steps, Capacity: p.Capacity,
		Init:      w.init,
		Actions:   w.actions,
		Deliver:   w.deliver,
		Exclusion: explore.Exclusion[State[L]]{Observe: w.observe},
	}
}

func (w *wrapped[L, M]) init(p int) State[L] {
	s := State[L]{Local: w.Init(p)}
	if w.way == ByCause {
		s.Next = explore.SetOf(w.process)
	}
	return s
}

func (w *wrapped[L, M]) actions(p int, s State[L]) []explore.Step[State[L], Message[M]] {
	if w.Actions == nil {
		return nil
	}
	return w.steps(p, s, -1, Message[M]{}, w.Actions(p, s.Local))
}

func (w *wrapped[L, M]) deliver(p int, s State[L], from int, m Message[M]) []explore.Step[State[L], Message[M]] {
	return w.steps(p, s, from, m, w.Deliver(p, s.Local, from, m.Msg))
}

// observe: a request is served when its process does not wait any more.
func (w *wrapped[L, M]) observe(p int, s State[L]) explore.Observation {
	o := w.Observe(p, s.Local)
	o.Resource = 0
	if s.Asked && o.Phase != explore.Waiting {
		o.Resource = 1
	}
	o.Units = s.Sent
	return o
}

// maxSent bounds State.Sent.
const maxSent = 255

func (w *wrapped[L, M]) steps(p int, s State[L], from int, m Message[M], steps []explore.Step[L, M]) []explore.Step[State[L], Message[M]] {
	var all []explore.Step[State[L], Message[M]]
	for _, step := range steps {
		next := s
		next.Local = step.Next
		next.Asked = s.Asked || p == w.process && step.Kind == explore.Ask
		if from >= 0 && w.way == ByCause && w.rule.Returns != nil && w.rule.Returns(m.Msg) {
			next.Next = put(next.Next, from, m.Mine)
		}
		if from >= 0 && w.rule.Inquires != nil && w.rule.Inquires(m.Msg) {
			next.Inquired = put(next.Inquired, from, m.Mine)
		}
		t := explore.Step[State[L], Message[M]]{Name: step.Name, Kind: step.Kind, Undefined: step.Undefined, Overflow: step.Overflow}
		if t.Kind == explore.Leave {
			t.Kind = explore.Plain
		}
		sent := int(s.Sent)
		for _, o := range step.Send {
			mine := w.mine(&next, Sending[L, M]{p, from, m.Msg, s.Local, o.To, o.Msg}, m.Mine)
			t.Send = append(t.Send, explore.Out[Message[M]]{To: o.To, Msg: Message[M]{o.Msg, mine}})
			if mine && !(w.rule.WithoutOwn && o.To == p) {
				sent++
			}
		}
		if sent > maxSent {
			t.Overflow = "a process sends more than 255 messages for one request"
		}
		next.Sent = uint8(sent)
		t.Next = next
		all = append(all, t)
	}
	return all
}

// mine reports whether a message is sent for the request measured. What it says
// of later messages it notes in the state.
func (w *wrapped[L, M]) mine(next *State[L], s Sending[L, M], received bool) bool {
	if w.way == ByCause && w.rule.Permits != nil && w.rule.Permits(s.Msg) {
		again := next.Next.Has(s.To)
		next.Next = put(next.Next, s.To, s.To == w.process)
		return again
	}
	switch owner := w.rule.Owner(s); owner {
	case Received:
		return received
	case Inquired:
		mine := next.Inquired.Has(s.To)
		next.Inquired = next.Inquired.Without(s.To)
		return mine
	default:
		return owner == w.process
	}
}

// put returns the set with or without a process.
func put(s explore.Set, p int, in bool) explore.Set {
	if in {
		return s.With(p)
	}
	return s.Without(p)
}
