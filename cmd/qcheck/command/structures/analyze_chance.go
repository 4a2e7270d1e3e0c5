package structures

import (
	"context"
	"fmt"
	"math/big"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/properties/availability"
)

// A reliableReport is the availability with the reliabilities of the file, for 1, 2, ... disjoint quorums.
type reliableReport struct {
	Exact   []*big.Rat `json:"exact"`
	Rounded []string   `json:"rounded"`
}

// reliable finds the availability of a family with the reliabilities of the file.
func (a *analysis) reliable(ctx context.Context, x *familyAnalysis) {
	if a.structure.Reliabilities == nil || x.Note != "" {
		return
	}
	found, err := availability.Reliable(ctx, x.family, len(x.Rows), a.structure.Reliabilities)
	if err != nil {
		x.reliableErr, x.ReliableNote = err, "unknown: "+err.Error()
		return
	}
	x.Reliable = &reliableReport{Exact: found}
	for _, p := range found {
		x.Reliable.Rounded = append(x.Reliable.Rounded, console.Rounded(p, a.digits))
	}
}

// writeReliable writes the availability with the reliabilities of the file.
func writeReliable(s console.Streams, f *familyAnalysis) {
	if f.Reliable == nil && f.ReliableNote == "" {
		return
	}
	fmt.Fprintf(s.Out, "\n  the same when each node is up with the probability that the file gives it\n")
	if f.ReliableNote != "" {
		fmt.Fprintf(s.Out, "  %s\n", f.ReliableNote)
		return
	}
	var head []string
	for r := range f.Rows {
		head = append(head, fmt.Sprintf("r = %d", r+1))
	}
	console.WriteColumns(s, [][]string{head, f.Reliable.Rounded})
}
