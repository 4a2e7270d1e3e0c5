package gate_test

import (
	"flag"
	"go/ast"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"qcheck/protocols"
	"qcheck/protocols/gate"
	"qcheck/protocols/instance"
)

var (
	update   = flag.Bool("update", false, "write the sums of what was checked")
	packages = flag.String("packages", "", "packages outside of this module's protocols to check besides, separated by commas")
)

// unchecked are the packages of protocols of roles whose handlers cannot be checked yet, and why.
var unchecked = map[string]string{
	"qcheck/protocols/manabetajima": "a queue that is sorted as a whole, and quorums by units",
	"qcheck/protocols/baldoni":      "the same, and members that look at their own process",
}

// TestHandlers checks the handlers of all protocols of roles. Of those that pass, the program has the source, and the sum that is written down.
func TestHandlers(t *testing.T) {
	all := handlers(t)
	var sums strings.Builder
	for _, p := range all {
		findings := Check(p)
		if why, ok := unchecked[p.Path]; ok {
			t.Logf("%s: %s: %d findings", p.Path, why, len(findings))
			if len(findings) == 0 {
				t.Errorf("%s is to be taken from those that are open", p.Path)
			}
			if testing.Verbose() {
				for _, f := range findings {
					t.Logf("  %v", f)
				}
			}
			continue
		}
		for _, f := range findings {
			t.Errorf("%s: %v", p.Path, f)
		}
		if !strings.HasPrefix(p.Path, "qcheck/protocols/") {
			continue
		}
		i := slices.IndexFunc(protocols.All(), func(a *instance.Algorithm) bool { return has(t, a.Files, p) })
		if i < 0 {
			t.Errorf("no algorithm has the files of %s as its Files: %v", p.Path, names(p))
			continue
		}
		a := protocols.All()[i]
		sum, err := gate.Sum(a.Files)
		if err != nil {
			t.Fatal(err)
		}
		sums.WriteString(a.Name + " " + sum + "\n")
		if !gate.Checked(a) && !*update {
			t.Errorf("the source of %s was changed since it was checked: go test ./protocols/gate -update", a.Name)
		}
	}
	if *update && !t.Failed() {
		if err := os.WriteFile("checked.txt", []byte(sums.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if text, err := os.ReadFile("checked.txt"); err != nil || string(text) != sums.String() {
		t.Errorf("checked.txt has sums of what is not there: go test ./protocols/gate -update")
	}
}

// handlers returns the packages that make protocols of roles.
func handlers(t *testing.T) (all []*Package) {
	t.Helper()
	paths := []string{"qcheck/protocols/..."}
	if *packages != "" {
		paths = append(paths, strings.Split(*packages, ",")...)
	}
	every, err := Load("", paths...)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range every {
		c := &checker{p: p}
		if slices.ContainsFunc(p.Files, func(f *ast.File) (found bool) {
			ast.Inspect(f, func(n ast.Node) bool {
				x, ok := n.(*ast.CompositeLit)
				found = found || ok && len(x.Elts) > 0 && c.name(p.Info.TypeOf(x)) == "roles.Protocol"
				return !found
			})
			return found
		}) {
			all = append(all, p)
		}
	}
	if len(all) < 5 {
		t.Fatalf("only %d packages make protocols of roles", len(all))
	}
	return all
}

func names(p *Package) (all []string) {
	for _, f := range p.Files {
		all = append(all, filepath.Base(p.Fset.Position(f.Pos()).Filename))
	}
	return all
}

// has reports whether some source is that of a package, all of it and nothing else.
func has(t *testing.T, source fs.FS, p *Package) bool {
	t.Helper()
	files, err := fs.Glob(source, "*")
	if err != nil || !slices.Equal(files, names(p)) {
		return false
	}
	for _, f := range p.Files {
		name := p.Fset.Position(f.Pos()).Filename
		there, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		built, err := fs.ReadFile(source, filepath.Base(name))
		if err != nil || string(there) != string(built) {
			return false
		}
	}
	return true
}

// TestEveryK: in kakugawa nothing looks at k but what says how many may be inside, and what checks that it is a number.
func TestEveryK(t *testing.T) {
	all, err := Load("", "qcheck/protocols/variant", "qcheck/protocols/kakugawa")
	if err != nil {
		t.Fatal(err)
	}
	c := checked(all[1])
	var where []string
	for _, n := range c.nodes {
		if s, ok := n.(*ast.SelectorExpr); ok && s.Sel.Name == "K" && c.family[elem(c.p.Info.TypeOf(s.X))] {
			in := "in " + c.within(s).(*ast.FuncDecl).Name.Name
			for up := c.up[s]; up != nil; up = c.up[up] {
				if kv, ok := up.(*ast.KeyValueExpr); ok {
					in += ", " + kv.Key.(*ast.Ident).Name
				}
			}
			where = append(where, in)
		}
	}
	slices.Sort(where)
	if !slices.Equal(where, []string{"in algorithm", "in roles, Safe"}) {
		t.Errorf("k is looked at %q", where)
	}
}

// TestChecked: only the source that was checked is, and only under its own name; and what is proved for every number of processes is checked.
func TestChecked(t *testing.T) {
	count := 0
	for _, a := range protocols.All() {
		var parameters []string
		for _, p := range a.Params {
			parameters = append(parameters, p.Name)
		}
		// Proofs are of the defaults: of switches that are off, and of a k that no handler looks at (TestEveryK).
		if a.Every != nil && (!gate.Checked(a) || len(parameters) > 0 && (a.Name != "kakugawa" || !slices.Equal(parameters, []string{"k", "no-retry", "no-answer-no"}))) {
			t.Errorf("%s is proved for every number of processes, and its source was not checked, or it has parameters, which proofs do not know: %q", a.Name, parameters)
		}
		if !gate.Checked(a) {
			continue
		}
		count++
		if b := (&instance.Algorithm{Name: a.Name + "2", Files: a.Files}); gate.Checked(b) {
			t.Errorf("%s is checked with the files of %s", b.Name, a.Name)
		}
		if gate.Checked(&instance.Algorithm{Name: a.Name}) {
			t.Errorf("%s is checked without files", a.Name)
		}
		sum, err := gate.Sum(a.Files)
		if err != nil {
			t.Fatal(err)
		}
		names, err := fs.Glob(a.Files, "*.go")
		if err != nil {
			t.Fatal(err)
		}
		for _, changed := range names { // by a space, and by its name
			for _, as := range []string{changed, "a" + changed} {
				files := fstest.MapFS{}
				for _, name := range names {
					text, err := a.Files.ReadFile(name)
					if err != nil {
						t.Fatal(err)
					}
					if name == changed && as == name {
						text = append(slices.Clone(text), ' ')
					}
					if name == changed {
						name = as
					}
					files[name] = &fstest.MapFile{Data: text}
				}
				if other, err := gate.Sum(files); err != nil || other == sum {
					t.Errorf("%s: %s as %s: the same sum (%v)", a.Name, changed, as, err)
				}
			}
		}
	}
	if count < 3 {
		t.Errorf("only %d algorithms are checked", count)
	}
}
