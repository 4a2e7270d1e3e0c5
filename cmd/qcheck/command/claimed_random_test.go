package command

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/setsys/slow"
)

// A randomStructure is a structure file, and what it means: families as sets of bits, domains likewise. Nothing here
// uses the code that reads or judges files.
type randomStructure struct {
	kind     string
	names    []any // of the nodes
	families map[string][]uint64
	asked    []string // nil without the key
	domains  map[string]uint64
	text     string
}

// roles are the families of a kind in the order of the file format.
func (s *randomStructure) roles() []string {
	if s.kind == "coterie" {
		return []string{"quorums"}
	}
	return []string{"write", "read"}
}

func (s *randomStructure) all() uint64 { return 1<<len(s.names) - 1 }

// requiredOf is what "qcheck list kinds" prints, and optional what a file may ask for besides.
var (
	requiredOf = map[string][]string{"coterie": {"nonempty", "intersection", "minimality"}, "read-write": {"nonempty", "write-read-intersection"}}
	optionalOf = map[string][]string{"coterie": {"nondomination"}, "read-write": {"write-intersection", "read-intersection", "write-minimality", "read-minimality"}}
)

// randomFile returns a structure of the kind over some of the names a to f, or over numbers.
func randomFile(r *rand.Rand, kind string, numbered bool) *randomStructure {
	s := &randomStructure{kind: kind, families: map[string][]uint64{}, domains: map[string]uint64{}}
	n := 1 + r.IntN(5)
	if numbered {
		for v := range n {
			s.names = append(s.names, v+1)
		}
	} else {
		for _, v := range r.Perm(6)[:n] {
			s.names = append(s.names, string(rune('a'+v)))
		}
	}
	doc := map[string]any{"kind": kind, "universe": s.names}
	if numbered {
		doc["universe"] = n
	}
	for i, role := range s.roles() {
		var form any
		if r.IntN(2) == 0 {
			form, s.families[role] = s.list(r)
		} else {
			form, s.families[role] = s.formula(r, 2-i)
		}
		doc[role] = form
	}
	if r.IntN(3) == 0 {
		every := append(slices.Clone(requiredOf[kind]), optionalOf[kind]...)
		for _, i := range r.Perm(len(every))[:1+r.IntN(len(every))] {
			s.asked = append(s.asked, every[i])
		}
		if r.IntN(3) == 0 {
			s.asked = append(s.asked, "required")
		}
		doc["properties"] = s.asked
	}
	if r.IntN(2) == 0 {
		domains := map[string]any{}
		for d := range 1 + r.IntN(3) {
			nodes := 1 + r.Uint64N(s.all())
			name := fmt.Sprintf("d%d", d)
			domains[name], s.domains[name] = s.named(nodes), nodes
		}
		doc["domains"] = domains
	}
	text, err := json.Marshal(doc)
	if err != nil {
		panic(err)
	}
	s.text = string(text)
	return s
}

func (s *randomStructure) named(set uint64) []any {
	list := []any{}
	for v, name := range s.names {
		if set>>v&1 == 1 {
			list = append(list, name)
		}
	}
	return list
}

// list returns a family that is listed: of any sets, or of large ones.
func (s *randomStructure) list(r *rand.Rand) (form any, sets []uint64) {
	form = []any{}
	large := r.IntN(3) > 0
	for range r.IntN(5) + min(1, r.IntN(12)) {
		set := r.Uint64N(s.all() + 1)
		if large {
			set |= r.Uint64N(s.all() + 1)
		}
		if set == 0 && r.IntN(8) > 0 {
			set = s.all()
		}
		if !slices.Contains(sets, set) {
			form, sets = append(form.([]any), s.named(set)), append(sets, set)
		}
	}
	return form, sets
}

// formula returns a threshold with weights, of nodes and of thresholds; its quorums are the minimal sets that reach it.
func (s *randomStructure) formula(r *rand.Rand, depth int) (form any, sets []uint64) {
	var members []any
	var reached []func(uint64) bool
	for _, v := range r.Perm(len(s.names))[:1+r.IntN(len(s.names))] {
		if depth > 0 && r.IntN(3) == 0 {
			inner, minimal := s.formula(r, depth-1)
			members = append(members, inner)
			reached = append(reached, func(set uint64) bool {
				return slices.ContainsFunc(minimal, func(q uint64) bool { return q&^set == 0 })
			})
			continue
		}
		members = append(members, s.names[v])
		reached = append(reached, func(set uint64) bool { return set>>v&1 == 1 })
	}
	weights, total := []int{}, 0
	for range members {
		w := 1 + r.IntN(3)*r.IntN(2)
		weights, total = append(weights, w), total+w
	}
	need := 1 + r.IntN(total)
	if r.IntN(2) == 0 {
		need = total/2 + 1
	}
	satisfied := func(set uint64) bool {
		sum := 0
		for i, f := range reached {
			if f(set) {
				sum += weights[i]
			}
		}
		return sum >= need
	}
	for set := range s.all() + 1 {
		minimal := satisfied(set)
		for v := range s.names {
			minimal = minimal && (set>>v&1 == 0 || !satisfied(set&^(1<<v)))
		}
		if minimal {
			sets = append(sets, set)
		}
	}
	return map[string]any{"threshold": need, "of": members, "weights": weights}, sets
}

// judgedBy are the properties that the file is judged by: what its kind requires, and what the file asks for besides.
func (s *randomStructure) judgedBy() []string {
	list := slices.Clone(requiredOf[s.kind])
	for _, p := range s.asked {
		if p != "required" && !slices.Contains(list, p) {
			list = append(list, p)
		}
	}
	return list
}

// has says whether the structure has a property, by its definition.
func (s *randomStructure) has(property string) bool {
	pairs := func(one, other string, bad func(p, q uint64, same bool) bool) bool {
		for i, p := range s.families[one] {
			for j, q := range s.families[other] {
				if bad(p, q, one == other && i == j) {
					return false
				}
			}
		}
		return true
	}
	disjoint := func(p, q uint64, same bool) bool { return !same && p&q == 0 }
	contained := func(p, q uint64, same bool) bool { return !same && p&^q == 0 }
	switch property {
	case "nonempty":
		for _, role := range s.roles() {
			if len(s.families[role]) == 0 || slices.Contains(s.families[role], 0) {
				return false
			}
		}
		return true
	case "intersection":
		return pairs("quorums", "quorums", disjoint)
	case "minimality":
		return pairs("quorums", "quorums", contained)
	case "write-read-intersection":
		return pairs("write", "read", disjoint)
	case "write-intersection":
		return pairs("write", "write", disjoint)
	case "read-intersection":
		return pairs("read", "read", disjoint)
	case "write-minimality":
		return pairs("write", "write", contained)
	case "read-minimality":
		return pairs("read", "read", contained)
	case "nondomination": // Garcia-Molina and Barbara, theorem 2.1: no set meets all quorums and contains none
		for _, p := range requiredOf["coterie"] {
			if !s.has(p) {
				return false
			}
		}
		for set := range s.all() + 1 {
			meets, has := true, false
			for _, q := range s.families["quorums"] {
				meets, has = meets && q&set != 0, has || q&^set == 0
			}
			if meets && !has {
				return false
			}
		}
		return true
	}
	panic(property)
}

// survives returns how many of the parts may be down, whichever they are, with a quorum left; -1 if there is none anyway.
func survives(quorums, parts []uint64) int {
	most := len(parts)
	for chosen := range uint64(1) << len(parts) {
		down := uint64(0)
		for i, p := range parts {
			if chosen>>i&1 == 1 {
				down |= p
			}
		}
		if !slices.ContainsFunc(quorums, func(q uint64) bool { return q&down == 0 }) {
			most = min(most, bits.OnesCount64(chosen)-1)
		}
	}
	return most
}

// up is the probability that a quorum is up, when each node is with probability p.
func (s *randomStructure) up(quorums []uint64, p *big.Rat) *big.Rat {
	sum, down := new(big.Rat), new(big.Rat).Sub(big.NewRat(1, 1), p)
	for set := range s.all() + 1 {
		if slices.ContainsFunc(quorums, func(q uint64) bool { return q&^set == 0 }) {
			x := big.NewRat(1, 1)
			for v := range s.names {
				if set>>v&1 == 1 {
					x.Mul(x, p)
				} else {
					x.Mul(x, down)
				}
			}
			sum.Add(sum, x)
		}
	}
	return sum
}

func (s *randomStructure) nodes() (parts []uint64) {
	for v := range s.names {
		parts = append(parts, 1<<v)
	}
	return parts
}

// randomCases runs a test with a seed that is always the same and with that of the run, which a failure prints.
func randomCases(t *testing.T, cases int, try func(r *rand.Rand, say func(format string, args ...any))) {
	if slow.Tests() {
		cases *= 20
	}
	for _, seed := range []uint64{49, slow.Seed(t)} {
		r := rand.New(rand.NewPCG(seed, 1))
		for i := range cases {
			try(r, func(format string, args ...any) {
				t.Helper()
				t.Fatalf("seed %d, case %d: %s", seed, i, fmt.Sprintf(format, args...))
			})
		}
	}
}

// reached checks that each of the kinds of cases was met at least so often.
func reached(t *testing.T, seen map[string]int, least int, kinds ...string) {
	t.Helper()
	for _, kind := range kinds {
		if seen[kind] < least {
			t.Errorf("%s: only %d times", kind, seen[kind])
		}
	}
	t.Log(seen)
}

// compare, against the definitions: each row of a property, of failures, domains and availability, and of the quorums of both
// together; the verdict and the exit code.
func TestCompareByDefinition(t *testing.T) {
	seen := map[string]int{}
	dir := t.TempDir()
	p := big.NewRat(99, 100)
	randomCases(t, 300, func(r *rand.Rand, say func(string, ...any)) {
		kind := []string{"coterie", "read-write"}[r.IntN(2)]
		numbered := r.IntN(2) == 0
		var both [2]*randomStructure
		var files [2]string
		for i := range both {
			both[i] = randomFile(r, kind, numbered)
			for range 3 { // most files are valid
				if slices.ContainsFunc(both[i].judgedBy(), func(p string) bool { return !both[i].has(p) }) && r.IntN(4) > 0 {
					both[i] = randomFile(r, kind, numbered)
				}
			}
			files[i] = filepath.Join(dir, fmt.Sprintf("%d.json", i))
			if err := os.WriteFile(files[i], []byte(both[i].text), 0o666); err != nil {
				say("%v", err)
			}
		}
		old, new := both[0], both[1]
		var require []string
		for _, x := range []string{"failures", "domains", "availability", "rolling"} {
			if r.IntN(4) == 0 && (x != "domains" || len(old.domains)+len(new.domains) > 0) {
				require = append(require, x)
			}
		}
		allowed := r.IntN(4) == 0
		args := []string{"compare", "--json", "--p", "0.99", files[0], files[1]}
		if require != nil {
			args = append(args, "--require", strings.Join(require, ","))
		}
		if allowed {
			args = append(args, "--allow-broken-structure")
		}
		if r.IntN(4) == 0 {
			args = append(args, "--max-quorums", "1")
		}
		got := qcheck("", args...)
		if strings.Contains(got.stderr, "--max-quorums raises the limit") {
			seen["refused: too many quorums"]++
			return
		}
		var doc struct {
			Verdict string
			Rows    []struct {
				About, Family, Old, New, Change string
				Required                        bool
				Quorums                         [][]any
			}
		}
		if err := json.Unmarshal([]byte(got.stdout), &doc); err != nil {
			say("%v: %s", args, got.stderr)
		}
		about := fmt.Sprintf("%v\n%s\n%s\n%s", args, old.text, new.text, got.stdout)
		verdict := map[bool]string{true: "holds", false: "violated"}
		code := console.ExitHolds
		judged := map[string]bool{}
		broken := [2]bool{}
		for i, s := range both {
			for _, property := range slices.Concat(old.judgedBy(), new.judgedBy()) {
				judged[property] = true
				broken[i] = broken[i] || !s.has(property)
			}
		}
		for property := range judged {
			change := "same"
			switch a, b := old.has(property), new.has(property); {
			case a && !b:
				change, code = "worse", console.ExitViolated
				seen["a property gets worse"]++
				if !slices.Contains(new.judgedBy(), property) {
					seen["a property gets worse that only OLD is judged by"]++
				}
			case !a && b:
				change = "better"
				seen["a property gets better"]++
			case !b && !allowed:
				code = console.ExitViolated
				seen["a property is violated in both"]++
			}
			i := slices.IndexFunc(doc.Rows, func(row struct {
				About, Family, Old, New, Change string
				Required                        bool
				Quorums                         [][]any
			}) bool {
				return row.About == property
			})
			if i < 0 || doc.Rows[i].Old != verdict[old.has(property)] || doc.Rows[i].New != verdict[new.has(property)] || doc.Rows[i].Change != change || !doc.Rows[i].Required {
				say("%s: %s to %s, %s: %s", property, verdict[old.has(property)], verdict[new.has(property)], change, about)
			}
		}
		withheld := !allowed && (broken[0] || broken[1])
		rows := 0
		for _, row := range doc.Rows {
			if judged[row.About] {
				continue
			}
			rows++
			if row.Required != slices.Contains(require, row.About) {
				say("required: %+v: %s", row, about)
			}
			if withheld && row.About != "rolling" {
				if !row.Required || row.Old != "-" || row.New != "-" || row.Change != "unknown" {
					say("numbers of a broken structure: %+v: %s", row, about)
				}
				seen["numbers are withheld"]++
				if code == console.ExitHolds {
					code = console.ExitUnknown
				}
				continue
			}
			change := old.changes(new, row.About, cmp.Or(row.Family, "quorums"), row.Old, row.New, p, say)
			if change != "" && change != row.Change {
				say("%+v: %s is wanted: %s", row, change, about)
			}
			for i, q := range row.Quorums {
				of := both[i]
				for _, name := range q {
					if _, isText := name.(string); isText == numbered || !slices.ContainsFunc(of.names, func(x any) bool { return fmt.Sprint(x) == fmt.Sprint(name) }) {
						say("the witness %v: %s", row.Quorums, about)
					}
				}
			}
			seen[row.About+" "+row.Change]++
			if row.Required && row.Change == "worse" {
				code = console.ExitViolated
			} else if row.Required && row.Change == "unknown" && code == console.ExitHolds {
				code = console.ExitUnknown
			}
		}
		if rows == 0 {
			say("no rows: %s", about)
		}
		if got.code != code || doc.Verdict != map[console.ExitCode]string{0: "holds", 1: "violated", 3: "unknown"}[code] {
			say("exit %d, wanted %d: %s", got.code, code, about)
		}
		seen[fmt.Sprintf("exit %d", code)]++
	})
	reached(t, seen, 2, "a property gets worse", "a property gets worse that only OLD is judged by", "a property gets better", "a property is violated in both",
		"numbers are withheld", "exit 0", "exit 1", "exit 3", "failures worse", "failures better", "failures same", "domains worse", "domains better", "domains same",
		"availability worse", "availability better", "rolling worse", "rolling same")
}

// changes returns what becomes of a measure, and checks the two values of its row; it is empty for what is not compared here.
func (s *randomStructure) changes(new *randomStructure, about, role, before, now string, p *big.Rat, say func(string, ...any)) string {
	q, n := s.families[role], new.families[role]
	if about == "rolling" {
		return s.rolling(new, before, now)
	}
	var x, y *big.Rat
	switch about {
	case "failures":
		x, y = big.NewRat(int64(survives(q, s.nodes())), 1), big.NewRat(int64(survives(n, new.nodes())), 1)
	case "domains":
		var parts [2][]uint64
		for i, of := range []*randomStructure{s, new} {
			for _, d := range of.domains {
				parts[i] = append(parts[i], d)
			}
		}
		out := false
		for v, name := range s.names {
			in := func(of *randomStructure, v int) (is bool) {
				for _, d := range of.domains {
					is = is || d>>v&1 == 1
				}
				return is
			}
			w := slices.Index(new.names, name)
			out = out || in(s, v) && w >= 0 && !in(new, w)
		}
		switch {
		case parts[0] == nil:
			return "same"
		case parts[1] == nil || out:
			return "worse"
		}
		x, y = big.NewRat(int64(survives(q, parts[0])), 1), big.NewRat(int64(survives(n, parts[1])), 1)
	case "availability":
		x, y = s.up(q, p), new.up(n, p)
	default:
		return ""
	}
	if slices.Contains(q, 0) || slices.Contains(n, 0) { // no number is defined
		return "unknown"
	}
	if about != "availability" && (before != x.RatString() || now != y.RatString()) {
		say("%s of %s: %s to %s, not %s to %s: %s %s", about, role, x, y, before, now, s.text, new.text)
	}
	return map[int]string{-1: "worse", 0: "same", 1: "better"}[y.Cmp(x)]
}

// rolling says whether each quorum of the one meets each of the other.
func (s *randomStructure) rolling(new *randomStructure, one, other string) string {
	if s.kind == "coterie" {
		one, other = "quorums", "quorums"
	}
	q, n := s.families[one], new.families[other]
	if len(q) == 0 || len(n) == 0 || slices.Contains(q, 0) || slices.Contains(n, 0) {
		return "unknown"
	}
	for _, a := range q {
		for _, b := range n {
			shared := false
			for _, name := range s.named(a) {
				shared = shared || slices.Contains(new.named(b), name)
			}
			if !shared {
				return "worse"
			}
		}
	}
	return "same"
}
