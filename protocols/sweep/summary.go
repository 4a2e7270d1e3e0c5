package sweep

import (
	"slices"

	"qcheck/explore/verdict"
)

// A Summary is what the results of a grid say together.
type Summary struct {
	Grid    string          `json:"grid"`
	Builds  []string        `json:"builds"`
	First   []string        `json:"firstMissing"` // the commands of the first
	Verdict verdict.Verdict `json:"verdict"`
	Tally
	Lines []LineSummary `json:"lines"` // those that have instances, in their order
	grid  *Grid
}

// A LineSummary is what the results of the instances of one line say.
type LineSummary struct {
	Line int    `json:"line"` // of the grid's text, from 1
	Text string `json:"text"`
	Tally
}

// A Tally counts instances: how many there are, how many have no result, the states of those
// that have one, and the verdicts on each property.
type Tally struct {
	Instances int               `json:"instances"`
	Missing   int               `json:"missing"`
	States    int64             `json:"states"`
	Asked     []PropertySummary `json:"properties"`
}

// A PropertySummary has the verdicts on one property, and the instance with the
// shortest run that violates it: of these the first.
type PropertySummary struct {
	Name     string `json:"name"`
	Holds    int    `json:"holds"`
	ByViews  int    `json:"byLocalViews"` // of these
	Violated int    `json:"violated"`
	Unknown  int    `json:"unknown"`
	// HoldsFor is in how many of these it holds for fewer requests than were asked about, by these.
	HoldsFor map[string]int `json:"holdsFor,omitempty"`
	Open     string         `json:"firstUnknown,omitempty"` // the command of the first
	Length   int            `json:"length,omitempty"`
	Detail   string         `json:"detail,omitempty"`
	Number   int            `json:"number,omitempty"`
	Command  string         `json:"command,omitempty"`
}

// Add adds the result of an instance; nil for none. Instances come in their order.
func (s *Summary) Add(it Item, r *Result) {
	if last := len(s.Lines) - 1; last < 0 || s.Lines[last].Line != it.Line {
		s.Lines = append(s.Lines, LineSummary{Line: it.Line, Text: s.grid.text(it.Line), Tally: newTally()})
	}
	s.Tally.add(it, r)
	s.Lines[len(s.Lines)-1].add(it, r)
	if r == nil {
		if len(s.First) < 3 {
			s.First = append(s.First, it.Command())
		}
		s.Verdict = verdict.All(s.Verdict, verdict.Unknown)
		return
	}
	if !slices.Contains(s.Builds, r.Build) {
		s.Builds = append(s.Builds, r.Build)
	}
	s.Verdict = verdict.All(s.Verdict, r.Verdict())
}

func (t *Tally) add(it Item, r *Result) {
	t.Instances++
	if r == nil {
		t.Missing++
		return
	}
	t.States += r.States
	for _, a := range r.Properties {
		p := t.property(a.Name)
		switch a.Verdict {
		case verdict.Holds:
			p.Holds++
			if a.By != "" {
				p.ByViews++
			}
		case verdict.Unknown:
			if p.Unknown++; p.Unknown == 1 {
				p.Open = it.Command()
			}
			if a.HoldsFor != "" {
				if p.HoldsFor == nil {
					p.HoldsFor = map[string]int{}
				}
				p.HoldsFor[a.HoldsFor]++
			}
		case verdict.Violated:
			if p.Violated++; p.Violated == 1 || a.Length < p.Length {
				p.Length, p.Detail, p.Number, p.Command = a.Length, a.Detail, it.Number, it.Command()
			}
		}
	}
}

func (t *Tally) property(name string) *PropertySummary {
	at := slices.IndexFunc(t.Asked, func(p PropertySummary) bool { return p.Name == name })
	if at < 0 {
		at = len(t.Asked)
		t.Asked = append(t.Asked, PropertySummary{Name: name})
	}
	return &t.Asked[at]
}

func newTally() Tally { return Tally{Asked: []PropertySummary{}} }

// NewSummary returns the summary of no results.
func NewSummary(g *Grid) *Summary {
	return &Summary{Grid: g.Digest(), Builds: []string{}, First: []string{}, Verdict: verdict.Holds, Tally: newTally(), Lines: []LineSummary{}, grid: g}
}
