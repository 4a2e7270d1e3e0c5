package checker_test

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"qcheck/properties/proof/checker"
	"qcheck/setsys/slow"
)

// Of three literals two are true, and of each two at most one.
const (
	twoOfThree      = "* #variable= 3 #constraint= 4\n1 x1 1 x2 1 x3 >= 2 ;\n1 ~x1 1 ~x2 >= 1 ;\n1 ~x1 1 ~x3 >= 1 ;\n1 ~x2 1 ~x3 >= 1 ;\n"
	pigeons         = "* #variable= 2 #constraint= 3\n1 x1 >= 1 ;\n1 x2 >= 1 ;\n1 ~x1 1 ~x2 >= 1 ;\n"
	twoOfThreeProof = "pseudo-Boolean proof version 3.0\nf 4 ;\npol 2 3 + 4 + 2 d ;\npol 1 5 + ;\noutput NONE ;\nconclusion UNSAT : 6 ;\nend pseudo-Boolean proof ;\n"
)

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
		{"an unknown rule", twoOfThree, with("red 1 x1 >= 1 ;", "pol 1 5 + ;"), "does not end"},
		{"right by propagation", twoOfThree, with("rup 1 ~x1 >= 1 : 2 3 1 ;", "rup 1 x2 >= 1 : 5 1 ;", "rup >= 1 : 6 5 1 4 ;"), ""},
		{"in one line", pigeons, "pseudo-Boolean proof version 3.0\nf 3 ;\n\nrup   >= 1 : 1 2 3 ;" + strings.Repeat(" ", 1<<20) + "\noutput NONE ;\nconclusion UNSAT : 4 ;\nend pseudo-Boolean proof ;\n", ""},
		{"hints in an order that derives nothing", pigeons, "pseudo-Boolean proof version 3.0\nf 3 ;\nrup >= 1 : 3 1 2 ;\noutput NONE ;\nconclusion UNSAT : 4 ;\nend pseudo-Boolean proof ;\n", "line 3: the last of its inequalities may be true"},
		{"too few hints", twoOfThree, with("rup 1 ~x1 >= 1 : 2 3 ;", "pol 1 5 + ;"), "line 3: the last of its inequalities may be true"},
		{"hints that are not known yet", twoOfThree, with("rup 1 ~x1 >= 1 : 2 3 1 5 ;", "pol 1 5 + ;"), "there is no inequality 5"},
		{"itself as a hint", twoOfThree, with("rup 1 ~x1 >= 1 : 5 ;", "pol 1 5 + ;"), "line 3: there is no inequality 5"},
		{"number 0 as a hint", twoOfThree, with("rup 1 ~x1 >= 1 : 0 ;", "pol 1 5 + ;"), "line 3: there is no inequality 0"},
		{"no hints", twoOfThree, with("rup 1 ~x1 >= 1 : ;", "pol 1 5 + ;"), "line 3: the last of its inequalities may be true"},
		{"no colon", twoOfThree, with("rup 1 ~x1 >= 1 ;", "pol 1 5 + ;"), "line 3: rup without hints"},
		{"a literal of no variable by propagation", twoOfThree, with("rup 1 x4 >= 1 : 1 ;", "pol 1 5 + ;"), `"x4" is no literal`},
		{"with coefficients", twoOfThree, with("rup 2 x1 1 x2 1 x3 >= 1 : 1 ;", "rup >= 1 : 1 2 3 4 ;"), "the last of its inequalities may be true"},
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

// The result of a random expression is true wherever the inequalities that it starts
// from are: so if the expression is a contradiction, these have no model.
func TestVeriPBLinesFollow(t *testing.T) {
	const variables = 3
	rng := slow.Random(t, 2)
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

// A random line with the rule rup passes only if no assignment makes the inequalities that it names
// true, and it false.
func TestPropagatedLinesFollow(t *testing.T) {
	const variables = 3
	rng := slow.Random(t, 3)
	term := func(most int) (text string) {
		for range 1 + rng.IntN(most) {
			text += fmt.Sprintf("%d %sx%d ", 1+rng.IntN(3), []string{"", "~"}[rng.IntN(2)], 1+rng.IntN(variables))
		}
		return text + fmt.Sprintf(">= %d", rng.IntN(4))
	}
	passed, cases := 0, rounds(10_000, 500_000)
	for range cases {
		given := term(3) + " ;\n" + term(3) + " ;\n" + term(3) + " ;\n"
		line := term(2)
		// What is given has no model where the line is false: its negation is given, too.
		q, err := checker.OPB([]byte(fmt.Sprintf("* #variable= %d #constraint= 1\n%s ;\n", variables, line)))
		if err != nil {
			t.Fatal(err)
		}
		negation, bound := "", 1-int(q.Inequalities[0].Bound.Int64())
		for l, c := range q.Inequalities[0].Coefficients {
			negation += fmt.Sprintf("%s %s ", c, map[bool]string{true: fmt.Sprintf("~x%d", l), false: fmt.Sprintf("x%d", -l)}[l > 0])
			bound += int(c.Int64())
		}
		formula := fmt.Sprintf("* #variable= %d #constraint= 4\n%s%s>= %d ;\n", variables, given, negation, bound)
		proof := fmt.Sprintf("pseudo-Boolean proof version 3.0\nf 4 ;\nrup %s : 1 2 3 1 2 3 ;\npol 4 5 + ;\noutput NONE ;\nconclusion UNSAT : 6 ;\nend pseudo-Boolean proof ;\n", line)
		if checker.VeriPB([]byte(formula), []byte(proof)) != nil {
			continue
		}
		passed++
		if assignment, ok := model(t, formula, variables); ok {
			t.Fatalf("%s passes, but %03b is a model of\n%s", line, assignment, formula)
		}
	}
	slow.Reached(t, "lines that pass", passed, cases, cases/100)
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
