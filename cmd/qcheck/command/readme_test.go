package command

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
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
				output = runProgram(t, nameOf(program))
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

// ownPrograms builds the programs of the pages in a module of their own, once, and returns the executable file:
// to link each alone takes longer than to compile it. Each is a package, whose main function is Main.
var ownPrograms = sync.OnceValues(func() (executable string, err error) {
	sources, err := programsOfPages()
	if err != nil {
		return "", err
	}
	files, imports, cases := map[string]string{}, "", ""
	for name, source := range sources {
		for file, text := range source {
			text = strings.Replace(text, "package main", "package "+name, 1)
			files[filepath.Join(name, file)] = strings.Replace(text, "func main()", "func Main()", 1)
		}
		imports += fmt.Sprintf("\t%q\n", "example/"+name)
		cases += fmt.Sprintf("\tcase %q:\n\t\t%s.Main()\n", name, name)
	}
	files["main.go"] = "package main\n\nimport (\n\t\"os\"\n" + imports + ")\n\nfunc main() {\n\tname := os.Args[1]\n\tos.Args = append(os.Args[:1], os.Args[2:]...)\n\tswitch name {\n" + cases + "\t}\n}\n"
	dir, err := ownModule(files)
	if err != nil {
		return "", err
	}
	executable = filepath.Join(dir, "program.exe")
	for _, args := range [][]string{
		{"GOWORK=off", "list", "-mod=mod", "-deps", "./..."}, // by the replace directive alone, as a reader has it
		// In a workspace, the packages are those that were compiled for the tests. Nobody debugs the program.
		{"GOWORK=" + filepath.Join(dir, "go.work"), "build", "-ldflags=-w", "-o", executable, "."},
	} {
		c := exec.Command("go", args[1:]...)
		c.Dir, c.Env = dir, append(os.Environ(), args[0])
		if out, err := c.CombinedOutput(); err != nil {
			return "", fmt.Errorf("%s: %w\n%s", args, err, out)
		}
	}
	return executable, nil
})

// programsOfPages returns the files of each program: of those before what they print, named by nameOf; of the algorithm
// of one's own, "own"; and of the test, "test", and "wrong" where it wants another verdict.
func programsOfPages() (map[string]map[string]string, error) {
	all := map[string]map[string]string{}
	var own []string // programs of the page about one's own
	test := ""
	for _, page := range []string{"docs/own-protocol.md", referenceFile} {
		text, err := os.ReadFile(filepath.Join(root, page))
		if err != nil {
			return nil, err
		}
		program := ""
		for _, m := range fence.FindAllStringSubmatch(string(text), -1) {
			switch {
			case m[1] == "text":
				all[nameOf(program)] = map[string]string{"main.go": program}
			case m[1] == "go":
				program = m[2]
			}
			if m[1] != "go" || page == referenceFile {
				continue
			}
			if strings.HasPrefix(program, "package ") {
				own = append(own, program)
			} else if strings.HasPrefix(program, "func TestRing(") {
				test = program
			}
		}
	}
	if len(own) < 3 || test == "" {
		return nil, fmt.Errorf("%d programs, and a test of %d bytes", len(own), len(test))
	}
	all["own"] = map[string]string{"asking.go": strings.Replace(own[len(own)-2], "func main()", "func report()", 1), "main.go": own[len(own)-1]}
	head := "package main\n\nimport (\n\t\"testing\"\n\t\"time\"\n\n\t\"qcheck/explore\"\n\t\"qcheck/explore/verdict\"\n\t\"qcheck/protocols/check\"\n\t\"qcheck/protocols/instance\"\n)\n\n" +
		"func main() {\n\ttesting.Main(func(string, string) (bool, error) { return true, nil }, []testing.InternalTest{{Name: \"TestRing\", F: TestRing}}, nil, nil)\n}\n\n"
	for name, text := range map[string]string{"test": test, "wrong": strings.Replace(test, "verdict.Violated", "verdict.Holds", 1)} {
		all[name] = map[string]string{"main.go": strings.Replace(own[0], "func main()", "func report()", 1), "ring.go": head + text}
	}
	return all, nil
}

// nameOf names the package of a program by its text.
func nameOf(program string) string { return fmt.Sprintf("p%x", sha256.Sum256([]byte(program)))[:9] }

// ownModule writes a module that imports this one by a replace directive, as the page advises, and a workspace
// of both, and returns its directory.
func ownModule(files map[string]string) (dir string, err error) {
	repository, err := filepath.Abs(root)
	if err != nil {
		return "", err
	}
	module, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return "", err
	}
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		return "", err
	}
	files["go.sum"] = string(sums)
	files["go.mod"] = strings.Replace(string(module), "module qcheck", "module example", 1) +
		fmt.Sprintf("\nrequire qcheck v0.0.0\nreplace qcheck => %q\n", repository)
	files["go.work"] = regexp.MustCompile(`(?m)^go .*`).FindString(string(module)) + fmt.Sprintf("\nuse (\n\t.\n\t%q\n)\n", repository)
	if dir, err = os.MkdirTemp(scratch, "own"); err != nil {
		return "", err
	}
	for name, text := range files {
		file := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o777), os.WriteFile(file, []byte(text), 0o666)); err != nil {
			return "", err
		}
	}
	return dir, nil
}

// ownProgram is a run of one of the programs of the pages.
func ownProgram(t *testing.T, name string, args ...string) *exec.Cmd {
	t.Helper()
	file, err := ownPrograms()
	if err != nil {
		t.Fatal(err)
	}
	return exec.CommandContext(t.Context(), file, append([]string{name}, args...)...)
}

// runProgram runs a program, and returns what it prints.
func runProgram(t *testing.T, name string, args ...string) string {
	t.Helper()
	run := ownProgram(t, name, args...)
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
	out := runProgram(t, "own", "protocol", "--algorithm", "asking", "--n", "2", "--json")
	for _, want := range []string{
		`"algorithm":"asking","n":2,"requests":"unbounded"`, `"states":20,"transitions":34`,
		`{"name":"safety","verdict":"violated","detail":"both are inside"`, `{"name":"well-defined","verdict":"holds"}`,
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %s in\n%s", want, out)
		}
	}
	trace := filepath.Join(t.TempDir(), "t.json")
	runProgram(t, "own", "protocol", "--algorithm", "asking", "--n", "2", "--trace", trace)
	if out := runProgram(t, "own", "replay", trace); !strings.Contains(out, "confirmed: the protocol has this run") {
		t.Error(out)
	}
	if out := runProgram(t, "own", "explain", "asking"); !strings.HasPrefix(out, "asking: an algorithm: mutual exclusion by asking all others\n") {
		t.Error(out)
	}
}

// The test that the page shows passes on the protocol that it begins with, and fails when another verdict is wanted.
func TestOwnTest(t *testing.T) {
	for name, wrong := range map[string]bool{"test": false, "wrong": true} {
		out, err := ownProgram(t, name).CombinedOutput()
		if (err != nil) != wrong || wrong && !strings.Contains(string(out), "one-leader violated") || !wrong && !strings.Contains(string(out), "PASS") {
			t.Errorf("%s: %v\n%s", name, err, out)
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
	qcheck("", append(strings.Fields(m[1]), "--trace", file)...)
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
