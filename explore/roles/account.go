package roles

import (
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strings"
	"unsafe"

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
	// Contract says that the protocol means to keep its books by each step, so that Contracted may
	// make steps undefined that do not (see contract.go). Carried is how many units a permit is for; it has it where Units and Given are there.
	Contract bool
	Carried  func(B) int
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
	account, observe := *p.Account, p.Requester.Observe
	k := &kept{
		form: f, halves: halvesOf(wire), most: account.Most,
		at: func(r, m unsafe.Pointer) (x holding) {
			x.has, x.gave, x.granted = account.Has(*(*R)(r)), account.Gave(*(*M)(m)).set, account.granted(*(*M)(m))
			x.astray = observe(*(*R)(r)).Phase == explore.Inside && !account.Quorum(*(*R)(r))
			return x
		},
		permits: func(b unsafe.Pointer) bool { return account.Permit(*(*B)(b)) },
		returns: func(a unsafe.Pointer) bool { return account.Return(*(*A)(a)) },
		agrees:  func(m unsafe.Pointer, p Peer, r unsafe.Pointer) bool { return account.Agrees(*(*M)(m), p, *(*R)(r)) },
		kind:    func(w unsafe.Pointer) string { return kindOf(*(*W)(w)) },
		rooms: func(n int) rooms {
			return rooms{sliceOf(make([]R, n)).at, sliceOf(make([]M, n)).at, unsafe.Pointer(new(W))}
		},
	}
	return explore.Always(TheBooks, func(v explore.View[L, W]) string {
		return k.wrong(sliceOf(v.Locals), func(from, to int) slice { return sliceOf(v.Channel(from, to)) })
	}), nil
}

// kept is what the requirement asks of a protocol.
type kept struct {
	form
	halves
	most             int
	at               func(r, m unsafe.Pointer) holding
	permits, returns func(msg unsafe.Pointer) bool
	agrees           func(m unsafe.Pointer, p Peer, r unsafe.Pointer) bool
	kind             func(w unsafe.Pointer) string
	rooms            func(n int) rooms
}

// rooms are where the halves of processes are put, and a message.
type rooms struct{ r, m, w unsafe.Pointer }

// A holding is what a process has of the permissions of others, and gave of its own.
type holding struct {
	has, gave explore.Set
	granted   int  // units
	astray    bool // inside without a quorum
}

// wrong says what is wrong in a state, nothing if the books are kept.
func (k *kept) wrong(locals slice, channel func(from, to int) slice) string {
	n := locals.len
	all, requesters, members := make([]holding, n), make([]unsafe.Pointer, n), make([]unsafe.Pointer, n)
	room := k.rooms(n)
	for i := range all {
		requesters[i], members[i] = unsafe.Add(room.r, uintptr(i)*k.r.Size()), unsafe.Add(room.m, uintptr(i)*k.m.Size())
		k.part(unsafe.Add(locals.at, uintptr(i)*k.whole.Size()), requesters[i], members[i])
		all[i] = k.at(requesters[i], members[i])
		if x := all[i]; x.granted > k.most {
			return fmt.Sprintf("process %d has given %d units of its permission, to %s, and may give %d", i+1, x.granted, x.gave, k.most)
		} else if x.astray {
			return fmt.Sprintf("process %d is in the critical section with the permissions of %s, which are no quorum", i+1, x.has)
		}
	}
	underway := make([]int, n*n) // from the member to the requester, and back
	for from := range n {
		for to := range n {
			for _, returned := range k.carried(channel(from, to), room.w) {
				if returned {
					underway[to*n+from]++
				} else {
					underway[from*n+to]++
				}
			}
		}
	}
	for m := range all {
		for r := range all {
			e := entry{member: m, requester: r, gave: all[m].gave.Has(r), has: all[r].has.Has(m)}
			if !e.balanced(underway[m*n+r]) {
				e.permits, e.returns = k.kinds(channel(m, r), room.w, false), k.kinds(channel(r, m), room.w, true)
				return e.String()
			}
			if e.has && !k.agrees(members[m], Peer{explore.ProcessOf(r)}, requesters[r]) {
				return fmt.Sprintf("process %d has given its permission to process %d for another number of units than that has asked for", m+1, r+1)
			}
		}
	}
	return ""
}

// carried yields the messages of a channel that carry a permission, by their places, and
// whether they return it. In w, messages are read without their stamps.
func (k *kept) carried(channel slice, w unsafe.Pointer) iter.Seq2[int, bool] {
	return func(yield func(int, bool) bool) {
		for i := range channel.len {
			move(w, 0, channel.at, uintptr(i)*k.message.Size(), k.message.Size())
			k.put(w, 0)
			a, b, up := k.halves.of(w)
			if (up && k.returns(a) || !up && k.permits(b)) && !yield(i, up) {
				return
			}
		}
	}
}

// kinds returns the kinds of the messages of a channel that carry a permission, or return one.
func (k *kept) kinds(channel slice, w unsafe.Pointer, back bool) (kinds []string) {
	for i, returned := range k.carried(channel, w) {
		if returned == back {
			kinds = append(kinds, k.kind(unsafe.Add(channel.at, uintptr(i)*k.message.Size())))
		}
	}
	return kinds
}

// An entry is what there is of the permission of a member for a requester.
type entry struct {
	member, requester int
	gave, has         bool
	permits, returns  []string // messages on their way, where it is not balanced
}

// balanced reports whether the permission is at one place if it was given, otherwise at none, where so
// many messages with it are on their way.
func (e entry) balanced(there int) bool {
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

// kindOf writes what comes first in a message, which is its kind in all protocols.
func kindOf[W any](w W) string {
	text := fmt.Sprint(w)
	if inner, ok := strings.CutPrefix(text, "{"); ok {
		text, _, _ = strings.Cut(inner, " ")
	}
	return text
}
