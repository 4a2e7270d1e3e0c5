package command

import (
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// shown is a place of a lesson where a command is, and what it prints.
var shown = regexp.MustCompile(`(?s)<!-- \$ ([^\n]*) -->\n(.*?)<!-- end -->`)

// TestLessons compares the outputs and the diagrams of the lessons with what the commands
// print. "go test ./cmd/qcheck/command -run TestLessons -update" writes them.
func TestLessons(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(root, "examples", "lessons", "*.html"))
	if err != nil || len(files) != 6 {
		t.Fatalf("%q, %v", files, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			count := 0
			found := shown.ReplaceAllStringFunc(string(data), func(block string) string {
				command := shown.FindStringSubmatch(block)[1]
				count++
				_, output, _ := strings.Cut(play(t, "$ "+command+"\n"), "\n")
				if !strings.Contains(command, "--format svg") {
					for line := range strings.Lines(output) {
						if utf8.RuneCountInString(line) > 130 {
							t.Errorf("a line is too long for a projector: %s", line)
						}
					}
					output = html.EscapeString(output)
				} else if !strings.HasPrefix(output, "<svg ") {
					t.Errorf("%s prints no picture:\n%s", command, output)
				}
				return "<!-- $ " + command + " -->\n" + output + "<!-- end -->"
			})
			if strings.Count(string(data), "<!-- $ ") != count {
				t.Errorf("%d commands, of which %d are checked", strings.Count(string(data), "<!-- $ "), count)
			}
			if *update {
				if err := os.WriteFile(file, []byte(found), 0o666); err != nil {
					t.Fatal(err)
				}
			} else if diff := cmp.Diff(string(data), found); diff != "" {
				t.Errorf("output differs (-page +found):\n%s", diff)
			}
			for _, m := range regexp.MustCompile(`(?:href|src)="([^"#,]*)"`).FindAllStringSubmatch(string(data), -1) {
				if _, err := os.Stat(filepath.Join(filepath.Dir(file), m[1])); err != nil {
					t.Errorf("a link leads nowhere: %v", err)
				}
			}
		})
	}
}
