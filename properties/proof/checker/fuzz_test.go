package checker_test

import (
	"math/big"
	"testing"

	"qcheck/properties/proof/checker"
)

// No formula and no proof make the checker panic, and a formula that is satisfied by all false,
// or by all true, has no proof.
func FuzzChecker(f *testing.F) {
	f.Add("* #variable= 1 #constraint= 2\n1 x1 >= 1 ;\n1 ~x1 >= 1 ;\n", "pseudo-Boolean proof version 3.0\nf 2 ;\npol 1 2 + ;\noutput NONE ;\nconclusion UNSAT : 3 ;\nend pseudo-Boolean proof ;\n")
	f.Add("* #variable= 1 #constraint= 2\n1 x1 >= 1 ;\n1 ~x1 >= 1 ;\n", "pseudo-Boolean proof version 3.0\nf 2 ;\nrup >= 1 : 1 2 ;\noutput NONE ;\nconclusion UNSAT : 3 ;\nend pseudo-Boolean proof ;\n")
	f.Add("", "")
	f.Fuzz(func(t *testing.T, formula, proof string) {
		if checker.VeriPB([]byte(formula), []byte(proof)) != nil {
			return
		}
		read, err := checker.OPB([]byte(formula))
		if err != nil {
			t.Fatal(err)
		}
		for _, sign := range []int{1, -1} {
			all := true
			for _, q := range read.Inequalities {
				sum := new(big.Int)
				for literal, c := range q.Coefficients {
					if literal*sign > 0 {
						sum.Add(sum, c)
					}
				}
				all = all && sum.Cmp(q.Bound) >= 0
			}
			if all {
				t.Errorf("%q is satisfied by one sign, and %q passes", formula, proof)
			}
		}
	})
}
