package counterexample

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"qcheck/counterexample/telling"
	"qcheck/counterexample/trace"
	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/setsys"
)

// shivizFormat is the first line of a log for ShiViz: the expression that finds the
// events in it.
const shivizFormat = `(?<event>.*)\n(?<host>\S*) (?<clock>{.*})`

// RenderShiViz writes a log for ShiViz (Beschastnikh and others, Debugging
// Distributed Systems, 2016): for each step of the run a line that says what
// happens, and one with the process and its vector clock. A cycle is written once.
// Names of processes have an underscore for each blank. What happens to messages on their way is at a host of its own, the
// network: their receivers do not know of it. Who is told of a crash knows of it.
func RenderShiViz(w io.Writer, t *trace.Trace, run *obvious.Run) error {
	r, n := telling.Read(t, run), telling.Processes(run)
	hosts := make([]string, n)
	for p := range n {
		hosts[p] = strings.Map(func(c rune) rune {
			if unicode.IsSpace(c) {
				return '_'
			}
			return c
		}, r.Processes.Of(p))
		for slices.Contains(hosts[:p], hosts[p]) {
			hosts[p] += "_"
		}
	}
	const network = "network"
	if slices.ContainsFunc(run.Moves, inNetwork) {
		hosts = append(hosts, network)
		for slices.Contains(hosts[:n], hosts[n]) {
			hosts[n] += "_"
		}
	}
	clocks := make([][]int, len(hosts))
	for p := range hosts {
		clocks[p] = make([]int, len(hosts))
	}
	crashed := map[int][]int{} // by process: the clock of its last crash
	sent := map[int][]int{}    // by the move that takes a message, or copies one: the clock of its sender
	messages := r.Messages()
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n", shivizFormat)
	for i, m := range run.Moves {
		host := m.Process
		if inNetwork(m) {
			host = n
		}
		clock := clocks[host]
		heard := sent[i]
		if m.Told > 0 {
			heard = crashed[m.Told-1]
		}
		for q, count := range heard {
			clock[q] = max(clock[q], count)
		}
		clock[host]++
		if m.Fault == explore.Crashes {
			crashed[host] = slices.Clone(clock)
		}
		for _, x := range messages {
			if x.Sent == i && x.Taken >= 0 {
				sent[x.Taken] = slices.Clone(clock)
			}
			if x.Copy && x.Of == i {
				sent[x.Sent] = slices.Clone(clock)
			}
		}
		event := r.Happens(i)
		if sends := r.Sends(i); sends != "" {
			event += "; sends " + sends
		}
		var parts []string
		for q, c := range clock {
			if c > 0 {
				host, err := setsys.MarshalJSON(hosts[q])
				if err != nil {
					return err
				}
				parts = append(parts, fmt.Sprintf("%s:%d", host, c))
			}
		}
		fmt.Fprintf(&b, "%d. %s\n%s {%s}\n", i+1, strings.ReplaceAll(event, "\n", " "), hosts[host], strings.Join(parts, ", "))
	}
	_, err := io.WriteString(w, b.String())
	return err
}
