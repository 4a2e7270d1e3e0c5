package command

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/protocols"
	"qcheck/protocols/sweep"
	"qcheck/setsys/construct"
	"qcheck/setsys/slow"
)

// A reading is a way in which a command reads an input: what is called, where @file is the
// input, or @dir a directory in which the file of some name is. Without either, the input is
// standard input.
type reading struct{ args, dir string }

// readings are all ways in which commands read, by the command and the argument or the flag.
// Those without any write there.
func readings() map[string][]reading {
	const search = "--algorithm lamport --n 2 --requests 1"
	all := map[string][]reading{
		"analyze FILE":                   {{args: "analyze @file"}, {args: "analyze -"}},
		"byzantine FILE":                 {{args: "byzantine @file"}, {args: "byzantine -"}},
		"certify FILE":                   {{args: "certify @file"}, {args: "certify -"}},
		"replay TRACE.json":              {{args: "replay @file"}, {args: "replay -"}},
		"structure FILE...":              {{args: "structure @file"}, {args: "structure -"}},
		"sweep GRID":                     {{args: "sweep --list @file"}, {args: "sweep --list -"}},
		"sweep --out":                    {{"sweep --out @dir @grid", "grid.txt"}, {"sweep --out @dir @grid", "0000001.json"}},
		"merge DIR":                      {{"merge @dir", "grid.txt"}, {"merge @dir", "0000001.json"}},
		"tasks next DIR":                 {{"tasks next @dir", "search.json"}, {"tasks next @dir", "attempt-1/search-1/level-00000.1-of-1"}, {"tasks next @dir", "attempt-1/search-1/numbers-00000"}},
		"tasks run DIR":                  {{"tasks run @dir --level 1", "search.json"}, {"tasks run @dir --level 0", "attempt-1/search-1/level-00000.1-of-1"}},
		"protocol --resume":              {{"protocol --resume @dir", "search.json"}, {"protocol --resume @dir", "attempt-1/search-1/level-00003"}},
		"protocol --structure":           {{args: "protocol --structure @file"}, {args: "protocol --structure -"}, {args: "protocol --algorithm maekawa --construct contraction --param of=@file --param r=1"}},
		"simulate --structure":           {{args: "simulate --structure @file"}, {args: "simulate --structure -"}},
		"walk --structure":               {{args: "walk --structure @file"}},
		"walk --trace":                   {{args: "walk --trace @file"}},
		"walk":                           {{args: "walk " + search}},
		"protocol --checkpoint":          nil,
		"protocol --trace":               nil,
		"protocol --junit":               nil,
		"protocol --html":                nil,
		"protocol --certificate":         nil,
		"structure --html":               nil,
		"structure --junit":              nil,
		"structure --sarif":              nil,
		"analyze --html":                 nil,
		"replay --html":                  nil,
		"construct union --left":         {{args: "construct union --left @file --right " + data("majority-5.json")}},
		"construct union --right":        {{args: "construct union --right @file --left " + data("majority-5.json")}},
		"construct join --left":          {{args: "construct join --left @file --node 1 --right " + data("majority-5.json")}},
		"construct join --right":         {{args: "construct join --right @file --node 1 --left " + data("majority-5.json")}},
		"construct contraction --of":     {{args: "construct contraction --r 1 --of @file"}},
		"construct copies --of":          {{args: "construct copies --t 2 --of @file"}},
		"construct read-write-dual --of": {{args: "construct read-write-dual --of @file"}, {args: "construct read-write-dual --of -"}},
	}
	for _, kind := range []string{"cassandra", "consul", "corosync", "elasticsearch", "etcd", "kafka", "mongodb", "sentinel", "stellar", "zookeeper"} {
		all["import "+kind+" FILE"] = []reading{{args: "import " + kind + " @file"}, {args: "import " + kind + " -"}}
		all["import "+kind+" --domains"] = []reading{{args: "import " + kind + " --domains @file " + data("configurations/zoo.cfg")}}
	}
	return all
}

// gridText is the grid of the directories, and of @grid.
const gridText = "--algorithm lamport --n 1 --requests 1"

// Every command that has a file or a directory among its arguments and flags is among the
// readings.
func TestReadingsAreAllThereAre(t *testing.T) {
	known := readings()
	delete(known, "walk") // standard input, of which no usage speaks
	var look func(c *cobra.Command)
	look = func(c *cobra.Command) {
		path := strings.TrimPrefix(c.CommandPath(), "qcheck ")
		found := func(name string) {
			if _, ok := known[name]; !ok {
				t.Errorf("%s: how it is read, or that it is written, is not said here", name)
			}
			delete(known, name)
		}
		if words := strings.Fields(c.Use); len(words) > 1 && !c.HasSubCommands() {
			argument := regexp.MustCompile(`^(FILE|FILE\.\.\.|DIR|GRID|[A-Z]+\.json)$`)
			if argument.MatchString(words[1]) {
				found(path + " " + words[1])
			}
		}
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Value.Type() == "FILE" || f.Value.Type() == "DIR" {
				found(path + " --" + f.Name)
			}
		})
		for _, sub := range c.Commands() {
			look(sub)
		}
	}
	look(tree())
	for name := range known {
		t.Errorf("%s: there is no such command", name)
	}
	if !slices.ContainsFunc(construct.All(), func(c *construct.Construction) bool { return c.Name == "contraction" }) {
		t.Error("the construction of the readings is gone")
	}
}

// prepare makes what a reading needs, with the input in its place, and returns the arguments.
func (r reading) prepare(t *testing.T, input string) []string {
	t.Helper()
	grid := filepath.Join(t.TempDir(), "grid")
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(os.WriteFile(grid, []byte(gridText), 0o666))
	dir := filepath.Join(t.TempDir(), "dir")
	switch {
	case r.dir == "":
	case strings.HasSuffix(r.dir, ".txt") || strings.HasPrefix(r.dir, "0"):
		g, err := sweep.Parse(protocols.All(), "grid", []byte(gridText))
		must(err)
		_, err = sweep.OpenDir(t.Context(), dir, g)
		must(err)
	default:
		args := strings.Fields("protocol --algorithm lamport --n 2 --requests 1 --checkpoint " + dir)
		if !strings.HasPrefix(r.args, "protocol") {
			args = append(args, "--shards", "1")
		}
		if made := qcheck("", args...); made.code != console.ExitHolds {
			t.Fatalf("%+v", made)
		}
	}
	if r.dir != "" {
		place := filepath.Join(dir, r.dir)
		if err := os.Remove(place); err != nil && !strings.HasPrefix(r.dir, "0") {
			t.Fatal(err)
		}
		must(os.Symlink(input, place))
	}
	args := strings.Fields(r.args)
	for i := range args {
		args[i] = strings.NewReplacer("@file", input, "@dir", dir, "@grid", grid).Replace(args[i])
	}
	return args
}

// fromInput reports whether a reading is of standard input.
func (r reading) fromInput() bool { return r.dir == "" && !strings.Contains(r.args, "@file") }

// A configuration takes much more memory than it has bytes, so it has few.
func TestLongConfigurations(t *testing.T) {
	for name, way := range readings() {
		if !strings.HasPrefix(name, "import ") {
			continue
		}
		kind := strings.Fields(way[0].args)[1]
		if r := qcheck(strings.Repeat("1,", 3<<20), "import", kind, "-"); r.code != console.ExitUsage || r.stdout != "" || r.stderr != "qcheck: <stdin>: a configuration has at most 4 MiB\n" {
			t.Errorf("%s: exit %d, %q", kind, r.code, clipped(r.stderr))
		}
	}
}

// Whatever is given to a command to read, it says in one line, soon and with little memory, that
// it is no such thing. Without QCHECK_LONG each way reads what is endless, and one of the others.
func TestReadingIsBounded(t *testing.T) {
	sparse := filepath.Join(t.TempDir(), "sparse")
	f, err := os.Create(sparse)
	if err == nil {
		err = errors.Join(f.Truncate(3<<30), f.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	bomb := filepath.Join(t.TempDir(), "bomb.gz")
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	for range 512 {
		w.Write(make([]byte, 1<<20))
	}
	w.Close()
	if err := os.WriteFile(bomb, packed.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	endless := func(t *testing.T) string {
		pipe := filepath.Join(t.TempDir(), "pipe")
		if err := syscall.Mkfifo(pipe, 0o666); err != nil {
			t.Fatal(err)
		}
		f, err := os.OpenFile(pipe, os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Close() })
		go func() {
			for block := bytes.Repeat([]byte("x"), 1<<16); err == nil; {
				_, err = f.Write(block)
			}
		}()
		return pipe
	}
	bin := binary(t)
	turn := int(slow.Seed(t) % 3)
	for name, input := range map[string]func(t *testing.T) string{
		"zero":      func(*testing.T) string { return "/dev/zero" },
		"endless":   endless,
		"directory": func(t *testing.T) string { return t.TempDir() },
		"bomb":      func(*testing.T) string { return bomb },
		"sparse":    func(*testing.T) string { return sparse },
	} {
		all := readings()
		for i, command := range slices.Sorted(maps.Keys(all)) {
			for j, way := range all[command] {
				if names := []string{"zero", "endless", "directory", "bomb", "sparse"}; !slow.Tests() && (name != names[(i+j)%len(names)] || (i+j)%3 != turn) {
					continue // a third of them in each run, by its seed
				}
				if name == "directory" && way.args == "structure @file" {
					continue // it stands for the files in it
				}
				t.Run(name+": "+way.args+" "+way.dir, func(t *testing.T) {
					t.Parallel()
					file := input(t)
					process := exec.CommandContext(t.Context(), "qcheck", way.prepare(t, file)...)
					process.Path, process.Err = bin, nil
					peak := filepath.Join(t.TempDir(), "peak")
					process.Env = append(os.Environ(), peakFile+"="+peak, "GOGC=100") // a user's, not that of the tests
					var errs bytes.Buffer
					process.Stderr = &errs
					if way.fromInput() {
						in, err := os.Open(file)
						if err != nil {
							t.Fatal(err)
						}
						defer in.Close()
						process.Stdin = in
					}
					process.WaitDelay = time.Second
					late := time.AfterFunc(30*time.Second, func() { process.Process.Kill() })
					process.Run()
					late.Stop()
					state := process.ProcessState
					if state.ExitCode() != int(console.ExitUsage) || strings.Count(errs.String(), "\n") != 1 || !strings.HasPrefix(errs.String(), "qcheck: ") {
						t.Errorf("exit %d, stderr %q", state.ExitCode(), clipped(errs.String()))
					}
					if spent := state.UserTime() + state.SystemTime(); spent > 2*time.Second {
						t.Errorf("it took %s", spent)
					}
					if most := peakOf(t, peak); most > 128<<10 {
						t.Errorf("it took %d kB", most)
					}
				})
			}
		}
	}
}

func clipped(text string) string { return text[:min(len(text), 500)] }

// peakOf returns the most memory that a process had, in kB.
func peakOf(t *testing.T, file string) int {
	t.Helper()
	status, err := os.ReadFile(file)
	at := regexp.MustCompile(`VmHWM:\s*(\d+) kB`).FindSubmatch(status)
	if err != nil || at == nil {
		t.Fatalf("%s: %v", status, err)
	}
	n, _ := strconv.Atoi(string(at[1]))
	return n
}

// A pipe to which nobody writes is waited for until the context ends, in whichever command.
func TestReadingIsInterrupted(t *testing.T) {
	for _, ways := range readings() {
		for _, way := range ways {
			if way.fromInput() || strings.Contains(way.dir, "/") { // a level is a regular file
				continue
			}
			t.Run(way.args+" "+way.dir, func(t *testing.T) {
				t.Parallel()
				pipe := filepath.Join(t.TempDir(), "pipe")
				if err := syscall.Mkfifo(pipe, 0o666); err != nil {
					t.Fatal(err)
				}
				args := way.prepare(t, pipe)
				ctx, cancel := context.WithCancelCause(t.Context())
				go func() {
					time.Sleep(100 * time.Millisecond)
					cancel(errors.New("enough"))
				}()
				r := qcheckContext(ctx, "", args...)
				if strings.HasPrefix(way.args, "sweep --out") && strings.Contains(r.stdout, "interrupted: the same command goes on") {
					r.stderr = "qcheck: x: interrupted while it was read: enough\n" // a sweep says so in its own way
				}
				if r.code != console.ExitUnknown || strings.Count(r.stderr, "\n") != 1 || !strings.Contains(r.stderr, ": interrupted while it was ") || !strings.Contains(r.stderr, ": enough\n") {
					t.Errorf("exit %d, stderr %q", r.code, r.stderr)
				}
				if f, err := os.OpenFile(pipe, os.O_RDWR|syscall.O_NONBLOCK, 0); err == nil {
					f.Close() // lets the open that was left come back
				}
			})
		}
	}
}

// A limit on memory is kept by a search with a certificate, too.
func TestCertificateWithinMemory(t *testing.T) {
	file := filepath.Join(t.TempDir(), "certificate")
	process := exec.CommandContext(t.Context(), "qcheck", strings.Fields("protocol --algorithm maekawa --n 4 --requests 1 --workers 2 --max-memory 150M --certificate "+file)...)
	process.Path, process.Err = binary(t), nil
	peak := filepath.Join(t.TempDir(), "peak")
	process.Env = append(os.Environ(), peakFile+"="+peak, "GOGC=100")
	if out, err := process.CombinedOutput(); process.ProcessState.ExitCode() != int(console.ExitHolds) {
		t.Errorf("%v: %s", err, out)
	}
	if most := peakOf(t, peak); most > 250<<10 { // the program itself counts here
		t.Errorf("it took %d kB", most)
	}
	if head, err := os.ReadFile(file); err != nil || !bytes.Contains(head[:min(len(head), 2000)], fmt.Appendf(nil, `"states":771546`)) {
		t.Errorf("the certificate begins with %q, %v", head[:min(len(head), 500)], err)
	}
}
