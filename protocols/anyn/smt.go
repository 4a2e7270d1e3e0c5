package anyn

import (
	"bytes"
	_ "embed"
	"fmt"
	"strings"
)

// MostSMT is the largest k of Lemma.
const MostSMT = 8

// IsLemma reports whether a file begins as Lemma does.
func IsLemma(start []byte) bool { return bytes.HasPrefix(start, []byte(lemmaBegins)) }

const lemmaBegins = "; Books imply safety: "

// Lemma returns the theorem at roles.Account for k-coteries, of which coteries are those with k = 1, in
// SMT-LIB: for any number of processes, nodes and quorums. What it asserts are the books, that of k+1
// quorums two meet, and that k+1 processes are inside; a solver answers unsat.
func Lemma(k int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%sat most %d inside, for any number of processes, nodes and quorums.\n", lemmaBegins, k)
	b.WriteString(`; The answer is unsat: no state keeps its books and has more inside.
(set-logic UF)
(declare-sort Node 0)
(declare-sort Process 0)
(declare-sort Quorum 0)
(declare-fun in (Node Quorum) Bool)    ; a node is in a quorum
(declare-fun gave (Node Process) Bool) ; a member gave its permission to a requester
(declare-fun has (Process Node) Bool)  ; a requester has it
(declare-fun inside (Process) Bool)
(declare-fun chosen (Process) Quorum)  ; the quorum by which a process is inside
`)
	say := func(name, comment, formula string) {
		fmt.Fprintf(&b, "; %s: %s\n(assert %s)\n", name, comment, formula)
	}
	say("law", "what a requester has, the member gave", "(forall ((m Node) (r Process)) (=> (has r m) (gave m r)))")
	say("most", "a member gives its permission to one at a time", "(forall ((m Node) (r Process) (s Process)) (=> (and (gave m r) (gave m s)) (= r s)))")
	say("quorum", "whoever is inside has the permissions of its quorum", "(forall ((r Process) (m Node)) (=> (and (inside r) (in m (chosen r))) (has r m)))")
	var quorums, meet, processes, in []string
	for i := range k + 1 {
		quorums = append(quorums, fmt.Sprintf("(q%d Quorum)", i))
		processes = append(processes, fmt.Sprintf("p%d", i))
		in = append(in, fmt.Sprintf("(inside p%d)", i))
		for j := range i {
			meet = append(meet, fmt.Sprintf("(exists ((m Node)) (and (in m q%d) (in m q%d)))", j, i))
		}
	}
	say("meet", fmt.Sprintf("of %d quorums two have a common node", k+1), fmt.Sprintf("(forall (%s) (or %s false))", strings.Join(quorums, " "), strings.Join(meet, " ")))
	for _, p := range processes {
		fmt.Fprintf(&b, "(declare-const %s Process)\n", p)
	}
	say("inside", fmt.Sprintf("%d processes are inside", k+1), fmt.Sprintf("(and (distinct %s) %s)", strings.Join(processes, " "), strings.Join(in, " ")))
	b.WriteString("(check-sat)\n")
	return b.String()
}

// Steps returns, as further questions for the same solver, that the contract of permissions (see
// roles.Account) keeps the law: for one member and one requester, and a step of either; others do not touch what
// the law says of these two. A solver answers unsat to both.
func Steps() string { return stepsText }

//go:embed steps.smt2
var stepsText string
