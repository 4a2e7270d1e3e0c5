package command

import (
	"encoding/json"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"qcheck/cmd/qcheck/command/console"
)

// liars says by the definitions of Malkhi and Reiter, as they are written, which properties the quorums have with the sets of
// which one may lie.
func liars(quorums, faulty []uint64, all uint64) map[string]bool {
	is := map[string]bool{"dissemination": true, "masking": true, "q3": true, "q4": true}
	not := func(property string, bad bool) { is[property] = is[property] && !bad }
	for _, b := range faulty {
		available := slices.ContainsFunc(quorums, func(q uint64) bool { return q&b == 0 })
		for _, property := range []string{"dissemination", "masking"} {
			not(property, !available)
		}
		for _, p := range quorums {
			for _, q := range quorums {
				not("dissemination", p&q&^b == 0)
				for _, c := range faulty {
					not("masking", p&q&^b&^c == 0)
				}
			}
		}
		for _, c := range faulty {
			for _, d := range faulty {
				not("q3", b|c|d == all)
				for _, e := range faulty {
					not("q4", b|c|d|e == all)
				}
			}
		}
	}
	return is
}

// byzantine, against the definitions: which properties hold with f liars, with sets that are named, and without either how
// many may lie, and how many may fail; the verdict on the structure, and the exit code.
func TestByzantineByDefinition(t *testing.T) {
	seen := map[string]int{}
	properties := []string{"dissemination", "masking", "q3", "q4"}
	randomCases(t, 400, func(r *rand.Rand, say func(string, ...any)) {
		s := randomFile(r, "coterie", r.IntN(2) == 0)
		if r.IntN(3) == 0 { // most random quorums bear no liar
			n := 4 + r.IntN(3)
			s.names = nil
			for v := range n {
				s.names = append(s.names, v+1)
			}
			need, sets := n/2+1+r.IntN(n-n/2), []uint64(nil)
			for set := range s.all() + 1 {
				if bits.OnesCount64(set) == need {
					sets = append(sets, set)
				}
			}
			of, _ := json.Marshal(s.names)
			s.asked, s.domains, s.families["quorums"] = nil, nil, sets
			s.text = fmt.Sprintf(`{"kind": "coterie", "universe": %d, "quorums": {"threshold": %d, "of": %s}}`, n, need, of)
		}
		quorums := s.families["quorums"]
		sound := !slices.ContainsFunc(s.judgedBy(), func(p string) bool { return !s.has(p) })
		var required []string
		for _, i := range r.Perm(4)[:1+r.IntN(2)*r.IntN(3)] {
			required = append(required, properties[i])
		}
		allowed := r.IntN(3) == 0
		args := []string{"byzantine", "--json", "--check", strings.Join(required, ","), "-"}
		if allowed {
			args = append(args, "--allow-broken-structure")
		}
		anyOf := func(f int) (sets []uint64) {
			for set := range s.all() + 1 {
				if bits.OnesCount64(set) == f {
					sets = append(sets, set)
				}
			}
			return sets
		}
		f, faulty, mode := 0, []uint64(nil), []string{"the most liars", "f liars", "sets of liars"}[r.IntN(3)]
		switch mode {
		case "f liars":
			f = r.IntN(len(s.names) + 1)
			args, faulty = append(args, "--f", fmt.Sprint(f)), anyOf(f)
		case "sets of liars":
			for range 1 + r.IntN(3) {
				set := uint64(0)
				for range 1 + r.IntN(2) {
					set |= 1 << r.IntN(len(s.names))
				}
				var names []string
				for _, x := range s.named(set) {
					names = append(names, fmt.Sprint(x))
				}
				args, faulty = append(args, "--faulty", strings.Join(names, ",")), append(faulty, set)
			}
		}
		got := qcheck(s.text, args...)
		about := fmt.Sprintf("%v\n%s\n%s%s", args, s.text, got.stdout, got.stderr)
		if empty := len(quorums) == 0 || slices.Contains(quorums, 0); empty && (sound || allowed) {
			if got.code != console.ExitUsage || !strings.Contains(got.stderr, "there is no quorum, or an empty one") {
				say("exit %d: %s", got.code, about)
			}
			seen["no quorum, or an empty one"]++
			return
		}
		type tolerance struct {
			Name        string
			Least, Most int
		}
		var doc struct {
			F                  *int
			Live               *tolerance
			Largest            []tolerance
			Structure, Verdict string
			Properties         []struct{ Name, Verdict, Text string }
		}
		if err := json.Unmarshal([]byte(got.stdout), &doc); err != nil {
			say("%v: %s", err, about)
		}
		if (doc.Structure == "holds") != sound || !sound && doc.Structure != "violated" {
			say("that the structure is sound is %v: %s", sound, about)
		}
		if !sound && !allowed {
			if got.code != console.ExitViolated || doc.Verdict != "violated" || len(doc.Properties) > 0 || doc.Largest != nil {
				say("exit %d of a broken structure: %s", got.code, about)
			}
			seen["a broken structure"]++
			return
		}
		if mode == "the most liars" {
			most := map[string]int{"safe": len(s.names)}
			for _, property := range properties {
				most[property] = -1
				for f := range len(s.names) + 1 {
					if liars(quorums, anyOf(f), s.all())[property] {
						most[property] = f
					}
				}
				if slices.Contains(required, property) {
					most["safe"] = min(most["safe"], most[property])
				}
			}
			for i, x := range doc.Largest {
				if x != (tolerance{properties[i], most[properties[i]], most[properties[i]]}) {
					say("%s with %d liars, not %+v: %s", properties[i], most[properties[i]], x, about)
				}
				seen[fmt.Sprintf("%s with %d", x.Name, min(x.Least, 1))]++
			}
			if live := survives(quorums, s.nodes()); doc.Live.Least != live || doc.Live.Most != live || len(doc.Largest) != 4 {
				say("any %d may fail: %s", live, about)
			}
			f = max(most["safe"], 1)
			faulty = anyOf(min(f, len(s.names)))
			if *doc.F != f {
				say("the rows are of f = %d, not %d: %s", *doc.F, f, about)
			}
		} else if doc.Live != nil || doc.Largest != nil || (mode == "f liars") != (doc.F != nil) {
			say("what was not asked: %s", about)
		}
		is, code := liars(quorums, faulty, s.all()), console.ExitHolds
		for _, row := range doc.Properties {
			if row.Verdict != map[bool]string{true: "holds", false: "violated"}[is[row.Name]] {
				say("%s is %v: %s", row.Name, is[row.Name], about)
			}
			seen[row.Name+" "+row.Verdict]++
			if !is[row.Name] && slices.Contains(required, row.Name) {
				code = console.ExitViolated
			}
		}
		if got.code != code || len(doc.Properties) != 4 {
			say("exit %d, wanted %d: %s", got.code, code, about)
		}
		seen[fmt.Sprintf("%s, exit %d", mode, code)]++
	})
	reached(t, seen, 3, "a broken structure", "the most liars, exit 0", "the most liars, exit 1", "f liars, exit 0", "f liars, exit 1",
		"sets of liars, exit 0", "sets of liars, exit 1", "dissemination with 1", "masking with 1", "dissemination with 0", "dissemination holds", "dissemination violated",
		"masking holds", "masking violated", "q3 holds", "q3 violated", "q4 holds", "q4 violated")
}

// What a limit cut is unknown in every line and in the document, whether or not it was said who may lie.
func TestByzantineCut(t *testing.T) {
	dir := t.TempDir()
	file, trust := filepath.Join(dir, "file.json"), filepath.Join(dir, "trust.json")
	for name, text := range map[string]string{
		file:  `{"kind":"coterie","universe":4,"quorums":{"threshold":3,"of":[1,2,3,4]}}`,
		trust: `{"kind":"coterie","universe":3,"quorums":{"trust":[{"nodes":[1,2,3],"threshold":2,"of":[1,2,3]}]}}`,
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range []string{"", "--f 1", "--faulty 1"} {
		r := qcheck("", append(strings.Fields("byzantine --timeout 1ns "+args), file)...)
		if first, _, _ := strings.Cut(r.stdout, "\n\n"); r.code != console.ExitUnknown || strings.Contains(first, "no Byzantine") || !strings.Contains(first, "UNKNOWN") || !strings.Contains(first, "unknown") {
			t.Errorf("%s: exit %d\n%s%s", args, r.code, r.stdout, r.stderr)
		}
		r = qcheck("", append(strings.Fields("byzantine --json --timeout 1ns "+args), file)...)
		var doc struct{ Verdict, Structure string }
		if err := json.Unmarshal([]byte(r.stdout), &doc); err != nil || r.code != console.ExitUnknown || doc.Verdict != "unknown" || doc.Structure != "unknown" {
			t.Errorf("%s: exit %d, %v\n%s%s", args, r.code, err, r.stdout, r.stderr)
		}
	}
	for _, command := range []string{"byzantine", "analyze"} { // whose quorums are not known
		if r := qcheck("", command, "--timeout", "1ns", trust); r.code != console.ExitUnknown || !strings.Contains(r.stderr, "unknown") || strings.Count(r.stderr, "\n") != 1 {
			t.Errorf("%s: exit %d\n%s%s", command, r.code, r.stdout, r.stderr)
		}
	}
}
