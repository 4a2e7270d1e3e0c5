package critical

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"qcheck/explore/verdict"
	"qcheck/explore/yield"
	"qcheck/properties"
	"qcheck/setsys"
)

// mostTried is the limit of Options that is 0.
const mostTried = 20_000

// Options bound an analysis.
type Options struct {
	MaxTried int // structures that are judged at most; 0 is a default
}

// A Report says which single edits break a structure.
type Report struct {
	Singles []Single `json:"singles"` // of each kind of edit, in the order of Kinds
	// Cut says why not all edits were tried, and is empty if they were.
	Cut string `json:"cut,omitempty"`
}

// A Single says what the single edits of one kind break.
type Single struct {
	Kind   Kind    `json:"kind"`
	Edits  int     `json:"edits"` // tried: all there are, unless the analysis was cut
	Breaks []Break `json:"breaks"`
}

// A Break says that single edits of a kind break a property that the structure
// has.
type Break struct {
	Property properties.ID       `json:"property"`
	Edits    int                 `json:"edits"` // how many do
	First    string              `json:"first"` // the first that does, in words: "drop 3 from the quorum {1,2,3}"
	Witness  *properties.Witness `json:"witness"`
}

// ErrTrust says that the structure has a trust graph, which is not edited.
var ErrTrust = errors.New("the quorum sets of a trust graph are not edited")

// Analyze tries the single edits of a structure: which of the properties that it has does
// each break? The error is ErrTrust, that of [properties.Check], or says that a witness does
// not confirm.
func Analyze(ctx context.Context, s *setsys.Structure, ids []properties.ID, o Options) (report *Report, err error) {
	if s.Quorums.Trust() != nil {
		return nil, ErrTrust
	}
	report = &Report{}
	for _, k := range Kinds() {
		report.Singles = append(report.Singles, Single{Kind: k, Breaks: []Break{}})
	}
	var why error
	defer func() {
		if why != nil {
			report.Cut = why.Error()
		}
	}()
	defer yield.Caught(&why)
	step := yield.NewWatch(ctx).Step
	s = over(s, s.Universe, func(_ int, f setsys.Family) setsys.Family { return asEdited(s, f, step) })
	first, err := judge(ctx, s, ids)
	if err != nil {
		return nil, err
	}
	var held []properties.ID
	for _, r := range first.Results {
		switch r.Verdict {
		case verdict.Holds:
			held = append(held, r.Property)
		case verdict.Unknown:
			report.Cut = r.Note
		}
	}
	if held == nil && report.Cut != "" {
		return report, nil
	}
	tried := 0
	for i := range report.Singles {
		x := &report.Singles[i]
		for w := range (version{structure: s}).edited(x.Kind) {
			yield.Now()
			switch most := cmp.Or(o.MaxTried, mostTried); {
			case ctx.Err() != nil:
				report.Cut = context.Cause(ctx).Error()
				return report, nil
			case tried == most:
				report.Cut = fmt.Sprintf("the limit of %d structures was reached", most)
				return report, nil
			}
			tried++
			x.Edits++
			if held == nil { // there is nothing to break
				continue
			}
			found, err := judge(ctx, w.structure, held)
			if err != nil {
				return nil, err
			}
			for _, r := range found.Results {
				switch r.Verdict {
				case verdict.Violated:
					x.add(r, w.edit)
				case verdict.Unknown:
					report.Cut = r.Note
				}
			}
		}
	}
	return report, nil
}

// judge checks the properties, and confirms the witnesses.
func judge(ctx context.Context, s *setsys.Structure, ids []properties.ID) (*properties.Report, error) {
	report, err := properties.Check(ctx, s, ids)
	if err == nil {
		err = report.ConfirmUntil(ctx)
	}
	return report, err
}

// add counts an edit that breaks the property of the result.
func (s *Single) add(r properties.Result, e string) {
	for i := range s.Breaks {
		if s.Breaks[i].Property == r.Property {
			s.Breaks[i].Edits++
			return
		}
	}
	s.Breaks = append(s.Breaks, Break{r.Property, 1, e, r.Witness})
}
