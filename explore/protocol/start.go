package protocol

// A Start is a state in which runs of a protocol begin, for those that may begin in more than one, or with
// messages on their way.
type Start[L, M comparable] struct {
	Locals []L       // by process
	Sent   []Sent[M] // on their way, those of a channel in their order
}

// Sent is a message on its way.
type Sent[M comparable] struct {
	From, To int
	Msg      M
}
