package mutation

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// function writes the faults of a declared function: those of its body, or, if it
// only describes an instance, those of the handlers in it.
func (w *writer) function(f *ast.FuncDecl) {
	w.name = f.Name.Name
	if f.Body == nil {
		return
	}
	signature := w.info.Defs[f.Name].Type().(*types.Signature)
	if !describes(w.name, signature) {
		w.stmt(f.Body)
		return
	}
	ast.Inspect(f.Body, func(n ast.Node) bool {
		l, ok := n.(*ast.FuncLit)
		if ok && returns(w.info.Types[l].Type.(*types.Signature), "Step") {
			w.stmt(l.Body)
		}
		return !ok
	})
}

// describes reports whether a function describes an instance, or judges it,
// rather than being part of the algorithm.
func describes(name string, s *types.Signature) bool {
	if strings.HasPrefix(name, "New") || name == "String" {
		return true
	}
	if returns(s, "Protocol") || returns(s, "Observation") || returns(s, "Goal") || judges(s) {
		return true
	}
	for v := range s.Results().Variables() {
		if v.Type().String() == "error" {
			return true
		}
	}
	if s.Results().Len() != 1 {
		return false
	}
	switch s.Results().At(0).Type().String() {
	case "string", "[]string", "[][]qcheck/explore.Set":
		return true
	}
	return s.String() == "func(n int) []qcheck/explore.Set"
}

// judges reports whether a function looks at what is observed of all processes,
// or returns one that does.
func judges(s *types.Signature) bool {
	for v := range s.Params().Variables() {
		if l, ok := v.Type().(*types.Slice); ok && isExplore(l.Elem(), "Observation") {
			return true
		}
	}
	for v := range s.Results().Variables() {
		if f, ok := v.Type().(*types.Signature); ok && judges(f) {
			return true
		}
	}
	return false
}

// returns reports whether a result of the function is of a type of package
// explore, or a list of or pointer to it.
func returns(s *types.Signature, name string) bool {
	for v := range s.Results().Variables() {
		t := types.Unalias(v.Type())
		switch u := t.(type) {
		case *types.Slice:
			t = u.Elem()
		case *types.Pointer:
			t = u.Elem()
		}
		if isExplore(t, name) {
			return true
		}
	}
	return false
}

// isExplore reports whether a type is the one of package explore with the name.
func isExplore(t types.Type, name string) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == name && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "qcheck/explore/protocol"
}

func (w *writer) stmts(list []ast.Stmt) {
	for _, s := range list {
		w.stmt(s)
	}
}

func (w *writer) stmt(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.BlockStmt:
		w.stmts(s.List)
	case *ast.IfStmt:
		w.simple(s.Init)
		w.expr(s.Cond)
		w.stmt(s.Body)
		if s.Else != nil {
			w.stmt(s.Else)
		}
	case *ast.ForStmt:
		rounds := fmt.Sprintf("rounds%d", w.offset(s.Pos()))
		w.open(s.Pos(), rounds+" := 0; ")
		w.simple(s.Init)
		if s.Cond != nil {
			w.expr(s.Cond)
		}
		w.open(s.Body.Lbrace+1, " mutant_.Round(&"+rounds+"); ")
		w.stmt(s.Body)
	case *ast.RangeStmt:
		w.expr(s.X)
		w.stmt(s.Body)
	case *ast.SwitchStmt:
		w.simple(s.Init)
		if s.Tag != nil {
			w.expr(s.Tag)
		}
		for _, c := range s.Body.List {
			c := c.(*ast.CaseClause)
			for _, e := range c.List {
				w.caseOf(s.Tag, e)
			}
			w.stmts(c.Body)
		}
	case *ast.ReturnStmt:
		for _, e := range s.Results {
			w.expr(e)
		}
	case *ast.AssignStmt:
		w.assign(s)
	case *ast.IncDecStmt, *ast.BranchStmt:
		w.deletable(s)()
	case *ast.ExprStmt:
		done := w.deletable(s)
		w.expr(s.X)
		done()
	case *ast.DeclStmt, *ast.EmptyStmt:
	default:
		panic(fmt.Sprintf("%s: no faults are known for a %T", w.fset.Position(s.Pos()), s))
	}
}

// simple is a statement before a condition, which cannot be left out.
func (w *writer) simple(s ast.Stmt) {
	if s, ok := s.(*ast.AssignStmt); ok {
		for _, e := range s.Rhs {
			w.expr(e)
		}
	}
}

// caseOf writes the faults of an expression of a case: a condition, or a value
// of the tag, which is never met.
func (w *writer) caseOf(tag, e ast.Expr) {
	if tag == nil {
		w.expr(e)
		return
	}
	named, ok := types.Unalias(w.info.Types[e].Type).(*types.Named)
	if !ok {
		return
	}
	if b, ok := named.Underlying().(*types.Basic); !ok || b.Info()&types.IsInteger == 0 {
		return
	}
	id := w.add(e, "case "+w.of(e)+" => never")
	w.wrap(e, fmt.Sprintf("mutant_.Never(%d, ", id), ")")()
}

// deletable leaves a statement out.
func (w *writer) deletable(s ast.Stmt) (done func()) {
	id := w.add(s, line(w.of(s))+" => nothing")
	return w.wrap(s, fmt.Sprintf("if !mutant_.Is(%d) { ", id), " }")
}

// assign leaves assignments out, of several each by itself, and takes zero for
// the initial value of a variable.
func (w *writer) assign(s *ast.AssignStmt) {
	done := func() {}
	switch {
	case s.Tok == token.DEFINE:
		for _, e := range s.Rhs {
			if len(s.Rhs) == len(s.Lhs) && !w.boolean(e) && !isLiteral(e) {
				w.zero(e)
			} else {
				w.expr(e)
			}
		}
		return
	case len(s.Lhs) == 1:
		done = w.deletable(s)
	case len(s.Lhs) == len(s.Rhs):
		text := ""
		for i := range s.Lhs {
			var to, from []string
			for j := range s.Lhs {
				if j != i {
					to, from = append(to, w.of(s.Lhs[j])), append(from, w.of(s.Rhs[j]))
				}
			}
			id := w.add(s, line(w.of(s.Lhs[i])+" = "+w.of(s.Rhs[i]))+" => nothing")
			text += fmt.Sprintf("if mutant_.Is(%d) { %s = %s } else ", id, strings.Join(to, ", "), strings.Join(from, ", "))
		}
		done = w.wrap(s, text+"{ ", " }")
	}
	for _, e := range s.Rhs {
		w.expr(e)
	}
	done()
}
