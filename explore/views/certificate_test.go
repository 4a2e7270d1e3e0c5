package views_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"qcheck/explore"
	"qcheck/explore/roles"
	"qcheck/explore/views"
	"qcheck/explore/views/certify"
	"qcheck/setsys/slow"
)

// Of random protocols, what local views prove is confirmed by the checker of certificates, and
// what they do not prove is not: with the same views it finds what stands against it.
func TestRandomCertificates(t *testing.T) {
	seeds := 500
	if slow.Tests() {
		seeds = 20_000
	}
	count := map[string]int{}
	for seed := range seeds {
		if last := seed - (seeds - 2); last >= 0 && !slow.Tests() {
			seed = []int{547, 1061}[last] // the first ones in which it is not said of a half what becomes of it, and with a fact about a requester without a stamp
		}
		p := newRandom(uint64(seed))
		proof := views.Prove(context.Background(), p, views.Limits{Views: 400, Certify: true})
		if proof.Certificate == nil {
			continue
		}
		if seed%10 == 0 { // briefly, all is decided but starvation-freedom
			brief := views.Prove(context.Background(), p, views.Limits{Views: 400, Brief: true}).Results
			if want := slices.DeleteFunc(slices.Clone(proof.Results), func(r views.Result) bool { return r.Property == explore.StarvationFreedom }); !slices.Equal(brief, want) || len(brief) != 3 {
				t.Errorf("seed %d: %v, and briefly %v", seed, want, brief)
			}
		}
		// What is proved is checked together; each by itself now and then, or if that fails.
		proved := slices.DeleteFunc(certify.Carried(), func(p explore.Property) bool { return !proof.Proved(p) })
		together := seed%10 > 0 && certify.Check(t.Context(), p, proved, proof.Certificate) == nil
		for _, property := range certify.Carried() {
			var err error
			if !together || !proof.Proved(property) {
				err = certify.Check(t.Context(), p, []explore.Property{property}, proof.Certificate)
			}
			if proof.Proved(property) != (err == nil) {
				t.Errorf("seed %d: %s: proved %v, checked: %v", seed, property, proof.Proved(property), err)
			}
			count[map[bool]string{true: "proved ", false: "not proved "}[err == nil]+string(property)]++
		}
		// A view that is left out is missed: each follows from others, or is an initial one.
		var lines []string
		at := seed % len(proof.Certificate)
		for i, line := range proof.Certificate {
			if i != at {
				lines = append(lines, line)
			}
		}
		if strings.HasPrefix(proof.Certificate[at], "view") || strings.HasPrefix(proof.Certificate[at], "half") {
			count["left out"]++
			if err := certify.Check(t.Context(), p, nil, lines); err == nil {
				t.Errorf("seed %d: without line %d, closed", seed, at+1)
			}
		}
	}
	t.Logf("%v", count)
	for _, property := range certify.Carried() {
		if count["proved "+string(property)] < seeds/40 || count["not proved "+string(property)] < seeds/100 {
			t.Errorf("too few protocols in which %s is proved, or not", property)
		}
	}
	if count["left out"] < seeds/10 {
		t.Errorf("%d lines were left out", count["left out"])
	}
}

// remembering makes a member do something else for the first requester of which it ever had a message.
func remembering(otherwise func(*oneReply)) func(*oneP) {
	return func(p *oneP) {
		var first roles.Peer
		take := p.Member.Take
		p.Member.Take = func(m oneM, from roles.Peer, a uint8, at roles.Stamp) []oneReply {
			all := take(m, from, a, at)
			if first.None() {
				first = from
			}
			if from == first {
				otherwise(&all[0])
			}
			return all
		}
	}
}

// The checker checks what the theorem needs of a protocol: a certificate of one that is in
// order is refused for one that is not.
func TestCertificateNeeds(t *testing.T) {
	for _, x := range []struct {
		what     string
		make     func(p *oneP)
		property explore.Property
		says     string
	}{
		{"nothing", func(*oneP) {}, explore.WellDefined, ""},
		{"it says that it goes beyond", func(p *oneP) { p.Beyond = "it counts" }, "", "it counts"},
		{"too many processes", func(p *oneP) { p.N = certify.MostProcesses + 1 }, "", "more than 8 processes"},
		{"a function is missing", func(p *oneP) { p.Requester.Observe = nil }, "", "no protocol of a requester"},
		{"a step may happen and need not", func(p *oneP) {
			local := p.Requester.Local
			p.Requester.Local = func(self int, r oneR) []oneAct {
				acts := local(self, r)
				for i := range acts {
					if acts[i].Kind == explore.Leave {
						acts[i].Kind = explore.May
					}
				}
				return acts
			}
		}, "", "of kind may"},
		{"a handler panics", func(p *oneP) { p.Member.Take = panicking }, "", "a function panics"},
		{"a requester remembers", func(p *oneP) {
			n, take := 0, p.Requester.Take
			p.Requester.Take = func(self int, r oneR, m int, b uint8, same bool) []oneAct {
				acts := take(self, r, m, b, same)
				if n++; n%2 == 0 {
					acts[0].Name = "enter again"
				}
				return acts
			}
		}, "", "asked again"},
		{"a member remembers a requester", remembering(func(r *oneReply) { r.Name = "the first" }), "", "other numbers"},
		{"a member answers a requester that it remembers twice", remembering(func(r *oneReply) {
			r.Send = append(slices.Clone(r.Send), r.Send...)
		}), "", "other numbers"},
		{"a member remembers a stamp", func(p *oneP) {
			var first roles.Stamp
			take := p.Member.Take
			p.Member.Take = func(m oneM, from roles.Peer, a uint8, at roles.Stamp) []oneReply {
				all := take(m, from, a, at)
				if first.None() {
					first = at
				}
				if first.Before(at) {
					all[0].Name = "later"
				}
				return all
			}
		}, "", "other numbers"},
		{"a bound is passed", func(p *oneP) { p.Requester.Local = only(oneAct{Name: "ask", Overflow: "too many"}) }, "", "too many"},
		{"a fresh stamp with a message", func(p *oneP) {
			p.Requester.Take = func(int, oneR, int, uint8, bool) []oneAct { return []oneAct{{Name: "enter", Stamp: roles.New}} }
		}, "", "takes a message, and"},
		{"a message to nobody", func(p *oneP) {
			p.Requester.Local = only(oneAct{Name: "ask", Next: oneR{Asks: 1}, Send: []roles.To[uint8]{{Member: 7}}})
		}, "", "to nobody"},
		{"a message to a member before the first", func(p *oneP) {
			p.Requester.Local = only(oneAct{Name: "ask", Next: oneR{Asks: 1}, Send: []roles.To[uint8]{{Member: -1}}})
		}, "", "to nobody"},
		{"a stamp without a clock", func(p *oneP) { p.Clock.Attach = explore.NoMessage }, "", "a stamp without a clock"},
		{"a step without a name", func(p *oneP) { p.Steps = []string{"ask"} }, "", "none of the protocol"},
		{"a stamp with an answer", func(p *oneP) {
			p.Member.Take = func(m oneM, from roles.Peer, _ uint8, at roles.Stamp) []oneReply {
				return []oneReply{{Name: "answer", Next: m, Send: []roles.Answer[uint8]{{To: from, Stamp: at}}}}
			}
		}, "", "answers with a stamp"},
		{"a message that is not taken", func(p *oneP) {
			p.Member.Take = func(oneM, roles.Peer, uint8, roles.Stamp) []oneReply { return nil }
		}, explore.DeadlockFreedom, "may stay in their channels"},
		{"messages from behind others", func(p *oneP) {
			p.Selective = true
			p.Member.Take = func(oneM, roles.Peer, uint8, roles.Stamp) []oneReply { return nil }
		}, "", "from behind others"},
		{"a step that is not defined", func(p *oneP) {
			p.Member.Take = func(m oneM, from roles.Peer, a uint8, at roles.Stamp) []oneReply {
				return []oneReply{{Name: "answer", Undefined: "what now?"}}
			}
		}, explore.WellDefined, "what now?"},
		{"members know a requester in the beginning", func(p *oneP) {
			p.Member.Init.Notes = p.Member.Init.Notes.With(peerNamed(0), note{Owed: true})
		}, "", "members begin with"},
		{"too many inside", func(p *oneP) { p.Safe = explore.AtMost(0) }, explore.Safety, "nothing says why"},
		{"Safe tells processes apart", func(p *oneP) {
			p.Safe = func(all []explore.Observation) string {
				if all[1].Phase == explore.Inside && all[0].Phase != explore.Inside {
					return "the second is inside, and the first is not"
				}
				return ""
			}
		}, explore.Safety, "nothing says why"},
	} {
		p := one(3)
		proof := views.Prove(context.Background(), p, views.Limits{Certify: true})
		x.make(&p)
		var properties []explore.Property
		if x.property != "" {
			properties = append(properties, x.property)
		}
		err := certify.Check(t.Context(), p, properties, proof.Certificate)
		var why *certify.Refutation
		if x.says == "" && err != nil || x.says != "" && (!errors.As(err, &why) || !strings.Contains(err.Error(), x.says)) {
			t.Errorf("%s: %v, want %q", x.what, err, x.says)
		}
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("that is enough"))
	if err := certify.Check(ctx, one(3), nil, []string{"half\t"}); err == nil || err.Error() != "that is enough" {
		t.Errorf("interrupted: %v", err)
	}
	// Of types that views cannot have nothing is proved.
	type named struct{ At explore.Process }
	type stamped struct{ At roles.Stamp }
	for what, err := range map[string]error{
		"a member names processes": checkedOf[int, named, int](), "a member has stamps of another type": checkedOf[int, struct{ At explore.Stamp }, int](),
		"a member has a table of its own": checkedOf[int, struct{ At explore.PerProcess[int] }, int](), "a requester has stamps": checkedOf[stamped, int, int](),
		"a requester has peers": checkedOf[roles.Peers, int, int](), "a message has a name": checkedOf[int, int, named](), "a message has a stamp": checkedOf[int, int, stamped](),
	} {
		if err == nil || !strings.Contains(err.Error(), "in a place where local views cannot have it") {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func checkedOf[R, M, B comparable]() error {
	return certify.Check(context.Background(), roles.Protocol[R, M, int, B]{N: 1}, nil, nil)
}

func panicking(oneM, roles.Peer, uint8, roles.Stamp) []oneReply { panic("no idea") }

func only(x oneAct) func(int, oneR) []oneAct { return func(int, oneR) []oneAct { return []oneAct{x} } }
