package command

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/explore"
	"qcheck/properties"
	"qcheck/protocols"
	"qcheck/setsys"
	"qcheck/setsys/slow"
)

// A block is a fenced block of a page.
type block struct{ language, text string }

var fence = regexp.MustCompile("(?ms)^```([a-z]+)\n(.*?)^```$")

func readRepository(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// referenceFile has the details that the README leaves out.
const referenceFile = "docs/reference.md"

// pages returns the README and all pages of docs, except the findings, which
// have a test of their own.
func pages(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"README.md"}
	for _, file := range files {
		if name := "docs/" + filepath.Base(file); name != findingsFile {
			names = append(names, name)
		}
	}
	return names
}

// The commands of the README and of the pages in docs print what these say,
// their programs compile and print what they say, and their structure files
// hold.
func TestREADME(t *testing.T) {
	for _, page := range pages(t) {
		t.Run(strings.TrimSuffix(filepath.Base(page), ".md"), func(t *testing.T) { checkPage(t, page) })
	}
}

func checkPage(t *testing.T, page string) {
	old := readRepository(t, page)
	var blocks []block
	for _, m := range fence.FindAllStringSubmatch(old, -1) {
		blocks = append(blocks, block{m[1], m[2]})
	}
	if marks := strings.Count(old, "```"); marks != 2*len(blocks) {
		t.Fatalf("%d blocks with a language, but %d fences", len(blocks), marks)
	}
	var found []block
	program := ""
	for i, b := range blocks {
		t.Run(fmt.Sprintf("%d-%s", i+1, b.language), func(t *testing.T) {
			output := b.text
			switch b.language {
			case "console":
				if strings.Contains(b.text, "# takes ") && !slow.Tests() && !*update {
					t.Skip("takes seconds; QCHECK_LONG=1 runs it")
				}
				output = play(t, b.text)
			case "go":
				program = b.text
			case "text":
				output = runProgram(t, buildProgram(t, map[string]string{"main.go": program}))
			case "json":
				if r := qcheck(b.text, "structure", "-"); r.code != console.ExitHolds {
					t.Errorf("exit %d\n%s%s", r.code, r.stdout, r.stderr)
				}
			case "sh": // takes long, or changes the reader's module
			default:
				t.Errorf("a block of %s is not checked", b.language)
			}
			if diff := cmp.Diff(b.text, output); diff != "" && !*update {
				t.Errorf("output differs (-page +found):\n%s", diff)
			}
			found = append(found, block{b.language, output})
		})
	}
	if *update && len(found) == len(blocks) {
		i := -1
		text := fence.ReplaceAllStringFunc(old, func(string) string {
			i++
			return fmt.Sprintf("```%s\n%s```", found[i].language, found[i].text)
		})
		if err := os.WriteFile(filepath.Join(root, page), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// A link between the pages leads to a page and a section that exist.
func TestREADMELinks(t *testing.T) {
	for _, page := range append(pages(t), findingsFile) {
		for _, m := range regexp.MustCompile(`\]\(([^)\s]*)\)`).FindAllStringSubmatch(readRepository(t, page), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			file, section, _ := strings.Cut(m[1], "#")
			target := page
			if file != "" {
				target = filepath.Join(filepath.Dir(page), file)
			}
			if _, err := os.Stat(filepath.Join(root, target)); err != nil {
				t.Errorf("%s links to %s: %v", page, m[1], err)
				continue
			}
			if section == "" {
				continue
			}
			exists := false
			for _, title := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(readRepository(t, target), -1) {
				exists = exists || anchor(title[1]) == section
			}
			if !exists {
				t.Errorf("%s links to %s, which has no such section", page, m[1])
			}
		}
	}
}

// buildProgram builds a program in a module of its own, and returns its file.
func buildProgram(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := ownModule(t, files)
	file := filepath.Join(dir, "program.exe")
	build := inModule(t, dir, "build", "-ldflags=-w", "-o", file, ".") // nobody debugs it
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return file
}

// inModule is a command of go in the directory of a module.
func inModule(t *testing.T, dir string, args ...string) *exec.Cmd {
	c := exec.CommandContext(t.Context(), "go", args...)
	c.Dir = dir
	c.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	return c
}

// ownModule writes a module that imports this one by a replace directive, as the page advises, and returns its directory.
func ownModule(t *testing.T, files map[string]string) string {
	t.Helper()
	repository, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	module := strings.Replace(readRepository(t, "go.mod"), "module qcheck", "module example", 1) +
		fmt.Sprintf("\nrequire qcheck v0.0.0\nreplace qcheck => %q\n", repository)
	dir := t.TempDir()
	for name, text := range files {
		if text == "" {
			t.Fatalf("there is no %s", name)
		}
	}
	files = maps.Clone(files)
	files["go.mod"], files["go.sum"] = module, readRepository(t, "go.sum")
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// runProgram runs a program, and returns what it prints.
func runProgram(t *testing.T, file string, args ...string) string {
	t.Helper()
	run := exec.CommandContext(t.Context(), file, args...)
	var errs bytes.Buffer
	run.Stderr = &errs
	out, err := run.Output()
	if err != nil && len(args) == 0 { // with arguments, it may find violations
		t.Fatalf("%v\n%s", err, errs.String())
	}
	return string(out)
}

// The command with an algorithm of one's own, in the main function that the
// reference shows, explores it as the program before does.
func TestOwnAlgorithm(t *testing.T) {
	var programs []string
	for _, m := range fence.FindAllStringSubmatch(readRepository(t, "docs/own-protocol.md"), -1) {
		if m[1] == "go" && strings.HasPrefix(m[2], "package ") {
			programs = append(programs, m[2])
		}
	}
	own, with := programs[len(programs)-2], programs[len(programs)-1]
	program := buildProgram(t, map[string]string{"asking.go": strings.Replace(own, "func main()", "func report()", 1), "main.go": with})
	out := runProgram(t, program, "protocol", "--algorithm", "asking", "--n", "2", "--json")
	for _, want := range []string{
		`"algorithm":"asking","n":2,"requests":"unbounded"`, `"states":20,"transitions":34`,
		`{"name":"safety","verdict":"violated","detail":"both are inside"`, `{"name":"well-defined","verdict":"holds"}`,
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %s in\n%s", want, out)
		}
	}
	trace := filepath.Join(t.TempDir(), "t.json")
	runProgram(t, program, "protocol", "--algorithm", "asking", "--n", "2", "--trace", trace)
	if out := runProgram(t, program, "replay", trace); !strings.Contains(out, "confirmed: the protocol has this run") {
		t.Error(out)
	}
	if out := runProgram(t, program, "explain", "asking"); !strings.HasPrefix(out, "asking: an algorithm: mutual exclusion by asking all others\n") {
		t.Error(out)
	}
}

// The test that the page shows passes on the protocol that it begins with, and fails when another verdict is wanted.
func TestOwnTest(t *testing.T) {
	program, test := "", ""
	for _, m := range fence.FindAllStringSubmatch(readRepository(t, "docs/own-protocol.md"), -1) {
		if m[1] == "go" && program == "" {
			program = m[2]
		}
		if strings.HasPrefix(m[2], "func TestRing(") {
			test = m[2]
		}
	}
	head := "package main\n\nimport (\n\t\"testing\"\n\t\"time\"\n\n\t\"qcheck/explore\"\n\t\"qcheck/explore/verdict\"\n\t\"qcheck/protocols/check\"\n\t\"qcheck/protocols/instance\"\n)\n\n"
	for _, wrong := range []bool{false, true} {
		text := test
		if wrong {
			text = strings.Replace(test, "verdict.Violated", "verdict.Holds", 1)
		}
		dir := ownModule(t, map[string]string{"main.go": program, "ring_test.go": head + text})
		out, err := inModule(t, dir, "test", "-vet=off", ".").CombinedOutput()
		if (err != nil) != wrong || wrong && !strings.Contains(string(out), "one-leader violated") {
			t.Errorf("wrong: %v, %v\n%s", wrong, err, out)
		}
	}
}

// What users look up in the README and in the reference is there.
func TestREADMEIsComplete(t *testing.T) {
	var readme, reference []string
	for _, c := range tree().Commands() {
		if !c.Hidden {
			readme = append(readme, "`qcheck "+c.Name())
		}
	}
	for _, m := range regexp.MustCompile(`(?m)^\t([a-z]\S+/\S+) v\S+$`).FindAllStringSubmatch(readRepository(t, "go.mod"), -1) {
		readme = append(readme, "| `"+m[1]+"` |")
	}
	for _, page := range append(pages(t)[1:], findingsFile) {
		readme = append(readme, "["+page+"]("+page+")")
	}
	for _, k := range setsys.Kinds() {
		reference = append(reference, "`"+string(k)+"`")
		for _, id := range properties.Every(k) {
			reference = append(reference, "`"+string(id)+"`")
		}
	}
	for _, p := range explore.Properties() {
		reference = append(reference, "| `"+string(p)+"` |")
	}
	for _, a := range protocols.All() {
		reference = append(reference, "`"+a.Name+"`")
	}
	protocol, _, err := tree().Find([]string{"protocol"})
	if err != nil {
		t.Fatal(err)
	}
	protocol.Flags().VisitAll(func(f *pflag.Flag) {
		reference = append(reference, "`--"+f.Name)
	})
	for _, code := range console.Precedence() {
		reference = append(reference, fmt.Sprintf("\n| %d | ", code))
	}
	for page, want := range map[string][]string{"README.md": readme, referenceFile: reference} {
		have := readRepository(t, page)
		for _, text := range want {
			if !strings.Contains(have, text) {
				t.Errorf("%s has no %q", page, text)
			}
		}
	}
}

// The picture in the README is the run that its second command finds.
func TestREADMEPicture(t *testing.T) {
	const picture = "docs/run.svg"
	m := regexp.MustCompile(`(?m)^\$ qcheck (protocol --algorithm maekawa [^|]*) \|`).FindStringSubmatch(readRepository(t, "README.md"))
	if m == nil || !strings.Contains(readRepository(t, "README.md"), `<img src="`+picture+`"`) {
		t.Fatal("the README has no such command, or no picture")
	}
	file := filepath.Join(t.TempDir(), "run.svg")
	qcheck("", append(strings.Fields(m[1]), "--trace", file, "--trace-format", "svg")...)
	drawn, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(filepath.Join(root, picture), drawn, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if readRepository(t, picture) != string(drawn) {
		t.Errorf("%s is another picture than that of the run now", picture)
	}
}

// The test command of the README is the one that .ci/run and "make test" use.
func TestREADMETestCommand(t *testing.T) {
	const command = "go test ./..."
	for name, want := range map[string]string{
		"README.md": "```sh\n" + command + "\n```",
		".ci/run":   "\n" + command + "\n",
		"Makefile":  "\n\t" + command + "\n",
	} {
		if !strings.Contains(readRepository(t, name), want) {
			t.Errorf("%s has no %q", name, want)
		}
	}
}
