package twophasecommit

import (
	"cmp"

	"qcheck/explore"
	"qcheck/protocols/instance"
	"qcheck/protocols/variant"
)

// A Stage is where a process is in the transaction.
type Stage uint8

const (
	Working  Stage = iota // nothing was asked or voted
	Asking                // the coordinator waits for votes
	Prepared              // a participant has voted YES
	Committed
	Aborted
)

var stageNames = [...]string{Working: "working", Asking: "asking", Prepared: "prepared", Committed: "committed", Aborted: "aborted"}

// String returns working, asking, prepared, committed or aborted.
func (s Stage) String() string { return variant.Name(stageNames[:], s) }

// State is the local state of a process.
type State struct {
	Stage Stage
	// Awaits are, of the coordinator, the participants that have still to vote, or to acknowledge the decision: when
	// none has, it has forgotten the transaction.
	Awaits explore.Set
	// Left is how often it still sends again what it waits for an answer to.
	Left uint8
}

// A Message is its kind.
type Message uint8

const (
	PREPARE Message = iota + 1
	YES
	NO
	COMMIT
	ABORT
	INQUIRE
	ACKNOWLEDGE
)

var messageNames = [...]string{0: "no message", PREPARE: "PREPARE", YES: "YES", NO: "NO", COMMIT: "COMMIT", ABORT: "ABORT", INQUIRE: "INQUIRE", ACKNOWLEDGE: "ACKNOWLEDGE"}

// String returns the name of the message.
func (m Message) String() string { return variant.Name(messageNames[:], m) }

// A form says what a variant forgets or leaves out.
type form struct{ noLog, forgetsVote, noAcknowledgement, oneSuffices bool }

func forms() []variant.Form[form] {
	return []variant.Form[form]{
		variant.Of("printed", "votes and decisions are logged; a participant that recovers asks, and a decision is told until it is acknowledged", form{}),
		variant.Of("no-log", "a coordinator that restarts has forgotten what it decided, and aborts", form{noLog: true}),
		variant.Of("forgets-vote", "a participant that restarts has forgotten that it voted", form{forgetsVote: true}),
		variant.Of("no-acknowledgement", "the coordinator forgets the transaction as soon as it has told the decision", form{noAcknowledgement: true}),
		variant.Of("one-suffices", "the coordinator commits as soon as one participant votes YES", form{oneSuffices: true}),
	}
}

// Config is an instance. New checks the number in it, and that the variant exists.
type Config struct {
	// N is the number of processes, 2 to explore.MaxProcesses: a coordinator, process 0, and participants.
	N int
	// Repeats is how often each process sends again what was not answered, after a restart once more; at most 100.
	Repeats int
	// Variant is the name of a variant; empty for "printed".
	Variant string
}

// What is required: see the package comment.
const (
	AtomicCommitment explore.Property = "atomic-commitment"
	CommitValidity   explore.Property = "commit-validity"
	Commitment       explore.Property = "commitment"
)

// Decisions is the history of a run: who has decided to commit and to abort, and who has voted YES.
type Decisions struct{ Commit, Abort, Yes explore.Set }

// New returns the protocol of an instance. It fails when N is out of range or the variant is unknown.
func New(c Config) (explore.Protocol[State, Message], error) {
	f, err := variant.Find(forms(), c.Variant, "printed")
	if err := cmp.Or(err, instance.CheckN(c.N), instance.CheckRange("the number of processes", c.N, 2, explore.MaxProcesses),
		instance.CheckRange("repeats", c.Repeats, 0, 100)); err != nil {
		return explore.Protocol[State, Message]{}, err
	}
	a := &algorithm{form: f, Config: c}
	return explore.Protocol[State, Message]{
		Name: "two-phase-commit", N: c.N, Network: explore.Unordered,
		Init:    func(int) State { return State{} },
		Actions: a.actions, Deliver: a.deliver, Restart: a.restart,
		Exclusion: explore.Exclusion[State]{
			Observe: func(_ int, s State) explore.Observation {
				if s.Stage == Prepared {
					return explore.Observation{Phase: explore.Waiting}
				}
				return explore.Observation{}
			},
			NoEntry:  true,
			Standing: a.standing,
		},
		Steps: []string{stepBegin, stepTimeout, stepAgain, stepAsks, stepAlone, stepYes, stepNo, stepLate, stepCounted, stepCommit, stepAbort, stepAnswers,
			stepUndecided, stepHeard, stepCommits, stepAborts, stepKnown},
		History: explore.Watch[State, Message](Decisions{}, watch).Seeing(func(e explore.Event[State]) bool {
			return e.Before.Stage != e.After.Stage || e.Step == explore.Restarts
		}),
		Requires: []explore.Requirement[State, Message]{
			explore.Always(AtomicCommitment, func(v explore.View[State, Message]) string {
				if h := v.History.(Decisions); h.Commit != 0 && h.Abort != 0 {
					return "processes " + h.Commit.String() + " have committed, and " + h.Abort.String() + " have aborted"
				}
				return ""
			}).OfHistory(),
			explore.Always(CommitValidity, func(v explore.View[State, Message]) string {
				if h := v.History.(Decisions); h.Commit != 0 && h.Yes != a.participants() {
					return "processes " + h.Commit.String() + " have committed, and of the participants " + h.Yes.String() + " have voted YES"
				}
				return ""
			}).OfHistory(),
			explore.Sometimes(Commitment, func(v explore.View[State, Message]) bool {
				return v.History.(Decisions).Commit == explore.All(c.N)
			}).OfHistory(),
		},
	}, nil
}

// watch notes votes and decisions. A process that crashes decides nothing; one that restarts may find that it has aborted.
func watch(h Decisions, e explore.Event[State]) (Decisions, string) {
	switch {
	case e.Step == explore.Crashes:
	case e.After.Stage == Aborted:
		h.Abort = h.Abort.With(e.Process)
	case e.After.Stage == Committed:
		h.Commit = h.Commit.With(e.Process)
	case e.After.Stage == Prepared:
		h.Yes = h.Yes.With(e.Process)
	}
	return h, ""
}
