package command

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/interp"
	"mvdan.cc/sh/v3/syntax"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/cmd/qcheck/command/serve"
	"qcheck/protocols"
	"qcheck/setsys/slow"
)

var update = flag.Bool("update", false, "write the output found into the transcripts and the README")

// root is the repository; commands in transcripts and in the README are run
// there.
const root = "../../.."

// TestMain lets the test binary stand in for the command: under the name
// qcheck it is qcheck.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == "qcheck" {
		if d, err := time.ParseDuration(os.Getenv(bodyTime)); err == nil {
			serve.BodyTime = d
		}
		if peak := os.Getenv(peakFile); peak != "" {
			code := run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
			status, _ := os.ReadFile("/proc/self/status")
			os.WriteFile(peak, status, 0o666)
			os.Exit(int(code))
		}
		Main(protocols.All())
	}
	os.Unsetenv("COLUMNS") // outputs do not depend on the terminal of the tests
	if os.Getenv("GOGC") == "" {
		os.Setenv("GOGC", "400") // for the processes that tests start, as slow.Main does for this one
	}
	slow.Main(tidy{m}, 36_000)
}

// scratch is a directory for what several tests use.
var scratch string

// tidy are tests after which it is gone.
type tidy struct{ *testing.M }

func (m tidy) Run() int {
	var err error
	if scratch, err = os.MkdirTemp("", "qcheck-tests-"); err != nil {
		panic(err)
	}
	defer os.RemoveAll(scratch)
	return m.M.Run()
}

// peakFile is the variable that names the file for what the system says of the process in the
// end, where a test asks for it: the most memory that it had is there.
const peakFile = "QCHECK_TEST_STATUS"

// bodyTime is the variable that says how long the body of a request may take, where a test does not wait for ten seconds.
const bodyTime = "QCHECK_TEST_BODY"

// run is Run with the algorithms of the project.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) console.ExitCode {
	return console.ExitCode(Run(ctx, protocols.All(), args, stdin, stdout, stderr))
}

// binary returns a file of the name qcheck that is the command, for tests that need a process of its own.
func binary(t *testing.T) string {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "qcheck")
	if err := os.Symlink(exe, file); err != nil {
		t.Fatal(err)
	}
	return file
}

// play runs the commands of a transcript, the lines that begin with "$ ", in one shell in the
// repository, and returns the transcript with the output found: what each command writes to
// both streams. The shell and the commands of qcheck are in this process, where they begin
// in a tenth of the time.
func play(t *testing.T, transcript string) string {
	t.Helper()
	var found output
	directory, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	before, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chdir(directory); err != nil {
		t.Fatal(err)
	}
	defer os.Chdir(before)
	env := append(os.Environ(), "PATH="+filepath.Dir(binary(t))+string(os.PathListSeparator)+os.Getenv("PATH"))
	shell, err := interp.New(
		interp.Dir(directory), interp.Env(expand.ListEnviron(env...)), interp.StdIO(nil, &found, &found),
		interp.ExecHandlers(here(directory)),
		interp.CallHandler(func(_ context.Context, args []string) ([]string, error) {
			if args[0] == "printf" { // the shell's own knows no octal numbers
				args[0] = "/usr/bin/printf"
			}
			return args, nil
		}),
	)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for line := range strings.Lines(transcript) {
		command, ok := strings.CutPrefix(line, "$ ")
		if !ok {
			continue
		}
		found.Write([]byte(line))
		file, err := syntax.NewParser().Parse(strings.NewReader(strings.ReplaceAll(command, "go run ./cmd/qcheck", "qcheck")), "")
		if err != nil {
			t.Fatalf("%s: %v", command, err)
		}
		var code interp.ExitStatus
		if err := shell.Run(ctx, file); err != nil && !errors.As(err, &code) {
			t.Fatalf("%s: %v", command, err)
		}
	}
	return found.text.String()
}

// output is what all commands of a pipeline write to.
type output struct {
	mutex sync.Mutex
	text  bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	return o.text.Write(p)
}

// here runs qcheck in this process, unless it is to have a width, a directory or streams of its own.
func here(directory string) func(interp.ExecHandlerFunc) interp.ExecHandlerFunc {
	return func(next interp.ExecHandlerFunc) interp.ExecHandlerFunc {
		return func(ctx context.Context, args []string) error {
			at := interp.HandlerCtx(ctx)
			if args[0] != "qcheck" || slices.Contains(args, "/dev/stdin") || at.Env.Get("COLUMNS").IsSet() || at.Dir != directory {
				return next(ctx, args)
			}
			in := at.Stdin
			if in == nil {
				in = strings.NewReader("")
			}
			if at.Stdin != nil || !repeats(args) {
				return interp.ExitStatus(run(ctx, args[1:], in, piped{at.Stdout}, piped{at.Stderr}))
			}
			key := strings.Join(args, "\x00")
			if _, ok := ran[key]; !ok {
				ran[key] = qcheckContext(ctx, "", args[1:]...)
			}
			io.WriteString(at.Stdout, ran[key].stdout)
			io.WriteString(at.Stderr, ran[key].stderr)
			return interp.ExitStatus(ran[key].code)
		}
	}
}

// ran are the results of searches and proofs that several pages show.
var ran = map[string]result{}

// repeats says whether a command is one that takes long, and writes no file.
func repeats(args []string) bool {
	return len(args) > 1 && slices.Contains([]string{"protocol", "prove", "search"}, args[1]) && !slices.ContainsFunc(args, func(arg string) bool {
		return slices.Contains([]string{"--trace", "--html", "--certificate", "--checkpoint", "--resume", "--smt"}, arg)
	})
}

// piped is a stream whose reader may go first, which ends a process in silence.
type piped struct{ io.Writer }

func (w piped) Write(p []byte) (int, error) {
	n, err := w.Writer.Write(p)
	if errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe) {
		return len(p), nil
	}
	return n, err
}

// The transcripts show what the command prints for the files of the
// repository. "go test ./cmd/qcheck/command -update" rewrites them, for a reviewer to
// read the difference.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcripts: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			found := play(t, string(want))
			if *update {
				if err := os.WriteFile(file, []byte(found), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(string(want), found); diff != "" {
				t.Errorf("output differs (-transcript +found):\n%s", diff)
			}
		})
	}
}

// result is what a run in this process did.
type result struct {
	code           console.ExitCode
	stdout, stderr string
}

// qcheck runs the command in this process.
func qcheck(stdin string, args ...string) result {
	return qcheckContext(context.Background(), stdin, args...)
}

func qcheckContext(ctx context.Context, stdin string, args ...string) result {
	if slices.Contains(args, "--max-memory") {
		return alone(ctx, stdin, args...)
	}
	var out, err bytes.Buffer
	code := run(ctx, args, strings.NewReader(stdin), &out, &err)
	return result{code, out.String(), err.String()}
}

// alone runs the command in a process of its own: a limit on memory is one of a process, and in this one
// the collector would do nothing but look at what is of tests.
func alone(ctx context.Context, stdin string, args ...string) result {
	var out, errs bytes.Buffer
	exe, err := os.Executable()
	if err != nil {
		panic(err)
	}
	process := exec.CommandContext(ctx, exe)
	process.Args = append([]string{"qcheck"}, args...)
	process.Stdin, process.Stdout, process.Stderr = strings.NewReader(stdin), &out, &errs
	if err := process.Run(); process.ProcessState == nil {
		panic(err)
	}
	return result{console.ExitCode(process.ProcessState.ExitCode()), out.String(), errs.String()}
}

// data returns the path of a structure file of the repository.
func data(name string) string { return filepath.Join(root, "testdata", name) }
