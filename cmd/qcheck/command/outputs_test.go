package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Each file that a command writes is asked for on a disk that is full while the others are
// not: the others are there, what is printed is as it always is, and the exit code says that
// one is missing.
func TestOneOutputThatFails(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip(err)
	}
	const violated = "protocol --algorithm maekawa --variant without-inquire --n 3 --requests 1"
	tried := 0
	for _, c := range []struct {
		command string
		files   map[string]string // by flag
	}{
		{violated, map[string]string{"html": "p.html", "trace": "t.svg", "certificate": "c.cert", "junit": "j.xml"}},
		{violated, map[string]string{"html": "p.html", "trace": "t.json", "certificate": "c.cert.gz"}},
		{"structure " + data("majority-5.json") + " " + data("stuck-3-coterie.json"), map[string]string{"html": "p.html", "junit": "j.xml", "sarif": "s.sarif"}},
		{"structure --json " + data("majority-5.json"), map[string]string{"html": "p.html", "junit": "j.xml"}},
		{"analyze " + data("majority-5.json"), map[string]string{"html": "p.html"}},
	} {
		all := qcheck("", strings.Fields(c.command)...)
		same := func(text string) bool {
			if c.command == violated { // which says how long it took
				return strings.Contains(text, "violated: deadlock-freedom is violated")
			}
			return text == all.stdout
		}
		for full := range c.files {
			dir := t.TempDir()
			args := strings.Fields(c.command)
			for flag, name := range c.files {
				file := filepath.Join(dir, name)
				if flag == full {
					if err := os.Symlink("/dev/full", file); err != nil {
						t.Fatal(err)
					}
				}
				args = append(args, "--"+flag, file)
			}
			got := qcheck("", args...)
			if got.code != 2 || !same(got.stdout) || !strings.Contains(got.stderr, c.files[full]) || !strings.Contains(got.stderr, "no space left") {
				t.Errorf("%s with --%s on a full disk: exit %d, %q; the text is the same: %v", c.command, full, got.code, got.stderr, same(got.stdout))
			}
			for flag, name := range c.files {
				info, err := os.Stat(filepath.Join(dir, name))
				if err != nil || flag != full && info.Size() == 0 {
					t.Errorf("%s with --%s on a full disk: no --%s: %v", c.command, full, flag, err)
				}
				tried++
			}
		}
	}
	if tried < 39 {
		t.Errorf("only %d files", tried)
	}
}
