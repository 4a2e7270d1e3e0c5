package checker

import (
	"bufio"
	"bytes"
	"fmt"
	"iter"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// An Inequality says that the sum of the coefficients of those literals that are true
// is at least Bound. A literal is a variable from 1 on, or its negation as a negative
// number; of a variable and its negation only one occurs, with a coefficient above 0.
type Inequality struct {
	Coefficients map[int]*big.Int // by literal
	Bound        *big.Int
}

func nothing() *Inequality { return &Inequality{map[int]*big.Int{}, new(big.Int)} }

// VeriPB is nil if the proof shows that the formula, in the OPB format, has no model.
// Lines of the proof have one of two rules:
//
//	pol   an expression in postfix notation of the numbers of earlier inequalities and of
//	      literals, which are at least 0, with +, * and d, that is division by a number, all
//	      coefficients and the bound rounded up
//	rup   an inequality, a colon and the numbers of earlier inequalities: where it is false,
//	      literals are true without which those could not be, one inequality after the
//	      other, until one cannot be true any more
func VeriPB(formula, proof []byte) error {
	f, err := OPB(formula)
	if err != nil {
		return fmt.Errorf("the formula: %w", err)
	}
	known := f.Inequalities
	given := len(known)
	var rest [][]string
	begun := 0
	for at, fields := range lines(proof) {
		fail := func(err error) error { return fmt.Errorf("the proof, line %d: %w", at, err) }
		line := strings.Join(fields, " ")
		switch {
		case begun == 0:
			if line != "pseudo-Boolean proof version 3.0" {
				return fail(fmt.Errorf("not the header"))
			}
			begun++
		case begun == 1:
			if line != fmt.Sprintf("f %d ;", given) {
				return fail(fmt.Errorf("not the number of inequalities, %d", given))
			}
			begun++
		case fields[0] == "pol" && len(rest) == 0 && fields[len(fields)-1] == ";":
			q, err := evaluate(known, f.Variables, fields[1:len(fields)-1])
			if err != nil {
				return fail(err)
			}
			known = append(known, q)
		case fields[0] == "rup" && len(rest) == 0 && fields[len(fields)-1] == ";":
			colon := slices.Index(fields, ":")
			if colon < 0 {
				return fail(fmt.Errorf("rup without hints"))
			}
			q, err := f.inequality(append(slices.Clone(fields[1:colon]), ";"))
			if err == nil {
				err = follows(known, q, fields[colon+1:len(fields)-1])
			}
			if err != nil {
				return fail(err)
			}
			known = append(known, q)
		default:
			rest = append(rest, fields)
		}
	}
	last := len(known)
	want := []string{"output NONE ;", fmt.Sprintf("conclusion UNSAT : %d ;", last), "end pseudo-Boolean proof ;"}
	var end []string
	for _, r := range rest {
		end = append(end, strings.Join(r, " "))
	}
	if !slices.Equal(end, want) {
		return fmt.Errorf("the proof does not end with the lines %q", want)
	}
	if last == given || !contradicts(known[last-1]) {
		return fmt.Errorf("the last inequality is no contradiction")
	}
	return nil
}

// contradicts reports whether the inequality has no model.
func contradicts(q *Inequality) bool {
	most := new(big.Int)
	for _, c := range q.Coefficients {
		most.Add(most, c)
	}
	return most.Cmp(q.Bound) < 0
}

// follows checks that the inequality is true wherever those of the hints are. Its negation is
// that its false literals sum up to more than is left for them.
func follows(known []*Inequality, q *Inequality, hints []string) error {
	negation := nothing()
	negation.Bound.Sub(big.NewInt(1), q.Bound)
	for l, c := range q.Coefficients {
		negation.Coefficients[-l] = c
		negation.Bound.Add(negation.Bound, c)
	}
	isTrue := map[int]bool{}
	conflict := propagate(negation, isTrue)
	for _, h := range hints {
		n, err := strconv.Atoi(h)
		if err != nil || n < 1 || n > len(known) {
			return fmt.Errorf("there is no inequality %s", h)
		}
		conflict = conflict || propagate(known[n-1], isTrue)
	}
	if !conflict {
		return fmt.Errorf("the last of its inequalities may be true")
	}
	return nil
}

// propagate adds the literals without which the inequality would be false, and reports
// whether it is false with all that are open.
func propagate(q *Inequality, isTrue map[int]bool) (conflict bool) {
	slack := new(big.Int).Neg(q.Bound)
	for l, c := range q.Coefficients {
		if !isTrue[-l] {
			slack.Add(slack, c)
		}
	}
	if slack.Sign() < 0 {
		return true
	}
	for l, c := range q.Coefficients {
		if !isTrue[-l] && c.Cmp(slack) > 0 {
			isTrue[l] = true
		}
	}
	return false
}

func evaluate(known []*Inequality, variables int, fields []string) (*Inequality, error) {
	var stack []any // *Inequality or *big.Int: a number is an inequality where one is needed
	pop := func() any {
		if len(stack) == 0 {
			return nil
		}
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		return top
	}
	inequality := func(x any) (*Inequality, error) {
		switch x := x.(type) {
		case *Inequality:
			return x, nil
		case *big.Int:
			if x.Sign() > 0 && x.Cmp(big.NewInt(int64(len(known)))) <= 0 {
				return known[x.Int64()-1].clone(), nil
			}
			return nil, fmt.Errorf("there is no inequality %d", x)
		}
		return nil, fmt.Errorf("an operand is missing")
	}
	for _, f := range fields {
		switch f {
		case "+":
			a, err := inequality(pop())
			if err != nil {
				return nil, err
			}
			b, err := inequality(pop())
			if err != nil {
				return nil, err
			}
			if len(a.Coefficients) > len(b.Coefficients) {
				a, b = b, a
			}
			stack = append(stack, b.plus(a))
		case "*", "d":
			by, ok := pop().(*big.Int)
			if !ok || by.Sign() <= 0 {
				return nil, fmt.Errorf("no number above 0 before %s", f)
			}
			a, err := inequality(pop())
			if err != nil {
				return nil, err
			}
			if f == "d" {
				stack = append(stack, a.divided(by))
			} else {
				stack = append(stack, a.times(by))
			}
		default:
			if n, ok := new(big.Int).SetString(f, 10); ok {
				stack = append(stack, n)
				continue
			}
			l, err := literal(f, variables)
			if err != nil {
				return nil, err
			}
			q := nothing()
			q.Coefficients[l] = big.NewInt(1)
			stack = append(stack, q)
		}
	}
	q, err := inequality(pop())
	if err == nil && len(stack) > 0 {
		err = fmt.Errorf("an operator is missing")
	}
	return q, err
}

// add adds a literal with a coefficient of at least 0. Of a literal and its negation,
// just one is true.
func (q *Inequality) add(literal int, coefficient *big.Int) {
	c := new(big.Int).Set(coefficient)
	if own, ok := q.Coefficients[literal]; ok {
		c.Add(c, own)
	}
	if other, ok := q.Coefficients[-literal]; ok {
		both := new(big.Int).Set(c)
		if other.Cmp(c) < 0 {
			both.Set(other)
		}
		q.Bound.Sub(q.Bound, both)
		q.set(-literal, new(big.Int).Sub(other, both))
		c.Sub(c, both)
	}
	q.set(literal, c)
}

func (q *Inequality) set(literal int, coefficient *big.Int) {
	if delete(q.Coefficients, literal); coefficient.Sign() > 0 {
		q.Coefficients[literal] = coefficient
	}
}

// plus adds p to q, which it changes.
func (q *Inequality) plus(p *Inequality) *Inequality {
	q.Bound.Add(q.Bound, p.Bound)
	for l, c := range p.Coefficients {
		q.add(l, c)
	}
	return q
}

func (q *Inequality) clone() *Inequality {
	return &Inequality{maps.Clone(q.Coefficients), new(big.Int).Set(q.Bound)}
}

func (q *Inequality) times(n *big.Int) *Inequality {
	p := &Inequality{map[int]*big.Int{}, new(big.Int).Mul(q.Bound, n)}
	for l, c := range q.Coefficients {
		p.Coefficients[l] = new(big.Int).Mul(c, n)
	}
	return p
}

func (q *Inequality) divided(n *big.Int) *Inequality {
	up := func(a *big.Int) *big.Int {
		less := new(big.Int).Neg(a)
		return less.Neg(less.Div(less, n)) // Div rounds down for n above 0
	}
	p := &Inequality{map[int]*big.Int{}, up(q.Bound)}
	for l, c := range q.Coefficients {
		p.Coefficients[l] = up(c)
	}
	return p
}

// A System is a formula of inequalities over variables from 1 on.
type System struct {
	Variables    int
	Inequalities []*Inequality
}

// OPB reads a formula of inequalities, one a line: terms of a coefficient above 0 and
// a literal, >=, the bound, and ";". The first line announces the numbers of variables
// and of inequalities.
func OPB(text []byte) (*System, error) {
	s := &System{Variables: -1}
	count := 0
	for at, fields := range lines(text) {
		if s.Variables < 0 {
			if len(fields) != 5 || fields[0] != "*" || fields[1] != "#variable=" || fields[3] != "#constraint=" {
				return nil, fmt.Errorf("line %d: not the header", at)
			}
			variables, err := strconv.Atoi(fields[2])
			inequalities, err2 := strconv.Atoi(fields[4])
			if err != nil || err2 != nil || variables < 0 {
				return nil, fmt.Errorf("line %d: not the header", at)
			}
			s.Variables, count = variables, inequalities
			continue
		}
		q, err := s.inequality(fields)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", at, err)
		}
		s.Inequalities = append(s.Inequalities, q)
	}
	if len(s.Inequalities) != count {
		return nil, fmt.Errorf("%d inequalities, where %d are announced", len(s.Inequalities), count)
	}
	return s, nil
}

func (s *System) inequality(fields []string) (*Inequality, error) {
	n := len(fields)
	if n < 3 || fields[n-1] != ";" || fields[n-3] != ">=" || n%2 == 0 {
		return nil, fmt.Errorf("not terms, >=, a number and ;")
	}
	q := nothing()
	for i := 0; i < n-3; i += 2 {
		c, ok := new(big.Int).SetString(fields[i], 10)
		if !ok || c.Sign() <= 0 {
			return nil, fmt.Errorf("%q is no coefficient above 0", fields[i])
		}
		l, err := literal(fields[i+1], s.Variables)
		if err != nil {
			return nil, err
		}
		q.add(l, c)
	}
	bound, ok := new(big.Int).SetString(fields[n-2], 10)
	if !ok {
		return nil, fmt.Errorf("%q is no number", fields[n-2])
	}
	q.Bound.Add(q.Bound, bound)
	return q, nil
}

// literal reads x1, or ~x1 for its negation.
func literal(text string, variables int) (int, error) {
	rest, negated := strings.CutPrefix(text, "~")
	digits, ok := strings.CutPrefix(rest, "x")
	v, err := strconv.Atoi(digits)
	if !ok || err != nil || v < 1 || v > variables || digits != strconv.Itoa(v) {
		return 0, fmt.Errorf("%q is no literal", text)
	}
	if negated {
		v = -v
	}
	return v, nil
}

// lines yields the lines that are not empty, as fields, with their numbers from 1 on.
func lines(text []byte) iter.Seq2[int, []string] {
	return func(yield func(int, []string) bool) {
		s := bufio.NewScanner(bytes.NewReader(text))
		s.Buffer(nil, len(text)+1)
		for at := 1; s.Scan(); at++ {
			if fields := strings.Fields(s.Text()); len(fields) > 0 && !yield(at, fields) {
				return
			}
		}
	}
}
