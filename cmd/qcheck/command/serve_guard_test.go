package command

import (
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/cmd/qcheck/command/serve"
	"qcheck/protocols"
)

// Nobody but the page is answered, and not beyond this computer.
func TestServeGuards(t *testing.T) {
	s := newServed(t)
	request := serve.Request{Args: []string{"list"}, Columns: 80}
	port := s.address[strings.LastIndex(s.address, ":")+1 : len(s.address)-1]
	for _, test := range []struct {
		headers []string
		want    int
	}{
		{nil, 200},
		{[]string{"Sec-Fetch-Site", "same-origin"}, 200},
		{[]string{"Host", "localhost:" + port, "Origin", "http://localhost:" + port}, 200},
		{[]string{"Host", "attacker.example:" + port, "Origin", "http://attacker.example:" + port}, 421},
		{[]string{"Host", "127.0.0.1"}, 421},
		{[]string{"Origin", "http://attacker.example"}, 403},
		{[]string{"Origin", "null"}, 403},
		{[]string{"Origin", ""}, 403},
		{[]string{"Origin", "http://localhost:" + port}, 403},
		{[]string{"Sec-Fetch-Site", "cross-site"}, 403},
		{[]string{"Sec-Fetch-Site", "same-site"}, 403},
		{[]string{"Content-Type", "text/plain"}, 403},
	} {
		for _, path := range []string{"run", "say"} {
			answer := s.post(path, request, test.headers...)
			text, _ := io.ReadAll(answer.Body)
			want := test.want
			if path == "say" && want == 200 {
				want = 400 // it is no word to a run
			}
			if answer.StatusCode != want || want != 200 && strings.Count(string(text), "\n") != 1 {
				t.Errorf("%s with %v: %s, want %d: %s", path, test.headers, answer.Status, want, text)
			}
		}
	}
	r, _ := http.NewRequestWithContext(t.Context(), "GET", s.address, nil)
	r.Host = "attacker.example"
	if answer, err := http.DefaultClient.Do(r); err != nil || answer.StatusCode != 421 {
		t.Errorf("%v, %v", answer, err)
	}
	addresses, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range addresses {
		if n, ok := a.(*net.IPNet); ok && !n.IP.IsLoopback() {
			if c, err := net.DialTimeout("tcp", net.JoinHostPort(n.IP.String(), port), time.Second); err == nil {
				c.Close()
				t.Errorf("%s is served", n.IP)
			}
		}
	}
}

// fileArguments are the commands of the page that take files, each with what it needs besides.
var fileArguments = []string{"structure", "analyze", "byzantine", "compare", "replay", "import etcd"}

// No run reads or writes a file by its path: not as an argument, and not by any flag of any command.
func TestServeRefuses(t *testing.T) {
	s := newServed(t)
	refused := func(args ...string) {
		t.Helper()
		if why := s.refused(serve.Request{Args: args}); !strings.Contains(why, "the playground ") && why != "no command is given" {
			t.Errorf("%q: %q", args, why)
		}
	}
	paths := []string{"/etc/passwd", "../x.json", "a/b.json", ".hidden", "-", ".", "..", `a\b`, "c:x"}
	for _, command := range fileArguments {
		for _, path := range paths {
			refused(append(strings.Fields(command), path)...)
		}
	}
	root := commands(&console.Env{All: protocols.All(), Streams: console.NewStreams(strings.NewReader(""), io.Discard, io.Discard)})
	kinds, asked := map[string]bool{}, 0
	var visit func(c *cobra.Command, args []string)
	visit = func(c *cobra.Command, args []string) {
		c.Flags().VisitAll(func(f *pflag.Flag) {
			kinds[f.Value.Type()] = true
			if kind := f.Value.Type(); !strings.HasPrefix(kind, "FILE") && kind != "DIR" {
				return
			}
			for _, path := range paths {
				asked++
				refused(append(slices.Clone(args), "--"+f.Name+"="+path)...)
			}
		})
		for _, sub := range c.Commands() {
			visit(sub, append(slices.Clone(args), sub.Name()))
		}
	}
	for _, c := range root.Commands() {
		if s.refused(serve.Request{Args: []string{c.Name(), "--nothing"}}) == "" {
			visit(c, []string{c.Name()})
		}
	}
	if asked < 100 {
		t.Errorf("only %d were asked", asked)
	}
	// A kind of value that is new may name a file, too.
	known := []string{"FILE", "FILE.svg", "DIR", "N", "R", "K", "LIST", "NAME", "NAME=VALUE", "WORD", "TIME", "TIME[,SIZE]", "SIZE", "bool", "NODE", "N,N,...", "KIND", "A,B,...", "N|A,B,...", "DC", "LEVEL", "majority|N", "ACKS"}
	for kind := range kinds {
		if !slices.Contains(known, kind) {
			t.Errorf("does %s name a file?", kind)
		}
	}
	for _, line := range []string{
		"", "serve", "sweep x.grid", "corpus", "completion bash", "protocol --construct contraction --param of=/etc/passwd", "protocol --param of=../x",
		"structure structure.json --html other.html", "protocol --n 3 --trace structure.json", "protocol --n 3 --certificate c.json",
	} {
		refused(strings.Fields(line)...)
	}
	for _, name := range []string{"../x", "/x", "a/b", "page.html", "", ".x", "-"} {
		if why := s.refused(serve.Request{Args: []string{"list"}, Files: map[string]string{name: "x"}}); !strings.HasPrefix(why, "a file cannot be called ") {
			t.Errorf("file %q: %q", name, why)
		}
	}
	if answer := s.post("run", map[string]any{"args": []string{"list"}, "other": 1}); answer.StatusCode != http.StatusBadRequest {
		t.Errorf("an unknown key: %s", answer.Status)
	}
}
