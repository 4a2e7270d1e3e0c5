package mutation

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// expr writes the faults of an expression and what is in it.
func (w *writer) expr(e ast.Expr) {
	if w.info.Types[e].Value != nil {
		return
	}
	if w.boolean(e) {
		w.condition(e, true, true, true)
		return
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		w.expr(e.X)
	case *ast.UnaryExpr:
		w.expr(e.X)
	case *ast.TypeAssertExpr:
		w.expr(e.X)
	case *ast.StarExpr:
		w.expr(e.X)
	case *ast.SelectorExpr:
		w.operand(e.X)
	case *ast.IndexExpr:
		w.operand(e.X)
		w.expr(e.Index)
	case *ast.SliceExpr:
		for _, x := range []ast.Expr{e.Low, e.High, e.Max} {
			if x != nil {
				w.expr(x)
			}
		}
	case *ast.BinaryExpr:
		done := w.arithmetic(e)
		w.expr(e.X)
		w.expr(e.Y)
		done()
	case *ast.CallExpr:
		w.call(e)
	case *ast.CompositeLit:
		w.composite(e)
	case *ast.FuncLit:
		w.stmt(e.Body)
	case *ast.Ident, *ast.BasicLit, *ast.IndexListExpr: // the last one is a function with its types
	default:
		panic(fmt.Sprintf("%s: no faults are known for a %T", w.fset.Position(e.Pos()), e))
	}
}

// operand is what a selector or an index is applied to; only calls in it can
// have faults.
func (w *writer) operand(e ast.Expr) {
	switch e.(type) {
	case *ast.CallExpr, *ast.SelectorExpr, *ast.IndexExpr, *ast.ParenExpr:
		if tv := w.info.Types[e]; tv.IsValue() {
			w.expr(e)
		}
	}
}

// boolean reports whether an expression is a condition that can be replaced.
func (w *writer) boolean(e ast.Expr) bool {
	tv := w.info.Types[e]
	if tv.Type == nil || tv.Value != nil || !tv.IsValue() {
		return false
	}
	b, ok := tv.Type.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

// condition replaces a condition by true, by false, by its negation where
// negate is set, and an operator in it by others. What another fault does
// already is left out: an operand of && is not replaced by false.
func (w *writer) condition(e ast.Expr, always, never, negate bool) {
	if p, ok := e.(*ast.ParenExpr); ok {
		w.condition(p.X, always, never, negate)
		return
	}
	text := w.of(e)
	var others []string
	if always {
		others = append(others, "true")
	}
	if never {
		others = append(others, "false")
	}
	var inner func()
	switch x := e.(type) {
	case *ast.UnaryExpr: // !
		if negate {
			others = append(others, w.of(x.X))
		}
		inner = func() { w.condition(x.X, false, false, false) }
	case *ast.BinaryExpr:
		left, right := w.of(x.X), w.of(x.Y)
		switch x.Op {
		case token.LAND, token.LOR:
			and := x.Op == token.LAND
			if negate {
				others = append(others, "!("+text+")")
			}
			if and {
				others = append(others, left+" || "+right)
			} else {
				others = append(others, "("+left+") && ("+right+")")
			}
			inner = func() {
				for _, o := range []ast.Expr{x.X, x.Y} {
					b, ok := o.(*ast.BinaryExpr)
					same := ok && b.Op == x.Op
					w.condition(o, and && !same, !and && !same, !ok)
				}
			}
		default:
			for _, op := range w.comparisons(x) {
				others = append(others, left+" "+op.String()+" "+right)
			}
			inner = func() {
				w.expr(x.X)
				w.expr(x.Y)
			}
		}
	default:
		if negate {
			others = append(others, "!"+text)
		}
		inner = func() { w.parts(e) }
	}
	if len(others) == 0 {
		inner()
		return
	}
	first, cases := w.next, ""
	for _, o := range others {
		id := w.add(e, line(text)+" => "+line(o))
		if o != "false" {
			cases += fmt.Sprintf("mutant_.Is(%d) && (%s) || ", id, o)
		}
	}
	done := w.wrap(e, fmt.Sprintf("(%s!mutant_.In(%d, %d) && (", cases, first, w.next-1), "))")
	inner()
	done()
}

// parts writes the faults within a condition that is no operation.
func (w *writer) parts(e ast.Expr) {
	switch e := e.(type) {
	case *ast.CallExpr:
		w.call(e)
	case *ast.SelectorExpr:
		w.operand(e.X)
	case *ast.IndexExpr:
		w.operand(e.X)
		w.expr(e.Index)
	}
}

// comparisons returns the operators to replace that of a comparison by: its
// negation, and where values are ordered a neighbour on each side. Those that
// say the same of numbers that are never negative are left out.
func (w *writer) comparisons(e *ast.BinaryExpr) []token.Token {
	negation := map[token.Token]token.Token{
		token.EQL: token.NEQ, token.NEQ: token.EQL,
		token.LSS: token.GEQ, token.GEQ: token.LSS, token.GTR: token.LEQ, token.LEQ: token.GTR,
	}
	ops := []token.Token{negation[e.Op]}
	t := w.info.Types[e.X].Type
	b, ok := t.Underlying().(*types.Basic)
	_, named := types.Unalias(t).(*types.Named)
	if !ok || b.Info()&types.IsInteger == 0 || named && !isExplore(t, "Stamp") {
		return ops
	}
	if v := w.info.Types[e.Y].Value; v != nil && v.ExactString() == "0" && b.Info()&types.IsUnsigned != 0 {
		return ops
	}
	switch e.Op {
	case token.EQL:
		ops = append(ops, token.LEQ, token.GEQ)
	case token.NEQ:
		ops = append(ops, token.LSS, token.GTR)
	case token.LSS:
		ops = append(ops, token.LEQ)
	case token.LEQ:
		ops = append(ops, token.LSS)
	case token.GTR:
		ops = append(ops, token.GEQ)
	case token.GEQ:
		ops = append(ops, token.GTR)
	}
	return ops
}

// arithmetic replaces an operator by its counterpart.
func (w *writer) arithmetic(e *ast.BinaryExpr) (done func()) {
	other, ok := map[token.Token]string{
		token.ADD: "-", token.SUB: "+", token.AND: "&^", token.AND_NOT: "&", token.OR: "&",
	}[e.Op]
	if b, basic := w.info.Types[e].Type.Underlying().(*types.Basic); !ok || !basic || b.Info()&types.IsInteger == 0 {
		return func() {}
	}
	text := w.of(e.X) + " " + other + " " + w.of(e.Y)
	id := w.add(e, line(w.of(e))+" => "+line(text))
	return w.wrap(e, fmt.Sprintf("mutant_.Either(%d, ", id), ", "+text+")")
}

// zero takes the zero value for an expression.
func (w *writer) zero(e ast.Expr) {
	tv := w.info.Types[e]
	_, function := tv.Type.Underlying().(*types.Signature)
	_, literal := e.(*ast.BasicLit)
	if b, ok := tv.Type.Underlying().(*types.Basic); function || literal || ok && b.Info()&(types.IsUntyped|types.IsString) != 0 || tv.Value != nil && !isNamed(tv.Type) {
		w.expr(e)
		return
	}
	id := w.add(e, line(w.of(e))+" => zero")
	done := w.wrap(e, fmt.Sprintf("mutant_.Zero(%d, ", id), ")")
	w.expr(e)
	done()
}

func isNamed(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.Named)
	return ok
}

// messages reports whether an expression is a list of messages to be sent.
func (w *writer) messages(e ast.Expr) bool {
	t := w.info.Types[e].Type
	if t == nil {
		return false
	}
	l, ok := t.Underlying().(*types.Slice)
	return ok && isExplore(l.Elem(), "Out")
}

// fewer leaves out the first or the last message of a list.
func (w *writer) fewer(e ast.Expr) {
	if _, ok := e.(*ast.CompositeLit); ok {
		w.expr(e)
		return
	}
	first := w.add(e, line(w.of(e))+" => without the first")
	last := w.add(e, line(w.of(e))+" => without the last")
	done := w.wrap(e, fmt.Sprintf("mutant_.Without(%d, 0, mutant_.Without(%d, -1, ", first, last), "))")
	w.expr(e)
	done()
}

// composite takes zero for the fields of a message, a step or the like, and
// leaves messages out of a list.
func (w *writer) composite(e *ast.CompositeLit) {
	t := w.info.Types[e].Type
	if w.messages(e) {
		w.withoutEach(e, e, e.Elts)
		return
	}
	_, isStruct := t.Underlying().(*types.Struct)
	for _, x := range e.Elts {
		kv, ok := x.(*ast.KeyValueExpr)
		if !ok {
			w.expr(x)
			continue
		}
		switch {
		case w.messages(kv.Value):
			w.fewer(kv.Value)
		case isStruct && !w.boolean(kv.Value) && !isLiteral(kv.Value):
			w.zero(kv.Value)
		default:
			w.expr(kv.Value)
		}
	}
}

// isLiteral reports whether an expression is a composite literal, whose fields
// have faults of their own.
func isLiteral(e ast.Expr) bool {
	_, ok := e.(*ast.CompositeLit)
	return ok
}

// withoutEach leaves each of the messages listed out.
func (w *writer) withoutEach(n ast.Node, typed ast.Expr, list []ast.Expr) {
	before, after := "", ""
	for i, x := range list {
		id := w.add(x, line(w.of(x))+" => not sent")
		before += fmt.Sprintf("mutant_.Without(%d, %d, ", id, i)
		after += ")"
	}
	done := w.wrap(n, before, after)
	for _, x := range list {
		w.expr(x)
	}
	done()
}

// call writes the faults of a call: of its arguments, of the messages among
// them, and max for min.
func (w *writer) call(e *ast.CallExpr) {
	w.operand(e.Fun)
	if f, ok := e.Fun.(*ast.Ident); ok && (f.Name == "min" || f.Name == "max") {
		if _, ok := w.info.Uses[f].(*types.Builtin); ok {
			other := map[string]string{"min": "max", "max": "min"}[f.Name] + strings.TrimPrefix(w.of(e), f.Name)
			id := w.add(e, line(w.of(e))+" => "+line(other))
			done := w.wrap(e, fmt.Sprintf("mutant_.Either(%d, ", id), ", "+other+")")
			defer done()
		}
	}
	args := e.Args
	if w.builtin(e.Fun) {
		if f := e.Fun.(*ast.Ident).Name; f == "make" || f == "new" {
			return
		}
	}
	s, ok := w.info.Types[e.Fun].Type.(*types.Signature)
	if ok && s.Variadic() && !w.builtin(e.Fun) {
		last := s.Params().Len() - 1
		if l, ok := s.Params().At(last).Type().(*types.Slice); ok && isExplore(l.Elem(), "Out") && len(args) > last {
			if e.Ellipsis.IsValid() {
				w.fewer(args[last])
			} else {
				w.variadic(e, args[last:])
			}
			args = args[:last]
		}
	}
	for _, x := range slices.Clone(args) {
		if w.info.Types[x].IsValue() {
			w.expr(x)
		}
	}
}

func (w *writer) builtin(f ast.Expr) bool {
	i, ok := f.(*ast.Ident)
	if !ok {
		return false
	}
	_, ok = w.info.Uses[i].(*types.Builtin)
	return ok
}

// variadic leaves each of the messages among the arguments of a call out.
func (w *writer) variadic(e *ast.CallExpr, list []ast.Expr) {
	before, after := "", ""
	for i, x := range list {
		id := w.add(x, line(w.of(x))+" => not sent")
		before += fmt.Sprintf("mutant_.Without(%d, %d, ", id, i)
		after += ")"
	}
	w.open(list[0].Pos(), before+"mutant_.Variadic(")
	for _, x := range list {
		w.expr(x)
	}
	w.inserts = append(w.inserts, insert{w.offset(list[len(list)-1].End()), true, ")" + after + "..."})
}
