package command

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/setsys/slow"
)

const findingsFile = "docs/findings.md"

// Each command of the page about the papers finds a violation.
func TestPapersPage(t *testing.T) {
	page := strings.Join(strings.Fields(readRepository(t, "docs/papers.md")), " ")
	commands := regexp.MustCompile("`(qcheck protocol [^`]*)`").FindAllStringSubmatch(page, -1)
	if len(commands) < 5 {
		t.Fatalf("%d commands", len(commands))
	}
	for _, c := range commands {
		if r := play(t, "$ "+c[1]+"\n"); !strings.Contains(r, "by a run of") {
			t.Errorf("%s:\n%s", c[1], r)
		}
	}
}

// The commands of the findings print what the page says. A command that
// takes seconds says so behind it.
func TestFindings(t *testing.T) {
	findings := readRepository(t, findingsFile)
	blocks := fence.FindAllStringSubmatch(findings, -1)
	if marks := strings.Count(findings, "```"); len(blocks) == 0 || marks != 2*len(blocks) {
		t.Fatalf("%d blocks, but %d fences", len(blocks), marks)
	}
	commands := "" // of the last block that has any
	var found []string
	for i, b := range blocks {
		language, text := b[1], b[2]
		if language == "console" {
			commands = text
		}
		output := text
		t.Run(fmt.Sprintf("%d-%s", i+1, language), func(t *testing.T) {
			if strings.Contains(commands, "# takes ") && !slow.Tests() {
				t.Skip("takes seconds; QCHECK_LONG=1 runs it")
			}
			switch language {
			case "console":
				output = play(t, text)
			case "sh": // runs tests
			default:
				t.Errorf("a block of %s is not checked", language)
			}
			if diff := cmp.Diff(text, output); diff != "" && !*update {
				t.Errorf("output differs (-page +found):\n%s", diff)
			}
		})
		found = append(found, output)
	}
	if *update && len(found) == len(blocks) {
		i := -1
		text := fence.ReplaceAllStringFunc(findings, func(string) string {
			i++
			return fmt.Sprintf("```%s\n%s```", blocks[i][1], found[i])
		})
		if err := os.WriteFile(filepath.Join(root, findingsFile), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// traces are the trace files that commands of the findings write.
var traces = map[string]string{}

// traceOf returns the trace file that a command writes.
func traceOf(t *testing.T, command string) string {
	t.Helper()
	if _, ok := traces[command]; !ok {
		file := filepath.Join(t.TempDir(), "run.json")
		played := play(t, fmt.Sprintf("$ %s --trace %s >/dev/null\n", command, file))
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatalf("%s: %v\n%s", command, err, played)
		}
		traces[command] = string(text)
	}
	return traces[command]
}

// The pictures of the findings are the runs that the commands above them find.
func TestFindingsPictures(t *testing.T) {
	findings := readRepository(t, findingsFile)
	pictures := regexp.MustCompile(`(?m)^!\[.*\]\((findings/(.*)\.svg)\)$`).FindAllStringSubmatchIndex(findings, -1)
	if len(pictures) < 10 {
		t.Fatalf("%d pictures", len(pictures))
	}
	for _, at := range pictures {
		picture, name := filepath.Join("docs", findings[at[2]:at[3]]), findings[at[4]:at[5]]+".json"
		if runs := runFiles(t, findings[:at[0]]); runs[len(runs)-1].file != name {
			t.Errorf("%s is not the run of %s", picture, runs[len(runs)-1].command)
		}
		drawn := qcheck("", "replay", "--format", "svg", filepath.Join(root, "testdata", "traces", name))
		if drawn.code != console.ExitHolds {
			t.Fatalf("%s: %+v", name, drawn)
		}
		if *update {
			if err := os.WriteFile(filepath.Join(root, picture), []byte(drawn.stdout), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if readRepository(t, picture) != drawn.stdout {
			t.Errorf("%s is another picture than that of the run now", picture)
		}
	}
}

// judged finds what judges a claim in the list of claims.
var judged = regexp.MustCompile("`(?:qcheck corpus (\\S+)|go test [^`]*-run (\\w+)[^`]*)`")

// Each refuted claim is on the page, by the name of what judges it.
func TestFindingsAreComplete(t *testing.T) {
	findings := readRepository(t, findingsFile)
	claims := strings.Split(readRepository(t, "docs/claims.md"), "\n- **")
	refuted := 0
	for _, claim := range claims[1:] {
		number, rest, _ := strings.Cut(claim, "**")
		if _, verdict, _ := strings.Cut(rest, "**"); !strings.HasPrefix(verdict, "refuted**") {
			continue
		}
		refuted++
		_, by, ok := strings.Cut(rest, "\n  - judged by ")
		by, _, _ = strings.Cut(by, "see also")
		told := false
		for _, m := range judged.FindAllStringSubmatch(strings.ReplaceAll(by, "\n    ", " "), -1) {
			told = told || regexp.MustCompile(regexp.QuoteMeta(m[1]+m[2])+`[^-\w]`).MatchString(findings)
		}
		if !ok || !told {
			t.Errorf("claim %s is refuted, and %s does not say so: %s", number, findingsFile, by)
		}
	}
	if refuted == 0 {
		t.Error("no claim is refuted")
	}
}

// The links of the page lead to its parts, all parts are in the list of contents,
// and the runs are as long as the table says.
func TestFindingsContents(t *testing.T) {
	findings := readRepository(t, findingsFile)
	sections := map[string]string{} // by anchor
	var parts, listed []string
	for _, section := range regexp.MustCompile(`(?m)^##+ `).Split(findings, -1)[1:] {
		title, text, _ := strings.Cut(section, "\n")
		sections[anchor(title)] = text
	}
	for _, m := range regexp.MustCompile(`(?m)^## (.*)$`).FindAllStringSubmatch(findings, -1) {
		if m[1] != "How to read this" {
			parts = append(parts, anchor(m[1]))
		}
	}
	for _, m := range regexp.MustCompile(`(?m)^\* \[.*\]\(#(.*)\)$`).FindAllStringSubmatch(findings, -1) {
		listed = append(listed, m[1])
	}
	if diff := cmp.Diff(parts, listed); diff != "" {
		t.Errorf("the list of contents is wrong (-parts +listed):\n%s", diff)
	}
	rows := regexp.MustCompile(`(?m)^\| \[(.*)\]\(#(.*)\) \|.*\| (\d*) \|$`).FindAllStringSubmatch(findings, -1)
	if len(rows) == 0 {
		t.Error("the table has no rows")
	}
	for _, m := range rows {
		name, link, steps := m[1], m[2], m[3]
		switch text, ok := sections[link]; {
		case !ok:
			t.Errorf("%s: no section is #%s", name, link)
		case steps != "" && !strings.Contains(text, fmt.Sprintf("violated by a run of %s steps", steps)):
			t.Errorf("%s: #%s has no run of %s steps", name, link, steps)
		}
	}
}

// anchor returns what links to a section of a title lead to.
func anchor(title string) string {
	kept := regexp.MustCompile(`[^\w\- ]`).ReplaceAllString(strings.ToLower(title), "")
	return strings.ReplaceAll(kept, " ", "-")
}
