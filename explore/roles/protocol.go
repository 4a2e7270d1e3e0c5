package roles

import "qcheck/explore"

// A Protocol is an algorithm for N processes, each a requester with state R and a member
// with state M. Requesters send messages A to members, and these send messages B to
// requesters, over FIFO channels; a process may be a member for itself.
//
// All four are plain values, as [explore.Protocol] says. R, A and B have neither stamps nor
// peers in them; R may name members by an [explore.Set], [explore.Process] or
// [explore.PerProcess]. M names requesters by Peer, Peers and By, and stamps by Stamp, alone.
// The functions are pure, as those of an explore.Protocol; in particular they use no peers and
// no stamps but those that they are given in that call.
type Protocol[R, M, A, B comparable] struct {
	// Name is what messages call the protocol, and N is the number of processes.
	Name string
	N    int
	// Clock says how logical clocks work.
	Clock explore.ClockRule

	Requester Requester[R, A, B]
	Member    Member[M, A, B]

	// Safe is as in explore.Protocol.
	Safe func(all []explore.Observation) string
	// Steps and Selective are as in explore.Protocol.
	Steps     []string
	Selective bool

	// Beyond says that the protocol does more than these types say, and what, for instance
	// "a member compares numbers of processes". Package views refuses it.
	Beyond string

	// Structure is what requesters ask of quorums, other than which there are; nil for nothing.
	Structure *Structure
	// Account says where permissions are, if that is to be checked.
	Account *Account[R, M, A, B]
}

// A Requester is the half of a process that asks.
type Requester[R, A, B comparable] struct {
	// Init is the initial state.
	Init R
	// Local returns the local steps that the requester of process self may take.
	Local func(self int, r R) []Act[R, A]
	// Take returns what it does with message b from a member; none means that the message
	// is not taken now. Where b brings a stamp along (Answer.Stamp), present says whether
	// it is that of the present request.
	Take func(self int, r R, member int, b B, present bool) []Act[R, A]
	// Observe says what the properties may know of the process.
	Observe func(r R) explore.Observation
}

// An Act is one way in which a requester goes on, atomically.
type Act[R, A comparable] struct {
	// Name, Kind, Undefined and Overflow are as in explore.Step.
	Name string
	Kind explore.StepKind
	Next R
	// Stamp says what becomes of the stamp of its request, and Send which messages
	// are sent, in order.
	Stamp               StampUse
	Send                []To[A]
	Undefined, Overflow string
}

// A StampUse says what a step makes of the time stamp of a requester's request.
type StampUse uint8

const (
	Keep StampUse = iota // it has the one that it had, or none
	Drop                 // it has none from now on
	New                  // it has a fresh one
)

// A To is a message to a member. One that is stamped brings along the stamp that the
// requester has after the step.
type To[A comparable] struct {
	Member  int
	Msg     A
	Stamped bool
}

// SendTo returns a message to each member of a set, in ascending order.
func SendTo[A comparable](members explore.Set, msg A) []To[A] {
	var all []To[A]
	for _, m := range members.Members() {
		all = append(all, To[A]{Member: m, Msg: msg})
	}
	return all
}

// Stamped returns the messages with the stamp of the request.
func Stamped[A comparable](all []To[A]) []To[A] {
	for i := range all {
		all[i].Stamped = true
	}
	return all
}

// A Member is the half of a process that gives permissions. Members are alike, and do not
// know their number.
type Member[M, A, B comparable] struct {
	// Init is the initial state.
	Init M
	// Take returns what the member does with message a of a requester, which brings
	// stamp at along, if any; none means that the message is not taken now.
	Take func(m M, from Peer, a A, at Stamp) []Reply[M, B]
	// Local returns the local steps that it may take. It may be nil.
	Local func(m M) []Reply[M, B]
}

// A Reply is one way in which a member goes on, atomically.
type Reply[M, B comparable] struct {
	// Name, Undefined and Overflow are as in explore.Step.
	Name                string
	Next                M
	Send                []Answer[B]
	Undefined, Overflow string
}

// An Answer is a message to a requester. Stamp, if any, is one that the member has or was
// given.
type Answer[B comparable] struct {
	To    Peer
	Msg   B
	Stamp Stamp
}
