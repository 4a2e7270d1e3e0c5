package structures

import (
	"context"
	"fmt"
	"strings"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/properties"
	"qcheck/setsys"
)

type (
	// A trustReport says which nodes of a trust graph matter.
	trustReport struct {
		Largest   *set             `json:"largestQuorum"`
		TopTier   *set             `json:"topTier"`
		Blocking  *set             `json:"blocking"`
		Splitting *splittingReport `json:"splitting"`
		Domains   []criticalDomain `json:"domains"`
		Cut       string           `json:"cut,omitempty"`
	}
	splittingReport struct {
		Nodes   *set   `json:"nodes,omitempty"`
		Quorums []*set `json:"quorums,omitempty"`
		AtLeast int    `json:"atLeast"`
		Never   bool   `json:"never,omitempty"`
	}
	criticalDomain struct {
		Name    string `json:"name"`
		Blocks  bool   `json:"blocks"`
		Splits  bool   `json:"splits"`
		Quorums []*set `json:"quorums,omitempty"`
	}
)

// analyzeTrust reports on the trust graph of the structure, if it has one. The error is a
// fault.
func (a *analysis) analyzeTrust(ctx context.Context) error {
	if a.structure.Quorums.Trust() == nil || a.structure.Kind != setsys.Coterie {
		return nil
	}
	found, err := properties.AnalyzeTrust(ctx, a.structure)
	if err != nil {
		return err
	}
	r := &trustReport{
		Largest: a.set(found.Largest), TopTier: a.set(found.TopTier), Blocking: a.set(found.Blocking),
		Splitting: &splittingReport{AtLeast: found.Splitting.AtLeast, Never: found.Splitting.Never}, Domains: []criticalDomain{}, Cut: found.Cut,
	}
	if s := found.Splitting; s.Found {
		r.Splitting.Nodes, r.Splitting.Quorums = a.set(s.Nodes), []*set{a.set(s.A.Difference(s.Nodes)), a.set(s.B.Difference(s.Nodes))}
	}
	for _, d := range found.Domains {
		c := criticalDomain{Name: d.Name, Blocks: d.Blocks, Splits: d.Splits}
		if d.Splits {
			c.Quorums = []*set{a.set(d.A.Difference(d.Nodes)), a.set(d.B.Difference(d.Nodes))}
		}
		r.Domains = append(r.Domains, c)
	}
	a.Trust = r
	return nil
}

// writeTrust writes the report on a trust graph.
func writeTrust(s console.Streams, r *trustReport) {
	if r == nil {
		return
	}
	fmt.Fprintf(s.Out, "\n  who matters in the trust graph\n")
	if r.Largest.nodes.IsEmpty() {
		fmt.Fprintf(s.Out, "  quorums    there is none\n")
		return
	}
	if !r.TopTier.nodes.IsEmpty() {
		fmt.Fprintf(s.Out, "  top tier   %s in minimal quorums: %s\n", console.Count(r.TopTier.nodes.Len(), "node"), r.TopTier)
		fmt.Fprintf(s.Out, "  blocking   without %s, the fewest, there is no quorum: %s\n", console.Count(r.Blocking.nodes.Len(), "node"), r.Blocking)
	}
	fmt.Fprintf(s.Out, "  splitting  %s\n", splittingText(r.Splitting))
	for _, d := range r.Domains {
		var can []string
		if d.Blocks {
			can = append(can, "without it there is no quorum")
		}
		if d.Splits {
			can = append(can, fmt.Sprintf("if it lies, %s and %s can be quorums and share no node", d.Quorums[0], d.Quorums[1]))
		}
		if len(can) > 0 {
			fmt.Fprintf(s.Out, "  critical   %s: %s\n", setsys.Printable(d.Name), strings.Join(can, "; "))
		}
	}
	if r.Cut != "" {
		fmt.Fprintf(s.Out, "  unknown    not all of this was found: %s\n", r.Cut)
	}
}

// splittingText says what is known of the least splitting set.
func splittingText(r *splittingReport) string {
	if r.Never {
		return "no nodes that lie can split quorums"
	}
	if r.Nodes == nil {
		return fmt.Sprintf("%d or more nodes must lie to split quorums", r.AtLeast)
	}
	size := r.Nodes.nodes.Len()
	split := fmt.Sprintf("%s and %s are quorums that share no other node", r.Quorums[0], r.Quorums[1])
	switch {
	case size == 0:
		return split
	case size == r.AtLeast:
		return fmt.Sprintf("if %s lie, the fewest that can split quorums, %s: %s", console.Count(size, "node"), split, r.Nodes)
	}
	return fmt.Sprintf("if %d nodes lie, %s: %s; fewer than %d cannot split quorums", size, split, r.Nodes, r.AtLeast)
}
