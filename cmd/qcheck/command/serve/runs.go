//go:build !js

package serve

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/setsys"
	"qcheck/setsys/input"
)

const (
	// mostRuns is how many runs go on at a time: walks are among them, which wait for the reader.
	mostRuns = 8
	// mostPrinted is how many bytes the events of a run may have.
	mostPrinted = 64 << 20
	// patience is how long a run may take to show what it has, after it was stopped.
	patience = 10 * time.Second
)

// errLimit ends a run that prints too much.
var errLimit = fmt.Errorf("more than %d MiB were printed", mostPrinted>>20)

// runs are those that go on.
type runs struct {
	ctx     context.Context // of the command
	limits  limits
	parent  string   // the folder of the folders of runs
	program []string // starts the process of a run
	tree    func() *cobra.Command

	mu    sync.Mutex
	going map[string]*going
}

// A going run has a process that can be spoken to.
type going struct {
	mu   sync.Mutex
	to   io.WriteCloser
	walk bool

	memory  int64 // that it takes, as it last said
	stopped bool  // since all took too much
	cores   int   // that it may use

	end context.CancelCauseFunc // whatever it does
}

func (g *going) say(x any) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return json.NewEncoder(g.to).Encode(x)
}

// wrong answers that a request cannot be done, in a line.
func wrong(w http.ResponseWriter, code int, format string, args ...any) {
	http.Error(w, strings.ReplaceAll(fmt.Sprintf(format, args...), "\n", " "), code)
}

// read reads the body of a request.
func read(w http.ResponseWriter, r *http.Request, into any) bool {
	d := json.NewDecoder(http.MaxBytesReader(w, r.Body, input.Limit+1<<20))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		wrong(w, http.StatusBadRequest, "the request cannot be read: %v", err)
		return false
	}
	http.NewResponseController(w).SetReadDeadline(time.Time{}) // a run may take as long as it likes
	return true
}

// begin starts a run, and answers with its events, a line each, until it ends. When the page leaves,
// the run ends.
func (s *runs) begin(w http.ResponseWriter, r *http.Request) {
	var request Request
	if !read(w, r, &request) {
		return
	}
	if err := refuse(s.tree(), request.Args); err != nil {
		notRun(w, err)
		return
	}
	ctx, end := context.WithCancelCause(r.Context())
	defer end(nil)
	g := &going{walk: request.Args[0] == "walk", end: end}
	id, err := s.add(g)
	if err != nil {
		notRun(w, err)
		return
	}
	defer s.remove(id)
	dir, err := os.MkdirTemp(s.parent, "")
	defer os.RemoveAll(dir)
	if err = errors.Join(err, fill(dir, request.Files)); err != nil {
		notRun(w, err)
		return
	}
	defer context.AfterFunc(s.ctx, func() { end(context.Cause(s.ctx)) })()
	defer time.AfterFunc(s.limits.time+patience, func() { end(errors.New("it went on after its time")) }).Stop()
	process := s.process(ctx, dir, request, g)
	from, err := g.start(process, Request{Args: request.Args})
	if err != nil {
		wrong(w, http.StatusInternalServerError, "the run did not start: %v", console.Pathless(err))
		return
	}
	w.Header().Set("Content-Type", "application/x-ndjson")
	send := func(line []byte) {
		w.Write(line)
		http.NewResponseController(w).Flush()
	}
	say := func(e Event) {
		line, _ := json.Marshal(e)
		send(append(line, '\n'))
	}
	say(Event{ID: id})
	ended, err := pass(from, send, func(memory int64) { s.takes(g, memory) })
	if err != nil {
		end(err)
	}
	g.to.Close()
	if failed := process.Wait(); !ended {
		why := context.Cause(ctx)
		if why == nil {
			why = fmt.Errorf("the engine ended before its time (%v): %s", failed, firstLine(process.Stderr.(*bytes.Buffer).String()))
		}
		say(Event{Lost: why.Error()})
	}
}

// notRun answers as a command that cannot be run does.
func notRun(w http.ResponseWriter, why error) {
	e, code := json.NewEncoder(w), int(console.ExitUsage)
	e.Encode(Event{Err: fmt.Sprintf("qcheck: %s\n", setsys.Printable(why.Error()))})
	e.Encode(Event{Code: &code})
}

// fill writes these files into a folder.
func fill(dir string, files map[string]string) error {
	for name, text := range files {
		if !plain.MatchString(name) || len(name) > longest || slices.Contains(outputs, name) && name != "run.json" {
			return fmt.Errorf("a file cannot be called %s here", setsys.Quote(name))
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			return fmt.Errorf("%s: %w", name, console.Pathless(err))
		}
	}
	return nil
}

// parents begins the names of the folders of servers, each of which has those of its runs.
const parents = "qcheck-serve-"

// alive is how often a server says that its folder is in use. One that did not for some time was killed.
const alive = 30 * time.Second

// newParent makes the folder of this server, and removes those of servers that were killed.
func newParent(ctx context.Context) (string, error) {
	others, _ := filepath.Glob(filepath.Join(os.TempDir(), parents+"*"))
	for _, dir := range others {
		if info, err := os.Lstat(dir); err == nil && info.IsDir() && time.Since(info.ModTime()) > 4*alive {
			os.RemoveAll(dir)
		}
	}
	dir, err := os.MkdirTemp("", parents)
	go func() {
		for tick := time.NewTicker(alive); ; {
			select {
			case <-ctx.Done():
				return
			case now := <-tick.C:
				os.Chtimes(dir, now, now)
			}
		}
	}()
	return dir, err
}

// process is that of a run, which ends by itself when its input does.
func (s *runs) process(ctx context.Context, dir string, r Request, g *going) *exec.Cmd {
	c := exec.CommandContext(ctx, s.program[0])
	c.Args, c.Dir, c.Stderr = s.program[1:], dir, &bytes.Buffer{}
	c.Env = append(environment(r.Columns), fmt.Sprintf("GOMAXPROCS=%d", g.cores))
	c.WaitDelay = time.Second
	return c
}

// start starts the process, and gives it its request.
func (g *going) start(c *exec.Cmd, r Request) (from io.Reader, err error) {
	if g.to, err = c.StdinPipe(); err != nil {
		return nil, err
	}
	c.Cancel = g.to.Close
	if from, err = c.StdoutPipe(); err == nil {
		err = c.Start()
	}
	if err == nil {
		err = g.say(r)
	}
	return from, err
}

// environment is that of a run: what a process needs, and the width of its lines.
func environment(columns int) []string {
	env := []string{"TERM=xterm", "NO_COLOR=1", fmt.Sprintf("COLUMNS=%d", min(max(columns, 40), 300))}
	for _, name := range []string{"PATH", "HOME", "TMPDIR", "TMP", "TEMP", "SystemRoot", "GOGC"} {
		if value, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+value)
		}
	}
	return env
}

// pass passes events on, but for what they say of memory, and reports whether the last one was there.
func pass(from io.Reader, send func([]byte), takes func(memory int64)) (ended bool, err error) {
	in, printed := bufio.NewReader(from), 0
	for !ended {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return false, nil // the process ended
		}
		if printed += len(line); printed > mostPrinted {
			return false, errLimit
		}
		var e Event
		if err := json.Unmarshal(line, &e); err != nil {
			return false, fmt.Errorf("the engine wrote what is no event: %w", err)
		}
		if e.Memory > 0 {
			takes(e.Memory)
			continue
		}
		ended = e.Code != nil
		send(line)
	}
	return true, nil
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// say passes on to a run what the page says to it.
func (s *runs) say(w http.ResponseWriter, r *http.Request) {
	var said struct {
		ID string `json:"id"`
		word
	}
	if !read(w, r, &said) {
		return
	}
	s.mu.Lock()
	g := s.going[said.ID]
	s.mu.Unlock()
	switch {
	case g == nil:
		wrong(w, http.StatusNotFound, "there is no such run; it may have ended")
		return
	case said.Input != "" && !(g.walk && typed.MatchString(said.Input)):
		wrong(w, http.StatusBadRequest, "a run does not read %q", said.Input)
		return
	}
	if err := g.say(said.word); err != nil {
		wrong(w, http.StatusNotFound, "the run has ended")
		return
	}
	if said.Stop {
		time.AfterFunc(patience, func() { g.end(fmt.Errorf("it did not come to its end within %s after it was stopped", patience)) })
	}
	w.WriteHeader(http.StatusNoContent)
}

// add takes a run in, and gives it its part of the cores.
func (s *runs) add(g *going) (id string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.going) == mostRuns {
		return "", fmt.Errorf("%d runs go on already; stop one of them", mostRuns)
	}
	g.cores = max(runtime.GOMAXPROCS(0)/(len(s.going)+1), 1)
	id = rand.Text()
	s.going[id] = g
	return id, nil
}

// takes notes how much memory a run takes. When all together take too much, the largest is to stop.
func (s *runs) takes(g *going, memory int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g.memory = memory
	all, largest := int64(0), (*going)(nil)
	for _, other := range s.going {
		if other.stopped {
			continue
		}
		if all += other.memory; largest == nil || other.memory > largest.memory {
			largest = other
		}
	}
	if all > s.limits.memory {
		largest.stopped = true
		largest.say(word{Stop: true, Why: s.limits.noMemory().Error()})
	}
}

func (s *runs) remove(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.going, id)
}
