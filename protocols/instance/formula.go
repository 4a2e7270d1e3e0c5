package instance

import (
	"fmt"

	"qcheck/explore"
)

// A Formula is a paper's bound on the messages or the delays of an entry.
type Formula struct {
	Source, Text string
	// Least and Most are its bounds for the instance, None for no bound.
	Least, Most int
}

// None means that there is no bound.
const None = -1

// Exactly returns the formula that there are always so many.
func Exactly(source, text string, x int) []Formula { return []Formula{{source, text, x, x}} }

// String writes the formula with its values.
func (f Formula) String() string {
	switch {
	case f.Least == None:
		return fmt.Sprintf("at most %d: %s (%s)", f.Most, f.Text, f.Source)
	case f.Most == None:
		return fmt.Sprintf("at least %d: %s (%s)", f.Least, f.Text, f.Source)
	case f.Least == f.Most:
		return fmt.Sprintf("%d: %s (%s)", f.Least, f.Text, f.Source)
	}
	return fmt.Sprintf("%d to %d: %s (%s)", f.Least, f.Most, f.Text, f.Source)
}

// Allows reports whether the formula has a number within its bounds.
func (f Formula) Allows(x int) bool {
	return (f.Least == None || x >= f.Least) && (f.Most == None || x <= f.Most)
}

// MessageFormulas returns the papers' formulas for the number of messages of an
// entry of a process, when it asks alone or not.
func (m *Model) MessageFormulas(process int, alone bool) []Formula {
	if m.Algorithm.MessageFormulas == nil {
		return nil
	}
	return m.Algorithm.MessageFormulas(m.Setup, process, alone)
}

// DelayFormulas returns the papers' formulas for the time that a process waits,
// when it asks alone or not, and messages to oneself are queued or not.
func (m *Model) DelayFormulas(process int, alone, queued bool) []Formula {
	if m.Algorithm.DelayFormulas == nil {
		return nil
	}
	return m.Algorithm.DelayFormulas(m.Setup, process, alone, queued)
}

// Sizes returns the sizes of the smallest and the largest of some sets.
func Sizes(all []explore.Set) (least, most int) {
	least = explore.MaxProcesses
	for _, s := range all {
		least, most = min(least, s.Len()), max(most, s.Len())
	}
	return least, most
}
