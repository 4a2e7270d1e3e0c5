package structures

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/properties/availability"
	"qcheck/setsys"
)

// A reliableAt is the availability with the reliabilities of the file, from a time on: for
// 1, 2, ... disjoint quorums.
type reliableAt struct {
	From    *big.Rat   `json:"from"`
	Exact   []*big.Rat `json:"exact"`
	Rounded []string   `json:"rounded"`
}

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
