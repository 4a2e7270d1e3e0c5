package gate_test

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// queries says what handlers may ask of the types of roles and of sets, with a letter for each argument: v a value, m the number of a
// member, p that of the process itself, f a function of values, o an order, s a list that was just made. A receiver may be asked for all.
var queries = map[string]string{
	"roles.Peer.None": "", "roles.Stamp.None": "", "roles.Stamp.Before": "v", "roles.Peers.Has": "v", "roles.Peers.With": "v", "roles.Peers.Without": "v",
	"roles.By.Of": "v", "roles.By.With": "vv", "roles.By.First": "fo", "roles.By.Any": "f", "roles.By.Those": "f", "roles.By.Total": "f",
	"roles.Noted.Put": "v", "roles.Noted.Serve": "", "roles.Noted.Asks": "", "roles.Noted.Ask": "v", "roles.Noted.About": "v", "roles.Noted.Answered": "v",
	"roles.Noted.Settle": "vv", "roles.Group.Without": "v", "roles.ToEach": "vv",
	"roles.Structure.Enough": "v", "roles.Structure.All": "v", "roles.Structure.Is": "v", "roles.Structure.Within": "v", "roles.Structure.Others": "pv",
	"roles.Choices.None": "", "roles.Only": "v", "roles.SendTo": "vv", "roles.Stamped": "s",
	"protocol.Set.Has": "m", "protocol.Set.With": "m", "protocol.Set.Without": "m", "protocol.Set.Contains": "v", "explore.SetOf": "m",
}

func (w *walk) exprs(all []ast.Expr) {
	for _, e := range all {
		w.expr(e)
	}
}

// expr checks an expression whose value is used.
func (w *walk) expr(e ast.Expr) {
	tv := w.p.Info.Types[e]
	if tv.Value != nil && w.class(tv.Type) == set && constant.Sign(tv.Value) != 0 {
		w.report(e, "a set that is a constant")
	}
	switch x := e.(type) {
	case *ast.ParenExpr:
		w.expr(x.X)
		return
	case *ast.BasicLit:
	case *ast.Ident:
		w.use(x)
	case *ast.UnaryExpr:
		w.expr(x.X)
		if lit, ok := x.X.(*ast.CompositeLit); ok && x.Op == token.AND && w.name(w.p.Info.TypeOf(lit)) == "roles.Account" {
			return
		}
		if w.number(x.X); x.Op == token.AND || x.Op == token.ARROW {
			w.report(x, "%s where it is not known", x.Op)
		}
	case *ast.BinaryExpr:
		w.exprs([]ast.Expr{x.X, x.Y})
		w.operation(x)
	case *ast.StarExpr:
		w.base(x.X)
	case *ast.SelectorExpr:
		w.selector(x)
	case *ast.CompositeLit:
		w.composite(x)
	case *ast.CallExpr:
		w.call(x)
	default:
		w.report(e, "%s", what(e))
		return
	}
	if !tv.IsVoid() {
		w.allowed(e)
	}
}

// use is a use of a name as a value.
func (w *walk) use(x *ast.Ident) {
	o := w.object(x)
	v, ok := o.(*types.Var)
	if !ok {
		if _, isFunc := o.(*types.Func); isFunc {
			w.report(x, "%s as a value", x.Name)
		}
		return
	}
	switch isList := w.class(v.Type()) == list; {
	case v.Parent() == w.p.Types.Scope():
		w.report(x, "the variable %s outlives the call", x.Name)
	case w.isConfig(x):
		w.report(x, "the configuration as a value")
	case !inside(v.Pos(), w.fn):
		w.report(x, "%s is from where the protocol is made", x.Name)
	case w.who[v] != 0:
		w.report(x, "looks at the number %s of a process", x.Name)
	case isList && w.once == nil:
		w.report(x, "the list %s is used before it is returned", x.Name)
	case isList && w.once[v]:
		w.report(x, "the list %s is used twice", x.Name)
	case isList:
		w.once[v] = true
	case !inside(v.Pos(), w.own) && (w.class(v.Type()) == pointer || w.assigned(v)):
		w.report(x, "a function that a By calls looks at %s, which changes", x.Name)
	}
}

// assigned reports whether a variable of another function is or may be assigned to after the innermost function was made.
func (w *walk) assigned(v *types.Var) (yes bool) {
	note := func(at ast.Node, e ast.Expr) {
		root, _, _ := w.place(e)
		if root == nil || w.p.Info.Uses[root] != v {
			return
		}
		yes = yes || at.End() > w.own.Pos()
		for n := w.up[at]; n != w.fn; n = w.up[n] { // before, and again
			switch n.(type) {
			case *ast.ForStmt, *ast.RangeStmt:
				yes = yes || inside(w.own.Pos(), n) && !inside(v.Pos(), n)
			}
		}
	}
	ast.Inspect(w.fn, func(n ast.Node) bool {
		switch x := n.(type) {
		case *ast.AssignStmt:
			for _, l := range x.Lhs {
				note(x, l)
			}
		case *ast.IncDecStmt:
			note(x, x.X)
		case *ast.RangeStmt:
			if x.Tok == token.ASSIGN {
				note(x.Body, x.Key)
				note(x.Body, x.Value)
			}
		case *ast.UnaryExpr:
			if x.Op == token.AND {
				note(x, x.X)
			}
		case *ast.CallExpr:
			if s := w.byPointer(x); s != nil {
				note(x, s.X)
			}
		}
		return !yes
	})
	return yes
}

// byPointer returns the method that a call calls, if that gets a pointer to what it is called on.
func (w *walk) byPointer(x *ast.CallExpr) *ast.SelectorExpr {
	f, ok := w.object(x.Fun).(*types.Func)
	if !ok || f.Signature().Recv() == nil || w.class(f.Signature().Recv().Type()) != pointer {
		return nil
	}
	s, _ := ast.Unparen(x.Fun).(*ast.SelectorExpr)
	return s
}

// base is what a field is read of, or a method is called on: a pointer may be that, and what has a By in it.
func (w *walk) base(e ast.Expr) {
	switch x := ast.Unparen(e).(type) {
	case *ast.Ident:
		if k := w.classOf(x); k == record || k == pointer {
			w.use(x)
			return
		}
	case *ast.SelectorExpr:
		if s := w.p.Info.Selections[x]; s != nil && s.Kind() == types.FieldVal && w.classOf(x) == record {
			w.base(x.X)
			return
		}
	case *ast.StarExpr:
		w.base(x.X)
		return
	}
	w.expr(e)
}

func (w *walk) selector(x *ast.SelectorExpr) {
	s := w.p.Info.Selections[x]
	if s == nil {
		if _, ok := w.object(x).(*types.Const); !ok {
			w.report(x, "%s", types.ExprString(x))
		}
		return
	}
	root, _, _ := w.place(x)
	switch {
	case s.Kind() != types.FieldVal:
		w.report(x, "the method %s as a value", x.Sel.Name)
	case root != nil && w.isConfig(root):
		if w.classOf(x) != plain {
			w.report(x, "looks at %s of the configuration", x.Sel.Name)
		} else if why := w.varies(x); why != "" {
			w.report(x, "reads %s, which may depend on the number of processes or the quorums: %s", x.Sel.Name, why)
		}
	case w.name(elem(w.p.Info.TypeOf(x.X))) == "roles.To" && x.Sel.Name == "Member":
		w.report(x, "looks at the number of a member")
	case w.classOf(x) == list:
		w.report(x, "looks at a list")
	default:
		w.base(x.X)
	}
}

func (w *walk) operation(x *ast.BinaryExpr) {
	t := w.p.Info.TypeOf(x.X)
	if tv := w.p.Info.Types[x.X]; tv.Value != nil || tv.IsNil() {
		t = w.p.Info.TypeOf(x.Y)
	}
	k := w.class(t)
	switch equal := x.Op == token.EQL || x.Op == token.NEQ; {
	case k == set && equal && w.mode&pointwise != 0:
		w.report(x, "what is said of a member depends on others")
	case k == plain, k == set && (equal || x.Op == token.AND || x.Op == token.OR || x.Op == token.AND_NOT):
	case !equal || w.foreign(t, plain, peer, stamp) != nil:
		w.report(x, "%s of %s", x.Op, w.text(t))
	}
}

func (w *walk) composite(x *ast.CompositeLit) {
	t := w.p.Info.TypeOf(x)
	k, name := w.class(t), w.name(t)
	if k != record && k != list && len(x.Elts) > 0 {
		w.report(x, "makes a %s", w.text(t))
	}
	for _, e := range x.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		switch {
		case ok && k == list, !ok && strings.HasPrefix(name, "roles."):
			w.report(e, "a field without its name, or a place of a list")
		case !ok:
			w.expr(e)
		case name == "roles.To" && types.ExprString(kv.Key) == "Member":
			w.member(kv.Value)
		case slices.Contains(parts, name):
			w.part(name, kv)
		default:
			w.expr(kv.Value)
		}
	}
}

// member is the number of a member that the call was given.
func (w *walk) member(e ast.Expr) {
	if id, ok := e.(*ast.Ident); !ok || w.who[w.object(id)] != 'm' || w.mode&pure != 0 {
		w.report(e, "a member that the call was not given")
	}
}

// appends reports whether a call appends to a list of this function: not to one that another may append to as well.
func (w *walk) appends(x *ast.CallExpr) bool {
	b, ok := w.object(x.Fun).(*types.Builtin)
	if !ok || b.Name() != "append" {
		return false
	}
	o := w.object(x.Args[0])
	return o != nil && inside(o.Pos(), w.code)
}

func (w *walk) call(x *ast.CallExpr) {
	if w.p.Info.Types[x.Fun].IsType() {
		if w.exprs(x.Args); w.classOf(x.Args[0]) != plain || w.classOf(x) != plain {
			w.report(x, "converts a %s to a %s", w.text(w.p.Info.TypeOf(x.Args[0])), w.text(w.p.Info.TypeOf(x)))
		}
		return
	}
	how, ok := queries[w.callee(x)]
	d := w.decls[w.object(x.Fun)]
	b, isBuiltin := w.object(x.Fun).(*types.Builtin)
	switch {
	case ok:
		w.query(x, how)
	case d != nil:
		w.reach(x, d)
	case isBuiltin && (b.Name() == "min" || b.Name() == "max"):
		w.exprs(x.Args)
		w.number(x)
	case w.appends(x) && w.once != nil: // of a list that is not used again
		w.exprs(x.Args)
	default:
		w.report(x, "calls %s", types.ExprString(x.Fun))
	}
}

// receiver is what a method is called on.
func (w *walk) receiver(x *ast.CallExpr) {
	s, ok := ast.Unparen(x.Fun).(*ast.SelectorExpr)
	if sel := w.p.Info.Selections[s]; !ok || sel == nil {
		return
	} else if sel.Kind() != types.MethodVal {
		w.report(x, "a method as a function")
	} else if w.isStructure(s.X) {
		if w.mode&(pure|pointwise) != 0 {
			w.report(x, "looks at quorums where it says something of values, or of members")
		}
	} else if !w.isConfig(s.X) {
		w.base(s.X)
		if w.byPointer(x) != nil && w.object(s.X) != nil {
			w.target(&ast.StarExpr{Star: s.Pos(), X: s.X})
		}
	}
}

// query is a call of something that handlers may ask.
func (w *walk) query(x *ast.CallExpr, how string) {
	w.receiver(x)
	f := w.callee(x)
	if s, ok := ast.Unparen(x.Fun).(*ast.SelectorExpr); ok && w.p.Info.Selections[s] != nil { // which may be promoted
		w.usable(x, elem(w.object(s).(*types.Func).Signature().Recv().Type()))
	}
	if w.mode&pointwise != 0 && (f == "protocol.Set.Has" || f == "protocol.Set.Contains") {
		w.report(x, "what is said of a member depends on others")
	}
	if x.Ellipsis.IsValid() {
		w.report(x, "hands a list on")
		return
	}
	for i, e := range x.Args {
		switch how[min(i, len(how)-1)] {
		case 'v':
			w.expr(e)
		case 'm':
			w.member(e)
		case 'p':
			if w.who[w.object(e)] != 's' {
				w.report(e, "looks at the quorums of another process")
			}
		case 'f':
			w.function(e, w.mode|pure, "")
		case 'o':
			w.order(e)
		case 's':
			w.expr(e)
			if c, ok := e.(*ast.CallExpr); !ok || w.callee(c) != "roles.SendTo" {
				w.report(e, "stamps a list that may be another's")
			}
		}
	}
}

// reach is a call of a function of the package.
func (w *walk) reach(x *ast.CallExpr, d *ast.FuncDecl) {
	w.receiver(x)
	m := w.mode
	for n := w.up[x]; n != nil && n != w.fn; n = w.up[n] {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			m |= looped
		}
	}
	who := make([]byte, len(x.Args))
	for i, e := range x.Args {
		u, _ := e.(*ast.UnaryExpr)
		switch who[i] = w.who[w.object(e)]; {
		case m&pure == 0 && who[i] != 0:
			continue
		case m&pure == 0 && u != nil && u.Op == token.AND && w.object(u.X) != nil:
			w.target(&ast.StarExpr{Star: u.Pos(), X: u.X})
		case m&pure == 0 && w.classOf(e) == pointer && w.object(e) != nil && !w.isConfig(e):
			w.target(&ast.StarExpr{Star: e.Pos(), X: e})
		default:
			w.expr(e)
		}
		who[i] = '-'
	}
	w.add(d, m, string(who))
}

// order is one by a stamp: strict, but for stamps that are the same.
func (w *walk) order(e ast.Expr) {
	var sig *ast.FuncType
	var code *ast.BlockStmt
	switch x := ast.Unparen(e).(type) {
	case *ast.SelectorExpr:
		if s := w.p.Info.Selections[x]; s != nil && s.Kind() == types.MethodExpr && s.Obj().Name() == "Before" && w.name(s.Recv()) == "roles.Stamp" {
			return
		}
	case *ast.Ident:
		if d := w.decls[w.object(x)]; d != nil {
			sig, code = d.Type, d.Body
		}
	case *ast.FuncLit:
		sig, code = x.Type, x.Body
	}
	if code != nil && len(code.List) == 1 {
		r, _ := code.List[0].(*ast.ReturnStmt)
		if r != nil && len(r.Results) == 1 && w.before(sig.Params.List, r.Results[0]) {
			return
		}
	}
	w.report(e, "an order that is not the one of stamps")
}

// before reports whether an expression is x.S.Before(y.S), of two parameters x and y in this order.
func (w *walk) before(params []*ast.Field, e ast.Expr) bool {
	var names []types.Object
	for _, p := range params {
		for _, n := range p.Names {
			names = append(names, w.object(n))
		}
	}
	call, ok := e.(*ast.CallExpr)
	if !ok || w.callee(call) != "roles.Stamp.Before" || len(names) != 2 || len(call.Args) != 1 {
		return false
	}
	s, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	x, of, _ := w.place(s.X)
	y, to, _ := w.place(call.Args[0])
	return x != nil && y != nil && of == to && w.object(x) == names[0] && w.object(y) == names[1]
}
