package instance

import (
	"maps"
	"slices"

	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/setsys"
)

// An Instance describes an exploration, as data. The algorithm has defaults for
// the fields that are zero.
type Instance struct {
	// Algorithm is the name of one of a registry's; empty for its first.
	Algorithm string
	// Variant is the name of one of the algorithm's; empty for its default.
	Variant string
	// N is the number of processes that are nodes of the structure, if there is one: all of them, except where the
	// algorithm has others (see Outside). 0 for the nodes of the structure.
	N int
	// Params has the values of the algorithm's parameters, as on a command line;
	// "true" for a switch.
	Params map[string]string
	// Quorums says where quorums are from, and how they are chosen.
	Quorums Quorums
	// Requests says how often processes ask: a number for all of them, or one for
	// each; explore.Unbounded for no bound.
	Requests []int
	// Clock is the representation of time stamps, ClockMax the largest integer
	// clock that is explored, 0 for no bound.
	Clock    explore.ClockMode
	ClockMax int
	// Queued lets messages to oneself go through a channel, like others; Called has them
	// handled in the same step. With neither it is as the algorithm says.
	Queued, Called bool
	// Outside has what the processes are called that are no nodes of the structure; they come after the nodes. It
	// follows from the algorithm.
	Outside []string
	// Network is the name of an explore.Network; empty for that of the algorithm's text. Faults are
	// what may go wrong.
	Network string
	Faults  explore.Faults
	// Check lists the properties to decide by searches or proofs; nil for all that the
	// requests allow. With Survives, that is decided as well.
	Check    []explore.Property
	Survives bool
}

// Survives is the name of a property that is about crashes: no live process waits for ever when others have
// crashed, as many as Faults says, or one.
const Survives explore.Property = "survives"

// Quorums is the source of the quorums of an instance: a structure, the file of
// one, or a construction; none of them for those of the algorithm itself.
type Quorums struct {
	Structure *setsys.Structure
	File      string // its name, or its text, which begins with {
	Construct string
	// Args has the arguments of the construction other than n and k, as texts; a
	// nested structure is the name of its file.
	Args map[string]string
	// Choice is Any or Fixed, or empty for what the algorithm does by default.
	Choice string
	// AllowBroken says that the structure need not be what the algorithm needs.
	AllowBroken bool
}

// The ways in which processes choose quorums.
const (
	Any   = "any"   // each request takes any quorum
	Fixed = "fixed" // process i takes the i-th, cyclically, or its own request set
)

// K is the name of the parameter that says how many processes may be inside at a
// time, or how many units there are. An instance of an algorithm that has it
// always says it, once it is complete.
const K = "k"

// Options returns how the instance is explored.
func (in Instance) Options() explore.Options {
	return explore.Options{Requests: in.Requests, Check: in.Check, Clock: in.Clock, ClockMax: in.ClockMax, Queued: in.Queued}
}

// ReplayOptions returns how runs of the instance are replayed.
func (in Instance) ReplayOptions() obvious.Options { return obvious.OptionsOf(in.Options()) }

// With returns the instance with another value of a parameter.
func (in Instance) With(name, value string) Instance {
	in.Params = maps.Clone(in.Params)
	if in.Params == nil {
		in.Params = map[string]string{}
	}
	in.Params[name] = value
	return in
}

// Each returns a bound on the requests of each process. Where there are processes outside the structure, its nodes do
// not ask.
func (in Instance) Each(requests int) []int {
	if len(in.Outside) > 0 {
		return append(make([]int, in.N), Each(len(in.Outside), requests)...)
	}
	return Each(in.N, requests)
}

// Each returns the same bound on the requests of each of n processes.
func Each(n, requests int) []int { return slices.Repeat([]int{requests}, n) }

// Processes returns how many processes there are.
func (in Instance) Processes() int { return in.N + len(in.Outside) }

// Names returns the names that the structure gives its nodes, which are
// processes, and what the others are called; none where they are numbers.
func (in Instance) Names() []string {
	s := in.Quorums.Structure
	if s == nil || s.Universe.IsNumbered() || s.Universe.Len() < in.N {
		return nil
	}
	var names []string
	for p := range in.N {
		names = append(names, s.Universe.Name(p))
	}
	return append(names, in.Outside...)
}
