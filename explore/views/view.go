package views

import "qcheck/explore/roles"

// A view is a member with one requester: see the package comment. Its parts are numbers of
// values; the requester is peer 0 of the member, and its state is cut to the member.
type view struct {
	member, requester int32
	in, out           int32 // the channels to the member, and from it
	own, last         uint8 // stamps of the requester: of its request, and the last one that it made
}

// A trigger is what a requester's step needs in a view: its state there, and the message of
// the member that it takes; -1 for a step that takes none of this member.
type trigger struct{ requester, msg int32 }

// A move is what a step of a requester is in the view of one member.
type move struct {
	requester int32
	stamp     roles.StampUse
	sent      int32
}

// A sending is a message of a move.
type sending struct {
	msg     int32
	stamped bool
}

// An event is what another requester may have a member take: a message, and where its stamp
// is among those of the member: at the i-th for 2i, in the gap behind the i-th for 2i+1, 0
// for no stamp.
type event struct {
	msg   int32
	place int
}

// A seat is a requester that is not in the focus of a view.
type seat struct {
	view int32
	peer int
}

// A call is one of a requester's handler; the message is -1 for a local step.
type call struct {
	half   int32
	member int
	msg    int32
}

// A halfStep is a step of a half of a requester, with its moves by member. It is owed if it
// is local and not asking.
type halfStep struct {
	from, to int32
	name     string
	stamp    roles.StampUse
	owed     bool
	moves    []movement
}

// A taking is a call of a member's handler.
type taking struct {
	member int32
	peer   int
	msg    int32
	stamp  uint8
}

// A reply is what comes of it.
type reply struct {
	member int32
	focus  []int32 // the messages to the requester in focus
}

// A movement is a move, with what it needs.
type movement struct {
	on trigger
	is move
}
