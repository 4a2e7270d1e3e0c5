package command

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"qcheck/cmd/qcheck/command/console"
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
	slow.Main(tidy{m}, 18_500)
}

// tidy are tests after which the command that they built goes.
type tidy struct{ *testing.M }

func (m tidy) Run() int {
	defer func() {
		if built.dir != "" {
			os.RemoveAll(built.dir)
		}
	}()
	return m.M.Run()
}

// built is the command as users have it, which the transcripts run a thousand times: it begins in half of the time
// of the test binary. It has no version, which trace files would name.
var built struct {
	once sync.Once
	dir  string
	err  error
}

// command returns a directory with the command.
func command(t *testing.T) string {
	t.Helper()
	built.once.Do(func() {
		if built.dir, built.err = os.MkdirTemp("", "qcheck-"); built.err != nil {
			return
		}
		build := exec.Command("go", "build", "-buildvcs=false", "-ldflags=-w", "-o", built.dir+string(filepath.Separator), "./cmd/qcheck")
		build.Dir = root
		if out, err := build.CombinedOutput(); err != nil {
			built.err = fmt.Errorf("%w\n%s", err, out)
		}
	})
	if built.err != nil {
		t.Fatal(built.err)
	}
	return built.dir
}

// peakFile is the variable that names the file for what the system says of the process in the
// end, where a test asks for it: the most memory that it had is there.
const peakFile = "QCHECK_TEST_STATUS"

// run is Run with the algorithms of the project.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) console.ExitCode {
	return console.ExitCode(Run(ctx, protocols.All(), args, stdin, stdout, stderr))
}

// A shell is one in the repository where "qcheck" and "go run
// ./cmd/qcheck" run the command under test.
type shell struct {
	t   *testing.T
	bin string // a directory where the test binary is called qcheck
}

func newShell(t *testing.T) shell {
	t.Helper()
	if _, err := exec.LookPath("sh"); err != nil || runtime.GOOS == "windows" {
		t.Skip("transcripts need a POSIX shell")
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	if err := os.Symlink(exe, filepath.Join(bin, "qcheck")); err != nil {
		t.Fatal(err)
	}
	return shell{t, bin}
}

// play runs the commands of a transcript, the lines that begin with "$ ", in
// one shell, and returns the transcript with the output found: what each
// command writes to both streams.
func (c shell) play(transcript string) string {
	c.t.Helper()
	const mark = "\x01"
	var script strings.Builder
	var commands []string
	for line := range strings.Lines(transcript) {
		line = strings.TrimRight(line, "\n")
		if command, ok := strings.CutPrefix(line, "$ "); ok {
			commands = append(commands, line)
			command = strings.ReplaceAll(command, "go run ./cmd/qcheck", "qcheck")
			// The mark separates outputs and leaves $? alone.
			fmt.Fprintf(&script, "%s\nstatus=$?; printf '\\001'; (exit $status)\n", command)
		}
	}
	ctx, cancel := context.WithTimeout(c.t.Context(), time.Minute)
	defer cancel()
	sh := exec.CommandContext(ctx, "sh")
	sh.Stdin = strings.NewReader("") // scripts come as an argument, so that commands cannot read them
	sh.Args = append(sh.Args, "-c", script.String())
	sh.Dir = root
	sh.Env = append(os.Environ(), "PATH="+command(c.t)+string(os.PathListSeparator)+os.Getenv("PATH"))
	out, err := sh.CombinedOutput()
	if _, exited := err.(*exec.ExitError); err != nil && !exited {
		c.t.Fatal(err)
	}
	outputs := strings.Split(string(out), mark)
	if len(outputs) != len(commands)+1 {
		c.t.Fatalf("%d outputs of %d commands: %q", len(outputs)-1, len(commands), out)
	}
	var found strings.Builder
	for i, command := range commands {
		fmt.Fprintf(&found, "%s\n%s", command, outputs[i])
	}
	return found.String()
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
			found := newShell(t).play(string(want))
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
	var out, err bytes.Buffer
	code := run(ctx, args, strings.NewReader(stdin), &out, &err)
	return result{code, out.String(), err.String()}
}

// data returns the path of a structure file of the repository.
func data(name string) string { return filepath.Join(root, "testdata", name) }
