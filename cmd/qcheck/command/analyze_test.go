package command

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/explore/verdict"
	"qcheck/properties/availability"
)

// What --json prints is what its schema says, for every structure file of the
// repository, for one with an empty quorum, and when there is no time.
func TestAnalysesMatchTheirSchema(t *testing.T) {
	schema := compileSchema(t, "analysis")
	files, err := filepath.Glob(data("*.json"))
	if err != nil || len(files) == 0 {
		t.Fatal("no files")
	}
	validate := func(r result, reason string) {
		t.Helper()
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(r.stdout))
		if err != nil {
			t.Fatalf("%s: %v in %q", reason, err, r.stdout)
		}
		if err := schema.Validate(doc); err != nil {
			t.Errorf("%s: %v", reason, err)
		}
	}
	for _, file := range files {
		valid := qcheck("", "structure", file).code // whether the file is what it claims to be
		r := qcheck("", "analyze", "--json", "--p", "0:1:0.5,1/3", file)
		if r.code != valid || r.stderr != "" || strings.Contains(r.stdout, `"rows"`) != (valid == console.ExitHolds) {
			t.Errorf("%s: exit %d, not %d, stderr %q", file, r.code, valid, r.stderr)
		}
		validate(r, file)
		r = qcheck("", "analyze", "--json", "--allow-broken-structure", "--p", "0:1:0.5,1/3", file)
		if r.code != console.ExitHolds || r.stderr != "" {
			t.Errorf("%s: allowed: exit %d, stderr %q", file, r.code, r.stderr)
		}
		validate(r, file)
	}
	for _, quorums := range []string{"[]", "[[]]", "[[1], []]"} {
		r := qcheck(`{"kind": "coterie", "universe": 2, "quorums": `+quorums+`}`, "analyze", "--json", "--allow-broken-structure", "-")
		if r.code != console.ExitHolds {
			t.Errorf("%s: exit %d, stderr %q", quorums, r.code, r.stderr)
		}
		validate(r, quorums)
	}
	r := qcheck(`{"kind": "read-write", "universe": 3, "write": [[1,2],[3]], "read": [[1],[2]], "reliabilities": {"1": 0.9, "2": 0.8, "3": 0.5}}`, "analyze", "--json", "--allow-broken-structure", "-")
	if r.code != console.ExitHolds || !strings.Contains(r.stdout, `"reliable":{"exact":["43/50","9/25"]`) {
		t.Errorf("reliabilities: exit %d, stderr %q, %s", r.code, r.stderr, r.stdout)
	}
	validate(r, "reliabilities")
	r = qcheck(`{"kind": "k-wr-coterie", "k": 1, "universe": 2, "write": [[1,2]], "read": [[1],[2]], "capacities": {"1": 0.05, "2": {"read": 1000000000000, "write": 3}}}`, "analyze", "--json", "-")
	if r.code != console.ExitHolds || !strings.Contains(r.stdout, `"load":"20","rounded":"20.0000000000","capacity":"1/20","size":"2","capacities":["1/20","3"],"nodes":["20","1/3"]`) {
		t.Errorf("capacities: exit %d, stderr %q, %s", r.code, r.stderr, r.stdout)
	}
	validate(r, "capacities")
	r = qcheck("", "analyze", "--json", "--timeout", "1ns", data("majority-5.json"))
	if r.code != console.ExitUnknown || !strings.Contains(r.stdout, `"note":"unknown: the time limit of 1ns was reached"`) {
		t.Errorf("no time: exit %d, %s", r.code, r.stdout)
	}
	validate(r, "no time")
}

// The schema of analyses is strict: each change makes a document invalid.
func TestAnalysisSchemaRejects(t *testing.T) {
	schema := compileSchema(t, "analysis")
	valid := qcheck("", "analyze", "--json", "--p", "0.9", data("thesis-3-coterie.json")).stdout
	loaded := qcheck("", "analyze", "--json", "--p", "0.9", "--reads", "0.9", "--require", "failures>=3", data("aurora.json")).stdout
	for _, change := range [][2]string{
		{`"load":{"load":"2/3",`, `"load":{`},
		{`"load":{"load":"2/3",`, `"loadNote":"x","load":{"load":"2/3",`},
		{`"load":"2/3","rounded":"0.6666666667"`, `"load":"2/3","rounded":"1.6666666667x"`},
		{`"capacity":"3/2"`, `"capacity":1.5`},
		{`"each":"1/15","count":15`, `"each":"1/15","count":0`},
		{`,"weights":["1/6","1/6","1/6","1/6","1/6","1/6"]},"domains"`, `},"domains"`},
		{`"weights":["1/6"`, `"weights":["-1/6"`},
		{`"domains":{"failures":1`, `"domains":{"failures":-2`},
		{`"fatal":["zone-a","zone-b"]`, `"fatal":[]`},
		{`"mixes":[{"reads":"9/10",`, `"mixes":[{`},
		{`"mixes":[{"reads":"9/10",`, `"mixes":[{"note":"x","reads":"9/10",`},
		{`"verdict":"violated","value":"2"`, `"verdict":"no","value":"2"`},
		{`"value":"2","reason"`, `"value":2,"reason"`},
		{`"reason":"without {a1,a2,b1} no quorum is left",`, ``},
	} {
		rejects(t, schema, loaded, change)
	}
	for _, change := range [][2]string{
		{`"qcheck/analysis/v1"`, `"qcheck/analysis/v2"`},
		{`"nodes":6`, `"nodes":0`},
		{`"disjoint":[[1,4],[2,5],[3,6]],`, ``},
		{`"failures":2`, `"failures":-1`},
		{`"failures":2`, `"failures":-2`},
		{`"fatal":[1,2,3]`, `"fatal":[]`},
		{`"p":"9/10"`, `"p":0.9`},
		{`"rounded":"0.9`, `"rounded":"2.9`},
		{`"sets":[0,`, `"sets":[-1,`},
		{`"rows":[`, `"note":"x","rows":[`},
	} {
		rejects(t, schema, valid, change)
	}
}

// rejects checks that a change makes a valid document invalid.
func rejects(t *testing.T, schema *jsonschema.Schema, valid string, change [2]string) {
	t.Helper()
	text := strings.Replace(valid, change[0], change[1], 1)
	if text == valid {
		t.Fatalf("no change %v in %s", change, valid)
	}
	for i, text := range []string{valid, text} {
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if (schema.Validate(doc) == nil) != (i == 0) {
			t.Errorf("with %s for %s: valid is %t", change[1], change[0], i == 1)
		}
	}
}

// The document has what the text has.
func TestAnalysisDocument(t *testing.T) {
	r := qcheck("", "analyze", "--json", "--p", "0.5,1/3", "--digits", "4", data("thesis-3-coterie.json"))
	var doc struct {
		Verdict  string
		Families []struct {
			Disjoint [][]int
			Rows     []struct {
				Sets         []int
				Failures     int
				Fatal        []int
				Availability []struct{ P, Exact, Rounded string }
			}
		}
	}
	if err := json.Unmarshal([]byte(r.stdout), &doc); err != nil {
		t.Fatal(err)
	}
	if len(doc.Families) != 1 || len(doc.Families[0].Rows) != 3 {
		t.Fatalf("%+v", doc)
	}
	row := doc.Families[0].Rows[0]
	if diff := cmp.Diff([]int{0, 0, 9, 18, 15, 6, 1}, row.Sets); diff != "" {
		t.Errorf("sets (-want +found):\n%s", diff)
	}
	if diff := cmp.Diff([]int{1, 2, 3}, row.Fatal); diff != "" || row.Failures != 2 {
		t.Errorf("failures %d, fatal (-want +found):\n%s", row.Failures, diff)
	}
	want := []struct{ P, Exact, Rounded string }{{"1/2", "49/64", "0.7656"}, {"1/3", "361/729", "0.4952"}}
	if diff := cmp.Diff(want, row.Availability); diff != "" {
		t.Errorf("availability (-want +found):\n%s", diff)
	}
	if doc.Verdict != "holds" { // it is dominated, but a 3-coterie
		t.Errorf("verdict %s", doc.Verdict)
	}
}

func TestAnalyzeUsageErrors(t *testing.T) {
	file := data("majority-5.json")
	for _, c := range []struct{ reason, args string }{
		{"no file", "analyze"},
		{"two files", "analyze " + file + " " + file},
		{"a file that is not there", "analyze no-such-file.json"},
		{"no number", "analyze --p much " + file},
		{"no digits", "analyze --digits 0 " + file},
		{"too many digits", "analyze --digits 1001 " + file},
		{"a directory that is not there", "analyze --html no-such-directory/x.html " + file},
		{"a negative time", "analyze --timeout -1s " + file},
		{"no quorums at all", "analyze --max-quorums 0 " + file},
		{"a negative time", "corpus --timeout -1s"},
	} {
		r := qcheck("", strings.Fields(c.args)...)
		line, oneLine := strings.CutSuffix(r.stderr, "\n")
		if r.code != console.ExitUsage || r.stdout != "" || !oneLine || strings.Contains(line, "\n") || !strings.HasPrefix(line, "qcheck: ") {
			t.Errorf("%s: exit %d, stdout %q, stderr %q", c.reason, r.code, r.stdout, r.stderr)
		}
	}
}

func TestAnalysisCutShort(t *testing.T) {
	r := qcheck("", "analyze", "--timeout", "1ns", data("majority-5.json"))
	if r.code != console.ExitUnknown || !strings.Contains(r.stdout, "unknown: the time limit of 1ns was reached") {
		t.Errorf("exit %d\n%s%s", r.code, r.stdout, r.stderr)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	never, open := io.Pipe()
	defer open.Close()
	var out, errs strings.Builder
	code := run(ctx, []string{"analyze", "-"}, never, &out, &errs)
	if code != console.ExitUnknown || errs.String() != "qcheck: <stdin>: interrupted while it was read, after 0 bytes: context canceled\n" {
		t.Errorf("exit %d, stderr %q", code, errs.String())
	}
}

// What availability takes does not leave quick checks undecided.
func TestAnalysisChecksFirst(t *testing.T) {
	var nodes []string
	for i := range 3000 {
		nodes = append(nodes, fmt.Sprint(i+1))
	}
	file := `{"kind": "k-coterie", "k": 2, "universe": 3000, "quorums": [[` + strings.Join(nodes[:1500], ",") + `], [` + strings.Join(nodes[1500:], ",") + `]]}`
	r := qcheck(file, "analyze", "--timeout", "1s", "-")
	if r.code != console.ExitUnknown || !strings.Contains(r.stdout, "  unknown: ") || !strings.Contains(r.stdout, "  checked    a valid 2-coterie\n") {
		t.Errorf("exit %d:\n%s%s", r.code, r.stdout, r.stderr)
	}
}

func TestLostAnalysisIsAnError(t *testing.T) {
	for _, args := range []string{"analyze " + data("majority-5.json"), "analyze --json " + data("majority-5.json"), "corpus definitions", "corpus --json definitions"} {
		var errs bytes.Buffer
		code := run(context.Background(), strings.Fields(args), strings.NewReader(""), fullDisk{}, &errs)
		if code != console.ExitUsage || errs.String() != "qcheck: writing the result: no space left on device\n" {
			t.Errorf("qcheck %s: exit %d, stderr %q", args, code, errs.String())
		}
	}
}

// The plot is well-formed and has a curve for each r, which begins with all
// nodes down and ends with all up, and whose points are the availabilities.
func TestPlot(t *testing.T) {
	file := filepath.Join(t.TempDir(), "page.html")
	structure := `{"name": "<a & b>", "kind": "k-coterie", "k": 2, "universe": 4, "quorums": [[1,2],[3,4],[2,3],[1,4]]}`
	if r := qcheck(structure, "analyze", "--html", file, "-"); r.code != console.ExitHolds || r.stderr != "" {
		t.Fatalf("exit %d, stderr %q", r.code, r.stderr)
	}
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := regexp.MustCompile(`(?s)<svg.*?</svg>`).Find(page)
	var svg struct {
		XMLName xml.Name `xml:"svg"`
		Title   string   `xml:"aria-label,attr"`
		Height  int      `xml:"height,attr"`
		Texts   []struct {
			Y    float64 `xml:"y,attr"`
			Text string  `xml:",chardata"`
		} `xml:"text"`
		Curves []struct {
			Points string `xml:"points,attr"`
			Title  string `xml:"title"`
		} `xml:"polyline"`
	}
	if err := xml.Unmarshal(text, &svg); err != nil {
		t.Fatal(err)
	}
	axes := 0
	for i, text := range svg.Texts {
		if text.Y > float64(svg.Height-16) || i > 0 && text.Text == "p, the probability that a node is up" && text.Y < svg.Texts[i-2].Y+20 {
			t.Errorf("%q at %v of %d", text.Text, text.Y, svg.Height)
		}
		if text.Text == "availability" || strings.HasPrefix(text.Text, "p, ") {
			axes++
		}
	}
	if axes != 2 {
		t.Errorf("%d axes have labels", axes)
	}
	if svg.Title != "Availability of <a & b>" || len(svg.Curves) != 2 {
		t.Fatalf("title %q, %d curves", svg.Title, len(svg.Curves))
	}
	for i, c := range svg.Curves {
		points := strings.Fields(c.Points)
		if c.Title != fmt.Sprintf("r = %d", i+1) || len(points) != 201 {
			t.Errorf("curve %q of %d points", c.Title, len(points))
			continue
		}
		// Half the nodes up: 9 of 16 sets have a quorum, 1 of 16 two.
		half := availability.Vector{big.NewInt(0), big.NewInt(0), big.NewInt(4), big.NewInt(4), big.NewInt(1)}.At(big.NewRat(1, 2))
		if i == 1 {
			half = big.NewRat(1, 16)
		}
		y := new(big.Rat).Sub(big.NewRat(448, 1), new(big.Rat).Mul(big.NewRat(400, 1), half))
		want := []string{"60.00,448.00", "260.00," + y.FloatString(2), "460.00,48.00"}
		if diff := cmp.Diff(want, []string{points[0], points[100], points[200]}); diff != "" {
			t.Errorf("%s (-want +found):\n%s", c.Title, diff)
		}
	}
}

// What is required decides the exit code, and one key says so; before that, the structure has to be what it claims to be, unless
// it is allowed not to be.
func TestAnalyzeRequired(t *testing.T) {
	for _, c := range []struct {
		file, flags       string
		code              console.ExitCode
		verdict, required verdict.Verdict
	}{
		{"majority-5.json", "--require failures>=2", console.ExitHolds, verdict.Holds, verdict.Holds},
		{"majority-5.json", "--require failures>=2,failures>=3", console.ExitViolated, verdict.Holds, verdict.Violated},
		{"regions-broken.json", "--require failures>=1", console.ExitViolated, verdict.Violated, 0},
		{"regions-broken.json", "--require failures>=1 --allow-broken-structure", console.ExitHolds, verdict.Violated, verdict.Holds},
		{"regions-broken.json", "--require failures>=4 --allow-broken-structure", console.ExitViolated, verdict.Violated, verdict.Violated},
		{"majority-5.json", "", console.ExitHolds, verdict.Holds, 0},
		{"regions-broken.json", "", console.ExitViolated, verdict.Violated, 0},
		{"regions-broken.json", "--allow-broken-structure", console.ExitHolds, verdict.Violated, 0},
	} {
		r := qcheck("", append(strings.Fields("analyze --json "+c.flags), data(c.file))...)
		var doc struct{ Verdict, Required verdict.Verdict }
		if err := json.Unmarshal([]byte(r.stdout), &doc); err != nil {
			t.Fatal(err)
		}
		if r.code != c.code || doc.Verdict != c.verdict || doc.Required != c.required || r.stderr != "" {
			t.Errorf("%s, %s: exit %d, verdict %s, required %s, %q", c.file, c.flags, r.code, doc.Verdict, doc.Required, r.stderr)
		}
	}
}
