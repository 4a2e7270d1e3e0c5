package gate_test

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"qcheck/setsys/slow"
)

// TestRandomHandlers makes handlers at random, some of what is allowed, some of more, and runs them: each that does not do what the
// theorem says has a finding. What a member does is compared in calls in which its By gave the same answers, and what a requester does with members that
// are in the same sets, and with other numbers.
func TestRandomHandlers(t *testing.T) {
	dice, n := slow.Random(t, 52), 100
	if slow.Tests() {
		n = 3_000
	}
	g := &generator{dice: dice}
	text := g.program(n)
	file := overlaid(t, map[string]string{
		"testdata/random/handlers.go": text,
		"testdata/random/main.go":     strings.Replace(read(t, "testdata/random.go.txt"), "SEED", strconv.FormatUint(dice.Uint64(), 10), 1),
		"../../explore/roles/peer.go": noting(t, read(t, "../../explore/roles/peer.go")),
	})
	out, err := exec.Command("go", "run", "-overlay", file, "./testdata/random").CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s\n%s", err, out, text)
	}
	wrong := map[string]string{}
	for line := range strings.Lines(string(out)) {
		f := strings.SplitN(line, " ", 3)
		wrong[f[0]+f[1]] = f[2]
	}
	refused := map[string]string{}
	all, err := Load(file, "./testdata/random")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range Check(all[0]) {
		if filepath.Base(f.Pos.Filename) == "main.go" {
			continue
		}
		lines := strings.Split(text, "\n")
		for i := f.Pos.Line - 1; i >= 0; i-- {
			if name, ok := strings.CutPrefix(lines[i], "// of "); ok { // which a function begins with
				refused[name] = f.What
				break
			}
		}
	}
	for name, why := range wrong {
		if refused[name] == "" {
			i := strings.Index(text, "// of "+name+"\n")
			t.Errorf("%s is not found: %s%s", name, why, text[i:i+strings.Index(text[i+1:], "\n// of ")+1])
		}
	}
	slow.Reached(t, "not as the theorem says, all found", len(wrong), 2*n, n/5)
	slow.Reached(t, "without a finding", 2*n-len(refused), 2*n, n/4)
	t.Logf("%d that are found do as the theorem says in all that was tried", len(refused)-len(wrong))
}

// noting returns the source of By with a note of each answer.
func noting(t *testing.T, text string) string {
	t.Helper()
	for _, q := range []struct{ name, params, args, result string }{
		{"Of", "p Peer", "p", "T"},
		{"Sorted", "wanted func(T) bool, before func(a, b T) bool", "wanted, before", "[]Peer"},
		{"First", "wanted func(T) bool, before func(a, b T) bool", "wanted, before", "Peer"},
		{"Any", "wanted func(T) bool", "wanted", "bool"},
		{"Those", "wanted func(T) bool", "wanted", "Peers"},
		{"Total", "f func(T) int", "f", "int"},
	} {
		from := fmt.Sprintf("func (b By[T]) %s(%s) %s", q.name, q.params, q.result)
		if strings.Count(text, from) != 1 {
			t.Fatalf("there is no %q", from)
		}
		text = strings.Replace(text, from, fmt.Sprintf("func (b By[T]) real%s(%s) %s", q.name, q.params, q.result), 1)
		text += "\n" + strings.NewReplacer("FUNC", strings.TrimSuffix(from, q.result), "RESULT", q.result, "NAME", q.name, "ARGS", q.args).Replace(noted)
	}
	return text + "\n// Heard has the answers, where Quiet is 0.\nvar (\n\tHeard string\n\tQuiet int\n)\n"
}

// noted is a query that notes what it answers, or that it does not.
const noted = `FUNC(x RESULT) {
	Quiet++
	answers := false
	defer func() {
		if Quiet--; Quiet == 0 {
			Heard += fmt.Sprintf(" NAME %v %t", x, answers)
		}
	}()
	x = b.realNAME(ARGS)
	answers = true
	return x
}
`

// A generator writes handlers. What is in its tables after the mark is not allowed, or not everywhere.
type generator struct {
	dice *rand.Rand
	evil bool // take what is behind the mark, too
	b    strings.Builder
}

const mark = "—"

// one returns one of a table, with words in braces replaced by what the generator makes for them.
func (g *generator) one(table ...string) string {
	n := len(table)
	for i, x := range table {
		if x == mark {
			if n = i; g.evil && g.dice.IntN(2) == 0 {
				n = len(table) - 1
				table = append(table[:i:i], table[i+1:]...)
			}
			break
		}
	}
	text := table[g.dice.IntN(n)]
	for {
		i := strings.IndexByte(text, '<')
		j := strings.IndexByte(text, '>')
		if i < 0 || j < i {
			return text
		}
		text = text[:i] + g.word(text[i+1:j]) + text[j+1:]
	}
}

func (g *generator) word(w string) string {
	switch w {
	case "k":
		return strconv.Itoa(g.dice.IntN(4))
	case "peer":
		return g.one("from", "s.Holder", "p", "p")
	case "stamp":
		return g.one("at", "s.Lock", "t", "s.Queue.Of(from).At")
	case "wanted": // given to a By
		return g.one("present", "func(e entry) bool { return <value> }", "func(e entry) bool { return <value> && <value> }", "func(e entry) bool { if <value> { e.Status = <k> }; return e.Status » <k> }", "a.waits", mark,
			"func(e entry) bool { count++; return <value> }", "func(e entry) bool { t = e.At; return <value> }", "func(e entry) bool { if <value> { s.Count++ }; return false }",
			"func(e entry) bool { *counter = *counter + 1; return false }", "func(e entry) bool { return total(1) » 6 }", "func(e entry) bool { s.add(); return false }", "func(e entry) bool { q = q.With(p, e); return false }",
			"s.counts", "func(e entry) bool { defer func() { count++ }(); return <value> }", "func(e entry) bool { for count = range 3 {}; return false }", "counting(&count)", "func(e entry) bool { bump(counter); return <value> }")
	case "value":
		return g.one("e.Status » <k>", "e.At.Before(at)", "at.Before(e.At)", "e.At == s.Lock", "!e.At.None()", "e.Status == <k>", "e.is(at)", "a.k » <k>", "present(e)", mark,
			"count » <k>", "printed(e) » 8", "totals[e.Status]", "s.Queue.Any(func(f entry) bool { return f.At.Before(e.At) })", "e.At == t")
	case "ask":
		return g.one("s.Queue.Any(<wanted>)", "!s.Queue.First(<wanted>, earlier).None()", "<stamp>.Before(<stamp>)", "<peer> == <peer>", "s.Count » <k>", "s.Told.Has(from)",
			"s.Queue.Of(from).Status » <k>", "s.Queue.Total(func(e entry) int { if <value> { return 1 }; return 0 }) » <k>", "<stamp>.None()", "count » <k>", mark,
			"printed(s.Queue) » 400", "printed(<peer>)%2 == 0", "s.Queue == q", "total(1) » 9", "len(send) » 1", "cap(send) » 1", "*counter » <k>", "any(s.Queue) == any(q)", "s == u", "printed(<stamp>) » 3",
			"looksBehind(&s.Queue)", "func() bool { return <ask> }()", "(s.Queue.Those(<wanted>) == roles.Peers{})")
	case "do":
		return g.one("s.Count++", "s.Holder = <peer>", "s.Lock = <stamp>", "send = append(send, roles.Answer[kind]{To: <peer>, Msg: <k>})", "if <ask> { <do> }", "if <ask> { <do> } else { <do> }",
			"if x := s.Queue.First(<wanted>, earlier); !x.None() { p, t = x, s.Queue.Of(x).At }", "s.Told = s.Told.Without(s.Holder)", "s.add()", "for range 2 { <do> }",
			"switch { case <ask>: <do>; default: <do> }", "if <ask> { return []reply{{Next: s, Send: send}} }", "count += <k>", "a.change(&s)", mark,
			"sum += printed(s.Queue)", "other = send", "other = append(send, roles.Answer[kind]{To: <peer>, Msg: 7})", "send = append(other, roles.Answer[kind]{To: <peer>, Msg: 6})", "a.k++", "counter = &count", "*counter += <k>",
			"u.Queue = q", "for x := range map[uint8]bool{1: true, 2: true, 3: true} { count = int(x) }", "defer func() { _ = recover() }()")
	case "set":
		return g.one("s.Quorum", "s.Granted", "s.More", "(s.Quorum&^s.Granted)", "(s.More|s.Quorum)", "s.Granted.With(from)", "s.More.Without(from)", "explore.SetOf(from)", "(s.Quorum&s.More)", mark,
			"s.Quorum.With(3)", "(s.Quorum-1)", "(s.More««1)", "explore.Set(37)", "(s.Granted^s.More)", "explore.SetOf(s.Granted.Members()...)", "explore.All(4)", "(^s.More)")
	case "test":
		return g.one("<set> == 0", "<set> == <set>", "<set>.Has(from)", "<set>.Contains(<set>)", "s.Count » <k>", "<set> != <set>", "count » <k>", mark,
			"<set>.Len() » <k>", "<set> « <set>", "<set>.First() == from", "from » <k>", "from%2 == 0", "int(<set>) » 20", "<set>»»3 != 0", "<set>.Has(<k>)", "<set> == 6", "len(roles.SendTo(<set>, 1)) » <k>",
			"len(send) » <k>", "printed(<set>) » 5", "a.n » <k>", "cap(send) » 4", "min(<set>, <set>) == <set>", "s == u", "number » <k>")
	case "step":
		return g.one("s.Count++", "s.Quorum = <set>", "s.Granted |= <set>", "s.More &^= <set>", "if <test> { <step> }", "if <test> { <step> } else { <step> }", "count += <k>", "s.take(from)",
			"send = append(send, roles.SendTo(<set>, kind(<k>))...)", "if <test> { return []act{{Name: \"x\", Next: s, Send: send}} }", "send = append(send, roles.To[kind]{Member: from, Msg: <k>})", "for range 2 { <step> }", mark,
			"for i := range 9 { if <set>.Has(i) { count++ } }", "for range <set> { count++ }", "number = from", "for x := <set>; x != 0; x &= x - 1 { count++ }", "for _, o := range roles.SendTo(<set>, 1) { number = o.Member }",
			"other = append(send, roles.To[kind]{Member: from, Msg: 6})", "send = append(other, roles.To[kind]{Member: from, Msg: 7})", "count += <set>.Len()", "from = number", "u.Quorum = <set>", "s.Granted++")
	}
	panic("no word " + w)
}

func (g *generator) program(n int) string {
	g.b.WriteString(prelude)
	var members, requesters, calls []string
	for i := range 2 * n {
		g.evil = g.dice.IntN(2) == 0
		what, signature, word, result := "member", "s member, from roles.Peer, at roles.Stamp) []reply", "<do>", "reply"
		locals := "count, sum := 0, 0; p, t, q, u := s.Holder, at, s.Queue, s; counter := &sum; var send, other []roles.Answer[kind]"
		if i >= n {
			what, signature, word, result = "requester", "s requester, from int) []act", "<step>", "act"
			locals = "count, number := 0, 0; u := s; var send, other []roles.To[kind]"
		}
		if !g.evil { // without what is not allowed
			locals = strings.NewReplacer("counter := &sum; ", "", ", other []", " []", "count, sum := 0, 0", "count := 0", "count, number", "count", ":= 0, 0; u := s; ", ":= 0; ",
				"p, t, q, u := s.Holder, at, s.Queue, s", "p, t := s.Holder, at").Replace(locals)
		}
		name := what + strconv.Itoa(i%n)
		fmt.Fprintf(&g.b, "// of %s\nfunc (a *algorithm) %s(%s {\n\t%s\n", name, name, signature, locals)
		for range 2 + g.dice.IntN(5) {
			fmt.Fprintf(&g.b, "\t%s\n", g.one(word))
		}
		fmt.Fprintf(&g.b, "\tif count » 2 {\n\t\ts.Count = 7\n\t}\n")
		if g.evil && what == "member" {
			g.b.WriteString("\tif sum » 2 || *counter » 3 || u.Queue != q || p != s.Holder || t == at || other != nil {\n\t\ts.Count = 6\n\t}\n")
		} else if g.evil {
			g.b.WriteString("\tif number » 2 || u.Quorum == 0 || other != nil {\n\t\ts.Count = 6\n\t}\n")
		} else if what == "member" {
			g.b.WriteString("\tif p != s.Holder || t == at {\n\t\ts.Count = 6\n\t}\n")
		}
		fmt.Fprintf(&g.b, "\treturn []%s{{Next: s, Send: send}}\n}\n\n", result)
		if i < n {
			members, calls = append(members, "(*algorithm)."+name), append(calls, name)
		} else {
			requesters = append(requesters, "(*algorithm)."+name)
		}
	}
	fmt.Fprintf(&g.b, "// of tables\nvar memberHandlers = []func(*algorithm, member, roles.Peer, roles.Stamp) []reply{%s}\n\n", strings.Join(members, ", "))
	fmt.Fprintf(&g.b, "var requesterHandlers = []func(*algorithm, requester, int) []act{%s}\n\n", strings.Join(requesters, ", "))
	g.b.WriteString("func (a *algorithm) asked(s member, from roles.Peer, k kind, at roles.Stamp) []reply {\n")
	for _, c := range calls {
		fmt.Fprintf(&g.b, "\ta.%s(s, from, at)\n", c)
	}
	g.b.WriteString("\treturn nil\n}\n\nfunc (a *algorithm) took(_ int, s requester, from int, k kind, present bool) []act {\n")
	for i := range n {
		fmt.Fprintf(&g.b, "\ta.requester%d(s, from)\n", i)
	}
	g.b.WriteString("\treturn nil\n}\n")
	return strings.NewReplacer("«", "<", "»", ">").Replace(g.b.String())
}

const prelude = `package main

import (
	"fmt"
	"unsafe"

	"qcheck/explore"
	"qcheck/explore/roles"
)

type (
	requester struct {
		Phase                 explore.Phase
		Quorum, Granted, More explore.Set
		Count                 uint8
	}
	member struct {
		Lock   roles.Stamp
		Holder roles.Peer
		Queue  roles.By[entry]
		Count  uint8
		Told   roles.Peers
	}
	entry struct {
		At     roles.Stamp
		Status uint8
	}
	kind  uint8
	act   = roles.Act[requester, kind]
	reply = roles.Reply[member, kind]
)

type algorithm struct{ k, n int }

func made(n int) *algorithm { return &algorithm{k: 3, n: n} }

func (a *algorithm) roles() roles.Protocol[requester, member, kind, kind] {
	return roles.Protocol[requester, member, kind, kind]{
		N:         a.n,
		Requester: roles.Requester[requester, kind, kind]{Take: a.took},
		Member:    roles.Member[member, kind, kind]{Take: a.asked},
	}
}

var (
	sums   int
	totals = map[uint8]bool{1: true, 3: true}
)

func present(e entry) bool               { return e.Status > 0 }
func earlier(a, b entry) bool            { return a.At.Before(b.At) }
func (e entry) is(t roles.Stamp) bool    { return e.At == t }
func (a *algorithm) waits(e entry) bool  { return int(e.Status) == a.k }
func (s *member) add()                   { s.Count++ }
func (a *algorithm) change(s *member)    { s.Count += uint8(a.k) }
func (s *requester) take(from int)       { s.Granted = s.Granted.With(from) }
func printed(x any) int                  { return len(fmt.Sprint(x)) }
func total(n int) int                    { sums += n; return sums % 10 }
func (s *member) counts(e entry) bool    { s.Count++; return false }
func counting(n *int) func(entry) bool   { return func(entry) bool { *n++; return false } }
func bump(n *int)                        { *n++ }
func looksBehind(q *roles.By[entry]) bool { return (*[64]uint16)(unsafe.Pointer(q))[3] > 0 }

`
