package protocol

import (
	"fmt"
	"strings"
)

// Faults say what may go wrong in a run, and how often in the whole system: each is a budget that
// all processes and channels share. Nothing has to go wrong: runs without a fault are runs as well.
//
// A step is atomic, so a process crashes before a step or after it. A process that has crashed takes no
// step, and properties see it as one that thinks: it is inside no more. A message that comes to it is
// dropped, and messages from it to itself are gone. Its clock survives, and so does how often it has
// asked.
type Faults struct {
	Crash     uint8 // how many times a process crashes
	Restart   uint8 // how many times one that has crashed goes on (see Protocol.Restart)
	Lose      uint8 // how many messages the network loses
	Duplicate uint8 // how many times it delivers one twice: the copy is the last of its channel
	// Of are the processes that may crash; no process stands for all.
	Of Set
	// When says where a process must be in its request to crash; none stands for anywhere.
	When Moments
	// Suspect says that live processes are told of a crash (see Protocol.Suspect): each is told once
	// of each crash, at some time while the process is down, and of nothing that is no crash. Fairness owes it. A report
	// may overtake messages that were sent before the crash.
	Suspect bool
}

// MaxFaults bounds each budget.
const MaxFaults = 15

// Any reports whether there are faults.
func (f Faults) Any() bool { return f.Crash > 0 || f.Lose > 0 || f.Duplicate > 0 }

// MayCrash reports whether process p may.
func (f Faults) MayCrash(p int) bool { return f.Crash > 0 && (f.Of == 0 || f.Of.Has(p)) }

// At returns the faults with crashes at some moments.
func (f Faults) At(when Moments) Faults {
	f.When = when
	return f
}

// The names of the steps in which something goes wrong. They are not in Protocol.Steps.
const (
	Crashes  = "crashes"
	Restarts = "restarts"
	Loses    = "is lost"            // a message
	Copies   = "is delivered twice" // a message
	Drops    = "comes to nobody"    // a message, at a process that has crashed
)

// IsFault reports whether a step is one in which something goes wrong, by its name.
func IsFault(step string) bool {
	switch step {
	case Crashes, Restarts, Loses, Copies, Drops:
		return true
	}
	return false
}

// Check reports what is wrong with the faults of a protocol.
func (f Faults) Check(n int, network Network) error {
	switch {
	case f.Crash > MaxFaults || f.Restart > MaxFaults || f.Lose > MaxFaults || f.Duplicate > MaxFaults:
		return fmt.Errorf("at most %d faults of a kind can be allowed", MaxFaults)
	case f.Restart > 0 && f.Crash == 0:
		return fmt.Errorf("a process restarts after it has crashed, and none may crash")
	case f.Restart > f.Crash:
		return fmt.Errorf("%d restarts, and at most %d crashes", f.Restart, f.Crash)
	case f.Suspect && f.Crash == 0:
		return fmt.Errorf("processes are told of crashes, and none may crash")
	case f.When != 0 && f.Crash == 0:
		return fmt.Errorf("it is said when a process may crash, and none may")
	case f.Of != 0 && f.Crash == 0:
		return fmt.Errorf("it is said which processes may crash, and none may")
	case !All(n).Contains(f.Of):
		return fmt.Errorf("processes %s may crash, and there are %d", f.Of, n)
	case network == Duplicating && f.Lose+f.Duplicate > 0:
		return fmt.Errorf("on a network that is %s a message may never come, or come again, without a fault", network)
	case (f.Any()) && n == MaxProcesses:
		return fmt.Errorf("faults need at most %d processes, not %d", MaxProcesses-1, n)
	}
	return nil
}

// Sentence says what may go wrong, within a sentence: "with at most 1 crash and 2 lost messages".
func (f Faults) Sentence() string {
	var parts []string
	add := func(n uint8, one, many string) {
		switch {
		case n == 1:
			parts = append(parts, "1 "+one)
		case n > 1:
			parts = append(parts, fmt.Sprintf("%d %s", n, many))
		}
	}
	crash, crashes := "crash", "crashes"
	if f.Of != 0 {
		crash, crashes = "crash of "+f.Of.named("or"), "crashes of "+f.Of.named("or")
	}
	if f.When != 0 {
		crash, crashes = crash+" of one that "+f.When.sentence(), crashes+" of ones of which each "+f.When.sentence()
		if f.Of != 0 {
			crash, crashes = strings.Replace(crash, " of one that", " while it", 1), strings.Replace(crashes, " of ones of which each", " while it", 1)
		}
	}
	if f.Suspect {
		crash, crashes = crash+", of which the others are told", crashes+", of which the others are told"
	}
	add(f.Crash, crash, crashes)
	add(f.Restart, "restart", "restarts")
	add(f.Lose, "lost message", "lost messages")
	add(f.Duplicate, "message delivered twice", "messages delivered twice")
	if len(parts) == 0 {
		return ""
	}
	text := parts[len(parts)-1]
	if len(parts) > 1 {
		text = strings.Join(parts[:len(parts)-1], ", ") + " and " + text
	}
	return "at most " + text
}

// named lists processes, counted from 1.
func (s Set) named(and string) string {
	var names []string
	for _, p := range s.Members() {
		names = append(names, fmt.Sprint(p+1))
	}
	if len(names) == 1 {
		return "process " + names[0]
	}
	return "process " + strings.Join(names[:len(names)-1], ", ") + " " + and + " " + names[len(names)-1]
}
