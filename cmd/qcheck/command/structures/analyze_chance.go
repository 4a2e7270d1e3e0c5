package structures

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/explore/verdict"
	"qcheck/properties"
	"qcheck/properties/availability"
	"qcheck/properties/load"
	"qcheck/setsys"
)

type (
	// A reliableAt is the availability with the reliabilities of the file, from a time on: for
	// 1, 2, ... disjoint quorums.
	reliableAt struct {
		From    *big.Rat   `json:"from"`
		Exact   []*big.Rat `json:"exact"`
		Rounded []string   `json:"rounded"`
	}
	// A missReport is how often two quorums that are chosen independently share no node.
	missReport struct {
		Families []setsys.Role `json:"families"`
		Evenly   *big.Rat      `json:"evenly,omitempty"`   // if all quorums are equally likely
		Strategy *big.Rat      `json:"strategy,omitempty"` // by those of the load
		Note     string        `json:"note,omitempty"`     // why there is none
	}
)

// times returns the times at which a node of the structure gets another reliability.
func times(s *setsys.Structure) (all []*big.Rat) {
	for _, of := range s.Reliabilities {
		for _, r := range of {
			all = append(all, r.From)
		}
	}
	slices.SortFunc(all, (*big.Rat).Cmp)
	return slices.CompactFunc(all, func(x, y *big.Rat) bool { return x.Cmp(y) == 0 })
}

// reliable finds the availability of a family at each of these times; rows is how many
// disjoint quorums are asked about.
func (a *analysis) reliable(ctx context.Context, x *familyAnalysis) {
	var up [][]*big.Rat
	at := times(a.structure)
	for _, t := range at {
		p := make([]*big.Rat, a.structure.Universe.Len())
		for v, of := range a.structure.Reliabilities {
			for _, r := range of {
				if r.From.Cmp(t) <= 0 {
					p[v] = r.P
				}
			}
		}
		up = append(up, p)
	}
	if up == nil || x.Note != "" {
		return
	}
	found, err := availability.Reliable(ctx, x.family, len(x.Rows), up)
	if err != nil {
		x.reliableErr, x.ReliableNote = err, "unknown: "+err.Error()
		return
	}
	for i, exact := range found {
		r := reliableAt{From: at[i], Exact: exact}
		for _, p := range exact {
			r.Rounded = append(r.Rounded, console.Rounded(p, a.digits))
		}
		x.Reliable = append(x.Reliable, r)
	}
}

// misses finds how often quorums that should share a node do not, if that is so of some.
func (a *analysis) misses(ctx context.Context) *missReport {
	var one, other *familyAnalysis
	id := properties.Intersection
	switch a.structure.Kind {
	case setsys.Coterie:
		one, other = a.Families[0], a.Families[0]
	case setsys.ReadWrite, setsys.KWRCoterie:
		one, other, id = a.Families[0], a.Families[1], properties.WriteReadIntersection
	default:
		return nil
	}
	if !slices.ContainsFunc(a.report.Results, func(r properties.Result) bool { return r.Property == id && r.Verdict != verdict.Holds }) {
		return nil
	}
	if errors.Is(one.loads.err, load.ErrUndefined) || errors.Is(other.loads.err, load.ErrUndefined) {
		return nil
	}
	m := &missReport{Families: []setsys.Role{one.Role, other.Role}}
	var err error
	if m.Evenly, err = load.MissEvenly(ctx, one.family, other.family); err != nil {
		a.missErr, m.Note = err, "unknown: "+err.Error()
		return m
	}
	p, q := one.loads.found, other.loads.found
	if p != nil && q != nil && p.Strategies[0].Groups != nil && q.Strategies[0].Groups != nil {
		if m.Strategy, err = load.Miss(ctx, p.Strategies[0], q.Strategies[0]); err != nil {
			a.missErr, m.Note = err, "unknown: "+err.Error()
		}
	}
	return m
}

// writeReliable writes the availability with the reliabilities of the file.
func writeReliable(s console.Streams, a *analysis, f *familyAnalysis) {
	if f.Reliable == nil && f.ReliableNote == "" {
		return
	}
	fmt.Fprintf(s.Out, "\n  the same when each node is up with the probability that the file gives it\n")
	if f.ReliableNote != "" {
		fmt.Fprintf(s.Out, "  %s\n", f.ReliableNote)
		return
	}
	table := [][]string{{"from"}}
	for r := range f.Rows {
		table[0] = append(table[0], fmt.Sprintf("r = %d", r+1))
	}
	for _, r := range f.Reliable {
		table = append(table, append([]string{timeText(r.From, a.digits)}, r.Rounded...))
	}
	console.WriteColumns(s, table)
}

// writeMisses writes how often quorums miss each other.
func writeMisses(s console.Streams, a *analysis) {
	m := a.Misses
	if m == nil {
		return
	}
	what := "two quorums"
	if m.Families[0] != m.Families[1] {
		what = fmt.Sprintf("a %s and a %s quorum", m.Families[0], m.Families[1])
	}
	fmt.Fprintf(s.Out, "\n  how often %s that are chosen independently share no node\n", what)
	if m.Evenly != nil {
		fmt.Fprintf(s.Out, "  evenly     %s, when all quorums are equally likely\n", exactly(m.Evenly, a.digits))
	}
	if m.Strategy != nil {
		fmt.Fprintf(s.Out, "  strategy   %s, when they are chosen as for the load\n", exactly(m.Strategy, a.digits))
	}
	if m.Note != "" {
		fmt.Fprintf(s.Out, "  %s\n", m.Note)
	}
}
