package anyn

import (
	"bytes"
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
func Lemma(k int) string { return lemma(k, "") }

// lemma leaves out the assertion of a name.
func lemma(k int, without string) string {
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
		if name != without {
			fmt.Fprintf(&b, "; %s: %s\n(assert %s)\n", name, comment, formula)
		}
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
func Steps() string { return steps("") }

// steps leaves out the assertion of a name.
func steps(without string) string {
	var b strings.Builder
	for _, step := range []struct {
		of, declare string
		say         [][3]string
	}{
		{"a member, which takes a message of the requester, or of another, or none",
			"(declare-const back Bool)   ; the message is a permission of its, that comes back\n(declare-const permit Bool) ; it sends one to the requester\n",
			[][3]string{
				{"comes", "what comes was on its way", "(=> back (> returns 0))"},
				{"free", "contract: it gives its permission to one that does not have it", "(=> permit (not (and gave (not back))))"},
				{"noted", "contract: it has given it afterwards as its messages say", "(= gave2 (or (and gave (not back)) permit))"},
				{"sent", "messages are neither lost nor doubled", "(and (= permits2 (+ permits (ite permit 1 0))) (= returns2 (- returns (ite back 1 0))))"},
				{"other", "the requester has what it had", "(= has2 has)"},
			}},
		{"a requester, which takes a message of the member, or of another, or none",
			"(declare-const permit Bool) ; the message is a permit\n(declare-const back Bool)   ; it sends the permission back\n",
			[][3]string{
				{"comes", "what comes was on its way", "(=> permit (> permits 0))"},
				{"held", "contract: it gives back what it has", "(=> back (or has permit))"},
				{"once", "contract: a permission comes that it does not have", "(=> permit (not has))"},
				{"noted", "contract: it has afterwards what came and did not go", "(= has2 (and (or has permit) (not back)))"},
				{"sent", "messages are neither lost nor doubled", "(and (= permits2 (- permits (ite permit 1 0))) (= returns2 (+ returns (ite back 1 0))))"},
				{"other", "the member gave what it gave", "(= gave2 gave)"},
			}},
	} {
		fmt.Fprintf(&b, "(reset)\n; The law before a step of %s, and not afterwards: unsat.\n(set-logic QF_LIA)\n", step.of)
		for _, after := range []string{"", "2"} {
			fmt.Fprintf(&b, "(declare-const gave%[1]s Bool)\n(declare-const has%[1]s Bool)\n(declare-const permits%[1]s Int)\n(declare-const returns%[1]s Int)\n", after)
		}
		b.WriteString(step.declare)
		law := func(after string) string {
			return strings.NewReplacer("#", after).Replace("(and (>= permits# 0) (>= returns# 0) (= (ite gave# 1 0) (+ (ite has# 1 0) permits# returns#)))")
		}
		say := append([][3]string{{"law", "the law holds before", law("")}}, step.say...)
		for _, x := range append(say, [3]string{"broken", "it does not hold afterwards", "(not " + law("2") + ")"}) {
			if x[0] != without {
				fmt.Fprintf(&b, "; %s: %s\n(assert %s)\n", x[0], x[1], x[2])
			}
		}
		b.WriteString("(check-sat)\n")
	}
	return b.String()
}
