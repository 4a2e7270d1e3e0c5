package proof

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"qcheck/properties"
	"qcheck/properties/proof/checker"
	"qcheck/setsys"
)

// A corruption is a changed text, and how it was changed.
type corruption struct {
	how  string
	text []byte
}

// corruptions returns the text with one change: a line left out, twice there, or
// exchanged with the next one; a word left out, twice there, or exchanged with the
// next one; a number changed by one or negated; a literal negated; an operator
// replaced; the end cut off.
func corruptions(text []byte) []corruption {
	var all []corruption
	lines := strings.SplitAfter(strings.TrimSuffix(string(text), "\n"), "\n")
	with := func(how string, lines ...string) {
		all = append(all, corruption{how, []byte(strings.Join(lines, ""))})
	}
	for i, line := range lines {
		before, after := lines[:i:i], lines[i+1:]
		change := func(how string, new ...string) {
			with(fmt.Sprintf("line %d %s", i+1, how), append(append(before, new...), after...)...)
		}
		change("left out")
		change("twice", line, line)
		with(fmt.Sprintf("line %d the last one", i+1), lines[:i+1]...)
		if i+1 < len(lines) {
			with(fmt.Sprintf("lines %d and %d exchanged", i+1, i+2), append(append(before, lines[i+1], line), after[1:]...)...)
		}
		words := strings.Fields(line)
		for w, word := range words {
			replace := func(how string, new ...string) {
				changed := append(append(append([]string{}, words[:w]...), new...), words[w+1:]...)
				change(fmt.Sprintf("word %d (%s) %s", w+1, word, how), strings.Join(changed, " ")+"\n")
			}
			replace("left out")
			replace("twice", word, word)
			if w+1 < len(words) && words[w+1] != word {
				changed := append([]string{}, words...)
				changed[w], changed[w+1] = words[w+1], word
				change(fmt.Sprintf("words %d and %d exchanged", w+1, w+2), strings.Join(changed, " ")+"\n")
			}
			n, err := strconv.Atoi(word)
			switch {
			case err == nil:
				replace("one more", strconv.Itoa(n+1))
				replace("one less", strconv.Itoa(n-1))
				if n != 0 {
					replace("negated", strconv.Itoa(-n))
				}
			case strings.HasPrefix(word, "~"):
				replace("negated", word[1:])
			case strings.HasPrefix(word, "x"):
				replace("negated", "~"+word)
			default:
				for _, other := range []string{"+", "*", "d", "pol", "rup", ":", "f", ";", ">="} {
					if other != word {
						replace("replaced by "+other, other)
					}
				}
			}
		}
	}
	return all
}

func proofsOf(t *testing.T, s, formulas *setsys.Structure, id properties.ID) []*Proof {
	t.Helper()
	proofs, err := New(context.Background(), s, formulas).Of(id)
	if err != nil {
		t.Fatal(err)
	}
	stand(t, proofs)
	return proofs
}

// samples are proofs of all kinds.
func samples(t *testing.T) map[string]*Proof {
	t.Helper()
	all := map[string]*Proof{}
	of := func(name string, s, formulas *setsys.Structure, ids ...properties.ID) {
		for _, id := range ids {
			for _, p := range proofsOf(t, s, formulas, id) {
				all[name+" "+p.Name] = p
			}
		}
	}
	majority := structureOf(setsys.Coterie, 5, 1, setsOf(5, 3))
	of("majority", majority, majority, properties.Nondomination)
	two := structureOf(setsys.KCoterie, 5, 2, setsOf(5, 2))
	of("2-majority", two, two, properties.Intersection, properties.NonIntersection, properties.StrongNonIntersection)
	arbiter := structureOf(setsys.KArbiter, 4, 2, setsOf(4, 3))
	of("2-arbiter", arbiter, arbiter, properties.Nondomination)
	readWrite := structureOf(setsys.ReadWrite, 4, 1, setsOf(4, 3), setsOf(4, 2))
	of("read-write", readWrite, readWrite, properties.Required(setsys.ReadWrite)[1])

	// The same as formulas, and nested ones.
	majority.Quorums = setsys.Unlisted(5, setsys.AtLeast(3, setsys.OfNodes(0, 1, 2, 3, 4)...), 0)
	of("threshold", majority, majority, properties.Nondomination)
	two.Quorums = setsys.Unlisted(5, setsys.AtLeast(2, setsys.OfNodes(0, 1, 2, 3, 4)...), 0)
	of("threshold", two, two, properties.Intersection)
	nested := structureOf(setsys.Coterie, 9, 1, nil)
	group := func(v int) *setsys.Formula { return setsys.AtLeast(2, setsys.OfNodes(v, v+1, v+2)...) }
	nested.Quorums = setsys.Unlisted(9, setsys.Weighted(3, []*setsys.Formula{group(0), group(3), group(6)}, []int{2, 2, 1}), 0)
	of("nested", nested, nested, properties.Nondomination)
	grid := structureOf(setsys.Coterie, 4, 1, nil)
	row := func(need int, v int) *setsys.Formula { return setsys.AtLeast(need, setsys.OfNodes(v, v+1)...) }
	grid.Quorums = setsys.Unlisted(4, setsys.All(setsys.Any(row(2, 0), row(2, 2)), setsys.All(row(1, 0), row(1, 2))), 0)
	of("grid", grid, grid, properties.Intersection)
	return all
}

// setsOf returns all sets of size nodes of the nodes 1..n.
func setsOf(n, size int) []uint64 {
	var all []uint64
	for set := uint64(0); set < 1<<n; set++ {
		nodes := 0
		for v := range n {
			nodes += int(set >> v & 1)
		}
		if nodes == size {
			all = append(all, set)
		}
	}
	return all
}

// A proof with a line left out, repeated or cut off does not pass. Others pass only if
// each of their steps is right all the same: a literal that is there twice, clauses in
// another order, a factor that does as well, sums of two groups of nodes exchanged.
func TestNoCorruptedProofPasses(t *testing.T) {
	harmless, rejected := 0, 0
	for name, p := range samples(t) {
		for _, c := range corruptions(p.Steps) {
			if bytes.Equal(bytes.TrimSpace(c.text), bytes.TrimSpace(p.Steps)) {
				continue
			}
			if err := checker.VeriPB(p.Formula, c.text); err != nil {
				rejected++
				continue
			}
			harmless++
			if !strings.Contains(c.how, "word") && !strings.Contains(c.how, "exchanged") {
				t.Errorf("%s: %s passes", name, c.how)
			}
			if strings.Contains(string(c.text), "rup") {
				if err := entailed(p, c.text); err != nil {
					t.Errorf("%s: %s passes: %v", name, c.how, err)
				}
			}
		}
	}
	if rejected < 5*harmless {
		t.Errorf("%d rejected, %d harmless", rejected, harmless)
	}
}

// entailed checks each line with the rule rup by a search for a model of the inequalities
// that it names in which it is false.
func entailed(p *Proof, steps []byte) error {
	known, variables := inequalitiesOf(p.Formula)
	for line := range strings.Lines(string(steps)) {
		text, ok := strings.CutPrefix(line, "rup ")
		if !ok {
			continue
		}
		clause, hints, _ := strings.Cut(text, ":")
		f, err := checker.OPB(fmt.Appendf(nil, "* #variable= %d #constraint= 1\n%s;\n", variables, clause))
		if err != nil {
			return err
		}
		q := plain(f.Inequalities[0])
		negation := inequality{bound: 1 - q.bound}
		for _, x := range q.terms {
			negation.terms = append(negation.terms, summand{-x.literal, x.coefficient})
			negation.bound += x.coefficient
		}
		all := []inequality{negation}
		for _, h := range strings.Fields(strings.TrimSuffix(strings.TrimSpace(hints), ";")) {
			n, err := strconv.Atoi(h)
			if err != nil {
				return err
			}
			all = append(all, known[n-1])
		}
		if model(all, make([]int, variables+1)) {
			return fmt.Errorf("line %q does not follow", line)
		}
		known = append(known, q)
	}
	return nil
}

// A proof passes only with a formula that has no model.
func TestNoProofOfACorruptedFormulaWithAModelPasses(t *testing.T) {
	models := 0
	for name, p := range samples(t) {
		for _, c := range corruptions(p.Formula) {
			if checker.VeriPB(c.text, p.Steps) == nil {
				if satisfiable(&Proof{Formula: c.text}) {
					t.Errorf("%s: %s has a model, but the proof passes", name, c.how)
				}
				continue
			}
			models++
		}
	}
	if models == 0 {
		t.Error("every corrupted formula passes")
	}
}
