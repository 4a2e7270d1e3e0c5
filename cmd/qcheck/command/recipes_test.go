package command

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/interp"
	"mvdan.cc/sh/v3/syntax"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/explore"
	"qcheck/protocols"
	"qcheck/protocols/instance"
)

// A trial runs recipes where everything that they read is broken: each structure, or else each protocol.
type trial struct {
	broken, whole string // the structure, and one of the same nodes that is valid; empty where protocols are broken
	all           instance.Registry
	judged        []judgement
}

// A judgement is a command of qcheck that a recipe ran, and how it ended.
type judgement struct {
	args []string
	result
}

// judges says what a command of qcheck is about whose exit code is a verdict.
var judges = map[string]string{
	"structure": "structure", "analyze": "structure", "compare": "structure", "byzantine": "structure",
	"protocol": "protocol", "prove": "protocol", "simulate": "protocol", "replay": "protocol", "certify": "protocol", "merge": "protocol",
}

// kind says what is broken.
func (x *trial) kind() string {
	if x.broken != "" {
		return "structure"
	}
	return "protocol"
}

// handler runs qcheck in this process, the programs that only show or keep what others print, and nothing else.
func (x *trial) handler(next interp.ExecHandlerFunc) interp.ExecHandlerFunc {
	return func(ctx context.Context, args []string) error {
		if i := slices.Index(args, "IMAGE"); i >= 0 { // docker run OPTIONS IMAGE ARGUMENTS
			args = args[i:]
		} else if !strings.HasPrefix(filepath.Base(args[0]), "qcheck") {
			if slices.Contains([]string{"grep", "tail", "head", "sed", "wc", "tee", "cat", "rm", "mktemp", "sha256sum"}, args[0]) {
				return next(ctx, args)
			}
			return nil
		}
		at := interp.HandlerCtx(ctx)
		in := io.Reader(strings.NewReader(""))
		if at.Stdin != nil {
			in = at.Stdin
		}
		args = args[1:]
		if kind := judges[args[0]]; kind != x.kind() && args[0] != "sweep" && args[0] != "import" && args[0] != "construct" {
			return nil
		}
		if x.broken != "" {
			switch {
			case args[0] == "construct" || args[0] == "import":
				text := x.broken
				if strings.HasPrefix(args[len(args)-1], "old") {
					text = x.whole
				}
				_, err := io.WriteString(at.Stdout, text)
				return err
			case judges[args[0]] == "structure":
				if slices.Contains(args, "-") {
					io.Copy(io.Discard, in)
					in = strings.NewReader(x.broken)
				}
				x.place(args)
			}
		}
		var out, errs strings.Builder
		code := console.ExitCode(Run(ctx, x.all, args, in, &out, &errs))
		io.WriteString(piped{at.Stdout}, out.String())
		if judges[args[0]] != "" {
			x.judged = append(x.judged, judgement{args, result{code, out.String(), errs.String()}})
		}
		return interp.ExitStatus(code)
	}
}

// place puts a broken structure wherever a command reads one, but for the OLD of a comparison.
func (x *trial) place(args []string) {
	for i, a := range args[1:] {
		text := x.broken
		if args[0] == "compare" && (i == 0 || strings.HasPrefix(args[i], "-")) && filepath.Ext(a) == ".json" && !slices.ContainsFunc(args[1:i+1], func(b string) bool { return filepath.Ext(b) == ".json" }) {
			text = x.whole
		}
		if strings.HasSuffix(a, "/") {
			a += "a.json"
		}
		if filepath.Ext(a) == ".json" && !strings.ContainsAny(a, ",=") {
			os.MkdirAll(filepath.Dir(a), 0o777)
			os.WriteFile(a, []byte(text), 0o666)
		}
	}
}

// run runs a line of a recipe in a shell, and returns how it ended, and the commands of qcheck in it that judged something.
func (x *trial) run(t *testing.T, shell *interp.Runner, line string) (code interp.ExitStatus, judged []judgement) {
	t.Helper()
	x.judged = nil
	file, err := syntax.NewParser().Parse(strings.NewReader(line), "")
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	if err := shell.Run(t.Context(), file); err != nil && !errors.As(err, &code) {
		t.Fatalf("%s: %v", line, err)
	}
	return code, x.judged
}

// A shell is one as a step of a build has that says nothing else: without pipefail.
func (x *trial) shell(t *testing.T, dir string) *interp.Runner {
	t.Helper()
	env := append(os.Environ(), "SHA256="+strings.Repeat("0", 64), "PWD="+dir)
	shell, err := interp.New(interp.Dir(dir), interp.Env(expand.ListEnviron(env...)), interp.StdIO(nil, io.Discard, io.Discard), interp.ExecHandlers(x.handler))
	if err != nil {
		t.Fatal(err)
	}
	return shell
}

// A recipe is a block of a page, line by line.
type recipe struct {
	page  string
	lines []string
}

var (
	inTable = regexp.MustCompile("`(docker run [^`]*)`")
	asHook  = regexp.MustCompile(`entry: (qcheck [a-z]+), files: '\^([a-z]+/)`)
	asStep  = regexp.MustCompile(`run: (/tmp/qcheck .*)`)
)

// recipes returns those of the pages and of the workflows.
func recipes(t *testing.T) (all []recipe) {
	for _, page := range append(pages(t), findingsFile) {
		text := readRepository(t, page)
		for _, m := range fence.FindAllStringSubmatch(text, -1) {
			r := recipe{page: page}
			for line := range strings.Lines(m[2]) {
				command, ok := strings.CutPrefix(line, "$ ")
				switch {
				case m[1] == "console" && ok:
				case m[1] == "sh" && asHook.MatchString(line):
					command = asHook.ReplaceAllString(asHook.FindString(line), "$1 ${2}a.json")
				case m[1] == "sh":
					command = line
				default:
					continue
				}
				command = strings.ReplaceAll(strings.ReplaceAll(command, "go run ./cmd/qcheck", "qcheck"), " /", " ./")
				if _, err := syntax.NewParser().Parse(strings.NewReader(command), ""); err == nil && !strings.Contains(command, "tasks") {
					r.lines = append(r.lines, strings.TrimSpace(command))
				}
			}
			all = append(all, r)
		}
		for _, m := range inTable.FindAllStringSubmatch(text, -1) {
			all = append(all, recipe{page, []string{m[1]}})
		}
	}
	for _, file := range []string{"deploy/github/check.yml", "deploy/github/sweep.yml"} {
		r := recipe{page: file}
		for _, m := range asStep.FindAllStringSubmatch(readRepository(t, file), -1) {
			r.lines = append(r.lines, strings.ReplaceAll(m[1], "${{ matrix.part }}", "1"))
		}
		all = append(all, r)
	}
	return all
}

// forBuilds are the pages whose lines a build server runs as they are. Elsewhere what is piped on is shown to a reader.
var forBuilds = []string{"docs/ci.md", "deploy/github/check.yml", "deploy/github/sweep.yml"}

// No recipe is green where what it judges is broken: a structure that lets two halves go on, or a protocol two of whose processes are
// inside, one of whose steps is not defined, and which keeps nothing that its algorithm promises.
func TestRecipesFail(t *testing.T) {
	trials := map[string]*trial{"a broken protocol": {all: breaking()}}
	for name, text := range splitBrains(t) {
		trials[name] = &trial{broken: text, whole: united(t, text), all: protocols.All()}
	}
	all, grid := recipes(t), readRepository(t, "testdata/small.grid")
	before, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	defer os.Chdir(before)
	repository, _ := filepath.Abs(root)
	for name, x := range trials {
		counts := map[string]int{}
		dir := t.TempDir()
		if x.broken == "" {
			for _, part := range []string{"testdata", "corpus/testdata"} {
				if err := os.CopyFS(filepath.Join(dir, part), os.DirFS(filepath.Join(repository, part))); err != nil {
					t.Fatal(err)
				}
			}
			os.WriteFile(filepath.Join(dir, "my.grid"), []byte(grid), 0o666)
		}
		if err := os.Chdir(dir); err != nil {
			t.Fatal(err)
		}
		for _, r := range all {
			if x.broken == "" && r.page == findingsFile {
				continue // whose protocols are broken as they are
			}
			shell, build := x.shell(t, dir), slices.Contains(forBuilds, r.page)
			for _, line := range r.lines {
				if strings.Contains(line, "--allow-broken-structure") && x.broken != "" || strings.Contains(line, "--help") {
					continue
				}
				code, judged := x.run(t, shell, line)
				if strings.Contains(line, "sha256sum") && code == 0 {
					t.Errorf("%s: %s\na file that is another one is taken", r.page, line)
				}
				about := 0
				for _, j := range judged {
					if slices.Contains(j.args, "--measure") || slices.Contains(j.args, "--shards") || slices.Equal(j.args, []string{"replay", "run.json"}) {
						continue // no verdict, or that on a run of the broken protocol, which it has
					}
					about++
					if counts[r.page]++; j.code == console.ExitViolated {
						counts["violated"]++
					}
					if j.code == console.ExitHolds {
						t.Errorf("%s: %s: %s\nis green\n%s%s", name, r.page, line, j.stdout, j.stderr)
					}
				}
				if build && about > 0 && code == 0 {
					t.Errorf("%s: %s: %s\npasses, though a command in it fails", name, r.page, line)
				}
			}
		}
		if ci := counts["docs/ci.md"]; counts["violated"] < 50 || x.broken != "" && ci < 9 || ci < 2 || counts["deploy/github/check.yml"] < 2 {
			t.Errorf("%s: too few recipes: %v", name, counts)
		}
	}
}

// united is a structure of the same kind and nodes with one quorum, all nodes.
func united(t *testing.T, text string) string {
	t.Helper()
	var doc map[string]any
	if err := json.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatal(err)
	}
	whole := map[string]any{"kind": doc["kind"], "universe": doc["universe"], "domains": doc["domains"]}
	for _, role := range []string{"quorums", "write", "read"} {
		if doc[role] != nil {
			whole[role] = []any{doc["universe"]}
		}
	}
	valid, err := json.Marshal(whole)
	if err != nil {
		t.Fatal(err)
	}
	return string(valid)
}

// lost is where a process is in a protocol that is broken, and whether it stays.
type lost struct {
	Phase explore.Phase
	Stuck bool
}

// breaking are the algorithms, with the same parameters, in which whoever asks is inside at once, and cannot leave, or waits for ever.
func breaking() instance.Registry {
	all := slices.Clone(protocols.All())
	for i, a := range all {
		b := *a
		b.Build = func(s *instance.Setup) (*instance.Model, error) {
			m, err := a.Build(s)
			if err != nil {
				return nil, err
			}
			type step = explore.Step[lost, uint8]
			p := explore.Protocol[lost, uint8]{Name: a.Name, N: m.Instance.N, Steps: []string{"ask", "enter", "wait", "leave"}}
			p.Init = func(int) lost { return lost{} }
			p.Actions = func(_ int, at lost) []step {
				switch {
				case at.Phase == explore.Thinking:
					return []step{{Name: "ask", Kind: explore.Ask, Next: lost{Phase: explore.Waiting}}}
				case at.Phase == explore.Waiting && !at.Stuck:
					return []step{{Name: "enter", Next: lost{Phase: explore.Inside}}, {Name: "wait", Next: lost{explore.Waiting, true}}}
				case at.Phase == explore.Inside:
					return []step{{Name: "leave", Kind: explore.Leave, Undefined: "there is no way out"}}
				}
				return nil
			}
			p.Deliver = func(int, lost, int, uint8) []step { return nil }
			p.Restart = func(_ int, at lost) lost { return at }
			p.Observe = func(_ int, at lost) explore.Observation { return explore.Observation{Phase: at.Phase} }
			p.Safe = explore.AtMost(1)
			for _, g := range a.Goals {
				p.Requires = append(p.Requires, explore.Always(g.Name, func(v explore.View[lost, uint8]) string {
					if slices.Contains(v.Locals, lost{Phase: explore.Inside}) {
						return "a process is inside"
					}
					return ""
				}))
			}
			return instance.Of(p, nil)
		}
		all[i] = &b
	}
	return all
}
