package entry

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"sort"
	"strings"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/protocols"
	"qcheck/protocols/check"
	"qcheck/protocols/sweep"
	"qcheck/setsys"
	"qcheck/setsys/phrase"
)

// Cases of sweeps. Such a case is all instances of a line of a grid (see package
// sweep), which is its name; they are checked with symmetry and reduction. It is asked
// for properties of protocols, or for formulas of papers on messages and delays if
// the line begins with "measure". The witness that is pinned says in how many
// instances it is violated, and the instance with the shortest run. How many
// instances there are is pinned too.
//
// Such an entry is a grid, NAME.grid. What an
// entry says stands in its first lines, as comments, up to an empty one; the key
// claimed has the properties that the text claims to hold, or "formulas" for all of
// these. The comment at the end of a line has what is pinned:
//
//	flags # 40 instances | safety holds; deadlock-freedom violated by 3 of them, number 7 after 9 steps | long

// SweptStates bounds the search of each instance. A sweep in which something is
// unknown is an error: ranges are made so that every search ends.
const SweptStates = 20_000_000

// formulas is the key claimed of an entry whose text claims the formulas.
const formulas = "formulas"

// Swept returns the entries that are grids below a folder.
func Swept(files fs.FS, folder string) []*Entry { return fromFiles(files, folder, ".grid", readSweep) }

// readSweep reads a line of a grid with what is pinned.
func readSweep(line string, claims []explore.Property) (Case, error) {
	line, pinned, _ := strings.Cut(line, " # ")
	parts := strings.Split(pinned, " | ")
	if len(parts) < 2 || len(parts) > 3 || len(parts) == 3 && parts[2] != "long" {
		return Case{}, errors.New("not: flags # instances | verdicts | long")
	}
	g, err := sweep.Parse(protocols.All(), "the grid", []byte(line))
	if err != nil {
		return Case{}, err
	}
	c := Case{Name: line, Long: len(parts) == 3, Of: parts[0] + ": " + line, Swept: parts[0]}
	if c.Ask, err = answers(parts[1], claims); err != nil {
		return Case{}, err
	}
	x := &gridSearch{grid: g}
	for i := range c.Ask {
		c.Ask[i].Decide = x.says(c.Ask[i].Name).on(nil)
	}
	c.Ask = append(c.Ask, Question{Name: CountsQuestion, Decide: x.counted(parts[0]).on(nil), Pinned: verdict.Holds})
	return c, nil
}

// A gridSearch is the results of a grid.
type gridSearch struct {
	grid  *sweep.Grid
	found Found[*sweep.Summary]
}

// summary checks the instances.
func (x *gridSearch) summary(a Asked) *sweep.Summary {
	type result struct {
		item sweep.Item
		*sweep.Result
	}
	var all []result
	Known(0, x.grid.Run(a, sweep.Options{
		How: check.Options{MaxStates: SweptStates}, AtOnce: 2,
		Read: ReadStructure,
	}, func(it sweep.Item, r *sweep.Result) error {
		r.Report = nil
		all = append(all, result{it, r})
		return nil
	}))
	sort.Slice(all, func(i, j int) bool { return all[i].Number < all[j].Number })
	s := sweep.NewSummary(x.grid)
	for _, r := range all {
		s.Add(r.item, r.Result)
	}
	for _, p := range s.Asked {
		if p.Unknown > 0 {
			a.Fail("%s is unknown in %d instances, the first: %s", p.Name, p.Unknown, p.Open)
		}
	}
	return s
}

// says states that a property holds in all instances.
func (x *gridSearch) says(name string) Program {
	return func(a Asked, _ *setsys.Structure, _ Values) string {
		s := x.found.By(a, x.summary)
		at := slices.IndexFunc(s.Asked, func(p sweep.PropertySummary) bool { return p.Name == name })
		if at < 0 {
			a.Fail("nothing of that name is asked in any instance")
		}
		if p := s.Asked[at]; p.Violated > 0 {
			return fmt.Sprintf("%d of them, number %d after %d steps", p.Violated, p.Number, p.Length)
		}
		return ""
	}
}

// counted states how many instances there are.
func (x *gridSearch) counted(want string) Program {
	return func(a Asked, _ *setsys.Structure, _ Values) string {
		if found := phrase.Count(x.found.By(a, x.summary).Instances, "instance"); found != want {
			return found + ", not " + want
		}
		return ""
	}
}

// answers reads the verdicts of a line, of which a text claims some.
func answers(text string, claims []explore.Property) ([]Question, error) {
	var ask []Question
	for answer := range strings.SplitSeq(text, "; ") {
		name, witness, broken := strings.Cut(answer, " violated by ")
		if !broken {
			var ok bool
			if name, ok = strings.CutSuffix(answer, " holds"); !ok {
				return nil, fmt.Errorf("%q is no answer", answer)
			}
		}
		q := Question{Name: string(explore.PropertyNamed(name)), Pinned: verdict.Holds}
		if slices.Contains(claims, explore.Property(q.Name)) || slices.Contains(claims, formulas) && strings.Contains(name, ", ") {
			q.Claimed = verdict.Holds
		}
		if broken {
			q.Pinned, q.Witness = verdict.Violated, witness
		}
		ask = append(ask, q)
	}
	return ask, nil
}
