package load

import "math/big"

// A program is a linear program in integers,
//
//	maximize c·x where A x <= b and x >= 0,
//
// with b >= 0, whose columns are made when they are wanted. The costs c are pairs
// (see pair): of the solutions that are best by the first costs it finds one that
// is best by the second.
//
// It is solved by the revised simplex method. Let B be the matrix of the basic
// columns, and d its determinant. The rows of the tableau are, times d, the
// prices c_B·B⁻¹ by the first and by the second costs, and B⁻¹; the last column
// has the values of the objectives and of the basic columns. All of these are
// integers (Cramer's rule), and so every division below is exact (Edmonds 1967,
// Bareiss 1968). The lexicographic rule chooses the row that leaves the basis
// (Dantzig, Orden and Wolfe 1955), so no basis comes back and the search ends,
// whichever columns enter.
type program struct {
	d     *big.Int
	table [][]*big.Int // first prices, second prices, a row each of A; the last column is the right side
	basis []column     // by row of A
}

// A column is one of A, with its costs.
type column struct {
	family  int // whose quorums it stands for; slack: it takes up what a row leaves
	class   int32
	entries []entry
	cost    [2]int64
}

const slack = -1

type entry struct {
	row   int
	value *big.Int
}

// newProgram returns the program with the given right side and no columns but
// those of the slack, which are its basis.
func newProgram(right []*big.Int) *program {
	p := &program{d: big.NewInt(1), table: make([][]*big.Int, 2+len(right)), basis: make([]column, len(right))}
	for i := range p.table {
		p.table[i] = make([]*big.Int, len(right)+1)
		for j := range p.table[i] {
			p.table[i][j] = new(big.Int)
		}
		if i >= 2 {
			p.table[i][i-2].SetInt64(1)
			p.table[i][len(right)].Set(right[i-2])
			p.basis[i-2] = column{family: slack}
		}
	}
	return p
}

// rows is how many there are.
func (p *program) rows() int { return len(p.basis) }

// price returns the price of the row, times d.
func (p *program) price(row int) pair { return pair{p.table[0][row], p.table[1][row]} }

// value returns the value of the objective, times d.
func (p *program) value() pair { return p.price(p.rows()) }

// loss returns the price of the column less its cost, times d.
func (p *program) loss(c column) pair {
	loss := newPair()
	var x big.Int
	for _, e := range c.entries {
		price := p.price(e.row)
		loss.a.Add(loss.a, x.Mul(price.a, e.value))
		loss.b.Add(loss.b, x.Mul(price.b, e.value))
	}
	loss.a.Sub(loss.a, x.Mul(p.d, big.NewInt(c.cost[0])))
	loss.b.Sub(loss.b, x.Mul(p.d, big.NewInt(c.cost[1])))
	return loss
}

// solve pivots until no column is worth more than its price. Offer returns a
// column, and whether it is worth more than the present prices; it is false only
// if none is. GoOn is called often.
func (p *program) solve(offer func() (column, bool), goOn func()) {
	for {
		goOn()
		c, ok := p.slack()
		if !ok {
			if c, ok = offer(); !ok {
				return
			}
		}
		p.pivot(c)
	}
}

// slack returns the slack column with the least price, if that is less than 0.
func (p *program) slack() (column, bool) {
	best := -1
	for i := range p.rows() {
		if p.price(i).sign() < 0 && (best < 0 || p.price(i).cmp(p.price(best)) < 0) {
			best = i
		}
	}
	if best < 0 {
		return column{}, false
	}
	return column{family: slack, entries: []entry{{best, big.NewInt(1)}}}, true
}

// pivot puts c into the basis. It is never interrupted: a table that is half of the
// next one means nothing.
func (p *program) pivot(c column) {
	in := make([]*big.Int, len(p.table)) // what c is by the basis, times d
	var x big.Int
	for i, row := range p.table {
		in[i] = new(big.Int)
		for _, e := range c.entries {
			in[i].Add(in[i], x.Mul(row[e.row], e.value))
		}
		if i < 2 {
			in[i].Sub(in[i], x.Mul(p.d, big.NewInt(c.cost[i])))
		}
	}
	out := -1
	for i := 2; i < len(p.table); i++ {
		if in[i].Sign() > 0 && (out < 0 || p.before(i, out, in)) {
			out = i
		}
	}
	if out < 0 {
		panic("load: a column can be had without end")
	}
	var y big.Int
	for i, row := range p.table {
		if i == out {
			continue
		}
		for j, a := range row {
			b := p.table[out][j]
			switch {
			case a.Sign() == 0 && (b.Sign() == 0 || in[i].Sign() == 0):
			case b.Sign() == 0 || in[i].Sign() == 0:
				a.Quo(x.Mul(a, in[out]), p.d)
			default:
				x.Mul(a, in[out])
				a.Quo(x.Sub(&x, y.Mul(b, in[i])), p.d)
			}
		}
	}
	p.d, p.basis[out-2] = in[out], c
}

// before reports whether row i of the table leaves the basis before row k: whether
// it is lexicographically less when each is divided by its part of the column
// that enters, and the right side comes first.
func (p *program) before(i, k int, in []*big.Int) bool {
	var x, y big.Int
	for j := range p.rows() + 1 {
		j = (j + p.rows()) % (p.rows() + 1)
		if c := x.Mul(p.table[i][j], in[k]).Cmp(y.Mul(p.table[k][j], in[i])); c != 0 {
			return c < 0
		}
	}
	panic("load: two rows of a basis are the same")
}
