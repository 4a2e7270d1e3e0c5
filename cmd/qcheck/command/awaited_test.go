package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/protocols"
	"qcheck/protocols/instance"
)

// unawaited are the calls of what builds, imports or decodes that know of no context and are not under input.Await, and why
// these are short.
var unawaited = map[string]string{
	"construct.go construct.Build":   "construct awaits what builds",
	"construct.go construct.Formula": "construct awaits what builds",
	"run.go Open":                    "a sweep awaits what opens",
	"cases.go construct.Build":       "the corpus awaits what builds",
	"cases.go setsys.Decode":         "the corpus awaits what builds",
	"runs.go setsys.Decode":          "files of the project",
	"runs.go Open":                   "instances of the project, which have few processes",
}

// What builds a structure or a model, imports or decodes one may take as long as its input wants and knows of no context: each
// call of it in the commands is one that input.Await leaves when the context ends, or is in the table with the reason.
func TestLongCallsAreAwaited(t *testing.T) {
	long := map[string]bool{"Open": true, "construct.Build": true, "construct.Formula": true, "importer.Import": true, "setsys.Decode": true, "trace.Decode": true}
	awaited, used := 0, map[string]bool{}
	for _, room := range []string{".", "../../../protocols/sweep", "../../../corpus/entry"} {
		err := filepath.WalkDir(room, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			if err != nil {
				return err
			}
			var look func(n ast.Node, under bool)
			look = func(n ast.Node, under bool) {
				ast.Inspect(n, func(n ast.Node) bool {
					call, ok := n.(*ast.CallExpr)
					if !ok {
						return true
					}
					name := ""
					if f, ok := call.Fun.(*ast.SelectorExpr); ok {
						name = f.Sel.Name
						if of, ok := f.X.(*ast.Ident); ok && name != "Open" {
							name = of.Name + "." + name
						} else if ok && (of.Name == "os" || of.Name == "input") {
							return true
						}
					}
					if name == "input.Await" && !under {
						for _, a := range call.Args {
							look(a, true)
						}
						return false
					}
					if where := fmt.Sprintf("%s %s", filepath.Base(path), name); long[name] && under {
						awaited++
					} else if long[name] {
						if _, ok := unawaited[where]; !ok {
							t.Errorf("%q is not under input.Await", where)
						}
						used[where] = true
					}
					return true
				})
			}
			look(file, false)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for where := range unawaited {
		if !used[where] {
			t.Errorf("%q is called no more", where)
		}
	}
	if awaited < 4 {
		t.Errorf("only %d calls are awaited", awaited)
	}
}

// A model that never comes about is left when the context ends, in each command that makes one.
func TestModelThatIsNeverMade(t *testing.T) {
	stay := make(chan struct{})
	t.Cleanup(func() { close(stay) })
	for _, args := range []string{
		"protocol --algorithm slow --n 2", "simulate --algorithm slow --n 2", "walk --algorithm slow --n 2",
	} {
		ctx, end := context.WithCancelCause(t.Context())
		own := append(protocols.All(), &instance.Algorithm{
			Name: "slow", Summary: "a model that takes for ever", Source: "none", Variants: []instance.Variant{{Name: "printed", Summary: "it"}}, Default: "printed",
			Build: func(*instance.Setup) (*instance.Model, error) {
				end(errors.New("time is over"))
				<-stay
				return nil, nil
			},
		})
		var out, errs bytes.Buffer
		began := time.Now()
		code := Run(ctx, own, strings.Fields(args), strings.NewReader(""), &out, &errs)
		if code != int(console.ExitUnknown) || errs.String() != "qcheck: interrupted while its model was made: time is over\n" || time.Since(began) > time.Minute {
			t.Errorf("%s: exit %d, %q, %q", args, code, out.String(), errs.String())
		}
	}
}
