package command

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"qcheck/cmd/qcheck/command/serve"
)

// folders are those of runs, in the folder of the server.
func (s served) folders() (all []string) {
	s.t.Helper()
	all, err := filepath.Glob(filepath.Join(s.tmp, "*", "*"))
	if err != nil {
		s.t.Fatal(err)
	}
	return all
}

// A request that is refused leaves no folder, wherever it fails, and its answer has no path of one.
func TestServeLeavesNothing(t *testing.T) {
	s := newServed(t)
	for _, name := range []string{strings.Repeat("a", 300), strings.Repeat("a", 101), strings.Repeat("a", 255), "../x", "page.html"} {
		for _, other := range []string{"a", "z"} { // written before it, or after
			why := s.refused(serve.Request{Args: []string{"list"}, Files: map[string]string{name: "x", other: "y"}})
			if !strings.HasPrefix(why, "a file cannot be called ") || strings.Contains(why, s.tmp) || len(why) > 200 {
				t.Errorf("%.20s: %q", name, why)
			}
		}
	}
	if left := s.folders(); len(left) > 0 {
		t.Errorf("left are %v", left)
	}
}

// A disk that is full stays no fuller than it was.
func TestServeOnAFullDisk(t *testing.T) {
	tmp := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", tmp).CombinedOutput(); err != nil {
		t.Skipf("no small disk can be had: %s", out)
	}
	t.Cleanup(func() { exec.Command("umount", tmp).Run() })
	s := servedIn(t, tmp)
	for range 3 {
		why := s.refused(serve.Request{Args: []string{"list"}, Files: map[string]string{"a.json": strings.Repeat("x", 200_000)}})
		if why != "a.json: no space left on device" {
			t.Errorf("%q", why)
		}
		if left := s.folders(); len(left) > 0 {
			t.Errorf("left are %v", left)
		}
	}
	if h := s.begin(map[string]string{"a.json": strings.Repeat("x", 20_000)}, "list").rest(); h.code != 0 {
		t.Errorf("after that: exit %d, %s", h.code, h.err)
	}
}

// The folders of a server that was killed are removed by the next one, and those of another one that
// goes on are not.
func TestServeTidiesUp(t *testing.T) {
	tmp := t.TempDir()
	for name, age := range map[string]time.Duration{"qcheck-serve-1": time.Hour, "qcheck-serve-2": 0, "other": time.Hour} {
		if err := os.MkdirAll(filepath.Join(tmp, name, "run"), 0o777); err != nil {
			t.Fatal(err)
		}
		past := time.Now().Add(-age)
		os.Chtimes(filepath.Join(tmp, name), past, past)
	}
	servedIn(t, tmp).begin(nil, "list").rest()
	for name, want := range map[string]bool{"qcheck-serve-1": false, "qcheck-serve-2": true, "other": true} {
		if _, err := os.Stat(filepath.Join(tmp, name)); (err == nil) != want {
			t.Errorf("%s is there: %v", name, err == nil)
		}
		os.RemoveAll(filepath.Join(tmp, name))
	}
}

// A body that does not come ends the connection, whoever sends it; a run whose body has come goes on
// for longer than that.
func TestServeBodiesThatDoNotCome(t *testing.T) {
	const patience = 2 * time.Second
	t.Setenv(bodyTime, patience.String())
	s := newServed(t)
	host := strings.Trim(strings.TrimPrefix(s.address, "http://"), "/")
	began := time.Now()
	var open []net.Conn
	for _, length := range []int{10, 1000, 1_000_000} {
		for _, origin := range []string{"http://" + host, "http://evil.example"} {
			c, err := net.Dial("tcp", host)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(c, "POST /run HTTP/1.1\r\nHost: %s\r\nOrigin: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n{\"args", host, origin, length)
			open = append(open, c)
		}
	}
	walk := s.begin(nil, strings.Fields("walk --algorithm lamport --n 2")...)
	for i, c := range open {
		c.SetReadDeadline(began.Add(60 * time.Second))
		if _, err := io.ReadAll(c); err != nil || time.Since(began) < patience/2 {
			t.Errorf("connection %d: %v after %v", i, err, time.Since(began))
		}
		c.Close()
	}
	if past := patience + time.Second - time.Since(began); past > 0 {
		time.Sleep(past)
	}
	if code := walk.say(map[string]any{"input": "quit\n"}); code != http.StatusNoContent {
		t.Errorf("the walk has ended: %d", code)
	}
	if h := walk.rest(); h.code != 0 {
		t.Errorf("the walk ends with %d: %s %s", h.code, h.err, h.lost)
	}
}

// The limit on memory is one on all runs together: of two that fit alone, one is stopped.
func TestServeSharesMemory(t *testing.T) {
	s := newServed(t, "--max-memory", "150M")
	search := strings.Fields("protocol --algorithm maekawa --n 5 --requests 2 --por off --symmetry off")
	one, other := s.begin(nil, search...), s.begin(nil, search...)
	first := one.rest()
	other.body.Close()
	if text := strings.Join(strings.Fields(first.out), " "); !strings.Contains(text, "the memory limit of 150 MiB that the playground has was reached") {
		t.Errorf("exit %d, lost %q: %s", first.code, first.lost, text)
	}
}

// A page of others leads to the playground by a link. Nothing is run before the reader presses Run, and
// then what the link says is.
func TestLinksWaitForTheReader(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip(err)
	}
	list := filepath.Join(t.TempDir(), "list.json")
	if err := os.WriteFile(list, []byte(qcheck("", "list", "--json").stdout), 0o666); err != nil {
		t.Fatal(err)
	}
	for fragment, want := range map[string]string{
		"": "structure structure.json --html page.html\nready\n", // the first example is the page's own
		"#command=protocol+--algorithm+maekawa+--n+5":       "ready\nprotocol --algorithm maekawa --n 5 --html page.html\n",
		"#command=walk+--algorithm+lamport+--n+2&steps=1.1": "ready\nwalk --algorithm lamport --n 2 --json\n",
	} {
		out, err := exec.CommandContext(t.Context(), node, "testdata/serve_link.mjs", "serve/assets", list, fragment).CombinedOutput()
		if got := string(out); err != nil || !strings.HasPrefix(got, want) {
			t.Errorf("%q: %v:\n%s, want\n%s", fragment, err, got, want)
		}
	}
}
