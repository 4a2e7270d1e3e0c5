package roles

import (
	"fmt"
	"strings"

	"qcheck/explore"
)

// An Account says where permissions are: which requesters a member gave its permission to,
// which members a requester has the permission of, and which messages carry one.
//
// A protocol keeps its books if in every state, for each member m and each requester r,
//
//	r is in Gave of m  =  m is in Has of r  +  permits on their way from m to r
//	                      + returns on their way from r to m
//
// where what stands on the right is counted, and the left is 0 or 1. It is a law of
// conservation: a permission that was given is at one place. If whoever is inside has the
// permissions of a quorum, no two of whose owners a member gives it to at a time, safety
// follows from the intersection of quorums, whatever else the handlers do: a requester that
// is given an older request's permission, or gives back what it has not, breaks the law before
// two processes are inside.
type Account[R, M, A, B comparable] struct {
	// Permit reports whether a message gives the permission of its sender, and Return
	// whether one gives that of its receiver back.
	Permit func(B) bool
	Return func(A) bool
	// Has has the members whose permission a requester has, and Gave the requesters that
	// a member has given its permission to and did not get it back from, as far as each knows.
	Has  func(R) explore.Set
	Gave func(M) Peers
}

// Only returns the set of one peer, or the empty set for none.
func Only(p Peer) Peers {
	if p.None() {
		return Peers{}
	}
	return Peers{}.With(p)
}

// TheBooks is the name of the requirement that a protocol keeps its books.
const TheBooks explore.Property = "books"

// Kept returns the requirement on a composed protocol that it keeps its books. It fails where
// the protocol has no Account, or Compose would fail.
func Kept[L, W, R, M, A, B comparable](p Protocol[R, M, A, B], wire Wire[W, A, B]) (explore.Requirement[L, W], error) {
	var none explore.Requirement[L, W]
	f, err := formOf[L, W, R, M]()
	switch {
	case err != nil:
		return none, fmt.Errorf("protocol %s: %w", p.Name, err)
	case p.Account == nil:
		return none, fmt.Errorf("protocol %s does not say where permissions are", p.Name)
	}
	account := *p.Account
	return explore.Always(TheBooks, func(v explore.View[L, W]) string {
		has := make([]explore.Set, len(v.Locals))
		gave := make([]explore.Set, len(v.Locals))
		for i, l := range v.Locals {
			r, _, m := f.split(l)
			has[i], gave[i] = account.Has(r), account.Gave(m).set
		}
		for m := range v.Locals {
			for r := range v.Locals {
				e := entry{member: m, requester: r, gave: gave[m].Has(r), has: has[r].Has(m)}
				for _, w := range v.Channel(m, r) {
					if _, b, up := wire.Of(f.stamped(w, 0)); !up && account.Permit(b) {
						e.permits = append(e.permits, fmt.Sprint(b))
					}
				}
				for _, w := range v.Channel(r, m) {
					if a, _, up := wire.Of(f.stamped(w, 0)); up && account.Return(a) {
						e.returns = append(e.returns, fmt.Sprint(a))
					}
				}
				if !e.balanced() {
					return e.String()
				}
			}
		}
		return ""
	}), nil
}

// An entry is what there is of the permission of a member for a requester.
type entry struct {
	member, requester int
	gave, has         bool
	permits, returns  []string // messages on their way
}

func (e entry) balanced() bool {
	there := len(e.permits) + len(e.returns)
	if e.has {
		there++
	}
	return e.gave && there == 1 || !e.gave && there == 0
}

// String says what is wrong with it.
func (e entry) String() string {
	gave, has := "has not given", "does not have it"
	if e.gave {
		gave = "has given"
	}
	if e.has {
		has = "has it"
	}
	text := fmt.Sprintf("process %d %s its permission to process %d, which %s", e.member+1, gave, e.requester+1, has)
	var way []string
	if len(e.permits) > 0 {
		way = append(way, strings.Join(e.permits, ", ")+" to it")
	}
	if len(e.returns) > 0 {
		way = append(way, strings.Join(e.returns, ", ")+" back from it")
	}
	if way == nil {
		return text + "; no message with it is on its way"
	}
	return text + "; on the way: " + strings.Join(way, ", ")
}
