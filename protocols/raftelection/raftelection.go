package raftelection

import (
	"cmp"
	"fmt"

	"qcheck/explore"
	"qcheck/protocols/instance"
	"qcheck/protocols/variant"
)

// Config is an instance. New checks the numbers and sets in it, and that the variant exists.
type Config struct {
	// N is the number of servers, 1 to explore.MaxProcesses; Terms is how many there may be, 1 to MaxTerms.
	N, Terms int
	// Quorums are sets of servers, 0 to N-1.
	Quorums []explore.Set
	// Variant is the name of a variant; empty for "printed".
	Variant string
}

// MaxTerms is the largest number of terms of an instance.
const MaxTerms = 8

// A form says what a variant forgets or leaves out.
type form struct {
	volatileVote, volatileTerm bool
	votesAgain                 bool
}

func forms() []variant.Form[form] {
	return []variant.Form[form]{
		variant.Of("printed", "term and vote are durable, and a server votes once in a term", form{}),
		variant.Of("volatile-vote", "a server that restarts has forgotten for whom it voted", form{volatileVote: true}),
		variant.Of("volatile-term", "a server that restarts has forgotten its term, and for whom it voted", form{volatileVote: true, volatileTerm: true}),
		variant.Of("votes-again", "a server votes for every candidate of its term", form{votesAgain: true}),
	}
}

// What is required: see the package comment.
const (
	ElectionSafety explore.Property = "election-safety"
	Election       explore.Property = "election"
)

// Elected is the history of a run: who has become leader, by term.
type Elected [MaxTerms + 1]explore.Set

// New returns the protocol of an instance. It fails when a number is out of range, a quorum is no set of servers, or the
// variant is unknown.
func New(c Config) (explore.Protocol[State, Message], error) {
	f, err := variant.Find(forms(), c.Variant, "printed")
	if err := cmp.Or(err, instance.CheckN(c.N), instance.CheckRange("terms", c.Terms, 1, MaxTerms), instance.CheckSets("quorum %d", c.Quorums, c.N)); err != nil {
		return explore.Protocol[State, Message]{}, err
	}
	a := &algorithm{form: f, Config: c}
	return explore.Protocol[State, Message]{
		Name: "raft-election", N: c.N, Network: explore.Unordered,
		Init:    func(int) State { return State{} },
		Actions: a.actions, Deliver: a.deliver, Restart: a.restart,
		Steps: []string{stepTimeout, stepAlone, stepVotes, stepRejects, stepCounted, stepLeads, stepOutdated, stepRefusal},
		History: explore.Watch[State, Message](Elected{}, func(h Elected, e explore.Event[State]) (Elected, string) {
			if e.Step == stepLeads || e.Step == stepAlone {
				h[e.After.Term] = h[e.After.Term].With(e.Process)
			}
			return h, ""
		}).Seeing(func(e explore.Event[State]) bool { return e.Step == stepLeads || e.Step == stepAlone }),
		Requires: []explore.Requirement[State, Message]{
			explore.Always(ElectionSafety, func(v explore.View[State, Message]) string {
				for term, leaders := range v.History.(Elected) {
					if leaders.Len() > 1 {
						return fmt.Sprintf("processes %s were elected in term %d", leaders, term)
					}
				}
				return ""
			}).OfHistory(),
			explore.Sometimes(Election, func(v explore.View[State, Message]) bool { return v.History.(Elected) != Elected{} }).OfHistory(),
		},
	}, nil
}

// The names of the steps.
const (
	stepTimeout  = "times out"
	stepAlone    = "times out, leads alone"
	stepVotes    = "REQUESTVOTE: votes"
	stepRejects  = "REQUESTVOTE: rejects"
	stepCounted  = "VOTE: counted"
	stepLeads    = "VOTE: quorum, leads"
	stepOutdated = "VOTE: outdated"
	stepRefusal  = "VOTE: not granted"
)

type step = explore.Step[State, Message]

// algorithm has the parameters of an instance; its methods are the handlers.
type algorithm struct {
	form
	Config
}

// actions is a timeout, of a follower or a candidate: an election begins.
func (a *algorithm) actions(p int, s State) []step {
	if s.Role == Leader || int(s.Term) == a.Terms {
		return nil
	}
	next := State{Term: s.Term + 1, VotedFor: explore.ProcessOf(p), Role: Candidate, Votes: explore.SetOf(p)}
	name := stepTimeout
	if a.quorum(next.Votes) {
		name, next.Role, next.Votes = stepAlone, Leader, 0
	}
	request := Message{Kind: REQUESTVOTE, Term: next.Term}
	return []step{{Name: name, Kind: explore.May, Next: next, Send: explore.SendTo(explore.All(a.N).Without(p), request)}}
}

func (a *algorithm) quorum(votes explore.Set) bool {
	return instance.HasQuorum(votes, a.Quorums)
}

func (a *algorithm) deliver(_ int, s State, from int, m Message) []step {
	s = newer(s, m.Term)
	if m.Kind == REQUESTVOTE {
		return a.request(s, from, m)
	}
	return a.vote(s, from, m)
}

// newer returns the state of a server that hears of a term (5.1).
func newer(s State, term uint8) State {
	if term > s.Term {
		return State{Term: term}
	}
	return s
}

// request votes for the first candidate in a term, and rejects others and stale terms.
func (a *algorithm) request(s State, from int, m Message) []step {
	candidate := explore.ProcessOf(from)
	answer := Message{Kind: VOTE, Term: s.Term}
	name := stepRejects
	if m.Term == s.Term && (s.VotedFor == 0 || s.VotedFor == candidate || a.votesAgain) {
		name, s.VotedFor, answer.Granted = stepVotes, candidate, true
	}
	return []step{{Name: name, Next: s, Send: explore.SendTo(explore.SetOf(from), answer)}}
}

// vote counts a vote of the term in which the server is a candidate.
func (a *algorithm) vote(s State, from int, m Message) []step {
	switch {
	case m.Term < s.Term || s.Role != Candidate:
		return []step{{Name: stepOutdated, Next: s}}
	case !m.Granted:
		return []step{{Name: stepRefusal, Next: s}}
	}
	s.Votes = s.Votes.With(from)
	if !a.quorum(s.Votes) {
		return []step{{Name: stepCounted, Next: s}}
	}
	s.Role, s.Votes = Leader, 0
	return []step{{Name: stepLeads, Next: s}}
}

// restart is what is on stable storage: a server goes on as a follower.
func (a *algorithm) restart(_ int, s State) State {
	next := State{Term: s.Term, VotedFor: s.VotedFor}
	if a.volatileVote {
		next.VotedFor = 0
	}
	if a.volatileTerm {
		next.Term = 0
	}
	return next
}
