// Package explore checks message-passing protocols exhaustively: it runs every
// interleaving of the deliveries and local actions of a small instance, and
// decides safety, well-definedness, freedom of deadlock and freedom of
// starvation, with a shortest trace or a lasso for what is violated. It knows
// processes, messages, logical clocks and fairness, and nothing of what the
// processes use them for.
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
// has heard of (a choice; each is explored), stamps that are in no local state
// and no message vanish, and the others are renumbered. A process whose clock
// does not tick for a fresh stamp, and has not ticked since it made its last one,
// may make that one again; until then it is in use. That is the protocol run with
// every clock of integer values whose ticks are those of the rule and any others,
// so what holds of all runs with causal stamps holds with integer clocks, and
// requests without bound reach finitely many states. In runs that go on for ever,
// integers forbid one thing that an order alone allows: fresh stamps without end
// below one that stays in use; such runs are not counted against starvation,
// goals, and what must lead to what.
package explore
