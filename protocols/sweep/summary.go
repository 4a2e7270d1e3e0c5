package sweep

import (
	"slices"

	"qcheck/explore/verdict"
)

// A Summary is what the results of a grid say together.
type Summary struct {
	Grid      string            `json:"grid"`
	Builds    []string          `json:"builds"`
	Instances int               `json:"instances"`
	Missing   int               `json:"missing"`
	First     []string          `json:"firstMissing"` // the commands of the first
	Verdict   verdict.Verdict   `json:"verdict"`
	States    int64             `json:"states"`
	Asked     []PropertySummary `json:"properties"`
}

// A PropertySummary has the verdicts on one property, and the instance with the
// shortest run that violates it: of these the first.
type PropertySummary struct {
	Name     string `json:"name"`
	Holds    int    `json:"holds"`
	Violated int    `json:"violated"`
	Unknown  int    `json:"unknown"`
	Open     string `json:"firstUnknown,omitempty"` // the command of the first
	Length   int    `json:"length,omitempty"`
	Detail   string `json:"detail,omitempty"`
	Number   int    `json:"number,omitempty"`
	Command  string `json:"command,omitempty"`
}

// Add adds the result of an instance; nil for none.
func (s *Summary) Add(it Item, r *Result) {
	s.Instances++
	if r == nil {
		s.Missing++
		if len(s.First) < 3 {
			s.First = append(s.First, it.Command())
		}
		s.Verdict = both(s.Verdict, verdict.Unknown)
		return
	}
	if !slices.Contains(s.Builds, r.Build) {
		s.Builds = append(s.Builds, r.Build)
	}
	s.States += r.States
	s.Verdict = both(s.Verdict, r.Verdict)
	for _, a := range r.Properties {
		p := s.property(a.Name)
		switch a.Verdict {
		case verdict.Holds:
			p.Holds++
		case verdict.Unknown:
			if p.Unknown++; p.Unknown == 1 {
				p.Open = it.Command()
			}
		case verdict.Violated:
			if p.Violated++; p.Violated == 1 || a.Length < p.Length {
				p.Length, p.Detail, p.Number, p.Command = a.Length, a.Detail, it.Number, it.Command()
			}
		}
	}
}

func (s *Summary) property(name string) *PropertySummary {
	at := slices.IndexFunc(s.Asked, func(p PropertySummary) bool { return p.Name == name })
	if at < 0 {
		at = len(s.Asked)
		s.Asked = append(s.Asked, PropertySummary{Name: name})
	}
	return &s.Asked[at]
}

// NewSummary returns the summary of no results.
func NewSummary(g *Grid) *Summary {
	return &Summary{Grid: g.Digest(), Builds: []string{}, First: []string{}, Verdict: verdict.Holds, Asked: []PropertySummary{}}
}
