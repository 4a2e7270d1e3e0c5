package structures

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/properties/load"
	"qcheck/properties/requirement"
	"qcheck/setsys"
	"qcheck/setsys/fault"
	"qcheck/setsys/symmetry"
)

// A familyLoad is the load of a family.
type familyLoad struct {
	found *load.Result // nil for request sets, or when there is none
	nodes []*big.Rat   // the loads of the nodes, nil when there are none
	err   error        // why
}

// A mixAnalysis is the load of read and write quorums together.
type mixAnalysis struct {
	reads *big.Rat // the part of the requests that are reads
	found *load.Result
	err   error // why there is none
}

// loadOf returns the load of a family. The error is a fault.
func loadOf(ctx context.Context, s *setsys.Structure, f setsys.RoleFamily) (familyLoad, error) {
	if s.Kind == setsys.RequestSets { // each process has one set: there is nothing to choose
		for _, q := range f.Family.All() {
			if q.IsEmpty() {
				return familyLoad{err: load.ErrUndefined}, nil
			}
		}
		return familyLoad{nodes: load.Even(f.Family)}, nil
	}
	found, err := load.FindApart(ctx, apart(s), load.Use{Family: listedIfFew(f.Family), Share: big.NewRat(1, 1)})
	if errors.As(err, new(*fault.Fault)) {
		return familyLoad{}, err
	}
	if err != nil {
		return familyLoad{err: err}, nil
	}
	return familyLoad{found: found, nodes: found.Nodes}, nil
}

// listedIfFew returns the family with its quorums listed, if they are few enough.
func listedIfFew(f setsys.Family) setsys.Family {
	if listed, err := f.List(); err == nil {
		return listed
	}
	return f
}

// apart tells nodes with different latencies apart.
func apart(s *setsys.Structure) []int {
	if s.Latencies == nil {
		return nil
	}
	return load.Apart(s.Latencies)
}

// mixesOf returns the loads for each part of reads, if the structure has read and
// write quorums. The error is a fault.
func mixesOf(ctx context.Context, s *setsys.Structure, parts []*big.Rat) ([]mixAnalysis, error) {
	read, write := readsAndWrites(s)
	if read == nil || write == nil {
		return nil, nil
	}
	var mixes []mixAnalysis
	for _, part := range parts {
		writes, reads := listedIfFew(*write), listedIfFew(*read)
		rest := new(big.Rat).Sub(big.NewRat(1, 1), part)
		found, err := load.Find(ctx, load.Use{Family: writes, Share: rest}, load.Use{Family: reads, Share: part})
		if errors.As(err, new(*fault.Fault)) {
			return nil, err
		}
		mixes = append(mixes, mixAnalysis{part, found, err})
	}
	return mixes, nil
}

// readsAndWrites returns the read and the write quorums of a structure; nil where it
// has none.
func readsAndWrites(s *setsys.Structure) (read, write *setsys.Family) {
	for _, f := range s.Families() {
		switch f.Role {
		case setsys.ReadRole:
			read = &f.Family
		case setsys.WriteRole:
			write = &f.Family
		}
	}
	return read, write
}

// loadNote says why there is no load.
func loadNote(err error) string {
	if errors.Is(err, load.ErrUndefined) {
		return "not defined: there is no quorum, or an empty one"
	}
	return "unknown: " + err.Error()
}

// exactly writes a fraction, and if it is not an integer also as a decimal number
// of up to so many digits.
func exactly(x *big.Rat, digits int) string {
	text := console.ProbabilityText(x, digits)
	switch {
	case x.IsInt():
		return x.RatString()
	case text == x.RatString(): // no decimal number of so many digits
		return fmt.Sprintf("%s, about %s", text, x.FloatString(digits))
	}
	return fmt.Sprintf("%s = %s", x.RatString(), text)
}

// timeText writes a time as a decimal number; where it has more digits, as a
// fraction, too.
func timeText(x *big.Rat, digits int) string {
	if text := console.ProbabilityText(x, digits); !strings.Contains(text, "/") {
		return text
	}
	return exactly(x, digits)
}

// writeLoad writes the load of a family, and its latency.
func writeLoad(s console.Streams, a *analysis, f familyAnalysis) {
	u := a.structure.Universe
	if f.loads.err != nil {
		fmt.Fprintf(s.Out, "\n  load       %s\n", loadNote(f.loads.err))
		return
	}
	if f.loads.found == nil {
		fmt.Fprintf(s.Out, "\n  load: the share of the requests in which the busiest node takes part, when all\n  processes ask equally often; the capacity is 1/load\n")
		busiest := 0
		for v, x := range f.loads.nodes {
			if x.Cmp(f.loads.nodes[busiest]) > 0 {
				busiest = v
			}
		}
		value := f.loads.nodes[busiest]
		fmt.Fprintf(s.Out, "  load       %s, at node %s\n", exactly(value, a.digits), setsys.Printable(u.Name(busiest)))
		fmt.Fprintf(s.Out, "  capacity   %s\n", exactly(new(big.Rat).Inv(value), a.digits))
		return
	}
	r := f.loads.found
	fmt.Fprintf(s.Out, "\n  load: the share of the requests in which the busiest node takes part, when\n"+
		"  quorums are chosen at random such that it is least; the capacity is 1/load\n")
	fmt.Fprintf(s.Out, "  load       %s\n", exactly(r.Load, a.digits))
	fmt.Fprintf(s.Out, "  capacity   %s\n", exactly(r.Capacity(), a.digits))
	fmt.Fprintf(s.Out, "  size       %s: the nodes of a quorum, on average\n", exactly(r.Size, a.digits))
	fmt.Fprintf(s.Out, "  no better  with %s, no quorum weighs less than %s\n", requirement.Weights(u, r.Weights), r.Load.RatString())
	fmt.Fprintf(s.Out, "  strategy\n")
	var table [][]string
	if len(r.Strategies[0].Groups) > 0 {
		table = append(table, []string{"probability", "for each of", "nodes", "quorums"})
	}
	for _, g := range r.Strategies[0].Groups {
		table = append(table, []string{
			g.Each.RatString(), console.Count(g.Quorums.Len(), "quorum"), fmt.Sprint(g.Quorums.At(0).Len()), samples(g.Quorums, u),
		})
	}
	if len(table) > 0 {
		console.WriteColumns(s, table)
	}
	writeOrbits(s, r, u)
	writeLatency(s, a, f)
}

// writeOrbits writes the strategy of a formula, whose quorums are not listed.
func writeOrbits(s console.Streams, r *load.Result, u setsys.Universe) {
	orbits := r.Strategies[0].Orbits
	if len(orbits) == 0 {
		return
	}
	alike := "the quorum"
	if len(r.Symmetries) > 0 {
		alike = "the quorum, or one that a symmetry makes of it; all symmetries are equally likely"
	}
	table := [][]string{{"probability", "nodes", alike}}
	const most = 10
	for i, o := range orbits {
		if i == most {
			break
		}
		table = append(table, []string{o.Together.RatString(), fmt.Sprint(o.Quorum.Len()), o.Quorum.Format(u)})
	}
	console.WriteColumns(s, table)
	if len(orbits) > most {
		fmt.Fprintf(s.Out, "  and %s more (--json has all)\n", console.Count(len(orbits)-most, "quorum"))
	}
	if len(r.Symmetries) > 0 {
		classes := symmetry.Generated(u.Len(), r.Symmetries).Sizes
		fmt.Fprintf(s.Out, "  symmetries of the formula take each node to every other of its group: %s in %s\n", console.Count(u.Len(), "node"), console.Count(len(classes), "group"))
	}
}

// samples writes the quorums, or the first few of them.
func samples(f setsys.Family, u setsys.Universe) string {
	const most = 3
	var sets []string
	for i := range min(f.Len(), most) {
		sets = append(sets, f.At(i).Format(u))
	}
	if f.Len() > most {
		sets = append(sets, "...")
	}
	return strings.Join(sets, " ")
}

// writeLatency writes how long a request waits for its quorum.
func writeLatency(s console.Streams, a *analysis, f familyAnalysis) {
	if a.structure.Latencies == nil {
		return
	}
	l := f.loads.found.Strategies[0].Latency(a.structure.Latencies)
	fmt.Fprintf(s.Out, "\n  latency by this strategy: how long a request waits for its slowest node\n")
	fmt.Fprintf(s.Out, "  mean       %s\n", timeText(l.Mean, a.digits))
	for _, q := range a.quantiles {
		fmt.Fprintf(s.Out, "  %-9s  at most %s\n", percent(q), timeText(l.Quantile(q), a.digits))
	}
	fmt.Fprintf(s.Out, "  longest    %s\n", timeText(l.Quantile(big.NewRat(1, 1)), a.digits))
	quorum, time := load.Fastest(listedIfFew(f.Family), a.structure.Latencies)
	fmt.Fprintf(s.Out, "  fastest    %s, for the quorum %s\n", timeText(time, a.digits), quorum.Format(a.structure.Universe))
}

// percent writes a part of all as a percentage where that is a short decimal
// number, and otherwise as a fraction.
func percent(p *big.Rat) string {
	if text := console.ProbabilityText(new(big.Rat).Mul(p, big.NewRat(100, 1)), 6); !strings.Contains(text, "/") {
		return text + "%"
	}
	return p.RatString()
}

// writeMixes writes the loads of read and write quorums together.
func writeMixes(s console.Streams, a *analysis) {
	if len(a.mixes) == 0 {
		return
	}
	fmt.Fprintf(s.Out, "\n  reads and writes together: the load when this share of the requests are reads\n  (--json has the strategies)\n")
	table := [][]string{{"reads", "load", "about", "capacity", "about", "nodes"}}
	for _, m := range a.mixes {
		reads := console.ProbabilityText(m.reads, a.digits)
		if m.err != nil {
			table = append(table, []string{reads, loadNote(m.err), "", "", "", ""})
			continue
		}
		capacity := m.found.Capacity()
		table = append(table, []string{
			reads, m.found.Load.RatString(), console.Rounded(m.found.Load, a.digits),
			capacity.RatString(), capacity.FloatString(a.digits), exactly(m.found.Size, a.digits),
		})
	}
	console.WriteColumns(s, table)
}
