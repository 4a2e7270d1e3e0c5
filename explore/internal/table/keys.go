package table

// A StateKey stands for a global state; 0 for none.
type StateKey uint64

// A StateID is the number of an expanded state: its position in the levels.
type StateID uint32

// A MemoKey is what a memo is asked for; 0 is a key like others.
type MemoKey uint64
