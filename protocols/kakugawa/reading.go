package kakugawa

// A reading settles what the text leaves open. The zero value is the variant
// printed.
type reading struct {
	// Of the process that asks.
	avoid       avoid // which quorums are open to a retry
	fewest      bool  // of them, those with the fewest members to ask; otherwise with the most
	untilWithin bool  // the retrying ends when K is part of a quorum
	askAgain    bool  // REQUEST also to those who have one already
	restamp     bool  // every REQUEST has the time of its own sending
	inOrder     bool  // enters only when all REQUESTs are answered
	keepsK      bool  // a permission given back stays in K
	owed        owed  // what W is
	returnLate  bool  // an OK that no process waits for is given back
	joinsLate   bool  // an OK that no process waits for joins K
	asksEarly   bool  // may ask again while permissions from W are to come

	// Of the process that is sent a QUERY and holds no permission to give back.
	unheld unheld

	// Of the member of quorums.
	blocking bool // having sent a QUERY it takes no REQUEST and no RELEASE before the answer
	oneQuery bool // it sends no further QUERY before the answer
	settle   bool // a permission that comes back answers all QUERYs about it
	first    bool // a permission given back goes to the earliest request known
}

// avoid says which quorums are open to a retry: all disjoint from a set.
type avoid uint8

const (
	avoidHeld    avoid = iota // disjoint from K
	avoidWaiting              // disjoint from T
	avoidNone
)

// owed says which permissions a process that has left waits for.
type owed uint8

const (
	owedWait  owed = iota // those who sent WAIT, and no OK since
	owedTaken             // those, and those who took their permission back
	owedAll               // all that were asked and whose permission it does not hold
)

// unheld says what a QUERY meets at a process that does not hold the permission
// and is not inside.
type unheld uint8

const (
	unheldReturns unheld = iota // ANSWER_RELEASE
	unheldIgnores               // nothing
	unheldRefuses               // ANSWER_NO
)
