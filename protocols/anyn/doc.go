// Package anyn asks whether an algorithm is safe for every structure of a kind and every number of
// processes, and says what that rests on.
//
// A protocol that keeps its books is safe for any number of processes, any number of requests and any
// quorums that meet as its kind of structures does: that is the theorem at roles.Account. It needs
// three things, which a Report lists as premises, each with how it was checked:
//
//   - the quorums meet: what the theorem asks of them is asked of each structure that is listed, by trying all
//     choices of quorums;
//   - the books are kept: local views prove it for each structure of the kind on up to so many nodes, up
//     to renaming, for requests without bound;
//   - they are kept with more processes. No premise that this package has decides it. Handlers are
//     functions in Go, and one that behaves otherwise when its queue has seven entries cannot be told
//     from others by trying six. What can be observed is that views of one process more have no
//     shapes that those of fewer have not (see package views); it is said, and decides nothing.
//
// So no report says that an algorithm is safe for every number of processes: it is proved for the numbers
// that were tried, and beyond them it is unknown, with the premise that is open. If the books are not
// proved to be kept for some structure, the argument does not apply, and a run that breaks them is looked for.
package anyn
