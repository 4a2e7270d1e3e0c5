package diagram

import "qcheck/setsys"

// ForFamilies returns a diagram over the n nodes of the families, and for each the sets
// that contain one of its sets. Limit and step are those of [New], and so is the panic of a
// diagram that is too large.
func ForFamilies(n, limit int, step func(), families ...setsys.Family) (*Diagram, []Family) {
	var formulas []*setsys.Formula
	for _, f := range families {
		if f.Formula() != nil {
			formulas = append(formulas, f.Formula())
		}
	}
	d := New(n, limit, step, formulas...)
	of := make([]Family, len(families))
	for i, f := range families {
		if f.Formula() != nil {
			of[i] = d.Of(f.Formula())
		} else {
			of[i] = d.index(setsys.NewIndex(f, d.step))
		}
	}
	return d, of
}

// index returns the sets that contain one of the index. A vertex of the index comes after
// those it leads to.
func (d *Diagram) index(ix *setsys.Index) Family {
	of := make([]Family, ix.Vertices())
	of[setsys.EmptySet] = Every
	for id := setsys.EmptySet + 1; int(id) < len(of); id++ {
		d.step()
		of[id] = d.Union(of[ix.Without(id)], d.Join(d.Node(ix.Node(id)), of[ix.With(id)]))
	}
	return of[ix.Root()]
}
