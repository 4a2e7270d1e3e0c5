package explore

import (
	"reflect"

	"qcheck/explore/internal/decide"
	"qcheck/explore/protocol"
)

// What protocols are written in. Package [protocol] says what each thing is: see "go doc qcheck/explore/protocol Protocol",
// and likewise Step, Requirement and the others.
type (
	Protocol[L, M comparable]    = protocol.Protocol[L, M]
	Exclusion[L comparable]      = protocol.Exclusion[L]
	Step[L, M comparable]        = protocol.Step[L, M]
	StepKind                     = protocol.StepKind
	Out[M comparable]            = protocol.Out[M]
	Goal                         = protocol.Goal
	Phase                        = protocol.Phase
	Observation                  = protocol.Observation
	Property                     = protocol.Property
	Requirement[L, M comparable] = protocol.Requirement[L, M]
	View[L, M comparable]        = protocol.View[L, M]
	Standing                     = protocol.Standing
	Process                      = protocol.Process
	PerProcess[T any]            = protocol.PerProcess[T]
	Set                          = protocol.Set
	Stamp                        = protocol.Stamp
	ClockRule                    = protocol.ClockRule
	Attach                       = protocol.Attach
	Mistake                      = protocol.Mistake
	Met                          = protocol.Met
	Network                      = protocol.Network
	Faults                       = protocol.Faults
	Start[L, M comparable]       = protocol.Start[L, M]
	Sent[M comparable]           = protocol.Sent[M]
	Moments                      = protocol.Moments
	History[L, M comparable]     = protocol.History[L, M]
	Event[L comparable]          = protocol.Event[L]
	TraceStep                    = protocol.TraceStep
)

// MaxProcesses is the most processes of a protocol.
const MaxProcesses = protocol.MaxProcesses

// MaxFaults bounds how many faults of a kind there may be.
const MaxFaults = protocol.MaxFaults

// The values of these types.
const (
	Plain, Ask, Leave, May                   = protocol.Plain, protocol.Ask, protocol.Leave, protocol.May
	FIFO, Unordered, Duplicating, Instant    = protocol.FIFO, protocol.Unordered, protocol.Duplicating, protocol.Instant
	Thinking, Waiting, Inside                = protocol.Thinking, protocol.Waiting, protocol.Inside
	Safety, WellDefined                      = protocol.Safety, protocol.WellDefined
	DeadlockFreedom, StarvationFreedom       = protocol.DeadlockFreedom, protocol.StarvationFreedom
	NoMessage, StampedMessages, EveryMessage = protocol.NoMessage, protocol.StampedMessages, protocol.EveryMessage
	Fresh                                    = protocol.Fresh
	Crashes, Restarts, Loses, Copies, Drops  = protocol.Crashes, protocol.Restarts, protocol.Loses, protocol.Copies, protocol.Drops
	SamePlace                                = protocol.SamePlace
	WhileThinking, WhileAsking               = protocol.WhileThinking, protocol.WhileAsking
	WhileHolding, WhileInside                = protocol.WhileHolding, protocol.WhileInside
)

// MomentNames lists the names of [Moments], and MomentNamed returns the one of a name. MomentOf returns where a process is
// of which that is observed, with what its state says about permissions.
func MomentNames() []string                               { return protocol.MomentNames() }
func MomentNamed(name string) (Moments, bool)             { return protocol.MomentNamed(name) }
func MomentOf(o Observation, standing []Standing) Moments { return protocol.MomentOf(o, standing) }

// ProcessOf returns the name of process p, which counts from 0.
func ProcessOf(p int) Process { return protocol.ProcessOf(p) }

// Watch makes a history: see [protocol.Watch].
func Watch[L, M, H comparable](start H, after func(h H, e Event[L]) (next H, overflow string)) *History[L, M] {
	return protocol.Watch[L, M](start, after)
}

// Networks returns all networks.
func Networks() []Network { return protocol.Networks() }

// SetOf returns the set of the given processes, All that of processes 0..n-1.
func SetOf(processes ...int) Set { return protocol.SetOf(processes...) }
func All(n int) Set              { return protocol.All(n) }

// SendTo returns a message to each member of a set, in ascending order.
func SendTo[M comparable](to Set, m M) []Out[M] { return protocol.SendTo(to, m) }

// AtMost returns a [Protocol.Safe] that lets at most k processes be inside.
func AtMost(k int) func(all []Observation) string { return protocol.AtMost(k) }

// A PropertyResult is the verdict on a property, and a Trace the run that shows it.
type (
	PropertyResult = protocol.PropertyResult
	Trace          = protocol.Trace
)

// What is wrong when a requirement of kind LeadsTo is violated, by a run without end, or by one that ends.
const (
	NeverLeads = decide.NeverLeads
	EndsBefore = decide.EndsBefore
)

// A Closure is what a search hands out for a certificate, with the ranks of its states.
type Closure = decide.Closure

// Always, AlwaysOf, Sometimes and LeadsTo make requirements: see [protocol.Always] and the others.
func Always[L, M comparable](name Property, wrong func(View[L, M]) string) Requirement[L, M] {
	return protocol.Always(name, wrong)
}
func AlwaysOf[L, M, K comparable](name Property, see func(p int, l L) K, wrong func(seen []K) string) Requirement[L, M] {
	return protocol.AlwaysOf[L, M](name, see, wrong)
}
func Sometimes[L, M comparable](name Property, happens func(View[L, M]) bool) Requirement[L, M] {
	return protocol.Sometimes(name, happens)
}
func LeadsTo[L, M comparable](name Property, from, to func(View[L, M]) bool) Requirement[L, M] {
	return protocol.LeadsTo(name, from, to)
}

// Properties returns the properties of every protocol, in the order of output, and
// PropertyNamed that of a name, or of a short one.
func Properties() []Property             { return protocol.Properties() }
func PropertyNamed(name string) Property { return protocol.PropertyNamed(name) }

// IsPerProcess reports whether a type is a PerProcess.
func IsPerProcess(t reflect.Type) bool { return protocol.IsPerProcess(t) }

// A Kind says what checks need to know of values whose type is erased, and Guard returns a protocol whose functions
// are checked: see [protocol.Guard]. Catch, deferred, makes the panic of a [Mistake] an error: it recovers itself, since
// what it called could not.
type Kind[V any] = protocol.Kind[V]

func Guard[V comparable](p Protocol[V, V], local, message Kind[V], met *Met) Protocol[V, V] {
	return protocol.Guard(p, local, message, met)
}
func Catch(err *error) {
	if p := recover(); p != nil {
		*err = protocol.MistakeOf(p)
	}
}
