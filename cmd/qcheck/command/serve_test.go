package command

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/cmd/qcheck/command/serve"
	"qcheck/protocols"
)

// A served playground is a process; its runs have their folders in tmp.
type served struct {
	t       *testing.T
	address string
	tmp     string
}

func newServed(t *testing.T, flags ...string) served {
	t.Helper()
	return servedIn(t, t.TempDir(), flags...)
}

func servedIn(t *testing.T, tmp string, flags ...string) served {
	t.Helper()
	s := served{t: t, tmp: tmp}
	c := exec.Command("qcheck", append([]string{"serve", "--port", "0"}, flags...)...)
	c.Path, c.Err = binary(t), nil
	c.Env = append(os.Environ(), "TMPDIR="+s.tmp)
	var errs bytes.Buffer
	c.Stderr = &errs
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c.Process.Signal(os.Interrupt)
		if err := c.Wait(); err != nil || errs.Len() > 0 {
			t.Errorf("it ends with %v: %s", err, errs.String())
		}
		if left, err := filepath.Glob(filepath.Join(s.tmp, "qcheck-serve-*")); err != nil || len(left) > 0 {
			t.Errorf("left behind are %v, %v", left, err)
		}
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	s.address = strings.TrimSpace(line)
	return s
}

// post asks as the page does, but for some headers.
func (s served) post(path string, body any, headers ...string) *http.Response {
	s.t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		s.t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(s.t.Context(), "POST", s.address+path, bytes.NewReader(text))
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Origin", strings.TrimSuffix(s.address, "/"))
	for i := 0; i < len(headers); i += 2 {
		if headers[i] == "Host" {
			r.Host = headers[i+1]
		}
		r.Header.Set(headers[i], headers[i+1])
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { answer.Body.Close() })
	return answer
}

// A running command sends events.
type running struct {
	served
	lines *bufio.Scanner
	body  io.Closer
	id    string
}

func (s served) begin(files map[string]string, args ...string) *running {
	s.t.Helper()
	answer := s.post("run", serve.Request{Args: args, Files: files, Columns: 100})
	if answer.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(answer.Body)
		s.t.Fatalf("%v: %s: %s", args, answer.Status, text)
	}
	r := &running{served: s, lines: bufio.NewScanner(answer.Body), body: answer.Body}
	r.lines.Buffer(nil, 16<<20)
	r.id = r.event().ID
	return r
}

// refused is the line that says why a request is not run, empty if it is.
func (s served) refused(r serve.Request) string {
	s.t.Helper()
	text, err := io.ReadAll(s.post("run", r).Body)
	if err != nil {
		s.t.Fatal(err)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	var said, end serve.Event
	if err := errors.Join(d.Decode(&said), d.Decode(&end)); err != nil {
		s.t.Fatalf("%v: %s", err, text)
	}
	why, ok := strings.CutPrefix(said.Err, "qcheck: ")
	if !ok || end.Code == nil || *end.Code != int(console.ExitUsage) || d.More() || strings.Count(why, "\n") != 1 {
		return ""
	}
	return strings.TrimSpace(why)
}

func (r *running) event() (e serve.Event) {
	r.t.Helper()
	if !r.lines.Scan() {
		r.t.Fatalf("no more events: %v", r.lines.Err())
	}
	if err := json.Unmarshal(r.lines.Bytes(), &e); err != nil {
		r.t.Fatal(err)
	}
	return e
}

// A heard run is all that it said.
type heard struct {
	out, err, lost string
	files          map[string]string
	code           int
	stopping       bool
}

// rest is what the run says until it ends.
func (r *running) rest() heard {
	r.t.Helper()
	h := heard{files: map[string]string{}, code: -1}
	for {
		e := r.event()
		h.out, h.err, h.stopping = h.out+e.Out, h.err+e.Err, h.stopping || e.Stopping
		if e.File != "" {
			h.files[e.File] = e.Text
		}
		if h.lost = e.Lost; e.Code != nil {
			h.code = *e.Code
		}
		if e.Code != nil || e.Lost != "" {
			return h
		}
	}
}

func (r *running) say(word map[string]any) int {
	r.t.Helper()
	word["id"] = r.id
	return r.post("say", word).StatusCode
}

const twoPairs = `{"kind":"coterie","universe":4,"quorums":[[1,2],[3,4]]}`

// A run in the page does what the command does in a terminal.
func TestServe(t *testing.T) {
	s := newServed(t)
	file := filepath.Join(t.TempDir(), "structure.json")
	if err := os.WriteFile(file, []byte(twoPairs), 0o666); err != nil {
		t.Fatal(err)
	}
	t.Setenv("COLUMNS", "100")
	for _, line := range []string{
		"structure structure.json",
		"structure nothere.json",
		"construct majority --n 3",
		"construct majority --n x",
		"protocol --algorithm maekawa --variant without-inquire --n 3 --check deadlock",
		"protocol --algorithm lamport --n 2 --requests 1",
		"explain maekawa/printed",
		"strcture structure.json",
	} {
		args := strings.Fields(line)
		want := qcheck("", args...)
		if strings.Contains(line, "structure.json") {
			want = qcheck("", strings.Fields(strings.ReplaceAll(line, "structure.json", file))...)
			want.stdout, want.stderr = strings.ReplaceAll(want.stdout, file, "structure.json"), strings.ReplaceAll(want.stderr, file, "structure.json")
		}
		if args[0] == "strcture" {
			if why := s.refused(serve.Request{Args: args}); why == "" {
				t.Errorf("%s is run", line)
			}
			continue
		}
		got := s.begin(map[string]string{"structure.json": twoPairs}, args...).rest()
		notes := regexp.MustCompile(`\r\x1b\[K[^\n]*$`).ReplaceAllString(got.err, "") // the progress, which is erased
		if got.out != want.stdout || notes != want.stderr || got.code != int(want.code) {
			t.Errorf("%s: exit %d: %s%s\nwant %d: %s%s", line, got.code, got.out, notes, want.code, want.stdout, want.stderr)
		}
	}
	got := s.begin(map[string]string{"structure.json": twoPairs}, "structure", "structure.json", "--html", "page.html").rest()
	if !strings.HasPrefix(got.files["page.html"], "<!DOCTYPE html>") || got.code != 1 {
		t.Errorf("exit %d, files %v", got.code, got.files)
	}
}

// A stop ends a search with what was decided; leaving the page ends it, too.
func TestServeStops(t *testing.T) {
	s := newServed(t)
	long := strings.Fields("protocol --algorithm maekawa --n 5 --requests 2")
	r := s.begin(nil, long...)
	for r.event().Err == "" { // until there is progress
	}
	if code := r.say(map[string]any{"stop": true}); code != http.StatusNoContent {
		t.Errorf("stop: %d", code)
	}
	h := r.rest()
	if h.code != int(console.ExitUnknown) || !h.stopping || !strings.Contains(h.out, "it was stopped") {
		t.Errorf("exit %d, stopping %v, lost %q: %s", h.code, h.stopping, h.lost, h.out)
	}
	if code := r.say(map[string]any{"stop": true}); code != http.StatusNotFound {
		t.Errorf("a run that ended is stopped: %d", code)
	}
	left := s.begin(nil, long...)
	left.event()
	left.body.Close()
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		if len(s.folders()) == 0 {
			break
		}
		if time.Now().After(end) {
			t.Fatal("a run goes on whose page was left")
		}
	}
}

// The limits of a run are in what it says.
func TestServeLimits(t *testing.T) {
	for flags, want := range map[string]string{
		"--timeout 200ms":   "the time limit of 200ms that the playground has was reached",
		"--max-memory 100M": "the memory limit of 100 MiB that the playground has was reached",
	} {
		s := newServed(t, strings.Fields(flags)...)
		h := s.begin(nil, strings.Fields("protocol --algorithm maekawa --n 5 --requests 2")...).rest()
		if text := strings.Join(strings.Fields(h.out), " "); h.code != int(console.ExitUnknown) || !strings.Contains(text, want) {
			t.Errorf("%s: exit %d, lost %q: %s", flags, h.code, h.lost, text)
		}
	}
}

// The limit on time is that of each run: one that begins when others had theirs has as much, and so have two at once.
func TestServeTimesEachRun(t *testing.T) {
	s := newServed(t, "--timeout", "700ms")
	for i := range 3 {
		began := time.Now()
		var runs []*running
		for range 1 + i%2 {
			runs = append(runs, s.begin(nil, strings.Fields("protocol --algorithm maekawa --n 5 --requests 2")...))
		}
		for _, r := range runs {
			h := r.rest()
			if text := strings.Join(strings.Fields(h.out), " "); h.code != int(console.ExitUnknown) || !strings.Contains(text, "the time limit of 700ms that the playground has was reached") || time.Since(began) < 700*time.Millisecond {
				t.Errorf("run %d: exit %d after %v, lost %q: %s", i, h.code, time.Since(began), h.lost, text)
			}
		}
	}
}

// A walk reads what the page says, and nothing that names a file.
func TestServeWalks(t *testing.T) {
	s := newServed(t)
	r := s.begin(nil, strings.Fields("walk --json --algorithm ricart-agrawala --n 2")...)
	for _, text := range []string{"save x\n", " save /x\n", "1\nsave x\n", "1", "quit; save x\n", "?\n"} {
		if code := r.say(map[string]any{"input": text}); code != http.StatusBadRequest {
			t.Errorf("%q: %d", text, code)
		}
	}
	if code := r.say(map[string]any{"input": "1\n1\nback 2\nnext\nrun\nquit\n"}); code != http.StatusNoContent {
		t.Errorf("input: %d", code)
	}
	h := r.rest()
	want := qcheck("1\n1\nback 2\nnext\nrun\nquit\n", strings.Fields("walk --json --algorithm ricart-agrawala --n 2")...)
	if h.out != want.stdout || h.code != 0 || strings.Count(h.out, "\n") != 6 {
		t.Errorf("exit %d: %s\nwant %s", h.code, h.out, want.stdout)
	}
	search := s.begin(nil, "structure", "nothere.json")
	if code := search.say(map[string]any{"input": "1\n"}); code != http.StatusBadRequest && code != http.StatusNotFound {
		t.Errorf("a search reads: %d", code)
	}
	search.rest()
}

// At most so many runs go on at a time.
func TestServeManyRuns(t *testing.T) {
	s := newServed(t)
	var all []*running
	for range 8 {
		all = append(all, s.begin(nil, strings.Fields("walk --algorithm lamport --n 2")...))
	}
	if why := s.refused(serve.Request{Args: []string{"list"}}); why != "8 runs go on already; stop one of them" {
		t.Errorf("%q", why)
	}
	for _, r := range all {
		r.body.Close()
	}
}

// The page has the same settings to choose from as the command.
func TestPlaygroundForms(t *testing.T) {
	text, err := os.ReadFile("serve/assets/protocol.js")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`const networks = \[(.*)\]|name: "(quorum-choice|clock|self-messages)".*choices: \[(.*)\]`).FindAllStringSubmatch(string(text), -1) {
		flag, values := "network", m[1]
		if m[2] != "" {
			flag, values = m[2], m[3]
		}
		for value := range strings.SplitSeq(values, ", ") {
			value = strings.Trim(value, `"`)
			if r := qcheck("quit\n", "walk", "--algorithm", "kakugawa", "--n", "2", "--"+flag, value); r.code != console.ExitHolds {
				t.Errorf("--%s %s: %s", flag, value, r.stderr)
			}
		}
	}
	flags := regexp.MustCompile(`\{ name: "([a-z-]+)", doc`).FindAllStringSubmatch(string(text), -1)
	if len(flags) < 5 {
		t.Fatalf("only %d flags are found", len(flags))
	}
	root := commands(&console.Env{All: protocols.All(), Streams: console.NewStreams(nil, io.Discard, io.Discard)})
	protocol, _, _ := root.Find([]string{"protocol"})
	for _, m := range flags {
		if protocol.Flags().Lookup(m[1]) == nil {
			t.Errorf("protocol has no flag --%s", m[1])
		}
	}
}

// The pages of runs, which the playground shows in a frame, have one script, and its policy allows that
// one and no other.
func TestPlaygroundPolicy(t *testing.T) {
	file := filepath.Join(t.TempDir(), "page.html")
	qcheck("", strings.Fields("protocol --algorithm maekawa --variant without-inquire --n 3 --check deadlock --html "+file)...)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	scripts := regexp.MustCompile(`(?s)<script>(.*?)</script>`).FindAllSubmatch(text, -1)
	if len(scripts) != 1 {
		t.Fatalf("%d scripts", len(scripts))
	}
	sum := sha256.Sum256(scripts[0][1])
	want := "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	const index = "serve/assets/index.html"
	page, err := os.ReadFile(index)
	if err != nil {
		t.Fatal(err)
	}
	allowed := regexp.MustCompile(`'sha256-[^']*'`)
	if *update {
		if err := os.WriteFile(index, allowed.ReplaceAll(page, []byte(want)), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if got := string(allowed.Find(page)); got != want {
		t.Errorf("allowed is %s, the script is %s: -update writes it", got, want)
	}
	if inline := regexp.MustCompile(`<script[^>]*>[^<]`).Find(page); inline != nil {
		t.Errorf("the page has a script in it: %s", inline)
	}
}

// What "qcheck serve" cannot do is said in a line.
func TestServeErrors(t *testing.T) {
	taken, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	port := taken.Addr().(*net.TCPAddr).Port
	for args, want := range map[string]string{
		fmt.Sprintf("--port %d", port): fmt.Sprintf("qcheck: --port %d: ", port),
		"--port 65536":                 "qcheck: --port needs a number from 0 to 65,535, not ",
		"--timeout 0s":                 "qcheck: --timeout needs a time of more than 0, such as 30s or 5m, not ",
		"x":                            `qcheck: unexpected argument "x"`,
	} {
		r := qcheck("", append([]string{"serve"}, strings.Fields(args)...)...)
		if r.code != console.ExitUsage || !strings.HasPrefix(r.stderr, want) || strings.Count(r.stderr, "\n") != 1 {
			t.Errorf("%s: exit %d, %q", args, r.code, r.stderr)
		}
	}
}
