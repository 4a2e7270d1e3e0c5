package gate_test

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
)

// A mode says what a function may not do besides.
type mode int

const (
	pure      mode = 1 << iota // look at a By, a set or a list, or change what is outside of it: a By calls it
	pointwise                  // ask anything of sets: it says something of each member
	looped                     // look at quorums: it is called for one of them
)

// A walk checks a function that handlers reach.
type walk struct {
	*checker
	fn   ast.Node // *ast.FuncDecl or *ast.FuncLit
	own  ast.Node // the same, or a function in it
	sig  *ast.FuncType
	code *ast.BlockStmt
	mode mode
	who  map[types.Object]byte // its parameters that are numbers: 's' of the process itself, 'm' of a member
	once map[types.Object]bool // the lists that a return statement has named; nil outside of one
}

// add has a function checked. Who has a letter for each parameter; of the last ones it may be missing.
func (c *checker) add(fn ast.Node, m mode, who string) {
	key := fmt.Sprint(fn.Pos(), m, who)
	if c.seen[key] != nil {
		return
	}
	w := &walk{checker: c, fn: fn, own: fn, mode: m, who: map[types.Object]byte{}}
	c.seen[key] = w
	switch f := fn.(type) {
	case *ast.FuncDecl:
		w.sig, w.code = f.Type, f.Body
		if m&pure != 0 && f.Recv != nil && c.classOf(f.Recv.List[0].Type) == pointer && !c.family[elem(c.p.Info.TypeOf(f.Recv.List[0].Type))] {
			c.report(f, "%s may change what a By calls it for", f.Name.Name)
		}
	case *ast.FuncLit:
		w.sig, w.code = f.Type, f.Body
	}
	i := 0
	for _, x := range w.sig.Params.List {
		for _, n := range x.Names {
			if i < len(who) && who[i] != '-' {
				w.who[c.p.Info.Defs[n]] = who[i]
			}
			i++
		}
	}
	c.todo = append(c.todo, w)
}

func (w *walk) body() {
	switch {
	case w.code == nil:
		w.report(w.fn, "a function without a body")
		return
	case w.sig.Results != nil && len(w.sig.Results.List) > 0 && w.sig.Results.List[0].Names != nil:
		w.report(w.fn, "results that have names")
	}
	w.stmt(w.code)
}

func (w *walk) stmts(all []ast.Stmt) {
	for _, s := range all {
		w.stmt(s)
	}
}

func (w *walk) stmt(s ast.Stmt) {
	switch x := s.(type) {
	case nil, *ast.EmptyStmt:
	case *ast.BlockStmt:
		w.stmts(x.List)
	case *ast.AssignStmt:
		w.assign(x)
	case *ast.IncDecStmt:
		w.target(x.X)
		w.number(x.X)
	case *ast.ExprStmt:
		w.expr(x.X)
	case *ast.DeclStmt:
		for _, s := range x.Decl.(*ast.GenDecl).Specs {
			v, ok := s.(*ast.ValueSpec)
			if !ok {
				w.report(s, "a type in a function")
				continue
			}
			w.exprs(v.Values)
			for _, n := range v.Names {
				w.allowed(n)
			}
		}
	case *ast.IfStmt:
		w.stmt(x.Init)
		w.expr(x.Cond)
		w.stmts([]ast.Stmt{x.Body, x.Else})
	case *ast.ForStmt:
		w.stmt(x.Init)
		if x.Cond != nil {
			w.expr(x.Cond)
		}
		w.stmts([]ast.Stmt{x.Post, x.Body})
	case *ast.RangeStmt:
		w.ranges(x)
	case *ast.SwitchStmt:
		w.stmt(x.Init)
		if x.Tag != nil {
			w.expr(x.Tag)
			if k := w.classOf(x.Tag); k != plain && k != peer && k != stamp {
				w.report(x.Tag, "a switch on a %s", w.text(w.p.Info.TypeOf(x.Tag)))
			}
		}
		w.stmt(x.Body)
	case *ast.CaseClause:
		w.exprs(x.List)
		w.stmts(x.Body)
	case *ast.ReturnStmt:
		w.once = map[types.Object]bool{}
		w.exprs(x.Results)
		w.once = nil
	case *ast.BranchStmt:
		if x.Label != nil {
			w.report(x, "a jump to a label")
		}
	default:
		w.report(s, "%s", what(s))
	}
}

// what names a kind of statement or expression that is not known.
func what(n ast.Node) string {
	switch n.(type) {
	case *ast.GoStmt, *ast.SelectStmt, *ast.SendStmt:
		return "processes in a process"
	case *ast.DeferStmt:
		return "a deferred call"
	case *ast.TypeSwitchStmt, *ast.TypeAssertExpr:
		return "a look at the type of a value"
	case *ast.IndexExpr, *ast.SliceExpr:
		return "a look at a place of a list"
	case *ast.FuncLit:
		return "a function that is no argument of a query"
	}
	return fmt.Sprintf("%T is not known", n)
}

func (w *walk) assign(x *ast.AssignStmt) {
	for i, l := range x.Lhs {
		w.target(l)
		switch k := w.classOf(l); x.Tok {
		case token.ASSIGN, token.DEFINE:
		case token.OR_ASSIGN, token.AND_ASSIGN, token.AND_NOT_ASSIGN:
			if k != set {
				w.number(l)
			}
		default:
			w.number(l)
		}
		if len(x.Rhs) != len(x.Lhs) {
			continue
		}
		if call, ok := x.Rhs[i].(*ast.CallExpr); ok && w.appends(call) && w.object(l) == w.object(call.Args[0]) {
			w.exprs(call.Args[1:])
		} else {
			w.expr(x.Rhs[i])
		}
	}
	if len(x.Rhs) != len(x.Lhs) {
		w.expr(x.Rhs[0])
	}
}

// number reports what is no number.
func (w *walk) number(e ast.Expr) {
	if w.classOf(e) != plain {
		w.report(e, "arithmetic on a %s", w.text(w.p.Info.TypeOf(e)))
	}
}

// target is what something is assigned to.
func (w *walk) target(e ast.Expr) {
	root, path, deref := w.place(e)
	if root == nil {
		w.report(e, "assigns to something that has no name")
		return
	}
	switch o, _ := w.object(root).(*types.Var); {
	case root.Name == "_":
	case o == nil || o.Parent() == w.p.Types.Scope():
		w.report(e, "assigns to %s, which outlives the call", root.Name)
	case w.isConfig(root):
		w.report(e, "assigns to the configuration")
	case w.who[o] != 0:
		w.report(e, "assigns to the number of a process")
	case !inside(o.Pos(), w.own), deref && w.mode&pure != 0:
		w.report(e, "a function that a By calls assigns to %s", root.Name)
	case path == "" && !deref:
		w.allowed(root)
	}
}

// allowed reports a value of a type that is not known, or not for functions that a By calls.
func (w *walk) allowed(e ast.Expr) {
	t := w.p.Info.TypeOf(e)
	if all, ok := t.(*types.Tuple); ok {
		for v := range all.Variables() {
			w.usable(e, v.Type())
		}
	} else if tv := w.p.Info.Types[e]; t != nil && !tv.IsNil() {
		w.usable(e, t)
	}
}

func (w *walk) usable(e ast.Expr, t types.Type) {
	switch k := w.class(t); {
	case k == other || k == quorums || k == pointer:
		w.report(e, "a value of type %s", w.text(t))
	case w.mode&pure != 0 && (k == by || k == requests || k == group || k == peers || k == set || k == list || k == choices || k == structure):
		w.report(e, "a function that a By calls looks at a %s", w.text(t))
	}
}

// ranges checks a loop: over numbers, peers in an order, or the quorums of the configuration.
func (w *walk) ranges(x *ast.RangeStmt) {
	call, _ := x.X.(*ast.CallExpr)
	switch t, _ := w.p.Info.TypeOf(x.X).Underlying().(*types.Basic); {
	case w.classOf(x.X) == quorums:
		w.quorums(x)
	case call != nil && w.callee(call) == "roles.By.InOrder" && w.mode&pure == 0:
		w.query(call, "fo")
	case t != nil && t.Info()&types.IsInteger != 0 && w.classOf(x.X) == plain:
		w.expr(x.X)
	default:
		w.report(x, "a loop over a %s", w.text(w.p.Info.TypeOf(x.X)))
	}
	for _, e := range []ast.Expr{x.Key, x.Value} {
		if e != nil {
			w.target(e)
		}
	}
	w.stmt(x.Body)
}

// quorums checks a loop over the quorums that a process may ask, in which each is treated as if it were the only one: it is the last but one statement of
// its function, which returns a list then. What it changes outside of the loop is this list, which is appended to, and variables that are set
// to the quorum at first.
func (w *walk) quorums(x *ast.RangeStmt) {
	of := x.X
	if i, ok := of.(*ast.IndexExpr); ok {
		if of = i.X; w.who[w.object(i.Index)] != 's' {
			w.report(i, "looks at the quorums of another process")
		}
	}
	if call, ok := of.(*ast.CallExpr); ok && w.callee(call) == "roles.Choices.Sets" {
		w.chosen(call)
	} else if s, ok := of.(*ast.SelectorExpr); !ok || !w.isConfig(s.X) {
		w.report(x, "quorums that are not those of the configuration")
	}
	if id, ok := x.Key.(*ast.Ident); x.Tok != token.DEFINE || !ok || id.Name != "_" || x.Value == nil {
		w.report(x, "looks at which quorum it is")
		return
	}
	n := len(w.code.List)
	last, ok := w.code.List[n-1].(*ast.ReturnStmt)
	if w.mode != 0 || n < 2 || w.code.List[n-2] != x || !ok || len(last.Results) != 1 || w.object(last.Results[0]) == nil {
		w.report(x, "looks at quorums, and does not return what it does with each")
		return
	}
	list, q := w.object(last.Results[0]), w.object(x.Value)
	anew := true // statements set something to the quorum
	set := map[string]bool{}
	for _, s := range x.Body.List {
		a, ok := s.(*ast.AssignStmt)
		if anew = anew && ok && a.Tok == token.ASSIGN && len(a.Lhs) == 1 && w.object(a.Rhs[0]) == q; anew {
			set[types.ExprString(a.Lhs[0])] = true
		}
	}
	ast.Inspect(x.Body, func(n ast.Node) bool {
		switch y := n.(type) {
		case *ast.AssignStmt:
			for i, l := range y.Lhs {
				call, ok := y.Rhs[min(i, len(y.Rhs)-1)].(*ast.CallExpr)
				if w.kept(l, x) && !(set[types.ExprString(l)] && w.object(y.Rhs[0]) == q) && !(ok && w.object(l) == list && w.appends(call)) {
					w.report(l, "leaves something for the next quorum")
				}
			}
		case *ast.IncDecStmt:
			if w.kept(y.X, x) {
				w.report(y, "leaves something for the next quorum")
			}
		case *ast.UnaryExpr:
			if y.Op == token.AND && w.kept(y.X, x) {
				w.report(y, "leaves something for the next quorum")
			}
		case *ast.Ident:
			if v, ok := w.object(y).(*types.Var); ok && w.class(v.Type()) == pointer && !w.isConfig(y) {
				w.report(y, "may leave something for the next quorum")
			}
		case *ast.CallExpr:
			if s := w.byPointer(y); s != nil && w.kept(s.X, x) {
				w.report(y, "may leave something for the next quorum")
			}
		case *ast.RangeStmt:
			if y.Tok == token.ASSIGN {
				w.report(y, "may leave something for the next quorum")
			}
		case *ast.ReturnStmt, *ast.BranchStmt:
			if b, ok := y.(*ast.BranchStmt); !ok || b.Tok != token.CONTINUE {
				w.report(y, "looks at no further quorums")
			}
		}
		return true
	})
}

// chosen checks what the sets are chosen from in a loop.
func (w *walk) chosen(sets *ast.CallExpr) {
	s, _ := ast.Unparen(sets.Fun).(*ast.SelectorExpr)
	if s == nil || w.p.Info.Selections[s] == nil {
		w.report(sets, "a method as a function")
		return
	}
	if call, ok := s.X.(*ast.CallExpr); ok && w.callee(call) == "roles.Structure.First" {
		w.query(call, "p")
		return
	}
	w.expr(s.X)
}

// kept reports whether what is assigned to outlives a turn of a loop.
func (w *walk) kept(e ast.Expr, loop ast.Node) bool {
	root, _, _ := w.place(e)
	return root != nil && root.Name != "_" && !w.isConfig(root) && w.object(root) != nil && !inside(w.object(root).Pos(), loop)
}
