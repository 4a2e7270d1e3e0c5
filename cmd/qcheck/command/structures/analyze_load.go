package structures

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/properties/availability"
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

// loadOf returns the load of a family. The error is a fault.
func loadOf(ctx context.Context, s *setsys.Structure, f setsys.RoleFamily) (familyLoad, error) {
	if s.Kind == setsys.RequestSets { // each process has one set: there is nothing to choose
		for _, q := range f.Family.All() {
			if q.IsEmpty() {
				return familyLoad{err: load.ErrUndefined}, nil
			}
		}
		return familyLoad{nodes: load.Even(f.Family, capacities(s, f.Role))}, nil
	}
	found, err := load.Find(ctx, load.Use{
		Family: listedIfFew(ctx, f.Family), Share: big.NewRat(1, 1), Capacities: capacities(s, f.Role),
	})
	if errors.As(err, new(*fault.Fault)) {
		return familyLoad{}, err
	}
	if err != nil {
		return familyLoad{err: err}, nil
	}
	return familyLoad{found: found, nodes: found.Nodes}, nil
}

// listedIfFew returns the family with its quorums listed, if they are few enough and there is time.
func listedIfFew(ctx context.Context, f setsys.Family) setsys.Family {
	if listed, err := availability.List(ctx, f); err == nil {
		return listed
	}
	return f
}

// capacities returns the capacities of the nodes for the family of a role; nil if the
// file has none, and if each is 1, which is what the load is without them.
func capacities(s *setsys.Structure, role setsys.Role) []*big.Rat {
	var all []*big.Rat
	for _, c := range s.Capacities {
		all = append(all, c.Of(role))
	}
	if one := big.NewRat(1, 1); !slices.ContainsFunc(all, func(c *big.Rat) bool { return c.Cmp(one) != 0 }) {
		return nil
	}
	return all
}

// mixesOf returns the loads for each part of reads, if the structure has read and
// write quorums. The error is a fault.
func (a *analysis) mixesOf(ctx context.Context, parts []*big.Rat) ([]*mixAnalysis, error) {
	read, write := readsAndWrites(a.structure)
	if read == nil || write == nil {
		return nil, nil
	}
	var mixes []*mixAnalysis
	for _, part := range parts {
		rest := new(big.Rat).Sub(big.NewRat(1, 1), part)
		r, err := load.Find(ctx,
			load.Use{Family: listedIfFew(ctx, *write), Share: rest, Capacities: capacities(a.structure, setsys.WriteRole)},
			load.Use{Family: listedIfFew(ctx, *read), Share: part, Capacities: capacities(a.structure, setsys.ReadRole)})
		if errors.As(err, new(*fault.Fault)) {
			return nil, err
		}
		m := &mixAnalysis{Reads: part, found: r, err: err}
		if err != nil {
			m.Note = loadNote(err)
		} else {
			m.loadReport = a.loadReport(r)
			m.Write, m.Read = a.groups(r.Strategies[0]), a.groups(r.Strategies[1])
		}
		mixes = append(mixes, m)
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

// writeLoad writes the load of a family.
func writeLoad(s console.Streams, a *analysis, f *familyAnalysis) {
	u, r := a.structure.Universe, f.Load
	if r == nil {
		fmt.Fprintf(s.Out, "\n  load       %s\n", f.LoadNote)
		return
	}
	if f.loads.found == nil {
		busiest := slices.IndexFunc(r.Nodes, func(x *big.Rat) bool { return x.Cmp(r.Load) == 0 })
		if r.Capacities != nil {
			fmt.Fprintf(s.Out, "\n  load: what a request takes of the busiest node, on average, when all processes ask\n"+
				"  equally often: the share of the requests in which it takes part, divided by its\n  capacity; 1/load requests are served in a unit of time: the capacity\n")
		} else {
			fmt.Fprintf(s.Out, "\n  load: the share of the requests in which the busiest node takes part, when all\n  processes ask equally often; the capacity is 1/load\n")
		}
		fmt.Fprintf(s.Out, "  load       %s, at node %s\n", exactly(r.Load, a.digits), setsys.Printable(u.Name(busiest)))
		fmt.Fprintf(s.Out, "  capacity   %s\n", exactly(r.Capacity, a.digits))
		return
	}
	if r.Capacities != nil {
		fmt.Fprintf(s.Out, "\n  load: what a request takes of the busiest node, on average, when quorums are chosen\n"+
			"  at random such that it is least: the probability that the node is in the quorum,\n"+
			"  divided by its capacity; 1/load requests are served in a unit of time: the capacity\n")
	} else {
		fmt.Fprintf(s.Out, "\n  load: the share of the requests in which the busiest node takes part, when\n"+
			"  quorums are chosen at random such that it is least; the capacity is 1/load\n")
	}
	fmt.Fprintf(s.Out, "  load       %s\n", exactly(r.Load, a.digits))
	fmt.Fprintf(s.Out, "  capacity   %s\n", exactly(r.Capacity, a.digits))
	fmt.Fprintf(s.Out, "  size       %s: the nodes of a quorum, on average\n", exactly(r.Size, a.digits))
	fmt.Fprintf(s.Out, "  proof      with %s, no quorum weighs less than %s, so no strategy has less load\n", requirement.Weights(u, r.Weights, r.Capacities != nil), r.Load.RatString())
	fmt.Fprintf(s.Out, "  strategy\n")
	writeGroups(s, f.loads.found.Strategies[0].Groups, u)
	writeOrbits(s, f.loads.found, u)
}

// writeGroups writes the strategy of a family whose quorums are listed.
func writeGroups(s console.Streams, groups []load.Group, u setsys.Universe) {
	if len(groups) == 0 {
		return
	}
	table := [][]string{{"probability", "for each of", "nodes", "quorums"}}
	for _, g := range groups {
		table = append(table, []string{
			g.Each.RatString(), console.Count(g.Quorums.Len(), "quorum"), fmt.Sprint(g.Quorums.At(0).Len()), samples(g.Quorums, u),
		})
	}
	console.WriteColumns(s, table)
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

// writeMixes writes the loads of read and write quorums together.
func writeMixes(s console.Streams, a *analysis) {
	if len(a.Mixes) == 0 {
		return
	}
	fmt.Fprintf(s.Out, "\n  reads and writes together: the load when this share of the requests are reads\n  (--json has the strategies)\n")
	table := [][]string{{"reads", "load", "about", "capacity", "about", "nodes"}}
	for _, m := range a.Mixes {
		line := []string{console.ProbabilityText(m.Reads, a.digits), m.Note, "", "", "", ""}
		if m.loadReport != nil {
			line = []string{line[0], m.Load.RatString(), m.Rounded, m.Capacity.RatString(), m.Capacity.FloatString(a.digits), exactly(m.Size, a.digits)}
		}
		table = append(table, line)
	}
	console.WriteColumns(s, table)
}
