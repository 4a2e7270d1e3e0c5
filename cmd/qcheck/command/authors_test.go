package command

import (
	"bytes"
	"context"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"qcheck/explore"
	"qcheck/protocols/instance"
	"qcheck/setsys"
)

// A spot is a local state of the toys below.
type spot struct{ At, Count uint8 }

type (
	spotStep = explore.Step[spot, uint8]
	spotOut  = explore.Out[uint8]
)

// gate is a protocol that makes no mistake: process 1 asks process 2, enters when it is answered,
// and leaves.
func gate() explore.Protocol[spot, uint8] {
	return explore.Protocol[spot, uint8]{
		Name: "gate", N: 3, Steps: []string{"ask", "leave", "asked", "answered"},
		Init: func(int) spot { return spot{} },
		Actions: func(p int, s spot) []spotStep {
			switch {
			case p == 0 && s.At == 0:
				return []spotStep{{Name: "ask", Kind: explore.Ask, Next: spot{At: 1}, Send: []spotOut{{To: 1, Msg: 7}}}}
			case p == 0 && s.At == 2:
				return []spotStep{{Name: "leave", Kind: explore.Leave, Next: spot{}}}
			}
			return nil
		},
		Deliver: func(p int, s spot, from int, m uint8) []spotStep {
			if p == 1 {
				return []spotStep{{Name: "asked", Next: s, Send: []spotOut{{To: from, Msg: 8}}}}
			}
			return []spotStep{{Name: "answered", Next: spot{At: 2}}}
		},
		Exclusion: explore.Exclusion[spot]{
			Observe: func(_ int, s spot) explore.Observation { return explore.Observation{Phase: explore.Phase(s.At)} },
			Safe:    explore.AtMost(1),
		},
	}
}

// answering changes the steps with which messages are taken.
func answering(change func(p int, s *spotStep)) explore.Protocol[spot, uint8] {
	p := gate()
	deliver := p.Deliver
	p.Deliver = func(q int, s spot, from int, m uint8) []spotStep {
		steps := deliver(q, s, from, m)
		for i := range steps {
			change(q, &steps[i])
		}
		return steps
	}
	return p
}

// own runs the command with a protocol of one's own.
func own[L, M comparable](t *testing.T, p explore.Protocol[L, M], args string) (code int, out, errs string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	a := &instance.Algorithm{Name: p.Name, Build: func(*instance.Setup) (*instance.Model, error) { return instance.Of(p, nil) }}
	code = Run(context.Background(), instance.Registry{a}, strings.Fields(args), strings.NewReader(strings.Repeat("1\n", 9)), &stdout, &stderr)
	return code, stdout.String(), stderr.String()
}

// An author's mistake is an error in one line, which says which function is wrong, in which state, on
// which message, and how it comes there.
func TestMistakesOfAuthors(t *testing.T) {
	none := func(int, *spotStep) {}
	with := func(change func(*explore.Protocol[spot, uint8])) explore.Protocol[spot, uint8] {
		p := answering(none)
		change(&p)
		return p
	}
	times := 0
	line := regexp.MustCompile(`authors_test.go:[0-9]+`)
	for _, c := range []struct {
		kind string
		p    explore.Protocol[spot, uint8]
		want string
	}{
		{"process 0 of 3", answering(func(p int, s *spotStep) {
			if p == 1 {
				s.Send[0].To = -1
			}
		}), `Deliver, called for process 2 in state {At:0 Count:0} with message 7 from process 1, returns the step "asked", which sends to process 0 of 3; the run that leads there is of length 1: "ask" of process 1`},
		{"an unlisted step", answering(func(p int, s *spotStep) {
			if p == 0 {
				s.Name = "entered"
			}
		}), `Deliver, called for process 1 in state {At:1 Count:0} with message 8 from process 2, returns the step "entered", which is not in Steps; the run that leads there is of length 2: "ask" of process 1, "asked" of process 2`},
		{"a delivery of a kind", answering(func(_ int, s *spotStep) { s.Kind = explore.Leave }), `Deliver, called for process 2 in state {At:0 Count:0} with message 7 from process 1, returns the step "asked" of kind leave, and only local steps ask, leave or may happen; the run that leads there is of length 1: "ask" of process 1`},
		{"no function", answering(func(_ int, s *spotStep) { times++; s.Next.Count = uint8(times) }), `Deliver, called for process 2 in state {At:0 Count:0} with message 7 from process 1, answers differently when it is asked again; the run that leads there is of length 1: "ask" of process 1`},
		{"a panic in Deliver", answering(func(_ int, s *spotStep) { var none []int; none[s.Next.At]++ }), `Deliver, called for process 2 in state {At:0 Count:0} with message 7 from process 1, panics at authors_test.go:*: runtime error: index out of range [0] with length 0; the run that leads there is of length 1: "ask" of process 1`},
		{"a panic in Actions", with(func(p *explore.Protocol[spot, uint8]) {
			actions := p.Actions
			p.Actions = func(q int, s spot) []spotStep {
				if s.At == 2 {
					panic("what now?")
				}
				return actions(q, s)
			}
		}), `Actions, called for process 1 in state {At:2 Count:0}, panics at authors_test.go:*: what now?; the run that leads there is of length 3: "ask" of process 1, "asked" of process 2, "answered" of process 1`},
		{"a panic in Init", with(func(p *explore.Protocol[spot, uint8]) { p.Init = func(int) spot { panic("no start") } }), `Init, called for process 1, panics at authors_test.go:*: no start`},
		{"a panic in Observe", with(func(p *explore.Protocol[spot, uint8]) {
			p.Observe = func(_ int, s spot) explore.Observation {
				return explore.Observation{Phase: []explore.Phase{0, 1}[s.At]}
			}
		}), `Observe, called for process 1 in state {At:2 Count:0} within the step "answered", panics at authors_test.go:*: runtime error: index out of range [2] with length 2; the run that leads there is of length 2: "ask" of process 1, "asked" of process 2`},
		{"a phase that there is not", with(func(p *explore.Protocol[spot, uint8]) {
			p.Observe = func(_ int, s spot) explore.Observation { return explore.Observation{Phase: explore.Phase(2 * s.At)} }
		}), `Observe, called for process 1 in state {At:2 Count:0} within the step "answered", returns Phase(4), which is no phase; the run that leads there is of length 2: "ask" of process 1, "asked" of process 2`},
		{"a panic in Safe", with(func(p *explore.Protocol[spot, uint8]) {
			p.Safe = func(all []explore.Observation) string {
				if all[0].Phase == explore.Inside {
					panic("unsafe")
				}
				return ""
			}
		}), `Safe, called for [{Phase:inside Units:0 Resource:0} {Phase:thinking Units:0 Resource:0} {Phase:thinking Units:0 Resource:0}], panics at authors_test.go:*: unsafe; the run that leads there is of length 3: "ask" of process 1, "asked" of process 2, "answered" of process 1`},
		{"a panic in a goal", with(func(p *explore.Protocol[spot, uint8]) {
			p.Goals = []explore.Goal{{Name: "moves", Unmet: func([]explore.Observation) string { panic("no goal") }}}
		}), `goal "moves", called for [{Phase:thinking Units:0 Resource:0} {Phase:thinking Units:0 Resource:0} {Phase:thinking Units:0 Resource:0}], panics at authors_test.go:*: no goal; the run that leads there is of length 0`},
		{"a panic in Always", with(func(p *explore.Protocol[spot, uint8]) {
			p.Requires = []explore.Requirement[spot, uint8]{explore.Always("empty", func(v explore.View[spot, uint8]) string {
				if len(v.Messages()) > 0 {
					panic("full")
				}
				return ""
			})}
		}), `requirement "empty", called for {Locals:[{At:1 Count:0} {At:0 Count:0} {At:0 Count:0}] Channels:[[] [7] [] [] [] [] [] [] []]}, panics at authors_test.go:*: full; the run that leads there is of length 1: "ask" of process 1`},
		{"a panic in LeadsTo", with(func(p *explore.Protocol[spot, uint8]) {
			p.Requires = []explore.Requirement[spot, uint8]{explore.LeadsTo("in", func(v explore.View[spot, uint8]) bool {
				return []bool{false, true}[v.Locals[0].At]
			}, func(v explore.View[spot, uint8]) bool { return false })}
		}), `requirement "in", called for {Locals:[{At:2 Count:0} {At:0 Count:0} {At:0 Count:0}] Channels:[[] [] [] [] [] [] [] [] []]}, panics at authors_test.go:*: runtime error: index out of range [2] with length 2; the run that leads there is of length 3: "ask" of process 1, "asked" of process 2, "answered" of process 1`},
	} {
		for _, args := range []string{
			"protocol --n 3", "protocol --n 3 --workers 2 --por off --symmetry off --json", "protocol --n 3 --requests 2 --paranoid",
			"simulate --n 3 --length 50 --runs 2 --workers 2 --p 0.5", "walk --n 3",
		} {
			judged := strings.Contains(c.want, "requirement") || strings.Contains(c.want, "goal")
			if judged && strings.HasPrefix(args, "simulate") {
				continue // which judges neither
			}
			want, searched, _ := strings.Cut("qcheck: the protocol's "+c.want, "; the run")
			if strings.HasPrefix(args, "protocol") && searched != "" {
				want += "; the run" + searched + "\n"
			}
			if strings.Contains(c.want, "Observe") && !strings.HasPrefix(args, "protocol") {
				want = strings.Replace(want, ` within the step "answered"`, "", 1)
			}
			code, _, errs := own(t, c.p, args)
			errs = strings.Replace(line.ReplaceAllString(errs, "authors_test.go:*"), "qcheck: algorithm gate: ", "qcheck: ", 1)
			if code != 2 || !strings.HasPrefix(errs, want) || strings.Count(errs, "\n") != 1 {
				t.Errorf("%s: %s: exit %d, want\n%s, not\n%s", c.kind, args, code, want, errs)
			}
		}
	}
}

// A vote is a local state of voters.
type vote struct {
	Asked bool
	For   uint8 // 0 for nobody
}

// voters is a protocol in which nobody waits: process 1 asks itself and process 2 for their votes, and
// process 2 asks process 1 then. A vote is for who asks first.
func voters() explore.Protocol[vote, uint8] {
	type step = explore.Step[vote, uint8]
	return explore.Protocol[vote, uint8]{
		Name: "voters", N: 2, Init: func(int) vote { return vote{} },
		Actions: func(p int, v vote) []step {
			if p == 0 && !v.Asked {
				v.Asked = true
				return []step{{Name: "ask", Next: v, Send: []spotOut{{To: 0}, {To: 1}}}}
			}
			return nil
		},
		Deliver: func(p int, v vote, from int, _ uint8) []step {
			var send []spotOut
			if p == 1 {
				send = []spotOut{{To: 0}}
			}
			if v.For == 0 {
				v.For = uint8(from + 1)
			}
			return []step{{Name: "asked", Next: v, Send: send}}
		},
		Requires: []explore.Requirement[vote, uint8]{
			explore.Always("own", func(v explore.View[vote, uint8]) string {
				if v.Locals[0].For == 2 {
					return "process 1 votes for process 2"
				}
				return ""
			}),
		},
	}
}

// leading is voters with what must follow from the start.
func leading(to func(explore.View[vote, uint8]) bool) explore.Protocol[vote, uint8] {
	p := voters()
	p.Requires = []explore.Requirement[vote, uint8]{
		explore.LeadsTo("follows", func(explore.View[vote, uint8]) bool { return true }, to),
	}
	return p
}

// What outputs say of a protocol is about that protocol.
func TestWhatAuthorsRead(t *testing.T) {
	never := func(explore.View[vote, uint8]) bool { return false }
	still := leading(never)
	still.Actions = nil
	round := leading(never)
	round.Actions = func(int, vote) []explore.Step[vote, uint8] { return []explore.Step[vote, uint8]{{Name: "idle"}} }
	silent := gate()
	silent.Actions = nil
	silent.Observe, silent.Safe = nil, nil
	model := func(p explore.Protocol[vote, uint8]) func(*instance.Setup) (*instance.Model, error) {
		return func(*instance.Setup) (*instance.Model, error) { return instance.Of(p, nil) }
	}
	structure := `--structure {"kind":"read-write","universe":2,"write":[[1,2]],"read":[[1],[2]]}`
	reader := &instance.Algorithm{
		Name: "voters", Build: model(voters()),
		Quorums: &instance.Needs{Kinds: []setsys.Kind{setsys.ReadWrite}, Choices: []string{instance.Any}},
	}
	own := &instance.Algorithm{Name: "voters", Build: model(voters())}
	queued := &instance.Algorithm{Name: "voters", Build: model(voters()), Queued: true}
	for _, c := range []struct {
		reason   string
		a        *instance.Algorithm
		args     string
		code     int
		has, not []string
	}{
		{"nobody asks, and there are no stamps", own, "protocol --n 2", 0,
			[]string{"well-defined and own hold for voters with 2 processes, messages to oneself handled at once. All states were searched."}, []string{"requests", "clock", "stamps", "bounds"}},
		{"requests that are said bound nothing", own, "protocol --n 2 --requests 2", 0,
			[]string{"messages to oneself handled at once. All states were searched."}, []string{"requests", "clock", "bounds"}},
		{"nor is fewer of them advised", own, "protocol --n 2 --requests 2 --max-states 1", 3, nil, []string{"equest"}},
		{"in channels", own, "protocol --n 2 --self-messages queued", 1, []string{"own is violated by voters with 2 processes, messages to oneself in channels"}, nil},
		{"an algorithm that says so", queued, "protocol --n 2", 1, []string{"messages to oneself in channels"}, nil},
		{"and an instance that says otherwise", queued, "protocol --n 2 --self-messages call", 0, []string{"messages to oneself handled at once"}, nil},
		{"requests and no messages to oneself", &instance.Algorithm{Name: "gate", Build: func(*instance.Setup) (*instance.Model, error) { return instance.Of(gate(), nil) }},
			"protocol --n 3 --requests 1", 0, []string{"for gate with 3 processes, 1 request of each process. All states within these bounds were searched."}, []string{"oneself", "stamps"}},
		{"a simulation without Observe", own, "simulate --n 2 --runs 1 --length 9", 0, nil, nil},
		{"a rule that is empty", &instance.Algorithm{Name: "gate", Build: func(*instance.Setup) (*instance.Model, error) {
			return instance.Measured(gate(), nil, instance.Rule[spot, uint8]{})
		}}, "protocol --n 3 --measure", 2, []string{"qcheck: there is no rule for whose request the messages of gate are sent\n"}, nil},
		{"any quorum only", reader, "protocol --quorum-choice fixed " + structure, 2, []string{"with voters any quorum may be taken each time"}, nil},
		{"all families", reader, "protocol " + structure, 0, []string{"1 quorum of 2 nodes (write), 2 quorums of 1 node (read); any of them may be taken"}, []string{"each request", "at each"}},
		{"an empty run", &instance.Algorithm{Name: "voters", Build: model(still)}, "protocol --n 2", 1,
			[]string{"no step is taken: this is the initial state", "what must follow has not happened, and nothing more has to happen"}, []string{"step  ", "stays enabled"}},
		{"where nobody ever enters", &instance.Algorithm{Name: "voters", Build: model(round)}, "protocol --n 2", 1, []string{"again and again"}, []string{"enters"}},
		{"explained", own, "explain voters", 0, []string{"voters: an algorithm\n"}, []string{"corpus", " \n"}},
		{"listed", own, "list protocols", 0, []string{"voters\n"}, []string{"variant", " \n"}},
		{"no blank rows", own, "protocol --n 2", 0, []string{"voters\n  processes"}, []string{" \n"}},
	} {
		var stdout, stderr bytes.Buffer
		code := Run(context.Background(), instance.Registry{c.a}, strings.Fields(c.args), strings.NewReader(""), &stdout, &stderr)
		said := strings.Join(strings.Split(stdout.String()+stderr.String(), "\n    "), " ")
		flat := said + "\n" + strings.Join(strings.Fields(said), " ") // sentences are broken into lines
		if code != c.code {
			t.Errorf("%s: exit %d\n%s", c.reason, code, said)
		}
		for _, text := range c.has {
			if !strings.Contains(flat, text) {
				t.Errorf("%s: %q is not in\n%s", c.reason, text, said)
			}
		}
		for _, text := range c.not {
			if strings.Contains(said, text) {
				t.Errorf("%s: %q is in\n%s", c.reason, text, said)
			}
		}
	}
}

// A file says how messages to oneself go, whatever the algorithm says.
func TestSelfMessagesOfFiles(t *testing.T) {
	round := leading(func(explore.View[vote, uint8]) bool { return false })
	for _, byDefault := range []bool{false, true} {
		a := &instance.Algorithm{Name: "voters", Queued: byDefault, Build: func(*instance.Setup) (*instance.Model, error) { return instance.Of(round, nil) }}
		for way, steps := range map[string]string{"call": "3 steps", "queued": "4 steps"} {
			file := filepath.Join(t.TempDir(), "run.json")
			for i, args := range []string{"protocol --n 2 --self-messages " + way + " --trace " + file, "replay " + file} {
				var stdout, stderr bytes.Buffer
				code := Run(context.Background(), instance.Registry{a}, strings.Fields(args), strings.NewReader(""), &stdout, &stderr)
				if code != 1-i || !strings.Contains(stdout.String(), steps) {
					t.Errorf("queued by default %t: %s: exit %d, want %s\n%s%s", byDefault, args, code, steps, &stdout, &stderr)
				}
			}
		}
	}
}

// Functions that are none may show it after the calls that are made twice: then the run against a
// property does not confirm, and all calls are made twice.
func TestMistakesThatShowLate(t *testing.T) {
	ends := 0
	p := explore.Protocol[spot, uint8]{
		Name: "late", N: 1, Init: func(int) spot { return spot{} },
		Actions: func(_ int, s spot) []spotStep {
			if s.Count < 200 {
				return []spotStep{{Name: "count", Next: spot{At: s.At, Count: s.Count + 1}}}
			} else if s.At < 20 {
				return []spotStep{{Name: "on", Next: spot{At: s.At + 1}}}
			}
			if ends++; ends%3 == 1 { // in the search, and not when the run is replayed
				return []spotStep{{Name: "end", Undefined: "what is next"}}
			}
			return nil
		},
		Deliver: func(int, spot, int, uint8) []spotStep { return nil },
	}
	code, out, errs := own(t, p, "protocol --n 1")
	want := "qcheck: the protocol's Actions, called for process 1 in state {At:20 Count:200}, answers differently when it is asked again; the run that leads there is of length 4220: "
	if code != 2 || !strings.HasPrefix(errs, want) || strings.Count(errs, "\n") != 1 {
		t.Errorf("exit %d\n%s%.300s", code, out, errs)
	}
}
