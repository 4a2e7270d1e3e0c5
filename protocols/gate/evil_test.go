package gate_test

import (
	"go/ast"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var wanted = regexp.MustCompile("`([^`]*)`")

// TestEvil has handlers that misbehave, in packages of testdata: of each line all that it says is found, and of others nothing.
func TestEvil(t *testing.T) {
	functions, lines := 0, 0
	for _, name := range []string{"member", "requester", "order"} {
		f, l := wants(t, name)
		functions, lines = functions+f, lines+l
	}
	t.Logf("%d functions that misbehave, in %d lines", functions, lines)
	if functions < 90 || lines < 130 {
		t.Errorf("only %d functions misbehave, in %d lines", functions, lines)
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// wants compares what is found in a package with what its lines say, and returns in how many functions and lines that is.
func wants(t *testing.T, name string) (functions, lines int) {
	t.Helper()
	files := map[string]string{}
	sources, err := filepath.Glob("testdata/" + name + "/*.go.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range sources {
		files[strings.TrimSuffix(s, ".txt")] = read(t, s)
	}
	all, err := Load(overlaid(t, files), "./testdata/"+name)
	if err != nil {
		t.Fatal(err)
	}
	p := all[0]
	type line struct {
		file string
		line int
	}
	want := map[line][]string{}
	for _, f := range p.Files {
		for _, g := range f.Comments {
			for _, c := range g.List {
				text, ok := strings.CutPrefix(c.Text, "// want ")
				if !ok {
					continue
				}
				at := p.Fset.Position(c.Pos())
				for _, m := range wanted.FindAllStringSubmatch(text, -1) {
					want[line{at.Filename, at.Line}] = append(want[line{at.Filename, at.Line}], m[1])
				}
			}
		}
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok {
				for at := range want {
					if from, to := p.Fset.Position(d.Pos()), p.Fset.Position(d.End()); from.Filename == at.file && from.Line <= at.line && at.line <= to.Line {
						functions++
						break
					}
				}
			}
		}
	}
	lines = len(want)
	met := map[line][]bool{}
	for at, all := range want {
		met[at] = make([]bool, len(all))
	}
	for _, f := range Check(p) {
		at, known := line{f.Pos.Filename, f.Pos.Line}, false
		for i, w := range want[at] {
			if ok, _ := regexp.MatchString(w, f.What); ok {
				met[at][i], known = true, true
			}
		}
		if !known {
			t.Errorf("%s: %v: not wanted", name, f)
		}
	}
	for at, all := range met {
		for i, ok := range all {
			if !ok {
				t.Errorf("%s:%d: %q is not found", at.file, at.line, want[at][i])
			}
		}
	}
	return functions, lines
}
