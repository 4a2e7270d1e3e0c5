package jiang

import "qcheck/explore"

const (
	// MaxResources is the largest number of resources.
	MaxResources = 8
	// MaxListed is how many requests GRANTEE and QUEUE of a node have room for.
	MaxListed = 16
)

// A Section is where a node stands in its cycle (Figure 1).
type Section uint8

const (
	NCS Section = iota // non-critical section
	ES                 // entry section
	WS                 // wait section: it has a write quorum
	CS                 // critical section
	XS                 // exit section
)

var sectionNames = [...]string{NCS: "NCS", ES: "ES", WS: "WS", CS: "CS", XS: "XS"}

// String returns the name that the paper gives to the section.
func (s Section) String() string { return sectionNames[s] }

// State is the local state of a node: what it does for its own request, for
// those who follow it, and as a member of quorums. Names in capitals are the
// paper's variables.
type State struct {
	Section Section
	// Stamp and Resource are t and x of the own request, from ES to XS.
	Stamp    explore.Stamp
	Resource uint8
	// Asked has the nodes that REQUEST was sent to and RELEASE was not.
	Asked explore.Set
	// Selected has the write quorums selected so far, by number; for
	// reselection only.
	Selected uint32
	// Grantor is GRANTOR.
	Grantor explore.Set
	// Follows says that NOTICE or FAIL came: only R-GRANT is waited for.
	Follows bool
	// Competing says that COMPETE was sent and has no outcome yet, and Ring is
	// the Q ∪ P that it goes round.
	Competing bool
	Ring      explore.Set
	// Leader says that SUCCESS came, and Registrar is REGISTRAR.
	Leader    bool
	Registrar explore.Set
	// Reference is the node in REFERENCE, if any.
	Reference explore.Process
	// Expelled is what a node in NCS still does with Resource, in the reading in which
	// an R-RELEASE takes it there.
	Expelled explore.Phase
	// Uncleared has the nodes that CLEAR was sent to and no CLEARED came from.
	Uncleared explore.Set
	// Former has earlier requests whose COMPETE still has no outcome, earliest
	// first.
	Former [2]Former
	// Followers is FOLLOWER, by node.
	Followers explore.PerProcess[Follower]

	// Requests has GRANTEE and QUEUE, earliest first.
	Requests [MaxListed]Request
	// Preempting says that PREEMPT was sent to the one in GRANTEE. Preemptor is
	// the stamp of the request that it was sent for, where that matters.
	Preempting bool
	Preemptor  explore.Stamp
	// Leaders has LEADER.x at x-1.
	Leaders [MaxResources]explore.Process
}

// A Former is what is left to do for a request that is over, when the outcome
// of its COMPETE comes.
type Former struct {
	Stamp       explore.Stamp
	Resource    uint8
	Asked, Ring explore.Set
}

// remember keeps a request that is over, and reports whether there was room.
func (s *State) remember(f Former) bool {
	for i := range s.Former {
		if s.Former[i].Stamp == 0 {
			s.Former[i] = f
			return true
		}
	}
	return false
}

// recall takes back what remember kept.
func (s *State) recall(stamp explore.Stamp) (Former, bool) {
	for i, f := range s.Former {
		if f.Stamp == stamp && stamp != 0 {
			copy(s.Former[i:], s.Former[i+1:])
			s.Former[len(s.Former)-1] = Former{}
			return f, true
		}
	}
	return Former{}, false
}

// A Follower is whether and how a node is in FOLLOWER.
type Follower struct {
	In bool
	// Stamp is that of the request that R-GRANT is to be sent for or, where
	// FOLLOWER has requests, was sent for.
	Stamp explore.Stamp
	// Resource is the one that it asks for, where that matters.
	Resource uint8
}

// A Request is a REQUEST in GRANTEE or QUEUE (in rare readings in both); the
// zero value is none.
type Request struct {
	Stamp           explore.Stamp
	From            explore.Process
	Resource        uint8
	Granted, Queued bool
}

// insert adds a request in the order of stamps, and reports whether there was
// room.
func (s *State) insert(r Request) bool {
	if s.Requests[MaxListed-1].From != 0 {
		return false
	}
	i := MaxListed - 1
	for ; i > 0 && (s.Requests[i-1].From == 0 || s.Requests[i-1].Stamp > r.Stamp); i-- {
		s.Requests[i] = s.Requests[i-1]
	}
	s.Requests[i] = r
	return true
}

// find returns the place of the request of a node with a stamp, or -1.
func (s *State) find(node int, stamp explore.Stamp) int {
	for i, r := range s.Requests {
		if r.From.Index() == node && r.Stamp == stamp {
			return i
		}
	}
	return -1
}

// remove takes a request out of GRANTEE and QUEUE.
func (s *State) remove(i int) {
	copy(s.Requests[i:], s.Requests[i+1:])
	s.Requests[MaxListed-1] = Request{}
}

// grantees returns how many requests are in GRANTEE, and the place of the first
// of them.
func (s *State) grantees() (count, first int) {
	for i := len(s.Requests) - 1; i >= 0; i-- {
		if s.Requests[i].Granted {
			count, first = count+1, i
		}
	}
	return count, first
}

// front returns the place of the request at the front of QUEUE, or -1.
func (s *State) front() int {
	for i, r := range s.Requests {
		if r.Queued {
			return i
		}
	}
	return -1
}

// followed reports whether FOLLOWER has a node that R-GRANT is sent to.
func (s *State) followed(a *algorithm) bool {
	for _, f := range s.Followers {
		if f.In && a.lets(s, f) {
			return true
		}
	}
	return false
}
