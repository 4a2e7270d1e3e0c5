package checker_test

import (
	"testing"

	"qcheck/properties/proof/checker"
)

// No formula and no proof make the checkers panic, and a formula that is satisfied by all false,
// or by all true, has no proof.
func FuzzCheckers(f *testing.F) {
	f.Add("p cnf 1 2\n1 0\n-1 0\n", "3 0 1 2 0\n")
	f.Add("p cnf 2 1\n1 2 0\n", "2 d 1 0\n")
	f.Add("* #variable= 1 #constraint= 2\n1 x1 >= 1 ;\n-1 x1 >= 0 ;\n", "pseudo-Boolean proof version 2.0\nf 2\npol 1 2 +\noutput NONE\nconclusion UNSAT : -1\nend pseudo-Boolean proof\n")
	f.Add("", "")
	f.Fuzz(func(t *testing.T, formula, proof string) {
		lrat := checker.LRAT([]byte(formula), []byte(proof))
		checker.VeriPB([]byte(formula), []byte(proof))
		cnf, err := checker.DIMACS([]byte(formula))
		if err != nil || lrat != nil {
			return
		}
		for _, sign := range []int{1, -1} {
			all := true
			for _, clause := range cnf.Clauses {
				some := false
				for _, literal := range clause {
					some = some || int(literal)*sign > 0
				}
				all = all && some
			}
			if all {
				t.Errorf("%q is satisfied by one sign, and %q passes", formula, proof)
			}
		}
	})
}
