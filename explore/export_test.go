package explore

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// What tests outside of the package need to see of the engine.

// RunAs is Run with keys made in the given way, packed or by a tree; nil when
// the search would be made again in another way.
func RunAs(ctx context.Context, m Model, o Options, packed bool) (*Result, error) {
	o, err := o.normalize(m)
	if err != nil {
		return nil, err
	}
	assumed := assumptions{packed: packed}
	for {
		r, ending := run(ctx, m, o, assumed)
		if ending != asymmetric {
			return r, nil
		}
		assumed.renamings = lessSymmetric(m, o, assumed.renamings)
	}
}

// A Look is what a search meets when it does not end with the first violation.
type Look struct {
	States   int
	Reduced  bool
	Saved    int64
	Cyclic   bool
	Terminal map[string]bool // texts of the states in which nothing but asking is enabled
	Observed map[string]bool // texts of what properties see
	Wrong    bool            // Safe fails somewhere

	s *search
	n int
}

// LookAt searches for the properties that o names, and goes on after
// violations. With acyclic, the reduction may rely on it that there is no
// cycle.
func LookAt(m Model, o Options, acyclic, packed bool) (*Look, error) {
	o, err := o.normalize(m)
	if err != nil {
		return nil, err
	}
	o.Asymmetric = true
	s := newSearch(m, o, assumptions{acyclic: acyclic, packed: packed})
	s.o.Check = append(slices.Clone(s.o.Check), "nothing")
	s.open["nothing"] = true // is never decided
	e := s.e
	s.expand()
	if why := s.stop.Load(); why != nil {
		return nil, fmt.Errorf("%s", *why)
	}
	l := &Look{Reduced: s.reduced, Saved: s.saved, Terminal: map[string]bool{}, Observed: map[string]bool{}, s: s, n: e.n}
	l.Cyclic = s.cyclic()
	w := newWalker(e)
	w.visit = func(stateKey, transition) {}
	for _, level := range s.levels {
		for _, key := range level {
			l.States++
			w.expand(key)
			if w.enabled == 0 {
				l.Terminal[s.describe(w)] = true
			}
			l.Observed[fmt.Sprint(w.observed())] = true
			l.Wrong = l.Wrong || s.wrongAt(w)
		}
	}
	return l, nil
}

// describe writes the state that a walker is at.
func (s *search) describe(w *walker) string {
	var b strings.Builder
	for _, block := range w.state.blocks {
		record, channels := s.e.show(block)
		fmt.Fprintln(&b, record, channels)
	}
	return b.String()
}

func (w *walker) observed() []observationID { return w.observe(make([]observationID, w.e.n)) }

func (s *search) wrongAt(w *walker) bool { return s.safe.text(w.observed()) != safeText }

// CheckSets checks, from up to most of the states met where something was left
// out, that the set of events chosen has the properties that the argument in
// stubborn.go rests on. From the state it walks along events outside of the set,
// over up to far states, and sees whether each event of the set stays as it is,
// enabled or not, and commutes with everything walked; and what the set was
// chosen for. It returns how many states it checked.
func (l *Look) CheckSets(most, far int) (int, error) {
	s := l.s
	checked := 0
	full, reduced := newWalker(s.e), s.newWalker()
	reduced.visit = func(stateKey, transition) {}
	successors := func(key stateKey) map[eventAt][]stateKey {
		next := map[eventAt][]stateKey{}
		full.visit = func(to stateKey, t transition) {
			if t.flags&isUndefined != 0 {
				return
			}
			e := eventAt{int(t.process), Asking}
			switch {
			case t.from >= 0:
				e.event = Taking(SetOf(int(t.from)))
			case t.flags&isAsk == 0:
				e.event = LocalSteps
			}
			next[e] = append(next[e], to)
		}
		full.expand(key)
		return next
	}
	for _, level := range s.levels {
		for i := 0; i < len(level) && checked < most; i++ {
			key := level[i]
			before := reduced.stubborn.saved
			reduced.expand(key)
			if reduced.stubborn.saved == before {
				continue
			}
			checked++
			if err := l.checkSet(key, reduced.stubborn.best, successors, far); err != nil {
				reduced.load(key)
				return checked, fmt.Errorf("%w\nin %s\nthe set is %x", err, s.describe(reduced), reduced.stubborn.best[:l.n])
			}
		}
	}
	return checked, nil
}

// An eventAt is an event of a process.
type eventAt struct {
	process int
	event   Events
}

func (l *Look) checkSet(start stateKey, set [MaxProcesses]Events, successors func(stateKey) map[eventAt][]stateKey, far int) error {
	s := l.s
	in := func(e eventAt) bool { return set[e.process]&e.event != 0 }
	at := newWalker(s.e)
	at.load(start)
	wrong := s.wrongAt(at)
	first := successors(start)
	moving, asking := false, true
	for e := range first {
		moving = moving || in(e) && e.event != Asking
		asking = asking && e.event == Asking
	}
	deadlocks, safety := s.newWalker().stubborn.deadlocks, s.newWalker().stubborn.safety
	if deadlocks && !moving && !asking {
		return fmt.Errorf("no event that is enabled is in the set")
	}
	// Something wrong is reached without the set, and set right by it.
	bad, mended := false, false
	known := map[stateKey]bool{start: true}
	for work := []stateKey{start}; len(work) > 0; work = work[1:] {
		key := work[0]
		next := successors(key)
		at.load(key)
		here := s.wrongAt(at)
		bad = bad || here && !wrong
		for e := range first {
			if in(e) && next[e] == nil {
				return fmt.Errorf("event %+v is disabled from outside of the set", e)
			}
		}
		for e, to := range next {
			if !in(e) {
				for _, k := range to {
					if !known[k] && len(known) < far {
						known[k] = true
						work = append(work, k)
					}
				}
				continue
			}
			if first[e] == nil {
				return fmt.Errorf("event %+v is enabled from outside of the set", e)
			}
			for _, k := range to {
				at.load(k)
				mended = mended || here && !s.wrongAt(at)
			}
			// Whatever can be done before e can be done after it.
			after := map[eventAt]map[stateKey]bool{}
			for _, k := range to {
				for f, ends := range successors(k) {
					if after[f] == nil {
						after[f] = map[stateKey]bool{}
					}
					for _, end := range ends {
						after[f][end] = true
					}
				}
			}
			for f, middle := range next {
				if in(f) {
					continue
				}
				for _, k := range middle {
					for _, end := range successors(k)[e] {
						if !after[f][end] {
							return fmt.Errorf("events %+v and %+v do not commute", e, f)
						}
					}
				}
			}
		}
	}
	if safety && bad && (mended || !s.assumed.acyclic) {
		return fmt.Errorf("something wrong is reached without the set")
	}
	return nil
}
