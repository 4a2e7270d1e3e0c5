// Package roles has types for protocols whose processes are made of two roles: a
// requester, that asks members for permissions, and a member, that gives them, as in the
// quorum-based algorithms of Maekawa and after him. [Compose] makes an
// [explore.Protocol] of the two, and package views proves properties of it from either
// role alone.
//
// The types keep apart what such a proof needs apart. A handler of a requester is given
// the requester's half of the state, and cannot see the member's; the other way round as
// well. A requester sends to members, which it knows by number, and a member to
// requesters, which it knows as a [Peer]: it can remember, compare and answer one, and
// not count on its number. Time stamps belong to requests: a requester has one at a time,
// which the engine keeps and [Act.Stamp] makes, keeps or drops; a member is given that of
// a message as a [Stamp], and can compare it with others.
//
// What a member is given by these types does not depend on numbers, so that a handler that uses nothing else cannot depend on them
// either: functions that a [By] calls see each value once, in an order of values. What remains is code that looks behind the
// types (package unsafe and reflect; what prints, hashes or encodes values), a handler that makes and runs a protocol of its own, or
// keeps something from one call to the next. Package views, and the checker behind it, compare the calls of members with
// renamed requesters and other stamps for these; see there how many.
//
// A state of the composed protocol is any struct in which each field of the two halves,
// and one for the stamp, has its name ([Compose] compares them), so that runs and pages
// show what the algorithm's text has. [State] is one for protocols that do not care.
package roles
