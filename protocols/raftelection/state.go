package raftelection

import (
	"qcheck/explore"
	"qcheck/protocols/variant"
)

// A Role is what a server is.
type Role uint8

const (
	Follower Role = iota
	Candidate
	Leader
)

var roleNames = [...]string{Follower: "follower", Candidate: "candidate", Leader: "leader"}

// String returns follower, candidate or leader.
func (r Role) String() string { return variant.Name(roleNames[:], r) }

// State is the local state of a server.
type State struct {
	Term     uint8
	VotedFor explore.Process // in this term
	Role     Role
	Votes    explore.Set // of a candidate
}

// A Kind is the kind of a message.
type Kind uint8

const (
	REQUESTVOTE Kind = iota + 1
	VOTE
)

var kindNames = [...]string{0: "no message", REQUESTVOTE: "REQUESTVOTE", VOTE: "VOTE"}

// String returns the name of the kind.
func (k Kind) String() string { return variant.Name(kindNames[:], k) }

// Message has a kind, the term of its sender, and whether a VOTE is granted.
type Message struct {
	Kind    Kind
	Term    uint8
	Granted bool
}
