package roles

import (
	"fmt"

	"qcheck/explore"
)

// The contract of permissions. Contracted compares each call of a handler with
// what its process has and gave before, and makes a step that would break the books undefined: there is no
// such step then. With
//
//	gave  what the member gave, without who sends it the permission back in this call
//	has   what the requester has, with the member whose permission comes in this call
//
// a step of a member keeps the contract if
//
//   - a permission comes back from one that it was given to;
//   - permits go to requesters that are not in gave, one to each, and say for how many units they are;
//   - what it gave afterwards is gave and these, for as many units as before, or as the permit says;
//   - these are at most Most;
//
// and a step of a requester if
//
//   - a permission comes from a member that it has none of, for as many units as it is about afterwards;
//   - returns go to members in has, one to each;
//   - what it has afterwards is has without these;
//   - it is about as many units as before, if it has something that it had;
//   - if it is inside afterwards, it has the permissions of a quorum for its units.
//
// Theorem. A protocol that is composed of a contracted one keeps its books in every state that it reaches, whatever its
// handlers are, with any number of processes, if messages are neither lost nor doubled, in whatever order
// they come, and no process forgets what it has.
//
// Proof. By induction on the steps. Nothing is given, had or on its way in the initial state (Compose
// refuses others). Let the law hold before a step, for each member m and requester r, and say also (units) that where r is in
// Gave of m and a permit is on its way to r, that says as many units as m gave r; and that where r has it, r is about so many.
//
// A step of m that takes a message of p, or none. Of r, r ≠ p: if a permit goes to it, r was not in Gave, so nothing of the
// permission of m for r was anywhere; now r is in Gave and one permit is on its way. If none does, nothing
// changes: r stays in Gave or outside. Of p: if its message returns the permission, p was in Gave, and this was
// the one place where it was: it is out of gave, and nothing is left on its way; from there as of r. If not, as of r.
// A step of r that takes a message of m: if that is a permit, r did not have it, and has counts it for the permit that
// was on its way; from there, for each member that a return goes to, it is out of Has, and one return is on its way; for
// others nothing changes. The units: a permit says what m gave, which stays until the permission comes back; r, when it takes the
// permit, is about what it says, and remains so as long as it has something that it had. (most) and
// (quorum) are about one half, and are asked of each half that comes about. ∎
//
// With the theorem at Account, such a protocol is safe for every number of processes. What is not said by this is that a
// handler never runs into its contract. Where it does, the step is undefined, which is a violation of
// well-definedness, and is shown with its run.

// breach is what is said of a step that there is not, before what it would do.
const breach = "this would break the contract of permissions: "

// Contracted returns a protocol without the steps that break its contract, or p if it has none. Searches have the protocol as it is:
// what it does where it breaks its contract, or where messages are lost or doubled, is theirs to find.
func Contracted[R, M, A, B comparable](p Protocol[R, M, A, B]) Protocol[R, M, A, B] {
	if p.Account == nil || !p.Account.Contract {
		return p
	}
	a, r, m := p.Account, p.Requester, p.Member
	acts := func(before R, member int, b B, comes bool, all []Act[R, A]) []Act[R, A] {
		for i, x := range all {
			if x.Undefined != "" || x.Overflow != "" {
				continue
			}
			if why := a.acts(before, member, b, comes, x, r.Observe(x.Next).Phase); why != "" {
				all[i] = Act[R, A]{Name: x.Name, Kind: x.Kind, Undefined: breach + why}
			}
		}
		return all
	}
	replies := func(before M, from Peer, back bool, all []Reply[M, B]) []Reply[M, B] {
		for i, x := range all {
			if x.Undefined != "" || x.Overflow != "" {
				continue
			}
			if why := a.replies(before, from, back, x); why != "" {
				all[i] = Reply[M, B]{Name: x.Name, Undefined: breach + why}
			}
		}
		return all
	}
	var none B
	p.Requester.Local = func(self int, s R) []Act[R, A] { return acts(s, 0, none, false, r.Local(self, s)) }
	p.Requester.Take = func(self int, s R, member int, b B, present bool) []Act[R, A] {
		return acts(s, member, b, true, r.Take(self, s, member, b, present))
	}
	p.Member.Take = func(s M, from Peer, message A, at Stamp) []Reply[M, B] {
		return replies(s, from, a.Return(message), m.Take(s, from, message, at))
	}
	if m.Local != nil {
		p.Member.Local = func(s M) []Reply[M, B] { return replies(s, Peer{}, false, m.Local(s)) }
	}
	return p
}

// acts says how a step of a requester breaks the contract; nothing if it keeps it. If a message comes, it is b of
// a member.
func (a *Account[R, M, A, B]) acts(before R, member int, b B, comes bool, x Act[R, A], phase explore.Phase) string {
	has := a.Has(before)
	if comes && a.Permit(b) {
		if has.Has(member) {
			return "a permission comes that it has already"
		}
		if units := a.Units; units != nil && a.Carried(b) != units(x.Next) {
			return "a permission comes for another number of units than it asks for"
		}
		has = has.With(member)
	}
	for _, o := range x.Send {
		if !a.Return(o.Msg) {
			continue
		}
		if !has.Has(o.Member) {
			return "it gives back what it does not have"
		}
		has = has.Without(o.Member)
	}
	after := a.Has(x.Next)
	switch {
	case after != has:
		return "it has other permissions afterwards than came and did not go"
	case a.Units != nil && a.Has(before)&after != 0 && a.Units(before) != a.Units(x.Next):
		return "it is about another number of units, with permissions that it had"
	case phase == explore.Inside && !a.Quorum(x.Next):
		return "it is inside without the permissions of a quorum"
	}
	return ""
}

// replies says how a step of a member breaks the contract; nothing if it keeps it. If a permission comes back, it
// is that of from.
func (a *Account[R, M, A, B]) replies(before M, from Peer, back bool, x Reply[M, B]) string {
	had := a.Gave(before)
	gave := had
	if back {
		if !gave.Has(from) {
			return "a permission comes back that was not given"
		}
		gave = gave.Without(from)
	}
	kept := gave
	for _, o := range x.Send {
		if !a.Permit(o.Msg) {
			continue
		}
		if gave.Has(o.To) {
			return "it gives its permission to one that has it"
		}
		if a.Units != nil && a.Carried(o.Msg) != a.given(x.Next, o.To) {
			return "a permit says another number of units than are given"
		}
		gave = gave.With(o.To)
	}
	if a.Gave(x.Next) != gave {
		return "it has given its permission to others afterwards than its messages say"
	}
	if units := a.granted(x.Next); units > a.Most {
		return fmt.Sprintf("it gives %d units, and has %d", units, a.Most)
	}
	for _, i := range kept.set.Members() {
		if p := (Peer{explore.ProcessOf(i)}); a.given(before, p) != a.given(x.Next, p) {
			return "it counts another number of units for one that has its permission"
		}
	}
	return ""
}

// wellFounded says what keeps a contract from holding in the initial state, and what it lacks; nothing if that is all in order.
func wellFounded[R, M, A, B comparable](p Protocol[R, M, A, B]) string {
	a := p.Account
	switch {
	case a == nil || !a.Contract:
		return ""
	case a.Has(p.Requester.Init) != 0 || a.Gave(p.Member.Init) != Peers{}:
		return "has a contract of permissions, and some that are given at the start"
	case p.Requester.Observe(p.Requester.Init).Phase == explore.Inside:
		return "has a contract of permissions, and processes that are inside at the start"
	case (a.Units == nil) != (a.Given == nil) || (a.Units == nil) != (a.Carried == nil):
		return "has a contract of permissions that counts units at some places alone"
	}
	return ""
}
