package gate_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A Finding is a place in the source, and what is not allowed there.
type Finding struct {
	Pos  token.Position
	What string
}

// String writes it as compilers do.
func (f Finding) String() string {
	return fmt.Sprintf("%s:%d: %s", filepath.Base(f.Pos.Filename), f.Pos.Line, f.What)
}

// A Package is one that was read and type-checked, without its tests.
type Package struct {
	Path    string
	Fset    *token.FileSet
	Files   []*ast.File
	Types   *types.Package
	Info    *types.Info
	imports types.Importer
	text    map[string]string // of files, by their paths
	// Others lists files of its directory that belong to it on some machines, or are not Go.
	Others []string
}

// Load reads packages as the go command builds them here, with an overlay of files if one is named.
func Load(overlay string, paths ...string) ([]*Package, error) {
	var over struct{ Replace map[string]string }
	if overlay != "" {
		text, err := os.ReadFile(overlay)
		if err == nil {
			err = json.Unmarshal(text, &over)
		}
		if err != nil {
			return nil, err
		}
	}
	const format = "{{.ImportPath}}\t{{.Export}}\t{{.DepOnly}}\t{{.Dir}}\t{{join .GoFiles \" \"}}\t" +
		"{{join .CgoFiles \" \"}} {{join .SFiles \" \"}} {{join .SysoFiles \" \"}} {{join .IgnoredGoFiles \" \"}}"
	cmd := exec.Command("go", append([]string{"list", "-export", "-deps", "-overlay", overlay, "-f", format}, paths...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	exports, fset := map[string]string{}, token.NewFileSet()
	compiled := importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	var all []*Package
	for line := range strings.Lines(string(out)) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if exports[f[0]] = f[1]; f[2] == "true" {
			continue
		}
		p := &Package{Path: f[0], Fset: fset, imports: compiled, text: map[string]string{}, Others: strings.Fields(f[5])}
		for _, name := range strings.Fields(f[4]) {
			name = filepath.Join(f[3], name)
			text, err := os.ReadFile(cmp.Or(over.Replace[name], name))
			if err != nil {
				return nil, err
			}
			p.text[name] = string(text)
		}
		all = append(all, p)
	}
	for _, p := range all {
		if err := p.resolve(); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// resolve parses the text of a package, and finds its types.
func (p *Package) resolve() error {
	p.Files = nil
	for _, name := range slices.Sorted(maps.Keys(p.text)) {
		file, err := parser.ParseFile(p.Fset, name, p.text[name], parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		p.Files = append(p.Files, file)
	}
	p.Info = &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{},
	}
	var err error
	p.Types, err = (&types.Config{Importer: p.imports}).Check(p.Path, p.Fset, p.Files, p.Info)
	return err
}

// overlaid returns the name of an overlay with files of some text, by their paths.
func overlaid(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	replace := map[string]string{}
	for at, text := range files {
		at, err := filepath.Abs(at)
		if err != nil {
			t.Fatal(err)
		}
		replace[at] = filepath.Join(dir, strconv.Itoa(len(replace))+".go")
		if err := os.WriteFile(replace[at], []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}
