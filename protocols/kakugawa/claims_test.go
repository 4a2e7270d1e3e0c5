package kakugawa

import (
	"fmt"
	"testing"

	"qcheck/explore"
)

// What is found for an instance, and why. With deadlock only, the search ends
// when that is decided.
type claim struct {
	Config
	explore.Options
	want   found
	reason string
}

const (
	crossing  = "a RELEASE crosses a QUERY, which then is answered by ANSWER_RELEASE"
	unasked   = "an OK comes from a process that was asked, but is not in W"
	inherited = "an OK for an earlier request counts for the next one"
	noSuch    = "no QUERY comes to a process that is inside or later"
)

func (c claim) name() string {
	name := fmt.Sprintf("%s %d processes k=%d %v", c.Variant, c.N, c.K, c.Quorums)
	if c.QuorumChoice == FixedQuorum {
		name += " fixed"
	}
	if c.NoRetry {
		name += " no retry"
	}
	if c.NoAnswerNo {
		name += " no ANSWER_NO"
	}
	if c.Requests != nil {
		name += fmt.Sprintf(" requests %v", c.Requests)
	}
	return name + " " + c.Clock.String()
}
