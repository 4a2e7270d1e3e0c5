package structures

import (
	"fmt"
	"strings"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/properties"
	"qcheck/setsys"
)

// writeTrust writes the report on a trust graph.
func writeTrust(s console.Streams, r *properties.TrustAnalysis) {
	if r == nil {
		return
	}
	fmt.Fprintf(s.Out, "\n  who matters in the trust graph\n")
	if r.Largest.IsEmpty() {
		fmt.Fprintf(s.Out, "  quorums    there is none\n")
		return
	}
	if !r.TopTier.IsEmpty() {
		fmt.Fprintf(s.Out, "  top tier   %s in minimal quorums: %s\n", console.Count(r.TopTier.Len(), "node"), r.TopTier)
		fmt.Fprintf(s.Out, "  blocking   without %s, the fewest, there is no quorum: %s\n", console.Count(r.Blocking.Len(), "node"), r.Blocking)
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
func splittingText(r properties.Splitting) string {
	if r.Never {
		return "no nodes that lie can split quorums"
	}
	if r.Nodes == nil {
		return fmt.Sprintf("%d or more nodes must lie to split quorums", r.AtLeast)
	}
	size := r.Nodes.Len()
	split := fmt.Sprintf("%s and %s are quorums that share no other node", r.Quorums[0], r.Quorums[1])
	switch {
	case size == 0:
		return split
	case size == r.AtLeast:
		return fmt.Sprintf("if %s lie, the fewest that can split quorums, %s: %s", console.Count(size, "node"), split, r.Nodes)
	}
	return fmt.Sprintf("if %d nodes lie, %s: %s; fewer than %d cannot split quorums", size, split, r.Nodes, r.AtLeast)
}
