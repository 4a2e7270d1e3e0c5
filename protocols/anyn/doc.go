// Package anyn asks whether an algorithm is safe for every structure of a kind and every number of
// processes, and says what that rests on.
//
// A protocol that keeps its books is safe for any number of processes, any number of requests and any
// quorums that meet as its kind of structures does: that is the theorem at roles.Account. A Report lists as premises
// what it needs, each with how it was checked:
//
//   - the quorums meet: what the theorem asks of them is asked of each structure that is listed, by trying all
//     choices of quorums; of others, the kind of structures says it;
//   - the books are kept. With its contract of permissions (roles.Contracted) they are, by the theorem in
//     roles/contract.go, whatever handlers do, with any number of processes. Then the guarded protocol is safe. A third
//     premise, that no step is undefined, says that the algorithm as it is written is the guarded one; without it, the answer is
//     unknown. Local views prove that for each structure of the kind on up to so many nodes, up to renaming, for requests
//     without bound; beyond, it is open.
//   - Without a contract, local views have to prove for each of these structures that the books are kept; that they are with more
//     processes is open. No premise that this package has decides it. Handlers are
//     functions in Go, and one that behaves otherwise when its queue has seven entries cannot be told
//     from others by trying six. What can be observed is that views of one process more have no
//     shapes that those of fewer have not (see package views); it is said, and decides nothing.
//
// If local views do not prove what they should for some structure, a run that breaks the books, or to an undefined step, is looked for.
package anyn
