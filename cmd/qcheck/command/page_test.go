package command

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/counterexample/page"
)

// readPage returns the page in a file, which needs nothing from elsewhere.
func readPage(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !page.Is(text, page.Trace, page.Protocol, page.Structure, page.Analysis) {
		t.Errorf("no page: %.80s", text)
	}
	for _, m := range regexp.MustCompile(`(?:src|href)="([^"]*)"`).FindAllStringSubmatch(string(text), -1) {
		if !strings.HasPrefix(m[1], "data:") && !strings.HasPrefix(m[1], "#") {
			t.Errorf("the page refers to %q", m[1])
		}
	}
	// Nothing runs but the page's script, whose hash is in its policy, and nothing is loaded.
	policy := regexp.MustCompile(`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-([^']*)'; `).FindSubmatch(text)
	if policy == nil || bytes.Index(text, policy[0]) > bytes.Index(text, []byte("<style")) {
		t.Fatalf("no policy, or after what it is about: %.300s", text)
	}
	for _, m := range regexp.MustCompile(`(?s)<script([^>]*)>(.*?)</script>`).FindAllSubmatch(text, -1) {
		switch sum := sha256.Sum256(m[2]); string(m[1]) {
		case "": // which runs
			if got := base64.StdEncoding.EncodeToString(sum[:]); got != string(policy[1]) {
				t.Errorf("the policy forbids the page's script: it has %s, not %s", policy[1], got)
			}
		case ` type="application/json"`:
		default:
			t.Errorf("a script with %s", m[1])
		}
	}
	if on := regexp.MustCompile(`<[^>]* on[a-z]+="`).Find(text); on != nil {
		t.Errorf("the policy forbids %s", on)
	}
	return string(text)
}

// With --html a command prints and returns what it does without, and the page has the
// verdicts, the command, and what there is to see.
func TestPages(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "page.html")
	trace := filepath.Join(dir, "trace.json")
	qcheck("", strings.Fields(violatedArgs+" --trace "+trace)...)
	for _, c := range []struct {
		args string
		want []string
	}{
		{violatedArgs, []string{"deadlock-freedom is violated by maekawa (without-inquire)", `href="#run-deadlock-freedom"`, `class="drawing spacetime"`, `data-wait="0-1"`, "qcheck replay deadlock-freedom.json"}},
		{holdsArgs, []string{`<strong class="verdict holds">holds</strong>`, "safety, well-defined and deadlock-freedom hold"}},
		{"replay " + trace, []string{"deadlock-freedom by this run of maekawa (without-inquire)", `class="drawing spacetime"`}},
		{"structure " + data("regions-broken.json"), []string{"quorums {fra-1,iad-1} and {fra-2,iad-2} are disjoint", `class="drawing incidence"`, ">fra-1<"}},
		{"structure " + data("plane-7-m2.json"), []string{"have no common node", "Witness against arbitration"}},
		{"analyze " + data("aurora.json") + " --require failures>=3", []string{`class="drawing plot"`, "write.failures&gt;=3", "how many sets of each size"}},
	} {
		plain := qcheck("", strings.Fields(c.args)...)
		with := qcheck("", strings.Fields(c.args+" --html "+file)...)
		if with.code != plain.code || with.stdout != plain.stdout || with.stderr != plain.stderr {
			t.Errorf("%s: exit %d for %d\n%s%s", c.args, with.code, plain.code, with.stdout, with.stderr)
		}
		text := readPage(t, file)
		for _, want := range append(c.want, "<code>qcheck "+strings.ReplaceAll(c.args, "failures>=3", "&#39;failures&gt;=3&#39;")+" --html "+file+"</code>") {
			if !strings.Contains(text, want) {
				t.Errorf("%s: the page has no %q", c.args, want)
			}
		}
	}
}

// A page on several properties has each run once.
func TestPageHasEachRunOnce(t *testing.T) {
	file := filepath.Join(t.TempDir(), "page.html")
	r := qcheck("", strings.Fields("protocol --algorithm maekawa --variant without-inquire --n 3 --check deadlock,starvation --html "+file)...)
	if r.code != console.ExitViolated {
		t.Fatalf("exit %d, %s", r.code, r.stderr)
	}
	text := readPage(t, file)
	if runs, links := strings.Count(text, "data-run>"), strings.Count(text, `href="#run-deadlock-freedom">`); runs != 1 || links != 2 {
		t.Errorf("%d runs and %d links to the first", runs, links)
	}
}

// The picture of a family has a row for each quorum, with a dot for each node; the
// rows of witnesses are marked, and are there when not all quorums are.
func TestStructurePicture(t *testing.T) {
	file := filepath.Join(t.TempDir(), "page.html")
	count := func(text, section, class string) int {
		_, rest, ok := strings.Cut(text, ">"+section+"</h2>")
		if !ok {
			t.Fatalf("no section %q", section)
		}
		rest, _, _ = strings.Cut(rest, "</section>")
		return strings.Count(rest, `class="`+class+`"`)
	}
	check := func(structure, section string, rows, marked, dots int) string {
		t.Helper()
		if r := qcheck(structure, "structure", "--html", file, "-"); r.stderr != "" {
			t.Fatal(r.stderr)
		}
		text := readPage(t, file)
		if a, b, c := count(text, section, "set"), count(text, section, "set witness"), count(text, section, "member"); a != rows-marked || b != marked || c != dots {
			t.Errorf("%s: %d plain rows, %d marked, %d dots; want %d, %d, %d", section, a, b, c, rows-marked, marked, dots)
		}
		return text
	}
	const broken = `{"kind": "coterie", "universe": 4, "quorums": [[1,2,3],[1,4],[2,3]]}`
	check(broken, "The quorums", 3, 3, 7) // {1,2,3} contains {2,3}, which is disjoint from {1,4}
	check(broken, "Witness against intersection", 2, 2, 4)
	check(broken, "Witness against minimality", 2, 2, 5)
	sets := []string{}
	for i := 1; i <= 210; i++ { // all with node 64 but the last two
		sets = append(sets, strings.Replace(`[A,B,64]`, "A,B", pairOf(i), 1))
	}
	sets = append(sets, `[62,63]`)
	text := check(`{"kind": "coterie", "universe": 64, "quorums": [`+strings.Join(sets, ",")+`]}`, "The quorums", 201, 2, 199*3+3+2)
	if want := "10 quorums more, of 211, are not shown."; !strings.Contains(text, want) {
		t.Errorf("the page does not say that %s", want)
	}
	if r := qcheck(`{"kind": "coterie", "universe": 65, "quorums": [[1,2],[2,65]]}`, "structure", "--html", file, "-"); r.code != console.ExitHolds {
		t.Fatal(r.stderr)
	}
	if text := readPage(t, file); strings.Contains(text, "incidence") || !strings.Contains(text, "<td>{2,65}</td>") {
		t.Error("65 nodes are not listed in a table")
	}
}

// pairOf returns the i-th pair of numbers from 1 to 21.
func pairOf(i int) string {
	for a := 1; a <= 21; a++ {
		for b := a + 1; b <= 21; b++ {
			if i--; i == 0 {
				return strings.Join([]string{strconv.Itoa(a), strconv.Itoa(b)}, ",")
			}
		}
	}
	return ""
}

func TestPagesThatAreRefused(t *testing.T) {
	dir := t.TempDir()
	notes, page := filepath.Join(dir, "notes.html"), filepath.Join(dir, "page.html")
	if err := os.WriteFile(notes, []byte("<!DOCTYPE html>\n<html lang=\"en\">mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	structure := data("majority-5.json")
	for _, c := range []struct{ args, want string }{
		{"structure " + structure + " --html " + notes, "--html " + notes + ": this file exists, and is not a page of qcheck"},
		{"structure " + structure + " --html " + dir, "--html " + dir + ": is a directory"},
		{"structure " + structure + " --html no-such/x.html", "--html no-such/x.html: there is no directory no-such"},
		{"structure " + structure + " --html -", `--html needs the name of a file, not "-"`},
		{"structure " + structure + " --html=", `--html needs the name of a file, not ""`},
		{"analyze " + structure + " --html " + notes, "--html " + notes + ": this file exists, and is not a page of qcheck"},
		{holdsArgs + " --html " + notes, "--html " + notes + ": this file exists, and is not a page of qcheck"},
		{holdsArgs + " --measure --html " + page, "--measure cannot be combined with --html"},
		{"replay " + structure + " --html " + notes, "--html " + notes + ": this file exists, and is not a page of qcheck"},
	} {
		r := qcheck("", strings.Fields(c.args)...)
		if want := "qcheck: " + c.want + "\n"; r.code != console.ExitUsage || r.stdout != "" || r.stderr != want {
			t.Errorf("%s: exit %d, %q, %q, want %q", c.args, r.code, r.stdout, r.stderr, want)
		}
	}
	if _, err := os.Stat(page); err == nil {
		t.Error("a page was written")
	}
	// A page of qcheck is written anew, and is no trace to be removed.
	qcheck("", "structure", structure, "--html", page)
	if r := qcheck("", "structure", data("regions-broken.json"), "--html", page); r.code != console.ExitViolated || !strings.Contains(readPage(t, page), "iad-1") {
		t.Errorf("exit %d, %s", r.code, r.stderr)
	}
	if r := qcheck("", strings.Fields(holdsArgs+" --trace "+page)...); r.code != console.ExitUsage {
		t.Errorf("exit %d, %s", r.code, r.stderr)
	}
}

// A page on what is no mutual exclusion says nothing of critical sections, nor what a process is seen as.
func TestPageOfConsensus(t *testing.T) {
	for flags, has := range map[string]bool{
		"--algorithm paxos --variant own-value --construct read-write-threshold --n 2 --param write=1 --param read=2 --check agreement": false,
		"--algorithm maekawa --variant without-inquire --n 3 --requests 1":                                                              true,
	} {
		file := filepath.Join(t.TempDir(), "page.html")
		if r := qcheck("", append(strings.Fields("protocol --html "+file), strings.Fields(flags)...)...); r.code != console.ExitViolated {
			t.Fatalf("exit %d: %s", r.code, r.stderr)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, words := range []string{"seen as", "critical section"} {
			if strings.Contains(string(text), words) != has {
				t.Errorf("%s: %q is in the page: %v", flags, words, !has)
			}
		}
	}
}
