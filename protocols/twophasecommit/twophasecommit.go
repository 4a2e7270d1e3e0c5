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
	Yes   explore.Set // who has voted YES, of the coordinator
	// Recovers says that the coordinator has crashed, and has not told yet what is in its log.
	Recovers bool
}

// A Message is its kind.
type Message uint8

const (
	PREPARE Message = iota + 1
	YES
	NO
	COMMIT
	ABORT
)

var messageNames = [...]string{0: "no message", PREPARE: "PREPARE", YES: "YES", NO: "NO", COMMIT: "COMMIT", ABORT: "ABORT"}

// String returns the name of the message.
func (m Message) String() string { return variant.Name(messageNames[:], m) }

// A form says what a variant forgets or leaves out.
type form struct{ noLog, forgetsVote, oneSuffices bool }

func forms() []variant.Form[form] {
	return []variant.Form[form]{
		variant.Of("printed", "votes and decisions are logged", form{}),
		variant.Of("no-log", "a coordinator that restarts has forgotten what it decided, and aborts", form{noLog: true}),
		variant.Of("forgets-vote", "a participant that restarts has forgotten that it voted", form{forgetsVote: true}),
		variant.Of("one-suffices", "the coordinator commits as soon as one participant votes YES", form{oneSuffices: true}),
	}
}

// Config is an instance. New checks the number in it, and that the variant exists.
type Config struct {
	// N is the number of processes, 2 to explore.MaxProcesses: a coordinator, process 0, and participants.
	N int
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
	if err := cmp.Or(err, instance.CheckN(c.N), instance.CheckRange("the number of processes", c.N, 2, explore.MaxProcesses)); err != nil {
		return explore.Protocol[State, Message]{}, err
	}
	a := &algorithm{form: f, n: c.N}
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
		Steps:   []string{stepBegin, stepTimeout, stepRecover, stepAlone, stepYes, stepNo, stepLate, stepCounted, stepCommit, stepAbort, stepCommits, stepAborts},
		History: explore.Watch[State, Message](Decisions{}, a.watch).Seeing(func(e explore.Event[State]) bool { return e.Before.Stage != e.After.Stage }),
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

// watch notes votes and decisions. A process that crashes decides nothing.
func (a *algorithm) watch(h Decisions, e explore.Event[State]) (Decisions, string) {
	if e.Step == explore.Crashes || e.Step == explore.Restarts {
		return h, ""
	}
	if before, after := e.Before.Stage, e.After.Stage; before != after {
		switch after {
		case Prepared:
			h.Yes = h.Yes.With(e.Process)
		case Committed:
			h.Commit = h.Commit.With(e.Process)
		case Aborted:
			h.Abort = h.Abort.With(e.Process)
		}
	}
	return h, ""
}
