// Package explore checks message-passing protocols exhaustively: it runs every
// interleaving of the deliveries and local actions of a small instance, and
// decides safety, well-definedness, freedom of deadlock and freedom of starvation
// of protocols whose processes wait for a critical section, and requirements over
// whole states for any protocol. A violation is shown by a lasso or a
// shortest trace, of several by one with the fewest switches between processes.
//
// # Model
//
// N processes, 0 to N-1, and a FIFO channel for each ordered pair of them. A
// step is the delivery of the message at the head of one channel, handled
// atomically, or a local action of one process (to ask for entry, to enter, to
// leave, or anything else a protocol does on its own). A message to oneself is
// handled in the same step, after the handler that sent it, in the order of
// sending; see [Options] for the other way.
//
// A [Protocol] is written as pure functions over two comparable types of
// value: the local state L of a process and the message M. They return the
// possible steps; several are alternatives, none means that the message is not
// taken now, or that there is no action. The functions must be pure: the engine
// calls them once for each pair of values it meets and keeps the answer.
//
// On another [Network] a channel is a bag of messages, of which any is delivered, or a set that only
// grows; or its messages are taken before anything else happens. [Faults] are budgets of crashes,
// restarts, lost messages and copies, of the whole system. Runs may begin in several states
// (Protocol.Starts), and a [History] watches them.
//
// # Clocks
//
// The logical clock belongs to the engine. A step that needs a new time stamp
// writes [Fresh] where the stamp goes, into its next state and the messages it
// sends; protocol code compares stamps and does nothing else with them.
// A [ClockRule] says when clocks tick and which messages carry them.
//
// With integer clocks a stamp is the pair of clock value and process, as
// printed in the papers. With causal stamps only the order of the stamps in
// use matters: a fresh stamp takes any place above all stamps that its process
// knows (a choice; each is explored), stamps that are in no local state and no
// message vanish, and the others are renumbered. A process whose clock
// does not tick for a fresh stamp, and has not ticked since it made its last one,
// may make that one again; until then it is in use. That is the protocol run with
// every clock of integer values whose ticks are those of the rule and any others,
// so what holds of all runs with causal stamps holds with integer clocks, and
// requests without bound reach finitely many states.
//
// # Fairness
//
// Starvation, goals and leads-to are about fair runs. A run without end is fair if
// each of these steps is taken infinitely often or infinitely often not enabled
// (weak fairness):
//
//   - for each channel, the delivery of its next message; on a network without order, the delivery of
//     each message;
//   - for each process and each name of a step (see Step.Name), the local steps of
//     that name, other than asking and those of kind May.
//
// No process has to ask, unless the protocol is Obliged: then asking is a step as
// others are. No step of kind May has to be taken, such as a timeout that is no promise, and nothing
// has to go wrong. For goals, which are about runs in which from some point on no process
// leaves, no process has to leave either. A run that ends is fair if the only steps
// enabled at its end are those that no process has to take. A step that is undefined ends the
// run.
//
// In runs without end, integers forbid one thing that an order alone allows: fresh
// stamps without end below one that stays in use. Runs with causal stamps that do
// this are not counted as fair.
package explore

// The words of this package's code are those of package engine, and of a transition:
//
//	engine.Transition from one state to another
//	edge              a transition as a graph keeps it
//	TraceStep         a transition as a trace shows it
//
// And the types that do the work: the engine computes successors, a stubbornSet leaves some of
// them out, the workers of a search expand its levels, and a graph is searched afterwards for
// components with fair cycles.
