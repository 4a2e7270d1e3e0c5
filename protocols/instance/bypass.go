package instance

import (
	"context"
	"fmt"
	"strings"

	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/explore/roles"
	"qcheck/explore/simulate"
)

// A meaning is what a message means for permissions.
type meaning uint8

const (
	nothing meaning = iota
	request
	release
	permit
)

// An entry is a message in the books of a member: what it means, and its name if it is to a
// member.
type entry struct {
	meaning
	taken string
}

func entryOf[W, A, B comparable](books *roles.Books[A, B], wire roles.Wire[W, A, B], w W) entry {
	a, b, up := wire.Of(w)
	e := entry{}
	if up {
		e.taken = fmt.Sprint(a)
	}
	switch {
	case up && books.Request(a):
		e.meaning = request
	case up && books.Release(a):
		e.meaning = release
	case !up && books.Permit(b):
		e.meaning = permit
	}
	return e
}

// An Overtaking is how often a member permits another process in a run, from the moment at
// which it takes the request of one until it takes the release. Run has what it does in between,
// a line for each step. Processes count from 1.
type Overtaking struct {
	Permits int      `json:"permits"`
	Member  int      `json:"member,omitempty"`
	Process int      `json:"process,omitempty"` // whose request the member has
	Other   int      `json:"other,omitempty"`   // whom it permits
	Run     []string `json:"steps,omitempty"`
}

// bypassRuns is how many random runs are made, of so many units of time.
const bypassRuns, bypassUnits = 30, 60

// Overtake makes random runs until a member permits one other as often as is asked, or
// there were so many. It returns the most that was met, and how many runs there were.
func (m *Model) Overtake(ctx context.Context, wanted int) (most Overtaking, runs int, err error) {
	if m.books == nil {
		return most, 0, nil
	}
	for runs < bypassRuns && (runs == 0 || most.Permits < wanted) {
		o := simulate.Options{P: []float64{1, 0.5, 0.9}[runs%3], Units: bypassUnits, Stay: 1 + runs/3%2, Delay: runs / 6 % 3, Seed: 1, Stream: uint64(runs), Record: true}
		run, err := m.Simulate(ctx, o)
		if err != nil {
			return most, runs, nil // the time is over
		}
		runs++
		x, err := m.overtakes(run.Trace)
		if err != nil {
			return most, runs, err
		}
		if x.Permits > most.Permits {
			most = x
		}
	}
	return most, runs, nil
}

// overtakes returns the most permits of a run. Of what happens within a step, a release counts
// first, and a request last.
func (m *Model) overtakes(steps []explore.TraceStep) (most Overtaking, err error) {
	in := m.Instance
	in.Requests, in.Clock, in.ClockMax = in.Each(explore.Unbounded), explore.Causal, 0
	run, err := m.Replay(in.ReplayOptions(), steps)
	if err != nil {
		return most, err
	}
	type pair struct{ member, process int }
	since := map[pair][]int{} // permits by others, from the step of the request on
	began := map[pair]int{}
	for at, move := range run.Moves {
		all := m.entries(move)
		for _, e := range all {
			if e.meaning == release {
				delete(since, pair{move.Process, e.of})
			}
		}
		for _, e := range all {
			for p := range m.Processes() {
				key := pair{move.Process, p}
				count, ok := since[key]
				if !ok || e.meaning != permit || p == e.of {
					continue
				}
				if count[e.of]++; count[e.of] > most.Permits {
					most = Overtaking{Permits: count[e.of], Member: key.member + 1, Process: p + 1, Other: e.of + 1}
					for _, move := range run.Moves[began[key] : at+1] {
						if move.Process == key.member {
							most.Run = append(most.Run, m.line(move)...)
						}
					}
				}
			}
		}
		for _, e := range all {
			key := pair{move.Process, e.of}
			if _, ok := since[key]; e.meaning == request && !ok {
				since[key], began[key] = make([]int, m.Processes()), at
			}
		}
	}
	return most, nil
}

// An entered is an entry of a process, or about it.
type entered struct {
	entry
	of int
}

// entries returns what a step has for the books of the member that takes it.
func (m *Model) entries(move obvious.Move) (all []entered) {
	if move.From >= 0 {
		if e := m.books(move.Received); e.meaning != permit {
			all = append(all, entered{e, move.From})
		}
	}
	for _, o := range move.Own {
		all = append(all, entered{m.books(o.Msg), move.Process})
	}
	for _, s := range move.Sent {
		if e := m.books(s.Msg); e.meaning == permit {
			all = append(all, entered{e, s.To})
		}
	}
	return all
}

// line says what a member does in a step, if anything.
func (m *Model) line(move obvious.Move) []string {
	var parts []string
	for _, e := range m.entries(move) {
		switch {
		case e.meaning == permit:
			parts = append(parts, fmt.Sprintf("permits process %d", e.of+1))
		case e.taken != "":
			parts = append(parts, fmt.Sprintf("takes %s of process %d", e.taken, e.of+1))
		}
	}
	if len(parts) == 0 {
		return nil
	}
	return []string{strings.Join(parts, ", and ")}
}
