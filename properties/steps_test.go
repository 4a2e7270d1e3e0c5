package properties_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// bounded are the functions that call what may take long and give it no step, and why that is short, or
// ended otherwise.
var bounded = map[string]string{
	"setsys/construct":            "qcheck builds under input.Await",
	"setsys/assumption.go":        "qcheck decodes under input.Await",
	"setsys/decode_assumption.go": "qcheck decodes under input.Await",
	"setsys/decode_formula.go":    "qcheck decodes under input.Await",
	"setsys/diagram/minimal.go":   "the sets were listed step by step, and come nearly in order",
	"setsys/transversal.go":       "transversals are listed for constructions only",
	"properties/property":         "witnesses are confirmed under input.Await",
	"corpus":                      "the structures of papers are small",
}

// Every call of what sorts, indexes or lists quorums gives it a step, which ends it with the context, or
// is in the table with the reason why it need not.
func TestStepsAreGiven(t *testing.T) {
	found, used := 0, map[string]bool{}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		path = filepath.ToSlash(strings.TrimPrefix(path, "../"))
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			name, step := "", 0 // and where the step is
			switch f := call.Fun.(type) {
			case *ast.SelectorExpr:
				name = f.Sel.Name
				if of, ok := f.X.(*ast.Ident); ok && name == "List" && slices.Contains([]string{"phrase", "variant", "instance", "console", "availability", "d"}, of.Name) {
					return true
				}
			case *ast.Ident:
				name = f.Name
			}
			switch name {
			case "NewIndex", "FormulaOf":
				step = 1
			case "Canonical", "Minimal", "List":
			default:
				return true
			}
			if found++; len(call.Args) > step {
				return true
			}
			for where := range bounded {
				if strings.HasPrefix(path, where) {
					used[where] = true
					return true
				}
			}
			t.Errorf("%s: %s has no step", path, name)
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for where := range bounded {
		if !used[where] {
			t.Errorf("%s: nothing is called there without a step", where)
		}
	}
	if found < 50 {
		t.Errorf("only %d calls were found", found)
	}
}
