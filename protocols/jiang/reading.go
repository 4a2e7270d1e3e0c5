package jiang

// A reading settles what the text leaves open, and has the changes of the
// repair. The zero value is the variant printed.
type reading struct {
	// Readings.
	yieldsInWS   bool // PREEMPT is answered by YIELD also in WS
	yieldsInXS   bool // and also in XS
	grantsAlways bool // every RELEASE has the front of QUEUE granted, whatever it removed
	countsLate   bool // a GRANT after NOTICE counts
	closedInXS   bool // a FOLLOW that comes in XS has no R-GRANT
	opensInNCS   bool // a FOLLOW that comes in NCS has R-GRANT, too
	freesInWS    bool // R-GRANT in WS gives the permissions up at once, as in ES
	ownIsNone    bool // a registration of u itself is none for COMPETE and REQUEST of u
	askOnce      bool // reselection sends REQUEST just to those who were not sent one
	sameResource bool // an R-GRANT goes to followers of the own resource alone
	expels       bool // an R-RELEASE takes a node that does not lead to NCS from every section

	// Changes of the repair, (1) to (7).
	frontFirst   bool // after YIELD the front of QUEUE is granted
	byRequest    bool // FOLLOWER has requests, not nodes
	acknowledged bool // CLEAR is answered by CLEARED, and XS lasts until all are
	outcomeFirst bool // an R-GRANT that comes before the outcome of COMPETE waits for it
	noticeInES   bool // NOTICE counts in ES alone
	toldGrantee  bool // COMPETE notifies also the one in GRANTEE
	withoutZ     bool // COMPETE notifies every node that requests x, in Z or not
}
