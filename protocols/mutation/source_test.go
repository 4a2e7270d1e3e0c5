package mutation

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// source is a package that was read and type-checked.
type source struct {
	path  string // import path
	fset  *token.FileSet
	files []*ast.File
	text  map[*ast.File][]byte
	info  *types.Info
}

// listed has what is known of the subjects' packages, and of those that they import.
var listed = sync.OnceValues(func() (string, error) {
	var paths []string
	for _, s := range subjects {
		paths = append(paths, s.path())
	}
	return known(paths...)
})

func known(paths ...string) (string, error) {
	return goList(append([]string{"-export", "-deps", "-f", "{{.ImportPath}}\t{{.Export}}\t{{.Dir}}\t{{range .GoFiles}}{{.}} {{end}}"}, paths...)...)
}

// load reads the package with the given import path, without its tests.
func load(path string) (*source, error) {
	list := func() (string, error) { return known(path) }
	if slices.ContainsFunc(subjects, func(s subject) bool { return s.path() == path }) {
		list = listed
	}
	out, err := list()
	if err != nil {
		return nil, err
	}
	exports := map[string]string{}
	var dir string
	var names []string
	for line := range strings.Lines(out) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		exports[f[0]] = f[1]
		if f[0] == path {
			dir, names = f[2], strings.Fields(f[3])
		}
	}
	s := &source{path: path, fset: token.NewFileSet(), text: map[*ast.File][]byte{}}
	for _, name := range names {
		name = filepath.Join(dir, name)
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		file, err := parser.ParseFile(s.fset, name, text, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		s.files = append(s.files, file)
		s.text[file] = text
	}
	compiled := importer.ForCompiler(s.fset, "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(exports[path])
	})
	s.info = &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{},
	}
	if _, err := (&types.Config{Importer: compiled}).Check(path, s.fset, s.files, s.info); err != nil {
		return nil, err
	}
	return s, nil
}

func goList(args ...string) (string, error) {
	cmd := exec.Command("go", append([]string{"list"}, args...)...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("go list: %w: %s", err, stderr.Bytes())
	}
	return string(out), nil
}
