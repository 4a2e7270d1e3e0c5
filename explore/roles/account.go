package roles

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"qcheck/explore"
)

// An Account says where permissions are: which requesters a member gave its permission to,
// which members a requester has the permission of, and which messages carry one.
//
// A protocol keeps its books if in every state
//
//	(law)     for each member m and each requester r: r is in Gave of m
//	          =  m is in Has of r  +  permits on their way from m to r  +  returns on their way from r to m,
//	          where what stands on the right is counted, and the left is 0 or 1;
//	          and where m is in Has of r, what m gave it is as many units as r is about
//	(most)    the units that a member gave are at most Most
//	(quorum)  whoever is inside has the permissions of a quorum
//
// The first is a law of conservation: a permission that was given is at one place.
//
// Theorem. A protocol that keeps its books is safe, for any number of processes, any number of
// requests, and any quorums of which this is true: where processes are not to be inside together, in
// any choice of a quorum for each there is a member that is in those of some whose units
// together are more than Most.
//
// Proof. Let processes be inside in a state that are not to be inside together. By (quorum) each has the
// permissions of a quorum. Choose these; some of the processes, whose units are more than Most, have that of one
// member m. By (law) all of them are in Gave of m, with their units. That contradicts (most).
//
// What it asks of quorums is what the kinds of structures are: with one unit each and Most = 1, of any
// two quorums of a coterie, or of any k+1 of a k-coterie, two have a common member; an
// (h,k)-arbiter is defined so, with Most = k. Who is served next does not matter: queues, stamps and
// priorities are not in it.
type Account[R, M, A, B comparable] struct {
	// Permit reports whether a message gives the permission of its sender, and Return
	// whether one gives that of its receiver back.
	Permit func(B) bool
	Return func(A) bool
	// Has has the members whose permission a requester has, and Gave the requesters that
	// a member has given its permission to and did not get it back from, as far as each knows.
	// What Has says of a member depends on what the half says of that member alone.
	Has  func(R) explore.Set
	Gave func(M) Peers
	// Most is how many units of its permission a member gives. Given is how many it gave to a requester
	// that is in Gave, and Units how many a requester is about; nil for 1.
	Most  int
	Given func(M, Peer) int
	Units func(R) int
	// Quorums has the quorums by units, those for one first: whoever is inside has the permissions of one of those
	// for its units.
	Quorums [][]explore.Set
}

// Quorum reports whether a requester has the permissions of one of the quorums for its units.
func (a *Account[R, M, A, B]) Quorum(r R) bool {
	h := a.units(r)
	return h > 0 && h <= len(a.Quorums) && slices.ContainsFunc(a.Quorums[h-1], a.Has(r).Contains)
}

// given and units are Given and Units, where they may be nil.
func (a *Account[R, M, A, B]) given(m M, p Peer) int {
	if a.Given == nil {
		return 1
	}
	return max(0, a.Given(m, p)) // what is owed to a member would hide what it gave
}

func (a *Account[R, M, A, B]) units(r R) int {
	if a.Units == nil {
		return 1
	}
	return a.Units(r)
}

// granted returns how many units a member gave, to all together. It is no method for handlers: Given is called in the order of
// processes.
func (a *Account[R, M, A, B]) granted(m M) int {
	sum := 0
	for _, i := range a.Gave(m).set.Members() {
		sum += a.given(m, Peer{explore.ProcessOf(i)})
	}
	return sum
}

// Agrees reports whether a member and a requester that it gave its permission to count as many units.
func (a *Account[R, M, A, B]) Agrees(m M, p Peer, r R) bool { return a.given(m, p) == a.units(r) }

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
	f, err := formOf(reflect.TypeFor[L](), reflect.TypeFor[R](), reflect.TypeFor[M](), reflect.TypeFor[W]())
	switch {
	case err != nil:
		return none, fmt.Errorf("protocol %s: %w", p.Name, err)
	case p.Account == nil:
		return none, fmt.Errorf("protocol %s does not say where permissions are", p.Name)
	}
	k := &kept[L, W, R, M, A, B]{composed[L, W, R, M, A, B]{f, wire}, *p.Account, p.Requester.Observe}
	return explore.Always(TheBooks, k.wrong), nil
}

// kept is what the requirement asks of a protocol.
type kept[L, W, R, M, A, B comparable] struct {
	composed[L, W, R, M, A, B]
	account Account[R, M, A, B]
	observe func(R) explore.Observation
}

// A holding is what a process has of the permissions of others, and gave of its own.
type holding[R, M comparable] struct {
	requester R
	member    M
	has, gave explore.Set
}

// wrong says what is wrong in a state, nothing if the books are kept.
func (k *kept[L, W, R, M, A, B]) wrong(v explore.View[L, W]) string {
	n := len(v.Locals)
	all := make([]holding[R, M], n)
	for i, l := range v.Locals {
		r, _, m := k.split(l)
		all[i] = holding[R, M]{r, m, k.account.Has(r), k.account.Gave(m).set}
		if units := k.account.granted(m); units > k.account.Most {
			return fmt.Sprintf("process %d has given %d units of its permission, to %s, and may give %d", i+1, units, all[i].gave, k.account.Most)
		} else if k.observe(r).Phase == explore.Inside && !k.account.Quorum(r) {
			return fmt.Sprintf("process %d is in the critical section with the permissions of %s, which are no quorum", i+1, all[i].has)
		}
	}
	for m := range all {
		for r := range all {
			permits, returns := k.carried(v.Channel(m, r), false), k.carried(v.Channel(r, m), true)
			e := entry[W]{m, r, all[m].gave.Has(r), all[r].has.Has(m), permits, returns}
			if !e.balanced() {
				return e.String()
			}
			if e.has && !k.account.Agrees(all[m].member, Peer{explore.ProcessOf(r)}, all[r].requester) {
				return fmt.Sprintf("process %d has given its permission to process %d for another number of units than that has asked for", m+1, r+1)
			}
		}
	}
	return ""
}

// carried returns the messages of a channel that carry a permission, or return one.
func (k *kept[L, W, R, M, A, B]) carried(channel []W, back bool) (list []W) {
	for _, w := range channel {
		a, b, up := k.wire.Of(k.with(w, 0))
		if up == back && (up && k.account.Return(a) || !up && k.account.Permit(b)) {
			list = append(list, w)
		}
	}
	return list
}

// An entry is what there is of the permission of a member for a requester.
type entry[W any] struct {
	member, requester int
	gave, has         bool
	permits, returns  []W // messages on their way
}

// balanced reports whether the permission is at one place if it was given, otherwise at none.
func (e entry[W]) balanced() bool {
	there := len(e.permits) + len(e.returns)
	if e.has {
		there++
	}
	return e.gave && there == 1 || !e.gave && there == 0
}

// String says what is wrong with it.
func (e entry[W]) String() string {
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
		way = append(way, kindsOf(e.permits)+" to it")
	}
	if len(e.returns) > 0 {
		way = append(way, kindsOf(e.returns)+" back from it")
	}
	if way == nil {
		return text + "; no message with it is on its way"
	}
	return text + "; on the way: " + strings.Join(way, ", ")
}

// kindsOf writes what comes first in messages, which is their kind in all protocols.
func kindsOf[W any](all []W) string {
	var kinds []string
	for _, w := range all {
		text := fmt.Sprint(w)
		if inner, ok := strings.CutPrefix(text, "{"); ok {
			text, _, _ = strings.Cut(inner, " ")
		}
		kinds = append(kinds, text)
	}
	return strings.Join(kinds, ", ")
}
