package gate_test

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"slices"
	"strconv"
	"strings"
)

// Check returns what is not allowed in a package with handlers, in the order of its source.
func Check(p *Package) []Finding { return checked(p).findings() }

// checked returns what is known of a package.
func checked(p *Package) *checker {
	c := &checker{
		p: p, decls: map[types.Object]*ast.FuncDecl{}, up: map[ast.Node]ast.Node{}, made: map[string][]*ast.CompositeLit{},
		family: map[types.Type]bool{}, asked: map[*types.Var]bool{}, seen: map[string]*walk{}, found: map[Finding]bool{},
	}
	for _, o := range p.Others {
		c.report(p.Files[0], "the file %s is of this package on some machines, or not in Go", o)
	}
	for _, f := range p.Files {
		c.file(f)
	}
	c.protocol()
	for len(c.todo) > 0 {
		w := c.todo[0]
		c.todo = c.todo[1:]
		w.body()
	}
	return c
}

func (c *checker) findings() []Finding {
	var all []Finding
	for f := range c.found {
		all = append(all, f)
	}
	slices.SortFunc(all, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Pos.Filename, b.Pos.Filename), cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.What, b.What))
	})
	return all
}

// A checker knows a package.
type checker struct {
	p     *Package
	nodes []ast.Node            // of all files, in their order
	up    map[ast.Node]ast.Node // what a node is in
	decls map[types.Object]*ast.FuncDecl
	made  map[string][]*ast.CompositeLit // the literals of a type

	config types.Type          // the type whose methods are handlers
	family map[types.Type]bool // this, and the structs in it
	asked  map[*types.Var]bool // fields of these that are looked at

	todo  []*walk
	seen  map[string]*walk // functions that are reached
	found map[Finding]bool
}

func (c *checker) report(at ast.Node, format string, args ...any) {
	pos := c.p.Fset.Position(at.Pos())
	pos.Offset, pos.Column = 0, 0 // so that a line says a thing once
	c.found[Finding{pos, fmt.Sprintf(format, args...)}] = true
}

func (c *checker) text(t types.Type) string { return types.TypeString(t, types.RelativeTo(c.p.Types)) }

func (c *checker) classOf(e ast.Expr) class { return c.class(c.p.Info.TypeOf(e)) }

// object returns what a name stands for, or the last part of one; nil for other expressions.
func (c *checker) object(e ast.Expr) types.Object {
	switch x := ast.Unparen(e).(type) {
	case *ast.Ident:
		return c.p.Info.ObjectOf(x)
	case *ast.SelectorExpr:
		return c.p.Info.Uses[x.Sel]
	}
	return nil
}

// callee names the function or method of another package that is called, or nothing.
func (c *checker) callee(x *ast.CallExpr) string {
	fun := ast.Unparen(x.Fun)
	if i, ok := fun.(*ast.IndexExpr); ok {
		fun = i.X
	}
	f, ok := c.object(fun).(*types.Func)
	switch {
	case !ok || f.Pkg() == nil || f.Pkg() == c.p.Types:
		return ""
	case f.Signature().Recv() != nil:
		return c.name(elem(f.Signature().Recv().Type())) + "." + f.Name()
	}
	return path.Base(f.Pkg().Path()) + "." + f.Name()
}

// elem returns what a pointer points to, and other types as they are.
func elem(t types.Type) types.Type {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	return types.Unalias(t)
}

// isConfig reports whether an expression is the configuration, or a part of it that is a struct, or a pointer to these.
func (c *checker) isConfig(e ast.Expr) bool {
	root, _, _ := c.place(e)
	t := c.p.Info.TypeOf(e)
	if root == nil || t == nil || !c.family[elem(t)] {
		return false
	}
	v, ok := c.object(root).(*types.Var)
	return ok && v.Parent() != c.p.Types.Scope()
}

// file notes what is where in a file.
func (c *checker) file(f *ast.File) {
	for _, s := range f.Imports {
		if path, _ := strconv.Unquote(s.Path.Value); !slices.Contains(known, path) || s.Name != nil && s.Name.Name == "." {
			c.report(s, "imports %s", path)
		}
	}
	for _, g := range f.Comments {
		for _, x := range g.List {
			if strings.HasPrefix(x.Text[2:], "line ") || strings.HasPrefix(x.Text, "//go:") && !strings.HasPrefix(x.Text, "//go:embed ") {
				c.report(x, "a directive to the compiler")
			}
		}
	}
	var stack []ast.Node
	ast.Inspect(f, func(n ast.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		if len(stack) > 0 {
			c.up[n] = stack[len(stack)-1]
		}
		stack, c.nodes = append(stack, n), append(c.nodes, n)
		switch x := n.(type) {
		case *ast.FuncDecl:
			c.decls[c.p.Info.Defs[x.Name]] = x
			if x.Type.TypeParams != nil { // which can make a value of a type without its name
				c.report(x, "a generic function")
			}
		case *ast.CompositeLit:
			t := c.p.Info.TypeOf(x)
			name := c.name(t)
			if name == "" {
				name = c.text(t)
			}
			c.made[name] = append(c.made[name], x)
		}
		return true
	})
}

// parts are the types that a protocol is made of.
var parts = []string{"roles.Protocol", "roles.Requester", "roles.Member", "roles.Account", "roles.Wire"}

// protocol starts with the functions that make the protocol, which are checked as its handlers are.
func (c *checker) protocol() {
	for _, name := range parts {
		all := slices.DeleteFunc(slices.Clone(c.made[name]), func(x *ast.CompositeLit) bool { return len(x.Elts) == 0 })
		for i, x := range all {
			if d, ok := c.within(x).(*ast.FuncDecl); ok {
				c.maker(d)
			} else {
				c.report(x, "a %s that is not made in a function with a name", name)
			}
			if i > 0 {
				c.report(x, "another %s", name)
			}
		}
		if name == "roles.Protocol" && len(all) == 0 {
			c.report(c.p.Files[0], "there is no %s", name)
		} else if name == "roles.Protocol" {
			c.structured(all[0])
			args := types.Unalias(c.p.Info.TypeOf(all[0])).(*types.Named).TypeArgs()
			for i, of := range [][]class{{plain, set}, {plain, peer, stamp, peers, by, requests}, {plain}, {plain}} {
				if t := c.foreign(args.At(i), of...); t != nil {
					c.report(all[0], "%s has a %s in it", c.text(args.At(i)), c.text(t))
				}
			}
		}
	}
	for _, n := range c.nodes {
		c.changes(n)
	}
}

// isStructure reports whether an expression is the structure of the configuration.
func (c *checker) isStructure(e ast.Expr) bool {
	s, ok := ast.Unparen(e).(*ast.SelectorExpr)
	return ok && c.p.Info.Selections[s] != nil && c.isConfig(s.X) && c.name(elem(c.p.Info.TypeOf(s))) == "roles.Structure"
}

// structured reports a protocol that has a structure and does not say so: proofs would not ask about every one.
func (c *checker) structured(protocol *ast.CompositeLit) {
	says := slices.ContainsFunc(protocol.Elts, func(e ast.Expr) bool {
		kv, ok := e.(*ast.KeyValueExpr)
		return ok && types.ExprString(kv.Key) == "Structure"
	})
	for _, n := range c.nodes {
		if s, ok := n.(*ast.SelectorExpr); ok && !says && c.name(elem(c.p.Info.TypeOf(s))) == "roles.Structure" && c.p.Info.Selections[s] != nil {
			c.report(protocol, "a protocol that does not say that it has a structure")
		}
	}
}

// within returns the innermost function that a node is in.
func (c *checker) within(n ast.Node) ast.Node {
	for n = c.up[n]; n != nil; n = c.up[n] {
		switch n.(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			return n
		}
	}
	return nil
}

// maker has a function checked that makes the protocol or its account. Its receiver is the configuration.
func (c *checker) maker(d *ast.FuncDecl) {
	if d.Recv != nil && c.config == nil {
		c.config = elem(c.p.Info.TypeOf(d.Recv.List[0].Type))
		c.relate(c.config)
		for _, x := range c.made[c.text(c.config)] { // and those that its fields are copied from
			for _, e := range x.Elts {
				if kv, ok := e.(*ast.KeyValueExpr); ok {
					if s, ok := kv.Value.(*ast.SelectorExpr); ok && c.p.Info.Selections[s] != nil {
						c.relate(elem(c.p.Info.TypeOf(s.X)))
					}
				}
			}
		}
	}
	c.add(d, 0, "")
}

// relate notes a struct of the configuration, and those in it.
func (c *checker) relate(t types.Type) {
	s, ok := t.Underlying().(*types.Struct)
	if n, named := t.(*types.Named); !ok || !named || n.Obj().Pkg() != c.p.Types || c.family[t] {
		return
	}
	c.family[t] = true
	for f := range s.Fields() {
		c.relate(elem(f.Type()))
	}
}

// part checks a field of a protocol or of what it is made of.
func (w *walk) part(of string, kv *ast.KeyValueExpr) {
	switch name := kv.Key.(*ast.Ident).Name; of + "." + name {
	case "roles.Protocol.N", "roles.Protocol.Steps", "roles.Account.Quorums": // steps are names that must be reached
	case "roles.Protocol.Safe":
		call, ok := kv.Value.(*ast.CallExpr)
		if !ok || w.callee(call) != "explore.AtMost" && w.callee(call) != "instance.AtMostUnits" {
			w.report(kv, "Safe is neither explore.AtMost nor instance.AtMostUnits")
			return
		}
		w.exprs(call.Args)
	case "roles.Protocol.Structure":
		if !w.isStructure(kv.Value) {
			w.report(kv, "a structure that is not that of the configuration")
		}
	case "roles.Protocol.Account":
		if call, ok := kv.Value.(*ast.CallExpr); ok && w.decls[w.object(call.Fun)] != nil {
			w.reach(call, w.decls[w.object(call.Fun)])
		} else {
			w.expr(kv.Value)
		}
	case "roles.Requester.Local":
		w.function(kv.Value, 0, "s-")
	case "roles.Requester.Take":
		w.function(kv.Value, 0, "s-m--")
	case "roles.Account.Has":
		w.function(kv.Value, pointwise, "")
	default:
		if _, ok := w.p.Info.TypeOf(kv.Value).Underlying().(*types.Signature); ok {
			w.function(kv.Value, 0, "")
		} else if !w.p.Info.Types[kv.Value].IsNil() {
			w.expr(kv.Value)
		}
	}
}

// function has a function checked that is given to a protocol or to a By. Who has a letter for each parameter that
// is the number of a process.
func (w *walk) function(e ast.Expr, m mode, who string) {
	switch x := ast.Unparen(e).(type) {
	case *ast.FuncLit:
		if m&pure == 0 {
			w.add(x, m, who)
			return
		}
		n := &walk{checker: w.checker, fn: w.fn, own: x, sig: x.Type, code: x.Body, mode: m, who: w.who}
		n.body()
		return
	case *ast.Ident, *ast.SelectorExpr:
		if w.p.Info.Types[x].IsNil() {
			return
		}
		s, ok := x.(*ast.SelectorExpr)
		if d := w.decls[w.object(x)]; d != nil && (!ok || w.p.Info.Selections[s].Kind() == types.MethodVal && w.isConfig(s.X)) {
			w.add(d, m, who)
			return
		}
	}
	w.report(e, "a function that is not known here")
}

// place returns the variable that an expression is a part of, and which part; nil if it is not one of a variable.
func (c *checker) place(e ast.Expr) (root *ast.Ident, path string, deref bool) {
	switch x := ast.Unparen(e).(type) {
	case *ast.Ident:
		return x, "", false
	case *ast.StarExpr:
		root, path, _ = c.place(x.X)
		return root, path, true
	case *ast.SelectorExpr:
		if c.p.Info.Selections[x] != nil {
			root, path, deref = c.place(x.X)
			return root, path + "." + x.Sel.Name, deref || c.classOf(x.X) == pointer
		}
	}
	return nil, "", false
}

func inside(pos token.Pos, n ast.Node) bool { return n.Pos() <= pos && pos < n.End() }
