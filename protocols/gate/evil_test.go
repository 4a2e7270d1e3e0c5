package gate_test

import (
	"fmt"
	"go/ast"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var wanted = regexp.MustCompile("`([^`]*)`")

// TestEvil has handlers that misbehave: of each line all that it says is found, and of others nothing.
func TestEvil(t *testing.T) {
	functions, lines := 0, 0
	for name, p := range loaded(t, "", "member", "requester") {
		f, l := wants(t, name, p)
		functions, lines = functions+f, lines+l
	}
	t.Logf("%d functions that misbehave, in %d lines", functions, lines)
	if functions < 90 || lines < 130 {
		t.Errorf("only %d functions misbehave, in %d lines", functions, lines)
	}
}

// TestEvilInOrder is the same of queries that package roles does not have yet.
func TestEvilInOrder(t *testing.T) {
	abs := func(file string) string {
		file, err := filepath.Abs(file)
		if err != nil {
			t.Fatal(err)
		}
		return file
	}
	overlay := filepath.Join(t.TempDir(), "overlay.json")
	text := fmt.Sprintf(`{"Replace": {%q: %q}}`, abs("../../explore/roles/lazy.go"), abs("testdata/lazy.txt"))
	if err := os.WriteFile(overlay, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	functions, lines := wants(t, "order", loaded(t, overlay, "order")["order"])
	t.Logf("%d functions that misbehave, in %d lines", functions, lines)
}

// loaded reads packages of testdata.
func loaded(t *testing.T, overlay string, names ...string) map[string]*Package {
	t.Helper()
	var paths []string
	for _, n := range names {
		paths = append(paths, "./testdata/"+n)
	}
	all, err := Load(overlay, paths...)
	if err != nil {
		t.Fatal(err)
	}
	packages := map[string]*Package{}
	for _, p := range all {
		packages[path.Base(p.Path)] = p
	}
	return packages
}

// wants compares what is found with what the lines say, and returns in how many functions and lines that is.
func wants(t *testing.T, name string, p *Package) (functions, lines int) {
	t.Helper()
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
