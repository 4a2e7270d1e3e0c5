// Package gate knows which algorithms have handlers whose source was checked: that what they do does not depend on how many
// processes there are, nor on their names, otherwise than by what they ask of the types of package roles. The checker is in the
// tests of this package, since it needs the source and the types of what that imports, which a program does not have; what a
// program has is the source that it was built from, and the sum of the source that was checked.
//
// Theorem. Let a package be checked without a finding, and let h be one of its handlers or a function of its Account. A call of h is a
// function of its arguments and of fields of the configuration that are the same for every number of processes and all
// quorums; it changes nothing else. What it does depends only on
//
//   - numbers, truth values and names of arguments, of the state and of these fields;
//   - of requesters: which of two is the same (== of peers and stamps), which of two stamps is earlier, whether one is in a set
//     of peers, and what a By answers to functions of values, which are pure and look at no By, set or list;
//   - of members: whether one that the call was given is in a set; whether sets are empty, equal, or part of one another.
//
// It looks at no list of what is sent or done: it appends to one, and returns it. It does to each quorum of a list what it
// would do if that were the only one. What Has says of a member depends on whether that is in sets of the state, and on numbers of it. Which
// handlers, account, clock and initial states a protocol has is the same for every number of processes and all
// quorums.
//
// So renamings of peers and of members, permutations of quorums, and taking members that are in the same sets for one, commute with
// handlers; and a By may stand for any number of peers, if its answers are those that all of them would give.
//
// Proof. By induction on the source: the checker has a list of what is allowed for each kind of statement and expression. What
// may show a number of processes (sets, peers, stamps, By, numbers of members, lists) is in no other operation than those
// above. Closures are pure, lists are appended to by the function alone that made them, and pointers are
// parameters alone, so that nothing is changed elsewhere than where the source names it.
//
// Not checked: package roles and the compiler; that stamps do not tie; that a call ends; parameters of the algorithm, which are the
// same by assumption (as k is); that Account.Quorums are the quorums that requesters are given, and that nobody changes those
// while a protocol runs; and what is beside the protocol of roles (names of messages, Standing). Nor is it checked that
// what an algorithm does is right, nor that its account is one: a prover has to do that.
package gate

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"qcheck/protocols/instance"
)

// checked has a line for each algorithm whose source was checked without a finding: its name, and the sum of its source.
//
//go:embed checked.txt
var checked string

// Checked reports whether the source that an algorithm of this program was built from was checked without a finding.
func Checked(a *instance.Algorithm) bool {
	sum, err := Sum(a.Files)
	return err == nil && slices.Contains(strings.Split(checked, "\n"), a.Name+" "+sum)
}

// Sum returns the SHA-256 of the files of a package, with their names.
func Sum(source fs.FS) (string, error) {
	names, err := fs.Glob(source, "*.go")
	if err != nil {
		return "", err
	}
	h := sha256.New()
	for _, name := range names {
		text, err := fs.ReadFile(source, name)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(h, "%s %d\n%s", name, len(text), text)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
