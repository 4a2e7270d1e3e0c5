package docs_test

import (
	"encoding/json"
	"errors"
	"flag"
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
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// What is written down in design.md of the house is true: what each package may import, which
// files are long, and in which packages many files use each other in a circle.

var update = flag.Bool("update", false, "write the imports of packages into design.md")

const (
	design    = "design.md"
	module    = "qcheck/"
	manyLines = 400
	manyFiles = 12
)

// A room is a package of the module, without its tests.
type room struct {
	ImportPath, Dir, Export string
	GoFiles, Imports        []string
}

func rooms(t *testing.T, args ...string) []room {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-json=ImportPath,Dir,Export,GoFiles,Imports"}, args...)...)
	cmd.Dir, cmd.Stderr = "..", os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var all []room
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var r room
		if err := d.Decode(&r); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
}

// own returns the names of packages of this module, without it.
func own(paths []string) []string {
	var list []string
	for _, p := range paths {
		if name, ok := strings.CutPrefix(p, module); ok {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list
}

var quoted = regexp.MustCompile("`([^`]+)`")

// A row is one of a table: the packages or files that it is about, and its cells.
type row struct {
	names, cells []string
}

// rows returns the rows of the table that begins behind a heading. The first cell names packages;
// a name without a slash, after another one, is in the same folder.
func rows(t *testing.T, text, heading string) []row {
	t.Helper()
	_, text, ok := strings.Cut(text, "\n"+heading+"\n")
	if !ok {
		t.Fatalf("no heading %q", heading)
	}
	var all []row
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "#") {
			break
		}
		r := row{cells: strings.Split(strings.TrimSpace(line), " | ")}
		for i, name := range quoted.FindAllStringSubmatch(r.cells[0], -1) {
			if i > 0 && !strings.Contains(name[1], "/") {
				name[1] = path.Join(path.Dir(r.names[0]), name[1])
			}
			r.names = append(r.names, name[1])
		}
		if len(r.cells) > 1 && len(r.names) > 0 {
			all = append(all, r)
		}
	}
	return all
}

// named returns what the rows are about; nothing has two.
func named(t *testing.T, all []row) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	for _, r := range all {
		for _, name := range r.names {
			if names[name] {
				t.Errorf("%s has two rows", name)
			}
			names[name] = true
		}
	}
	return names
}

func readDesign(t *testing.T) string { return readPage(t, design) }

func readPage(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestImportsAreWrittenDown(t *testing.T) {
	text := readDesign(t)
	table := rows(t, text, "## The packages, and what each imports")
	missing := named(t, table)
	imports := map[string][]string{}
	for _, r := range rooms(t, "./...", "./corpus/testdata") {
		name := strings.TrimPrefix(r.ImportPath, module)
		if imports[name] = own(r.Imports); !missing[name] {
			t.Errorf("%s has no row", name)
		}
		delete(missing, name)
	}
	for name := range missing {
		t.Errorf("there is no package %s", name)
	}
	for _, r := range table {
		var all []string
		for _, name := range r.names {
			all = append(all, imports[name]...)
		}
		slices.Sort(all)
		now := "none"
		if all = slices.Compact(all); len(all) > 0 {
			now = "`" + strings.Join(all, "`, `") + "`"
		}
		last := len(r.cells) - 1
		switch said := strings.TrimSuffix(r.cells[last], " |"); {
		case said == now:
		case *update:
			line := strings.Join(r.cells, " | ")
			text = strings.Replace(text, line, strings.Join(append(slices.Clone(r.cells[:last]), now), " | ")+" |", 1)
		default:
			t.Errorf("%v: %s says that it imports %s, and it imports %s", r.names, design, said, now)
		}
	}
	if *update {
		if err := os.WriteFile(design, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func TestLongFilesHaveAReason(t *testing.T) {
	table := named(t, rows(t, readDesign(t), "## Long files, and circles"))
	for _, r := range rooms(t, "./...", "./corpus/testdata") {
		for _, file := range r.GoFiles {
			text, err := os.ReadFile(filepath.Join(r.Dir, file))
			if err != nil {
				t.Fatal(err)
			}
			name := strings.TrimPrefix(r.ImportPath, module) + "/" + file
			lines, said := strings.Count(string(text), "\n"), table[name]
			switch {
			case lines > manyLines && !said:
				t.Errorf("%s has %d lines: split it, or give a reason in %s", name, lines, design)
			case lines <= manyLines && said:
				t.Errorf("%s has %d lines, and needs no reason", name, lines)
			}
			delete(table, name)
		}
	}
	for name := range table {
		if strings.HasSuffix(name, ".go") {
			t.Errorf("there is no file %s", name)
		}
	}
}

func TestCirclesHaveAReason(t *testing.T) {
	all := rows(t, readDesign(t), "## Long files, and circles")
	table, registry := named(t, all), map[string]bool{} // a registry is no tangle, however many entries it has
	for _, r := range all {
		registry[r.names[0]] = strings.HasPrefix(r.cells[1], "a registry")
	}
	exports := map[string]string{}
	var large []room
	for _, r := range rooms(t, "-export", "-deps", "./...") {
		if exports[r.ImportPath] = r.Export; strings.HasPrefix(r.ImportPath, module) && len(r.GoFiles) > manyFiles {
			large = append(large, r)
		}
	}
	for _, r := range large {
		name := strings.TrimPrefix(r.ImportPath, module)
		circle := largestCircle(uses(t, r, exports))
		switch said := table[name]; {
		case len(circle) > manyFiles && !said:
			t.Errorf("%d files of %s use each other in a circle: split it, or give a reason in %s: %v", len(circle), name, design, circle)
		case len(circle) <= manyFiles && said && !registry[name]:
			t.Errorf("no more than %d files of %s use each other in a circle, and it needs no reason", len(circle), name)
		}
		delete(table, name)
	}
	for name := range table {
		if !strings.HasSuffix(name, ".go") {
			t.Errorf("%s is no package of more than %d files", name, manyFiles)
		}
	}
}

// uses returns, by file, the files of which it uses a name of the package, a field or a method.
func uses(t *testing.T, r room, exports map[string]string) map[string]map[string]bool {
	t.Helper()
	fset := token.NewFileSet()
	var files []*ast.File
	all := map[string]map[string]bool{}
	for _, file := range r.GoFiles {
		f, err := parser.ParseFile(fset, filepath.Join(r.Dir, file), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
		all[file] = map[string]bool{}
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	conf := types.Config{Importer: importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })}
	pkg, err := conf.Check(r.ImportPath, fset, files, info)
	if err != nil {
		t.Fatal(err)
	}
	at := func(p token.Pos) string { return filepath.Base(fset.Position(p).Filename) }
	for id, o := range info.Uses {
		if o.Pkg() != pkg {
			continue
		}
		member := false
		switch x := o.(type) {
		case *types.Var:
			member, o = x.IsField(), x.Origin()
		case *types.Func:
			member, o = x.Signature().Recv() != nil, x.Origin()
		}
		if a, b := at(id.Pos()), at(o.Pos()); a != b && (member || o.Parent() == pkg.Scope()) {
			all[a][b] = true
		}
	}
	return all
}

// largestCircle returns the largest set of files that all use each other, directly or by others.
func largestCircle(uses map[string]map[string]bool) []string {
	from := func(file string) map[string]bool {
		met := map[string]bool{}
		for todo := []string{file}; len(todo) > 0; {
			next := todo[0]
			todo = todo[1:]
			for other := range uses[next] {
				if !met[other] {
					met[other] = true
					todo = append(todo, other)
				}
			}
		}
		return met
	}
	reach := map[string]map[string]bool{}
	for file := range uses {
		reach[file] = from(file)
	}
	var best []string
	for _, file := range slices.Sorted(maps.Keys(uses)) {
		var circle []string
		for other := range reach[file] {
			if reach[other][file] {
				circle = append(circle, other)
			}
		}
		if len(circle) > len(best) {
			best = slices.Sorted(slices.Values(circle))
		}
	}
	return best
}

func TestLargestCircle(t *testing.T) {
	uses := map[string]map[string]bool{"a": {"b": true}, "b": {"c": true, "d": true}, "c": {"a": true}, "d": {"e": true}, "e": {"d": true}, "f": {}}
	if got := fmt.Sprint(largestCircle(uses)); got != "[a b c]" {
		t.Error(got)
	}
}
