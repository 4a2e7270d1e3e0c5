package entry

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"qcheck/explore/verdict"
	"qcheck/properties"
	"qcheck/setsys"
)

// programs are those of every paper.
var programs = map[string]Program{
	"k-disjoint-quorums": disjointQuorums,
	"safe":               On(safe),
}

// Asked is what a program is asked with: the context, and questions to the checker.
type Asked struct{ context.Context }

// undecided ends a program that cannot decide.
type undecided struct{ error }

// Known returns what is known, unless there is an error: it ends the program, which is undecided
// for this reason.
func Known[T any](v T, err error) T {
	if err != nil {
		panic(undecided{err})
	}
	return v
}

// Fail ends the program, which is undecided for this reason.
func (a Asked) Fail(format string, args ...any) { panic(undecided{fmt.Errorf(format, args...)}) }

// Look ends the program if the context has ended.
func (a Asked) Look() { Known(0, context.Cause(a.Context)) }

// Has reports whether the structure has all the properties.
func (a Asked) Has(s *setsys.Structure, ids ...properties.ID) bool { return Known(Has(a, s, ids...)) }

// Has reports whether the structure has all the properties.
func Has(ctx context.Context, s *setsys.Structure, ids ...properties.ID) (bool, error) {
	report, err := properties.Check(ctx, s, ids)
	if err != nil {
		return false, err
	}
	if report.Verdict == verdict.Unknown {
		return false, context.Cause(ctx)
	}
	return report.Verdict == verdict.Holds, nil
}

// disjointQuorums states that k pairwise disjoint quorums of the family exist.
func disjointQuorums(a Asked, s *setsys.Structure, _ Values) string {
	f, k := s.Quorums, s.K
	if s.Kind == setsys.KWRCoterie {
		f = s.Write
	}
	if k == 1 {
		if f.Len() == 0 {
			return "there is no quorum"
		}
		return ""
	}
	// k disjoint quorums are what a (k-1)-coterie must not have.
	lower := &setsys.Structure{Kind: setsys.KCoterie, K: k - 1, Universe: s.Universe, Quorums: f}
	if !a.Has(lower, properties.Intersection) {
		return ""
	}
	return fmt.Sprintf("no %d quorums are pairwise disjoint", k)
}

// safe states that requests for more units than there are together are never all granted: a process asks for
// some on one of its quorums for so many, and a node grants as many as there are at most.
func safe(s *setsys.Structure) string {
	units := max(s.K, s.M)
	quorums := func(h int) setsys.Family {
		switch s.Kind {
		case setsys.HKArbiter:
			return s.ByUnits[h-1]
		case setsys.RequestSets:
			return s.Requests
		}
		return s.Quorums
	}
	var over func(process, total int, load []int) bool
	over = func(process, total int, load []int) bool {
		if total > units || process == len(load) {
			return total > units
		}
		for h := 1; h <= units; h++ {
			for i, quorum := range quorums(h).All() {
				if s.Kind == setsys.RequestSets && i != process {
					continue
				}
				next, fits := slices.Clone(load), true
				for v := range quorum.All() {
					next[v] += h
					fits = fits && next[v] <= units
				}
				if fits && over(process+1, total+h, next) {
					return true
				}
			}
		}
		return over(process+1, total, load)
	}
	if over(0, 0, make([]int, s.Universe.Len())) {
		return fmt.Sprintf("requests for more than %d units are all granted", units)
	}
	return ""
}

// A Found is what programs find when the first of them asks for it, and again where that was
// undecided.
type Found[T any] struct {
	mu    sync.Mutex
	known bool
	found T
}

// By returns what is found, by a function that is called if it is not there yet.
func (x *Found[T]) By(a Asked, find func(a Asked) T) T {
	x.mu.Lock()
	defer x.mu.Unlock()
	if !x.known {
		x.found = find(a)
		x.known = true
	}
	return x.found
}

// on is the program as a statement about a case with these values.
func (p Program) on(x Values) Statement {
	return func(ctx context.Context, s *setsys.Structure) (counterexample string, err error) {
		defer func() {
			if end := recover(); end != nil {
				why, ok := end.(undecided)
				if !ok {
					panic(end)
				}
				err = why.error
			}
		}()
		return p(Asked{ctx}, s, x), nil
	}
}

// program reads the name of a program, of the paper or of all papers, with what it is given.
func (r *reader) program(words []string) (Program, error) {
	name := words[0]
	decide := r.paper.Programs[name]
	if decide == nil {
		decide = programs[name]
	}
	switch {
	case decide != nil:
		return decide.with(words[1:]), nil
	case name == "every" || name == "some":
		return r.quantified(words)
	case name == "always" && len(words) > 1:
		return r.always(words[1:])
	case name == "same" && len(words) > 1:
		other, given, err := r.form(strings.Join(words[1:], " "))
		return Program(func(_ Asked, s *setsys.Structure, x Values) string { return differ(s, Known(other(x))) }).with(given), err
	}
	return nil, fmt.Errorf("there is no property, kind or program %q", name)
}

// with is the program with more values, each the value of an expression.
func (p Program) with(given []string) Program {
	return func(a Asked, s *setsys.Structure, x Values) string {
		for _, word := range given {
			key, text, _ := strings.Cut(word, "=")
			x = x.With(key, Known(evaluate(text, x, s)))
		}
		return p(a, s, x)
	}
}

// differ says how the families of structures with the same roles differ, in any order of their
// sets; "" if they do not.
func differ(s, t *setsys.Structure) string {
	others := t.Families()
	for i, f := range s.Families() {
		if i >= len(others) {
			return fmt.Sprintf("the other has no %v", f.Family)
		}
		if a, b := f.Family.Canonical(), others[i].Family.Canonical(); !a.Equal(b) {
			return fmt.Sprintf("%v is not %v", a, b)
		}
	}
	return ""
}
