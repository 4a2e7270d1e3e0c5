package construct

import "qcheck/setsys"

// hyperplanes are the request sets of Baldoni, section 7.1: processes are points
// of an (m+1)-dimensional grid of side D, the least integer with n <= D^(m+1);
// the request set of a process is the points on the m+1 hyperplanes through it,
// that is, those that agree with it in some coordinate. When n is not a power,
// the points from n+1 on are dummies and are removed from the sets.
//
// Claimed: any m+1 processes have an arbiter, a common member of their sets
// (condition (iii)).
//
// Points are numbered with their coordinates as digits in base D. The text does
// not give the order of the coordinates, which makes no difference, nor does it
// say which points are the dummies; the last ones are taken.
func hyperplanes() *Construction {
	return &Construction{
		Name: "hyperplanes", Kind: setsys.RequestSets,
		Summary: "in an (m+1)-dimensional grid, the points that agree with the process in some coordinate; dummy points removed",
		Source:  "Baldoni, section 7.1",
		Claim:   "(i) and (iii): any m+1 processes have a common member; also when n is not an (m+1)-th power",
		Params:  []Param{number("n", "number of processes"), number("m", "number of resources")},
		build: func(a args) (*setsys.Structure, error) {
			n, m := a.int("n"), a.int("m")
			if err := a.room(n); err != nil {
				return nil, err
			}
			c := newCube(n, m)
			c.tuples = n // without the dummies
			b := setsys.NewFamilyBuilder(n)
			c.each(1, n, b.AddWords)
			return requestSets(m, b.Family())
		},
	}
}

// sevenProcesses are the request sets of Baldoni, Figure 1, as printed: the lines
// of a projective plane of order 2, one for each process. They satisfy (i) and
// (ii), which is enough for one resource; the paper shows that it is not enough
// for two.
func sevenProcesses() *Construction {
	return &Construction{
		Name: "seven-processes", Kind: setsys.RequestSets,
		Summary: "the request sets of 7 processes printed in Figure 1",
		Source:  "Baldoni, section 4, Figure 1",
		Claim:   "(i) and (ii), so request sets for m = 1; not for m = 2",
		Params: []Param{{Name: "m", Doc: "number of resources", Type: Int, Default: 1,
			Min: 1, Max: setsys.MaxNodes}},
		build: func(a args) (*setsys.Structure, error) {
			sets := [7][3]int{{1, 2, 3}, {2, 4, 6}, {3, 5, 6}, {1, 4, 5}, {2, 5, 7}, {1, 6, 7}, {3, 4, 7}}
			if err := a.room(len(sets)); err != nil {
				return nil, err
			}
			b := setsys.NewFamilyBuilder(len(sets))
			for _, s := range sets {
				b.Add(setsys.NewNodeSet(len(sets), s[0]-1, s[1]-1, s[2]-1))
			}
			return requestSets(a.int("m"), b.Family())
		},
	}
}
