package gate_test

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"qcheck/setsys/slow"
)

// What is inserted into handlers. Words in braces stand for variables of the type that are known there.
var (
	forbidden = []string{
		"{any}total > 7", "{any}printed(nil) > 7", "{any}func() bool { total++; return total > 7 }()", "{any}recover() != nil", "{any}len([]int{1}) > 7", "{any}new(int) == nil",
		"{any}func() bool { defer func() { _ = recover() }(); return false }()", "{any}func() bool { for p := range totals { return p > 7 }; return false }()",
		"{any}totals[3] > 0", "{any}counted(uint8(3)) > 7", "{any}elsewhere() > 7", "{any}explore.SetOf(3) != 0", "{any}explore.All(7) == 0", "{any}func() bool { go func() {}(); return false }()",
		"{any}[]bool{true}[0]", "{any}any(3) == nil", "{any}hooks.f(3) > 7", "{any}string(rune(total)) == \"\"", "{any}<-make(chan bool)",
		"printed({member}) > 7", "printed({member}.Queue) > 7", "({member}.Queue == roles.By[roles.Stamp]{})", "{member} == member{}", "len({member}.Queue.Sorted(nil, nil)) > 7",
		"func() bool { n := 0; {member}.Queue.Any(func(t roles.Stamp) bool { n++; return false }); return n > 7 }()", "any({member}) == nil",
		"{member}.Queue.Any(func(t roles.Stamp) bool { return {member}.Queue.Any(func(u roles.Stamp) bool { return t.Before(u) }) })",
		"{member}.Queue.Any(func(t roles.Stamp) bool { total++; return total > 7 })", "{member}.Queue.Any(func(t roles.Stamp) bool { return printed(t) > 7 })",
		"!{member}.Queue.First(func(t roles.Stamp) bool { return true }, func(t, u roles.Stamp) bool { return u.Before(t) }).None()",
		"{member}.Queue.Any({member}.Queue.Of({member}.Holder).Before)", "&{member} == nil", "{member}.Queue.Those(nil) == roles.Peers{}",
		"printed({peer}) > 3", "any({peer}) == any(total)", "map[roles.Peer]bool{{peer}: true}[{peer}]", "[]roles.Peer{{peer}}[0] == {peer}", "roles.Only({peer}) == roles.Peers{}",
		"printed({stamp}) > 3", "any({stamp}) == nil", "[2]roles.Stamp{{stamp}}[0].None()", "struct{ x any }{{stamp}}.x == nil",
		"{requester}.Quorum.Len() > 7", "{requester}.Quorum.First() == 3", "{requester}.Quorum < 7", "{requester}.Quorum == 7", "int({requester}.Quorum) > 7", "{requester}.Quorum-1 == 0",
		"{requester}.Quorum>>3 != 0", "^{requester}.Quorum == 0", "counted(uint8({requester}.Quorum)) > 3", "{requester}.Quorum.Has(3)", "len({requester}.Quorum.Members()) > 3",
		"len(roles.SendTo({requester}.Quorum, toMember(1))) > 7", "roles.SendTo({requester}.Quorum, toMember(1))[0].Member == 3", "{requester}.Quorum%3 == 0", "{requester}.Quorum*2 == 0",
		"printed({requester}) > 7", "{requester}.Quorum.String() == \"\"", "{requester} == requester{}", "func() bool { for i := range 16 { if {requester}.Quorum.Has(i) { return true } }; return false }()",
		"min({requester}.Quorum, {requester}.Quorum) == 0", "func() bool { switch {requester}.Quorum { case 7: return true }; return false }()", "append(roles.SendTo({requester}.Quorum, toMember(1))) == nil",
		"{who} == 3", "{who}%2 == 0", "{who} > 3", "-{who} < -3", "[]bool{true}[{who}]", "explore.SetOf({who}, 3) != 0", "printed({who}) > 3", "totals[{who}] > 0", "1<<{who} > 7", "func() bool { x := {who}; return x > 3 }()",
		"{algorithm}.n > 3", "len({algorithm}.quorums) > 7", "cap({algorithm}.quorums[0]) > 7", "{algorithm}.quorums[0][0] == 0", "{algorithm}.form == form{}", "{algorithm} == nil",
		"func() bool { {algorithm}.n++; return false }()", "func() bool { for _, q := range {algorithm}.quorums[0] { return q == 0 }; return false }()", "printed({algorithm}) > 7",
	}
	allowed = []string{
		"{member}.Inquired", "{stamp}.None()", "{peer}.None()", "{peer} == {member}.Holder", "{stamp}.Before({member}.Lock)", "{member}.Queue.Of({peer}) == {stamp}",
		"{member}.Queue.Any(func(t roles.Stamp) bool { return !t.None() })", "{requester}.Quorum&^{requester}.Quorum == 0", "{requester}.Quorum.Has({from})", "{requester}.Phase == explore.Inside",
		"{requester}.Quorum.Contains({requester}.Quorum|{requester}.Quorum)", "{algorithm}.everyTime", "{algorithm}.noInquire && !{algorithm}.everyTime",
	}
	statements = []string{"if EXPR {\n}", "for EXPR {\n}", "_ = EXPR", "switch {\ncase EXPR:\n}", "for ok := true; ok && EXPR; {\n}"}
)

const helpers = `
var (
	total  int
	totals = map[int]int{}
	hooks  struct{ f func(int) int }
)

func printed(x any) int { return len(fmt.Sprint(x)) }

func counted(x uint8) (n int) {
	for ; x != 0; x &= x - 1 {
		n++
	}
	return n
}

func elsewhere() int
`

var places = regexp.MustCompile(`\{(any|member|peer|stamp|requester|who|from|algorithm)\}`)

// TestInserted inserts what is forbidden at random places of shipped handlers, of which each is found in its line, and what is allowed, of which none is.
func TestInserted(t *testing.T) {
	all, err := Load("", "qcheck/protocols/maekawa", "qcheck/protocols/agrawalelabbadi")
	if err != nil {
		t.Fatal(err)
	}
	var known []*checker
	for _, p := range all {
		for name, text := range p.text {
			if strings.HasSuffix(name, "/"+p.Types.Name()+".go") {
				p.text[name] = text + helpers
			}
		}
		if err := p.resolve(); err != nil {
			t.Fatal(err)
		}
		known = append(known, checked(p))
		for _, f := range known[len(known)-1].findings() {
			t.Fatalf("with what is to be inserted alone: %v", f)
		}
	}
	dice, rounds := slow.Random(t, 51), 700
	if slow.Tests() {
		rounds = 20_000
	}
	count := map[bool]int{}
	used := map[string]bool{}
	for range rounds {
		c := known[dice.IntN(len(known))]
		bad := dice.IntN(4) > 0
		form := forbidden[dice.IntN(len(forbidden))]
		if !bad {
			form = allowed[dice.IntN(len(allowed))]
		}
		q, file, line := inserted(dice, c, form, bad)
		if q == nil {
			continue
		}
		count[bad]++
		used[form] = true
		helped := strings.Contains(form, "printed") || strings.Contains(form, "counted") || strings.Contains(form, "elsewhere") // where it is found
		found := slices.ContainsFunc(Check(q), func(f Finding) bool { return helped || f.Pos.Filename == file && f.Pos.Line == line })
		if found != bad {
			text := strings.Split(q.text[file], "\n")[line-1]
			t.Errorf("%s:%d: %s: found is %t", file, line, text, found)
		}
	}
	slow.Reached(t, "forbidden, compiled", count[true], rounds, rounds/4)
	slow.Reached(t, "allowed, compiled", count[false], rounds, rounds/40)
	for _, f := range slices.Concat(forbidden, allowed) {
		if !used[f] {
			t.Logf("never compiled: %s", f)
		}
	}
}

// inserted returns a package with an expression of some form in a function that is checked, and its place; nil if there is none for
// it there, or it does not compile.
func inserted(dice *rand.Rand, c *checker, form string, bad bool) (q *Package, file string, line int) {
	p := c.p
	reached := slices.SortedFunc(maps.Values(c.seen), func(a, b *walk) int { return cmp.Compare(a.fn.Pos(), b.fn.Pos()) })
	w := reached[dice.IntN(len(reached))]
	if w.mode&pointwise != 0 && !bad { // where less is allowed
		return nil, "", 0
	}
	var at []token.Pos // where statements begin
	ast.Inspect(w.fn, func(n ast.Node) bool {
		var list []ast.Stmt
		switch x := n.(type) {
		case *ast.FuncLit:
			if n != w.fn && !bad {
				return false
			}
		case *ast.BlockStmt:
			list = x.List
		case *ast.CaseClause:
			list = x.Body
		case *ast.RangeStmt: // whose statements are in an order
			if c.classOf(x.X) == quorums && !bad {
				at = nil
				return false
			}
		}
		for _, s := range list {
			if _, ok := s.(*ast.CaseClause); !ok {
				at = append(at, s.Pos())
			}
		}
		return true
	})
	if len(at) == 0 {
		return nil, "", 0
	}
	pos := at[dice.IntN(len(at))]
	missing := false
	expr := places.ReplaceAllStringFunc(form, func(word string) string {
		name := variable(dice, p, pos, word[1:len(word)-1])
		missing = missing || name == "" && word != "{any}"
		return name
	})
	if missing {
		return nil, "", 0
	}
	where := p.Fset.Position(pos)
	text := p.text[where.Filename]
	statement := strings.Replace(statements[dice.IntN(len(statements))], "EXPR", expr, 1)
	line = where.Line
	if strings.HasPrefix(statement, "switch") {
		line++
	}
	q = &Package{Path: p.Path, Fset: token.NewFileSet(), imports: p.imports, text: maps.Clone(p.text)}
	q.text[where.Filename] = text[:where.Offset] + statement + "\n" + text[where.Offset:]
	if q.resolve() != nil {
		return nil, "", 0
	}
	return q, where.Filename, line
}

// variable returns one of a type that is known at a place, if there is one.
func variable(dice *rand.Rand, p *Package, pos token.Pos, of string) string {
	is := map[string]string{"peer": "roles.Peer", "stamp": "roles.Stamp", "who": "int", "from": "int", "algorithm": "*algorithm"}
	var all []string
	for s := p.Types.Scope().Innermost(pos); s != nil && s != p.Types.Scope(); s = s.Parent() {
		for _, name := range s.Names() {
			v, ok := s.Lookup(name).(*types.Var)
			if !ok || v.Pos() > pos || name == "_" {
				continue
			}
			t := types.TypeString(v.Type(), func(q *types.Package) string {
				if q == p.Types {
					return ""
				}
				return q.Name()
			})
			if t == cmp.Or(is[of], of) && (of != "from" || name == of) {
				all = append(all, name)
			}
		}
	}
	if len(all) == 0 {
		return ""
	}
	return all[dice.IntN(len(all))]
}
