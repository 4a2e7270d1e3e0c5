package gate_test

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// The configuration is the same for every number of processes and all quorums, but for fields that no handler reads:
// one value of it is made, of constants, of parameters of the algorithm, and of the form that is found by the name of its variant.

// varies says what a field that a handler reads depends on besides; nothing if it is the same.
func (c *checker) varies(x *ast.SelectorExpr) string {
	t := elem(c.p.Info.TypeOf(x.X))
	for _, i := range c.p.Info.Selections[x].Index() {
		f := elem(t).Underlying().(*types.Struct).Field(i)
		for _, lit := range c.made[c.text(elem(t))] {
			for _, e := range lit.Elts {
				kv, ok := e.(*ast.KeyValueExpr)
				if !ok {
					return "it has no name where it is set"
				}
				if c.object(kv.Key) != f || c.asked[f] {
					continue
				}
				c.asked[f] = true // where it is made of itself, it is what it is besides
				same := c.same(kv.Value)
				delete(c.asked, f)
				if !same {
					return "it may be " + types.ExprString(kv.Value)
				}
			}
		}
		t = f.Type()
	}
	if s, ok := ast.Unparen(x.X).(*ast.SelectorExpr); ok {
		return c.varies(s)
	}
	return ""
}

// same reports whether a value of a field is the same for every number of processes and all quorums, or a struct whose fields are asked for themselves.
func (c *checker) same(e ast.Expr) bool {
	switch x := ast.Unparen(e).(type) {
	case *ast.Ident:
		if v, ok := c.object(x).(*types.Var); ok && v.Parent() != c.p.Types.Scope() && c.family[types.Unalias(v.Type())] {
			return !c.isForm(v.Type()) || c.formOf(v) || c.given(v) // of others there is one value
		}
	case *ast.SelectorExpr:
		switch o := c.object(x); {
		case c.p.Info.Selections[x] == nil:
		case c.name(elem(c.p.Info.TypeOf(x.X))) == "instance.Setup":
			return o.Name() == "Variant" // Fixed is not known where every number of processes is asked about
		case c.family[elem(c.p.Info.TypeOf(x.X))]:
			return c.varies(x) == ""
		}
	case *ast.CallExpr:
		return slices.Contains([]string{"instance.Setup.K", "instance.Setup.Int", "instance.Setup.Text", "instance.Setup.Switch"}, c.callee(x))
	}
	return c.p.Info.Types[e].Value != nil
}

// isForm reports whether there are forms of a type, so that variant.Find may have made a value of it.
func (c *checker) isForm(t types.Type) bool {
	for _, tv := range c.p.Info.Types {
		if n, ok := types.Unalias(tv.Type).(*types.Named); ok && c.name(n) == "variant.Form" && n.TypeArgs().Len() == 1 && types.Identical(n.TypeArgs().At(0), t) {
			return true
		}
	}
	return false
}

// formOf reports whether a variable has what variant.Find finds in forms of the package, by the name of the variant, and nothing else.
func (c *checker) formOf(v *types.Var) bool {
	all := c.assignments(v)
	if len(all) != 1 || all[0] == nil || all[0].Tok != token.DEFINE {
		return false
	}
	call, ok := all[0].Rhs[0].(*ast.CallExpr)
	if !ok || c.callee(call) != "variant.Find" {
		return false
	}
	forms, ok := call.Args[0].(*ast.CallExpr)
	return ok && c.closed(c.decls[c.object(forms.Fun)]) && c.same(call.Args[1]) && c.same(call.Args[2])
}

// assignments returns what assigns to a variable, with nil for what may.
func (c *checker) assignments(v *types.Var) (all []*ast.AssignStmt) {
	for _, n := range c.nodes {
		switch x := n.(type) {
		case *ast.AssignStmt:
			if slices.ContainsFunc(x.Lhs, func(l ast.Expr) bool { return c.object(l) == v }) {
				all = append(all, x)
			}
		case *ast.UnaryExpr:
			if x.Op == token.AND && c.object(x.X) == v {
				all = append(all, nil)
			}
		case *ast.RangeStmt:
			if x.Key != nil && c.object(x.Key) == v || x.Value != nil && c.object(x.Value) == v {
				all = append(all, nil)
			}
		}
	}
	return all
}

// given reports whether a variable is a parameter to which nothing is assigned, of a function that is called at one place, with what is the same.
func (c *checker) given(v *types.Var) bool {
	for f, d := range c.decls {
		params := f.(*types.Func).Signature().Params()
		for i := range params.Len() {
			if params.At(i) != v || d.Body == nil {
				continue
			}
			calls, fine := 0, len(c.assignments(v)) == 0
			for _, n := range c.nodes {
				switch x := n.(type) {
				case *ast.CallExpr:
					if c.object(x.Fun) == f {
						calls++
						fine = fine && len(x.Args) == params.Len() && c.same(x.Args[i])
					}
				case *ast.Ident:
					fine = fine && (c.p.Info.Uses[x] != f || c.isCalled(x))
				}
			}
			return fine && calls == 1
		}
	}
	return false
}

// isCalled reports whether a name is that of a function where it is called.
func (c *checker) isCalled(id *ast.Ident) bool {
	var e ast.Expr = id
	if s, ok := c.up[id].(*ast.SelectorExpr); ok {
		e = s
	}
	call, ok := c.up[e].(*ast.CallExpr)
	return ok && call.Fun == e
}

// closed reports whether a function has the same result at each call: it has no parameters, and uses nothing but constants.
func (c *checker) closed(d *ast.FuncDecl) bool {
	if d == nil || d.Recv != nil || len(d.Type.Params.List) > 0 {
		return false
	}
	open := false
	ast.Inspect(d.Body, func(n ast.Node) bool {
		switch x := n.(type) {
		case *ast.Ident:
			v, ok := c.object(x).(*types.Var)
			open = open || ok && v.Parent() == c.p.Types.Scope()
		case *ast.RangeStmt, *ast.GoStmt, *ast.SelectStmt:
			open = true
		case *ast.CallExpr:
			f := c.callee(x)
			open = open || f != "variant.Of" && f != "variant.With"
		}
		return !open
	})
	return !open
}

// inClosed reports whether a node is in such a function.
func (c *checker) inClosed(n ast.Node) bool {
	for ; n != nil; n = c.up[n] {
		if d, ok := n.(*ast.FuncDecl); ok {
			return c.closed(d)
		}
	}
	return false
}

// changes reports what might make another configuration, or change it or a protocol.
func (c *checker) changes(n ast.Node) {
	switch x := n.(type) {
	case *ast.AssignStmt:
		for _, l := range x.Lhs {
			c.changed(l)
		}
	case *ast.IncDecStmt:
		c.changed(x.X)
	case *ast.RangeStmt:
		c.changed(x.Key)
		c.changed(x.Value)
	case *ast.UnaryExpr:
		if x.Op == token.AND {
			c.changed(x.X)
		}
	case *ast.Ident:
		t, ok := c.p.Info.Uses[x].(*types.TypeName)
		if ok && (c.family[types.Unalias(t.Type())] || c.name(t.Type()) == "instance.Setup") && !c.mentioned(x) {
			c.report(x, "the type %s where it may make another configuration", x.Name)
		}
	case *ast.CompositeLit:
		t := types.Unalias(c.p.Info.TypeOf(x))
		if c.family[t] && len(c.made[c.text(t)]) > 1 && !c.inClosed(x) {
			c.report(x, "another %s", c.text(t))
		}
		for _, e := range x.Elts {
			kv, ok := e.(*ast.KeyValueExpr)
			if ok && c.family[t] && c.classOf(kv.Value) == quorums && !c.areQuorums(kv.Value) {
				c.report(e, "other quorums than those of the instance")
			}
			if ok && c.family[t] && c.name(elem(c.p.Info.TypeOf(kv.Value))) == "roles.Structure" {
				call, isCall := kv.Value.(*ast.CallExpr)
				if !isCall || c.callee(call) != "roles.NewStructure" || !c.areQuorums(call.Args[0]) {
					c.report(e, "another structure than that of the quorums")
				}
			}
		}
		if c.name(t) == "protocol.Protocol" && len(x.Elts) > 0 {
			c.report(x, "a protocol that is not composed of roles")
		}
	case *ast.CallExpr:
		if c.callee(x) == "roles.Structure.Ask" {
			c.report(x, "has somebody else answer for the quorums")
		}
		for _, e := range x.Args {
			if c.name(elem(c.p.Info.TypeOf(e))) == "roles.Protocol" && !slices.Contains([]string{"roles.Compose", "instance.WithBooks", "instance.WithRoles"}, c.callee(x)) {
				c.report(e, "hands a protocol to what may change it")
			}
		}
	}
}

// changed reports what is assigned to, if that is a part of a protocol, or what handlers may read of the configuration.
func (c *checker) changed(e ast.Expr) {
	for at := e; at != nil; {
		switch x := ast.Unparen(at).(type) {
		case *ast.StarExpr:
			if t := c.p.Info.TypeOf(x); c.family[types.Unalias(t)] || slices.Contains(parts, c.name(t)) {
				c.report(e, "assigns to what a pointer points to")
			}
			at = x.X
		case *ast.SelectorExpr:
			at = nil
			if c.p.Info.Selections[x] == nil {
				break
			}
			at = x.X
			t, k := elem(c.p.Info.TypeOf(x.X)), c.classOf(x)
			switch name := c.name(t); {
			case name == "instance.Setup":
				c.report(e, "changes %s of the instance", x.Sel.Name)
			case c.family[t] && (k == plain || k == record || k == pointer) && !c.inClosed(e):
				c.report(e, "changes %s of the configuration", x.Sel.Name)
			case c.family[t] && (k == quorums && !c.whereNone(x) || c.name(elem(c.p.Info.TypeOf(x))) == "roles.Structure"):
				c.report(e, "changes the quorums")
			case slices.Contains(parts, name) && x.Sel.Name != "Beyond", name == "protocol.Protocol" && x.Sel.Name != "Standing":
				c.report(e, "changes %s of a protocol", x.Sel.Name)
			}
		case *ast.IndexExpr:
			if at = x.X; c.classOf(at) == quorums {
				c.report(e, "changes a list of quorums")
			}
		default:
			at = nil
		}
	}
}

// areQuorums reports whether a value is the quorums of the instance, or of the configuration.
func (c *checker) areQuorums(e ast.Expr) bool {
	switch x := ast.Unparen(e).(type) {
	case *ast.SelectorExpr:
		return c.p.Info.Selections[x] != nil && c.family[elem(c.p.Info.TypeOf(x.X))]
	case *ast.CallExpr:
		return c.callee(x) == "instance.Setup.Quorums" || c.callee(x) == "instance.Setup.Common"
	}
	return false
}

// whereNone reports whether a field is assigned to where it is nil: an instance without quorums gets some.
func (c *checker) whereNone(x *ast.SelectorExpr) bool {
	for n := ast.Node(x); n != nil; n = c.up[n] {
		y, ok := n.(*ast.IfStmt)
		if !ok || !inside(x.Pos(), y.Body) {
			continue
		}
		if b, ok := y.Cond.(*ast.BinaryExpr); ok && b.Op == token.EQL && c.p.Info.Types[b.Y].IsNil() && types.ExprString(b.X) == types.ExprString(x) {
			return true
		}
	}
	return false
}

// mentioned reports whether the name of a type of the configuration makes no value: it is the type of a parameter, of a result without
// a name, of a part of the configuration, of forms, or of a literal, which are counted.
func (c *checker) mentioned(x *ast.Ident) bool {
	up := c.up[x]
	if s, ok := up.(*ast.SelectorExpr); ok {
		up = c.up[s]
	}
	if s, ok := up.(*ast.StarExpr); ok {
		up = c.up[s]
	}
	switch y := up.(type) {
	case *ast.CompositeLit:
		return c.name(c.p.Info.TypeOf(x)) == ""
	case *ast.ParenExpr: // (*T).Method
		return true
	case *ast.IndexExpr:
		return c.name(c.p.Info.TypeOf(y)) == "variant.Form"
	case *ast.Field:
		switch z := c.up[c.up[y]].(type) {
		case *ast.FuncType:
			return z.Results == nil || !slices.Contains(z.Results.List, y) || len(y.Names) == 0
		case *ast.StructType:
			s, ok := c.up[z].(*ast.TypeSpec)
			return ok && c.family[types.Unalias(c.p.Info.Defs[s.Name].Type())]
		}
		return true // a receiver
	}
	return false
}
