package certificate_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"qcheck/explore"
	"qcheck/explore/certify"
	"qcheck/explore/obvious"
	"qcheck/explore/verdict"
	"qcheck/protocols"
	"qcheck/protocols/certificate"
	"qcheck/protocols/check"
	"qcheck/protocols/instance"
	"qcheck/setsys"
	"qcheck/setsys/slow"
)

// files has the certificates that were made, since several tests forge the same one.
var files sync.Map

// file returns the text of the certificate of an instance.
func file(t testing.TB, flags string, maxStates int64) string {
	t.Helper()
	key := fmt.Sprint(maxStates, flags)
	if text, ok := files.Load(key); ok {
		return text.(string)
	}
	in, err := protocols.All().Parse(flags)
	if err != nil {
		t.Fatal(err)
	}
	r, err := check.Protocol(t.Context(), in, check.Options{Certify: true, Full: true, Asymmetric: true, MaxStates: maxStates})
	if err != nil {
		t.Fatal(err)
	}
	c, err := certificate.Of(r, protocols.All())
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := c.Write(&b, false); err != nil {
		t.Fatal(err)
	}
	files.Store(key, b.String())
	return b.String()
}

// each returns n, or several times that without QCHECK_LONG: of alike forgeries each n-th is
// checked.
func each(n int) int {
	if slow.Tests() {
		return n
	}
	return 8 * n
}

// sealed puts the digest that a text needs behind it.
func sealed(lines []string) string {
	text := strings.Join(lines, "\n") + "\n"
	return fmt.Sprintf("%ssha256 %x\n", text, sha256.Sum256([]byte(text)))
}

// lines returns the lines of a certificate without the digest.
func lines(text string) []string {
	all := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	return all[:len(all)-1]
}

// proved reads and checks a certificate.
func proved(t *testing.T, text string) (*certificate.Proof, error) {
	t.Helper()
	c, err := certificate.Read("file", strings.NewReader(text), protocols.All())
	if err != nil {
		return nil, err
	}
	return c.Check(t.Context())
}

const (
	unbounded = "--algorithm lamport --n 2 --requests unbounded"
	deadlock  = "--algorithm maekawa --variant without-inquire --n 3 --requests 1"
	starving  = "--algorithm maekawa --variant without-inquire --n 3 --requests unbounded"
)

func TestVerdicts(t *testing.T) {
	for _, test := range []struct {
		flags     string
		maxStates int64
		want      []string
	}{
		{unbounded, 0, []string{
			"safety holds: no state, and no step, violates it",
			"well-defined holds: no state, and no step, violates it",
			"deadlock-freedom holds: no state, and no step, violates it",
			"starvation-freedom holds: ranks of the states show that no fair run violates it",
		}},
		{deadlock, 0, []string{
			"safety holds: no state, and no step, violates it",
			"well-defined holds: no state, and no step, violates it",
			"deadlock-freedom violated: a run of 7 steps, and no run is shorter",
		}},
		{deadlock + " --check deadlock", 0, []string{"deadlock-freedom violated: a run of 7 steps, and no run is shorter"}},
		{starving + " --check starvation", 0, []string{"starvation-freedom violated: a run of 7 steps; that no run is shorter is not checked"}},
		{unbounded, 20, []string{
			"safety unknown: no run of at most 3 steps violates it",
			"well-defined unknown: no run of at most 3 steps violates it",
			"deadlock-freedom unknown: no run of at most 3 steps violates it",
			"starvation-freedom unknown: nothing is said about it",
		}},
		{"--algorithm lamport --n 2 --requests 2 --clock integer --clock-max 3", 0, []string{
			"safety holds: no state, and no step, violates it",
			"well-defined holds: no state, and no step, violates it",
			"deadlock-freedom holds: no state, and no step, violates it",
		}},
	} {
		p, err := proved(t, file(t, test.flags, test.maxStates))
		if err != nil {
			t.Errorf("%s: %v", test.flags, err)
			continue
		}
		var got []string
		for _, f := range p.Findings {
			got = append(got, fmt.Sprintf("%s %s: %s", f.Property, f.Verdict, f.By))
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", test.flags, got, test.want)
		}
	}
}

// The file of the documentation is what is written today.
func TestSample(t *testing.T) {
	want, err := os.ReadFile("../../testdata/certificates/ricart-agrawala-2.certificate")
	if err != nil {
		t.Fatal(err)
	}
	if got := file(t, "--algorithm ricart-agrawala --n 2", 0); got != string(want) {
		t.Errorf("%s", got)
	}
}

// No byte of a file can be changed, and no line lost, put elsewhere or there twice:
// without a new digest every change is noticed when the file is read.
func TestChangedFiles(t *testing.T) {
	text := file(t, unbounded, 0)
	refused := func(what, changed string) {
		t.Helper()
		var place *setsys.FileError
		if _, err := certificate.Read("file", strings.NewReader(changed), protocols.All()); !errors.As(err, &place) {
			t.Errorf("%s: %v", what, err)
		} else if place.Line == 0 {
			t.Errorf("%s: no line: %v", what, err)
		}
	}
	for at := 0; at < len(text); at += 1 + len(text)/100 {
		for _, flip := range []byte{1, 4, 0x80} {
			changed := []byte(text)
			changed[at] ^= flip
			refused(fmt.Sprintf("byte %d", at), string(changed))
		}
		refused(fmt.Sprintf("cut at %d", at), text[:at])
	}
	all := strings.SplitAfter(text, "\n")
	for i := 0; i+1 < len(all)-1; i += 1 + len(all)/20 {
		refused("lost", strings.Join(slices.Delete(slices.Clone(all), i, i+1), ""))
		refused("twice", strings.Join(slices.Insert(slices.Clone(all), i, all[i]), ""))
		swapped := slices.Clone(all)
		swapped[i], swapped[i+1] = swapped[i+1], swapped[i]
		refused("swapped", strings.Join(swapped, ""))
	}
	refused("more behind", text+"\n")
	refused("two files", text+text)
	refused("nothing", "")
}

// A file that says something else does not prove it, though its digest is right. Each kind
// of content is changed in several places.
func TestForgedFiles(t *testing.T) {
	for _, flags := range []string{unbounded, deadlock, "--algorithm lamport --n 2 --requests 2 --clock integer"} {
		text := file(t, flags, 0)
		refused := func(what string, changed []string) {
			t.Helper()
			if slices.Equal(changed, lines(text)) {
				t.Fatalf("%s: %s: nothing was changed", flags, what)
			}
			if p, err := proved(t, sealed(changed)); err == nil {
				t.Errorf("%s: %s: passes: %+v", flags, what, p.Findings)
			}
		}
		// in is the file with a field of a line changed.
		in := func(i, field int, f func(string) string) []string {
			changed := lines(text)
			parts := strings.Split(changed[i], "\t")
			parts[field] = f(parts[field])
			changed[i] = strings.Join(parts, "\t")
			return changed
		}
		for i := 1; i < len(lines(text)); i += 1 + len(lines(text))/(32/each(1)) {
			what := fmt.Sprintf("line %d: ", i+1)
			refused(what+"a lower level", in(i, 1, func(s string) string { return add(s, -1) }))
			refused(what+"a higher level", in(i, 1, func(s string) string { return add(s, 1) }))
			refused(what+"a far level", in(i, 1, func(s string) string { return add(s, 1000) }))
			refused(what+"another state", in(i, 0, func(s string) string { return s + "(1=9)" }))
			refused(what+"a part less", in(i, 0, func(s string) string { return s[:len(s)-1] }))
			refused(what+"a field more", in(i, 1, func(s string) string { return s + "\t-\t-" }))
			refused(what+"a state lost", slices.Delete(lines(text), i, i+1))
			fewer := slices.Delete(lines(text), i, i+1)
			fewer[0] = count(fewer[0], "states", -1)
			refused(what+"a state lost, and counted so", fewer)
			more := slices.Insert(lines(text), i, lines(text)[i])
			more[0] = count(more[0], "states", 1)
			refused(what+"a state twice", more)
			if i+1 < len(lines(text)) {
				swapped := lines(text)
				swapped[i], swapped[i+1] = swapped[i+1], swapped[i]
				refused(what+"states in another order", swapped)
			}
		}
		// A state that cannot be reached, after all that can.
		for _, state := range []string{"|~", "4=1|4=1~", "~"} {
			more := append(lines(text), state+"\t1"+strings.Repeat("\t- -", strings.Count(text, `"process":1`)%2))
			more[0] = count(more[0], "states", 1)
			refused("a state more", more)
		}
		head := func(old, next string) []string {
			changed := lines(text)
			changed[0] = strings.Replace(changed[0], old, next, 1)
			return changed
		}
		for _, key := range []string{"states", "transitions", "depth"} {
			for _, by := range []int{-1, 1} {
				changed := lines(text)
				changed[0] = count(changed[0], key, by)
				refused(key, changed)
			}
		}
		refused("closed", head(`"closed":true`, `"closed":false`))
		refused("schema", head("certificate/v1", "certificate/v2"))
		refused("n", head("--n "+strconv.Itoa(processes(flags)), "--n "+strconv.Itoa(processes(flags)+1)))
		refused("local", head(`"local":["clock","own",`, `"local":["own","clock",`))
		refused("message", head(`"message":["clock",`, `"message":["clocks",`))
		refused("an unknown key", head(`{"schema"`, `{"extra":1,"schema"`))
		refused("a claim twice", head(`"properties":[`, `"properties":[{"name":"safety","verdict":"holds"},`))
		refused("no claim", []string{strings.Replace(lines(text)[0], `"name":"safety","verdict":"holds"`, `"name":"safety"`, 1)})
		refused("safety is violated", head(`"name":"safety","verdict":"holds"`, `"name":"safety","verdict":"violated"`))
		refused("another property", head(`"name":"well-defined"`, `"name":"fair"`))
	}
}

// What is said of starvation needs ranks, and these ones.
func TestForgedRanks(t *testing.T) {
	text := file(t, unbounded, 0)
	change := func(f func(i int, ranks []string) bool) (changed []string) {
		changed = lines(text)
		for i, line := range changed[1:] {
			parts := strings.Split(line, "\t")
			ranks := strings.Fields(parts[2])
			if f(i+1, ranks) {
				parts[2] = strings.Join(ranks, " ")
				changed[i+1] = strings.Join(parts, "\t")
				return changed
			}
		}
		t.Fatal("nothing to change")
		return nil
	}
	refused := func(what string, changed []string, want string) {
		t.Helper()
		_, err := proved(t, sealed(changed))
		var refuted *certify.Refutation
		if !errors.As(err, &refuted) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", what, err, want)
		}
	}
	for skip := range 6 {
		nth := func(f func(ranks []string, p int) bool) func(int, []string) bool {
			seen := 0
			return func(_ int, ranks []string) bool {
				for p := range ranks {
					before := slices.Clone(ranks)
					if f(ranks, p) {
						if seen++; seen > 5*skip {
							return true
						}
					}
					copy(ranks, before)
				}
				return false
			}
		}
		refused("a rank is missing", change(nth(func(r []string, p int) bool {
			there := r[p] != "-"
			r[p] = "-"
			return there
		})), "no rank")
		refused("a rank too many", change(nth(func(r []string, p int) bool {
			none := r[p] == "-"
			r[p] = "0/1"
			return none
		})), "")
		refused("the rank grows towards it", change(nth(func(r []string, p int) bool {
			there := r[p] != "-"
			_, step, _ := strings.Cut(r[p], "/")
			r[p] = "999999/" + step
			return there
		})), "the rank grows")
		refused("no such step", change(nth(func(r []string, p int) bool {
			there := r[p] != "-"
			r[p] += "9"
			return there
		})), "no helpful step")
		refused("no rank", change(nth(func(r []string, p int) bool {
			there := r[p] != "-"
			r[p] = "x" + r[p]
			return there
		})), "is not a rank")
		refused("a stamp", change(nth(func(r []string, p int) bool {
			there := r[p] != "-"
			r[p] = "0:0." + r[p]
			return there
		})), "is not a rank")
	}
	// All ranks are equal, or all have the same step, for each step.
	steps := strings.Count(text[:strings.Index(text, "\n")], `{"process":`)
	for step := 1; step <= steps; step++ {
		equal, one := lines(text), lines(text)
		for i := range equal[1:] {
			parts := strings.Split(equal[i+1], "\t")
			ranks, helped := strings.Fields(parts[2]), strings.Fields(parts[2])
			for p, r := range ranks {
				if number, _, ok := strings.Cut(r, "/"); ok {
					ranks[p], helped[p] = fmt.Sprintf("0/%d", step), fmt.Sprintf("%s/%d", number, step)
				}
			}
			equal[i+1] = strings.Join([]string{parts[0], parts[1], strings.Join(ranks, " ")}, "\t")
			one[i+1] = strings.Join([]string{parts[0], parts[1], strings.Join(helped, " ")}, "\t")
		}
		if step <= steps-2 { // the last ones are the columns
			refused(fmt.Sprintf("all ranks are 0/%d", step), equal, "")
			refused(fmt.Sprintf("all steps are %d", step), one, "")
		}
	}
	head := func(old, next string) []string {
		changed := lines(text)
		if changed[0] = strings.Replace(changed[0], old, next, 1); changed[0] == lines(text)[0] {
			t.Fatal(old)
		}
		return changed
	}
	refused("columns for one process", head(`{"property":"starvation-freedom","process":2}`, `{"property":"starvation-freedom","process":1}`), "")
	refused("another process", head(`{"property":"starvation-freedom","process":2}`, `{"property":"starvation-freedom","process":3}`), "")
	refused("no process", head(`{"property":"starvation-freedom","process":2}`, `{"property":"starvation-freedom"}`), "")
	refused("another property", head(`{"property":"starvation-freedom","process":2}`, `{"property":"safety"}`), "")
	refused("steps in another order", head(`"helpful":[{"process":1,`, `"helpful":[{"process":2,`), "")
}

// What says nothing proves nothing: what is left out of a file, claims and all.
func TestForgedByLeavingOut(t *testing.T) {
	refused := func(what string, changed []string, want string) {
		t.Helper()
		if p, err := proved(t, sealed(changed)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %+v, %v, want %q", what, p, err, want)
		}
	}
	replace := func(text, old, next string) []string {
		t.Helper()
		changed := lines(text)
		if changed[0] = strings.Replace(changed[0], old, next, 1); changed[0] == lines(text)[0] {
			t.Fatal(old)
		}
		return changed
	}
	ranks := func(changed []string, f func(ranks []string) []string) []string {
		for i, line := range changed[1:] {
			parts := strings.Split(line, "\t")
			parts[2] = strings.Join(f(strings.Fields(parts[2])), " ")
			changed[i+1] = strings.TrimSuffix(strings.Join(parts, "\t"), "\t")
		}
		return changed
	}
	text := file(t, unbounded, 0)
	refused("no rank", ranks(lines(text), func([]string) []string { return []string{"-", "-"} }), "must have one")
	const first, second = `{"property":"starvation-freedom","process":1}`, `{"property":"starvation-freedom","process":2}`
	refused("ranks of one process", ranks(replace(text, first+","+second, first), func(r []string) []string { return r[:1] }), "no ranks for it")
	refused("ranks of no process", ranks(replace(text, first+","+second, ""), func([]string) []string { return nil }), "no ranks for it")
	refused("how often processes request", replace(text, " --requests unbounded,unbounded", ""), "how often")

	head := lines(text)[0]
	at, end := strings.Index(head, `"properties":[`), strings.Index(head, `],"closed"`)
	refused("no claim", replace(text, head[at:end], `"properties":[`), "about no property")

	text = file(t, "--algorithm lamport --n 2 --requests 0", 0)
	refused("nobody enters", replace(text, `"name":"safety","verdict":"unknown"`, `"name":"safety","verdict":"holds"`), "ever inside")

	text = file(t, deadlock, 0)
	structure := regexp.MustCompile(`--structure '[^']*'`).FindString(text)
	path := filepath.Join(t.TempDir(), "structure.json")
	content := strings.ReplaceAll(strings.Trim(strings.TrimPrefix(structure, "--structure "), "'"), `\"`, `"`)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	refused("the structure", replace(text, structure, "--structure "+path), "in full")
	head = lines(text)[0]
	run := head[strings.Index(head, `,"trace":{`):strings.Index(head, `}],"closed"`)]
	refused("a run against another property", replace(text, `"name":"safety","verdict":"holds"`, `"name":"safety","verdict":"violated"`+run), "shows something else")
}

// That no run is shorter, the levels must show.
func TestForgedShortest(t *testing.T) {
	const from, to = `"properties":[`, `],"closed"`
	claims := func(head string) string { return head[strings.Index(head, from):strings.Index(head, to)] }
	whole := lines(file(t, deadlock+" --check deadlock", 0))
	forged := lines(file(t, deadlock+" --check deadlock", 30))
	forged[0] = strings.Replace(forged[0], claims(forged[0]), claims(whole[0]), 1)
	if p, err := proved(t, sealed(forged)); err == nil || !strings.Contains(err.Error(), "the levels do not show that") {
		t.Errorf("%+v, %v", p, err)
	}
	forged[0] = strings.Replace(forged[0], `"shortest":true,`, `"shortest":false,`, 1)
	if p, err := proved(t, sealed(forged)); err != nil {
		t.Errorf("%+v, %v", p, err)
	}
}

// What must be reachable is violated only if all states are there and none is such a
// state, and holds only if a run shows it.
func TestForgedSometimes(t *testing.T) {
	type counter struct {
		At   uint8
		Last explore.Stamp
	}
	type view = explore.View[counter, uint8]
	reaches := func(at uint8) func(view) bool { return func(v view) bool { return v.Locals[0].At == at } }
	protocol := explore.Protocol[counter, uint8]{
		Name: "counter", N: 1, Clock: explore.ClockRule{TickOnFresh: true},
		Init: func(int) counter { return counter{} },
		Actions: func(p int, l counter) []explore.Step[counter, uint8] {
			if l.At == 3 {
				return nil
			}
			return []explore.Step[counter, uint8]{{Name: "count", Next: counter{l.At + 1, explore.Fresh}}}
		},
		Deliver: func(int, counter, int, uint8) []explore.Step[counter, uint8] { return nil },
		Requires: []explore.Requirement[counter, uint8]{
			explore.Sometimes("gets-to-three", reaches(3)), explore.Sometimes("gets-to-nine", reaches(9)),
		},
	}
	all := instance.Registry{{Name: "counter", Build: func(*instance.Setup) (*instance.Model, error) { return instance.Of(protocol, nil) }}}
	for _, test := range []struct {
		flags, property, verdict string
		closed                   bool
		states                   int
		want                     string // "" if it passes
	}{
		{"", "gets-to-nine", "violated", true, 4, ""},
		{"", "gets-to-nine", "unknown", false, 3, ""},
		{"", "gets-to-three", "violated", false, 3, "nothing shows it"},
		{" --clock integer --clock-max 2", "gets-to-three", "violated", true, 3, "nothing shows it"},
		{" --clock integer --clock-max 2", "gets-to-three", "unknown", true, 3, ""},
		{"", "gets-to-nine", "holds", true, 4, "not all states that can be reached are there"},
		{"", "gets-to-three", "holds", true, 4, "a run of 3 steps shows something else"},
		{"", "gets-to-three", "violated", true, 4, "nothing shows it"},
	} {
		text := []string{fmt.Sprintf(`{"schema":%q,"instance":"--algorithm counter --n 1 --requests 0%s","properties":[{"name":%q,"verdict":%q}],`+
			`"closed":%t,"depth":%d,"states":%d,"transitions":%d,"local":["clock","own","asked",".At",".Last"],"message":["clock",""],"ranks":[],"helpful":[]}`,
			certificate.Schema, test.flags, test.property, test.verdict, test.closed, test.states-1, test.states, test.states-1)}
		means := obvious.New(protocol, obvious.Options{Requests: []int{0}, Integer: test.flags != "", ClockMax: 2})
		s := means.Starts()[0]
		for level := range test.states {
			text = append(text, fmt.Sprintf("%s\t%d", s.Text(), level))
			means.Outcomes(s, func(o obvious.Outcome) { s = o.After()[0].State })
		}
		c, err := certificate.Read("file", strings.NewReader(sealed(text)), all)
		if err != nil {
			t.Fatal(err)
		}
		if p, err := c.Check(t.Context()); test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%+v: %+v, %v", test, p, err)
		}
	}
}

// A run must show what it is said to show.
func TestForgedRuns(t *testing.T) {
	text := file(t, deadlock, 0)
	for _, change := range [][2]string{
		{`"shortest":true,"steps":[{"process":3,`, `"shortest":true,"steps":[{"process":2,`},
		{`"property":"deadlock-freedom"`, `"property":"safety"`},
		{`"variant":"without-inquire"`, `"variant":"repaired"`},
		{`"verdict":"violated","trace"`, `"verdict":"holds","trace"`},
		{`"verdict":"violated","trace"`, `"verdict":"unknown","trace"`},
		{`"requests":[1,1,1]`, `"requests":[1,1,2]`},
	} {
		changed := lines(text)
		if changed[0] = strings.Replace(changed[0], change[0], change[1], 1); changed[0] == lines(text)[0] {
			t.Fatalf("no %s", change[0])
		}
		if p, err := proved(t, sealed(changed)); err == nil {
			t.Errorf("%s: passes: %+v", change[1], p.Findings)
		}
	}
	// The run without the claim, and the claim without the run.
	at := strings.Index(lines(text)[0], `,"trace":{`)
	end := strings.Index(lines(text)[0], `}],"closed"`)
	for verdict := range []verdict.Verdict{verdict.Holds, verdict.Unknown, verdict.Violated} {
		changed := lines(text)
		changed[0] = changed[0][:at] + changed[0][end:]
		changed[0] = strings.Replace(changed[0], `"name":"deadlock-freedom","verdict":"violated"`, fmt.Sprintf(`"name":"deadlock-freedom","verdict":%q`, []string{"holds", "unknown", "violated"}[verdict]), 1)
		if _, err := proved(t, sealed(changed)); !errors.As(err, new(*certify.Refutation)) {
			t.Errorf("claim %d without its run: %v", verdict, err)
		}
	}
}

// processes returns the --n of flags.
func processes(flags string) (n int) {
	_, text, _ := strings.Cut(flags, "--n ")
	fmt.Sscan(text, &n)
	return n
}

func add(number string, by int) string {
	n, _ := strconv.Atoi(number)
	return strconv.Itoa(n + by)
}

// count changes a number of the header.
func count(head, key string, by int) string {
	before, rest, _ := strings.Cut(head, fmt.Sprintf("%q:", key))
	end := strings.IndexAny(rest, ",}")
	return fmt.Sprintf("%s%q:%s%s", before, key, add(rest[:end], by), rest[end:])
}
