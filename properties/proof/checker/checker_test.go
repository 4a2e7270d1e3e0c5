package checker_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"qcheck/properties/proof/checker"
	"qcheck/setsys/slow"
)

// Two pigeons in one hole.
const (
	pigeons     = "c comment\np cnf 2 3\n1 0\n2 0\n-1 -2 0\n"
	pigeonProof = "4 -2 0 1 3 0\n5 0 2 4 0\n"

	twoOfThree      = "* #variable= 3 #constraint= 4\n1 x1 1 x2 1 x3 >= 2 ;\n1 ~x1 1 ~x2 >= 1 ;\n1 ~x1 1 ~x3 >= 1 ;\n1 ~x2 1 ~x3 >= 1 ;\n"
	twoOfThreeProof = "pseudo-Boolean proof version 3.0\nf 4 ;\npol 2 3 + 4 + 2 d ;\npol 1 5 + ;\noutput NONE ;\nconclusion UNSAT : 6 ;\nend pseudo-Boolean proof ;\n"
)

func TestLRAT(t *testing.T) {
	for _, c := range []struct{ reason, formula, proof, want string }{
		{"right", pigeons, pigeonProof, ""},
		{"in one line", pigeons, "7 0 1 2 3 0\n", ""},
		{"with an empty line", pigeons, "\n" + pigeonProof + "\n", ""},
		{"with a long line", pigeons, "7" + strings.Repeat(" ", 1<<20) + "0 1 2 3 0\n", ""},
		{"no proof", pigeons, "", "does not end with the empty clause"},
		{"not to the end", pigeons, "4 -2 0 1 3 0\n", "does not end with the empty clause"},
		{"more than the end", pigeons, pigeonProof + "6 1 0 1 0\n", "after the empty clause"},
		{"an unknown clause", pigeons, "4 -2 0 1 9 0\n5 0 2 4 0\n", "line 1: there is no clause 9"},
		{"itself", pigeons, "4 -2 0 4 0\n", "line 1: there is no clause 4"},
		{"a number of the formula", pigeons, "3 0 1 2 3 0\n", "line 1: number 3 after 3"},
		{"a clause with two open literals", pigeons, "4 0 3 1 2 0\n", "line 1: 2 literals of clause 3 may be true"},
		{"a clause that is false too early", pigeons, "4 0 1 2 3 3 0\n", "line 1: 0 literals of clause 3 may be true"},
		{"no contradiction", pigeons, "4 -2 0 1 0\n", "line 1: the last of its clauses may be true"},
		{"no hints", pigeons, "4 -2 0 0\n", "line 1: the last of its clauses may be true"},
		{"a literal of no variable", pigeons, "4 3 0 1 3 0\n", "line 1: there is no variable of the literal 3"},
		{"words", pigeons, "4 d 0 1 0\n", `line 1: "d" is no number`},
		{"one zero", pigeons, "4 1 2 0\n", "line 1: not a number"},
		{"no header", "1 0\n", pigeonProof, "the formula: line 1"},
		{"too few clauses", "p cnf 2 4\n1 0\n2 0\n-1 -2 0\n", pigeonProof, "3 clauses, where 4 are announced"},
		{"a clause without an end", "p cnf 2 1\n1 2\n", pigeonProof, "line 2"},
		{"a variable too much", "p cnf 1 1\n1 2 0\n", pigeonProof, "no literal 2"},
		{"an empty formula", "", "", "announced"},
	} {
		verify(t, c.reason, checker.LRAT([]byte(c.formula), []byte(c.proof)), c.want)
	}
}

func TestVeriPB(t *testing.T) {
	with := func(lines ...string) string {
		return "pseudo-Boolean proof version 3.0\nf 4 ;\n" + strings.Join(lines, "\n") +
			fmt.Sprintf("\noutput NONE ;\nconclusion UNSAT : %d ;\nend pseudo-Boolean proof ;\n", 4+len(lines))
	}
	for _, c := range []struct{ reason, formula, proof, want string }{
		{"right", twoOfThree, twoOfThreeProof, ""},
		{"a line without its end", twoOfThree, with("pol 2 3 + 4 + 2 d", "pol 1 5 + ;"), "does not end"},
		{"too weak", twoOfThree, with("pol 2 3 + 4 + ;", "pol 1 5 + ;"), "no contradiction"},
		{"no line", twoOfThree, "pseudo-Boolean proof version 3.0\nf 4 ;\noutput NONE ;\nconclusion UNSAT : 4 ;\nend pseudo-Boolean proof ;\n", "no contradiction"},
		{"coefficients that cancel in part", "* #variable= 2 #constraint= 3\n1 x1 1 x2 >= 1 ;\n3 ~x1 >= 3 ;\n1 ~x2 >= 1 ;\n",
			"pseudo-Boolean proof version 3.0\nf 3 ;\npol 1 2 + 3 + ;\noutput NONE ;\nconclusion UNSAT : 4 ;\nend pseudo-Boolean proof ;\n", ""},
		{"the same in the other order", "* #variable= 2 #constraint= 3\n1 x1 1 x2 >= 1 ;\n3 ~x1 >= 3 ;\n1 ~x2 >= 1 ;\n",
			"pseudo-Boolean proof version 3.0\nf 3 ;\npol 2 1 + 3 + ;\noutput NONE ;\nconclusion UNSAT : 4 ;\nend pseudo-Boolean proof ;\n", ""},
		{"the larger one remains in part", "* #variable= 2 #constraint= 3\n3 x1 >= 3 ;\n2 ~x1 1 x2 >= 1 ;\n1 ~x1 >= 1 ;\n",
			"pseudo-Boolean proof version 3.0\nf 3 ;\npol 2 1 + 3 + ;\noutput NONE ;\nconclusion UNSAT : 4 ;\nend pseudo-Boolean proof ;\n", ""},
		{"another version", twoOfThree, strings.Replace(twoOfThreeProof, "3.0", "2.0", 1), "not the header"},
		{"another formula", twoOfThree, strings.Replace(twoOfThreeProof, "f 4", "f 5", 1), "not the number of inequalities, 4"},
		{"no end", twoOfThree, strings.TrimSuffix(twoOfThreeProof, "end pseudo-Boolean proof ;\n"), "does not end"},
		{"a line after the end", twoOfThree, twoOfThreeProof + "pol 1 ;\n", "does not end"},
		{"another conclusion", twoOfThree, strings.Replace(twoOfThreeProof, ": 6", ": 5", 1), "does not end"},
		{"a later inequality", twoOfThree, with("pol 2 3 + 6 + 2 d ;", "pol 1 5 + ;"), "no inequality 6"},
		{"an operand missing", twoOfThree, with("pol 2 + ;", "pol 1 5 + ;"), "an operand is missing"},
		{"an operator missing", twoOfThree, with("pol 2 3 ;", "pol 1 5 + ;"), "an operator is missing"},
		{"divided by 0", twoOfThree, with("pol 2 0 d ;", "pol 1 5 + ;"), "no number above 0 before d"},
		{"times a negative number", twoOfThree, with("pol 2 -1 * ;", "pol 1 5 + ;"), "no number above 0 before *"},
		{"an unknown rule", twoOfThree, with("rup 1 x1 >= 1 ;", "pol 1 5 + ;"), "does not end"},
		{"no literal", twoOfThree, with("pol 2 x9 + ;", "pol 1 5 + ;"), `"x9" is no literal`},
		{"no formula", "", twoOfThreeProof, "not the number of inequalities, 0"},
		{"no header of the formula", "1 x1 >= 1 ;\n", twoOfThreeProof, "line 1: not the header"},
		{"a negative coefficient", "* #variable= 1 #constraint= 1\n-1 x1 >= 1 ;\n", twoOfThreeProof, "no coefficient above 0"},
		{"no bound", "* #variable= 1 #constraint= 1\n1 x1 >= ;\n", twoOfThreeProof, "not terms"},
		{"too few inequalities", "* #variable= 1 #constraint= 2\n1 x1 >= 1 ;\n", twoOfThreeProof, "1 inequalities, where 2 are announced"},
	} {
		verify(t, c.reason, checker.VeriPB([]byte(c.formula), []byte(c.proof)), c.want)
	}
}

func verify(t *testing.T, reason string, err error, want string) {
	t.Helper()
	switch {
	case want == "" && err != nil:
		t.Errorf("%s: %v", reason, err)
	case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
		t.Errorf("%s: %v, want %q", reason, err, want)
	}
}

// A random line passes only if no assignment makes its clauses true and it false.
func TestLRATLinesFollow(t *testing.T) {
	const variables = 4
	rng := rand.New(rand.NewPCG(1, 1))
	clause := func(most int) []int {
		c := []int{}
		for range rng.IntN(most + 1) {
			l := 1 + rng.IntN(variables)
			if rng.IntN(2) == 0 {
				l = -l
			}
			c = append(c, l)
		}
		return c
	}
	text := func(c []int) string { return strings.Trim(fmt.Sprint(append(c, 0)), "[]") }
	isTrue := func(c []int, assignment int) bool {
		for _, l := range c {
			if l > 0 == (assignment>>(max(l, -l)-1)&1 == 1) {
				return true
			}
		}
		return false
	}
	passed := 0
	for range rounds(10_000, 500_000) {
		var formula [][]int
		body := ""
		for range 3 {
			c := clause(3)
			formula = append(formula, c)
			body += text(c) + "\n"
		}
		line := clause(2)
		// The empty clause follows from the line and units that make it false.
		proof := fmt.Sprintf("%d %s 1 2 3 0\n", 4+len(line), text(line))
		final := fmt.Sprintf("%d 0 ", 5+len(line))
		for i, l := range line {
			body += fmt.Sprintf("%d 0\n", -l)
			final += fmt.Sprintf("%d ", 4+i)
		}
		proof += final + fmt.Sprintf("%d 0\n", 4+len(line))
		if len(line) == 0 {
			proof = "4 0 1 2 3 0\n"
		}
		head := fmt.Sprintf("p cnf %d %d\n", variables, 3+len(line))
		if checker.LRAT([]byte(head+body), []byte(proof)) != nil {
			continue
		}
		passed++
		for a := range 1 << variables {
			if isTrue(formula[0], a) && isTrue(formula[1], a) && isTrue(formula[2], a) && !isTrue(line, a) {
				t.Fatalf("%v do not imply %v", formula, line)
			}
		}
	}
	if passed < 20 {
		t.Errorf("%d lines pass", passed)
	}
}

// The result of a random expression is true wherever the inequalities that it starts
// from are: so if the expression is a contradiction, these have no model.
func TestVeriPBLinesFollow(t *testing.T) {
	const variables = 3
	rng := rand.New(rand.NewPCG(2, 2))
	literal := func() string { return []string{"", "~"}[rng.IntN(2)] + fmt.Sprintf("x%d", 1+rng.IntN(variables)) }
	passed := 0
	for range rounds(10_000, 500_000) {
		formula := fmt.Sprintf("* #variable= %d #constraint= 3\n", variables)
		for range 3 {
			for range 1 + rng.IntN(3) {
				formula += fmt.Sprintf("%d %s ", 1+rng.IntN(3), literal())
			}
			formula += fmt.Sprintf(">= %d ;\n", rng.IntN(4))
		}
		expression := fmt.Sprint(1 + rng.IntN(3))
		for range 1 + rng.IntN(5) {
			switch rng.IntN(5) {
			case 0:
				expression += fmt.Sprintf(" %d *", 1+rng.IntN(3))
			case 1:
				expression += fmt.Sprintf(" %d d", 1+rng.IntN(3))
			case 2:
				expression += " " + literal() + " +"
			default:
				expression += fmt.Sprintf(" %d +", 1+rng.IntN(3))
			}
		}
		proof := fmt.Sprintf("pseudo-Boolean proof version 3.0\nf 3 ;\npol %s ;\noutput NONE ;\nconclusion UNSAT : 4 ;\nend pseudo-Boolean proof ;\n", expression)
		if checker.VeriPB([]byte(formula), []byte(proof)) != nil {
			continue
		}
		passed++
		if assignment, ok := model(t, formula, variables); ok {
			t.Fatalf("%s passes, but %03b is a model of\n%s", expression, assignment, formula)
		}
	}
	if passed < 20 {
		t.Errorf("%d expressions pass", passed)
	}
}

// model returns a model of a formula in the OPB format, by trying all assignments.
func model(t *testing.T, formula string, variables int) (assignment int, ok bool) {
	t.Helper()
	f, err := checker.OPB([]byte(formula))
	if err != nil {
		t.Fatal(err)
	}
	for a := range 1 << variables {
		good := true
		for _, q := range f.Inequalities {
			sum := new(big.Int)
			for l, c := range q.Coefficients {
				if l > 0 == (a>>(max(l, -l)-1)&1 == 1) {
					sum.Add(sum, c)
				}
			}
			good = good && sum.Cmp(q.Bound) >= 0
		}
		if good {
			return a, true
		}
	}
	return 0, false
}

func rounds(short, long int) int {
	if slow.Tests() {
		return long
	}
	return short
}
