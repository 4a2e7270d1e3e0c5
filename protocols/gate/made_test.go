package gate_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// TestMade changes how the shipped algorithm is made, its types, and what it declares, so that it is another one for some numbers
// of processes or quorums, or not what it says. Each line of a case is FROM => TO in the source of maekawa, ¶ stands for a new line, and one
// that begins with + is added to a file.
func TestMade(t *testing.T) {
	all, err := Load("", "qcheck/protocols/variant", "qcheck/protocols/maekawa") // in the order in which they import each other
	if err != nil {
		t.Fatal(err)
	}
	cases := map[string]string{
		"a form made with the configuration": `algorithm{form: f, => algorithm{form: form{silent: c.N > 3},
			f, unknown := => _, unknown :=`,
		"a form that is changed":              `	if c.Quorums == nil { => 	f.silent = c.N > 3¶	if c.Quorums == nil {`,
		"a form that is changed by a pointer": "	if c.Quorums == nil { => 	tell(&f.silent, c.N)¶	if c.Quorums == nil {\n+func tell(b *bool, n int) { *b = n > 3 }",
		"a form changed as a whole by a pointer": `	if c.Quorums == nil { => 	g, _ := variant.Find(forms(), "silent", ""); set(&f, &g, c.N)¶	if c.Quorums == nil {
			+func set(f, g *form, n int) { if n > 3 { *f = *g } }`,
		"a form changed by any pointer": `	if c.Quorums == nil { => 	g, _ := variant.Find(forms(), "silent", ""); if c.N > 3 { put(&f, g) }¶	if c.Quorums == nil {
			+func put[T any](p *T, x T) { *p = x }`,
		"a form of a list": `	if c.Quorums == nil { => 	g, _ := variant.Find(forms(), "silent", ""); for _, f = range list(f, g)[:1+c.N/9] {}¶	if c.Quorums == nil {
			+func list[T any](all ...T) []T { return all }`,
		"a form changed by a loop":    `	if c.Quorums == nil { => 	for _, f.silent = range []bool{c.N > 3} {}¶	if c.Quorums == nil {`,
		"another form for many":       `	if c.Quorums == nil { => 	if c.N > 3 { f = form{silent: true} }¶	if c.Quorums == nil {`,
		"another form found for many": `	if c.Quorums == nil { => 	if c.N > 3 { f, _ = variant.Find(forms(), "silent", "") }¶	if c.Quorums == nil {`,
		"a form by its place": `algorithm{form: f, => algorithm{form: forms()[c.N%2].Does,
			f, unknown := => _, unknown :=`,
		"a form by a name for many":     "variant.Find(forms(), c.Variant, => variant.Find(forms(), c.called(),\n+func (c Config) called() string { if c.N > 3 { return \"silent\" }; return c.Variant }",
		"a default for many":            "c.Variant, \"repaired\") => c.Variant, map[bool]string{true: \"silent\"}[c.N > 3])",
		"a name that is changed":        `	f, unknown := => 	if c.N > 3 { c.Variant = "silent" }¶	f, unknown :=`,
		"a name that is built":          "Variant: s.Variant} => Variant: named(s)}\n// MessageRule says => func named(s *instance.Setup) string { if s.N > 3 { return \"silent\" }; return s.Variant }¶¶// MessageRule says",
		"a name of an instance changed": `			a, err := config(s) => 			if s.N > 3 { s.Variant = "silent" }¶			a, err := config(s)`,
		"another instance":              `			a, err := config(s) => 			if s.N > 3 { s = &instance.Setup{N: s.N, Structure: s.Structure} }¶			a, err := config(s)`,
		"no instance":                   `			a, err := config(s) => 			var t instance.Setup; if s.N > 3 { s = &t }¶			a, err := config(s)`,
		"another configuration":         `			a, err := config(s) => 			if s.N > 3 { a, _ := Config{N: s.N, Variant: "silent"}.algorithm(); p, err := a.protocol(); return instance.Of(p, err) }¶			a, err := config(s)`,
		"an empty configuration":        `	f, unknown := => 	var d Config; if c.N > 3 { c = d }¶	f, unknown :=`,
		"a configuration of a list":     `	f, unknown := => 	c = append([]Config{c}, make([]Config, 1)...)[c.N/9]¶	f, unknown :=`,
		"a configuration of a result":   "	f, unknown := => 	if c.N > 3 { c = empty() }¶	f, unknown :=\n+func empty() (c Config) { return }",
		"a configuration in a struct":   "	f, unknown := => 	if c.N > 3 { c = within{}.Config }¶	f, unknown :=\n+type within struct{ Config }",
		"new":                           `			p, err := a.protocol() => 			if s.N > 3 { a = new(algorithm) }¶			p, err := a.protocol()`,
		"a protocol of no roles":        `	p.Standing = standing¶	return p, err => 	return explore.Protocol[State, Message]{Name: p.Name, N: a.n}, err`,
		"other quorums for some":        "Quorums: s.Quorums(), => Quorums: some(s),\n// MessageRule says => func some(s *instance.Setup) [][]explore.Set { if s.N == 5 { return nil }; return s.Quorums() }¶¶// MessageRule says\n	\"qcheck/explore/measure\" => 	\"qcheck/explore\"¶	\"qcheck/explore/measure\"",
		"quorums that are changed":      `	f, unknown := => 	if c.N == 5 { c.Quorums = nil }¶	f, unknown :=`,
		"quorums that are set":          `	f, unknown := => 	if c.N == 5 { c.Quorums[0] = c.Quorums[1] }¶	f, unknown :=`,
		"a list that is changed":        `	f, unknown := => 	for _, list := range c.Quorums { if c.N == 5 { list[0] = 1 } }¶	f, unknown :=`,
		"other quorums when made":       `n: c.N, quorums: c.Quorums} => n: c.N, quorums: c.Quorums[:min(3, c.N)]}`,
		"a field of fixed choices": `algorithm{form: f, => algorithm{form: f, fixed: c.Fixed,
			quorums [][]explore.Set¶} => quorums [][]explore.Set¶	fixed bool¶}
			Variant: s.Variant} => Variant: s.Variant, Fixed: s.Fixed}
			Variant string¶} => Variant string¶	Fixed bool¶}
			case a.noInquire: => case a.noInquire || a.fixed:`,
		"another algorithm":          `			p, err := a.protocol() => 			if s.N > 3 { a = &algorithm{quorums: a.quorums} }¶			p, err := a.protocol()`,
		"a field of the algorithm":   `			p, err := a.protocol() => 			a.silent = s.N > 3¶			p, err := a.protocol()`,
		"a pointer to the algorithm": `			p, err := a.protocol() => 			b := *a; b.everyTime = true; if s.N > 3 { *a = b }¶			p, err := a.protocol()`,
		"fields without names":       `algorithm{form: f, n: c.N, quorums: c.Quorums} => algorithm{f, c.N, c.Quorums}`,
		"odd numbers": `algorithm{form: f, => algorithm{form: f, odd: c.N%2 == 1,
			quorums [][]explore.Set¶} => quorums [][]explore.Set¶	odd bool¶}
			a.noInquire: => a.odd:`,
		"a number in other words": `algorithm{form: f, => algorithm{form: f, size: c.Size,
			quorums [][]explore.Set¶} => quorums [][]explore.Set¶	size int¶}
			Variant: s.Variant} => Variant: s.Variant, Size: s.N}
			Variant string¶} => Variant string¶	Size int¶}
			case a.noInquire: => case a.size > 3:`,
		"how many quorums there are": `algorithm{form: f, => algorithm{form: f, size: c.Size,
			quorums [][]explore.Set¶} => quorums [][]explore.Set¶	size int¶}
			Variant: s.Variant} => Variant: s.Variant, Size: len(s.Quorums()[0])}
			Variant string¶} => Variant string¶	Size int¶}
			case a.noInquire: => case a.size > 3:`,
		"a form that knows": `case a.noInquire: => case a.form.is():
			f, unknown := => if c.N > 3 { c.Variant = "silent" }; f, unknown :=
			+func (f form) is() bool { return f.silent }`,
		"forms with a variable": "form{silent: true}), => form{silent: size > 3}),\nf, unknown := => size = c.N; f, unknown :=\n+var size int",
		"forms with a parameter": `func forms() => func forms(n int)
			variant.Find(forms(), => variant.Find(forms(c.N),
			variant.List(forms()) => variant.List(forms(3))
			form{silent: true}), => form{silent: n > 3}),`,
		"forms of others": "form{silent: true}), => form{silent: many()}),\nf, unknown := => size = c.N; f, unknown :=\n+var size int; func many() bool { return size > 3 }",

		"forms by the order of a map": "func forms() []variant.Form[form] { => func forms() []variant.Form[form] {¶	for range map[int]bool{1: true} {¶	}",
		"a pointer that is set": `quorums [][]explore.Set¶} => quorums [][]explore.Set¶	more *form¶}
			case a.noInquire: => case a.more.silent:
			p, err := a.protocol() => a.more = &form{silent: s.N > 3}; p, err := a.protocol()`,
		"a struct without a name": `quorums [][]explore.Set¶} => quorums [][]explore.Set¶	more struct{ many bool }¶}
			case a.noInquire: => case a.more.many:
			p, err := a.protocol() => a.more.many = s.N > 3; p, err := a.protocol()`,
		"a struct that is set": `quorums [][]explore.Set¶} => quorums [][]explore.Set¶	more struct{ many bool }¶}
			case a.noInquire: => case a.more.many:
			p, err := a.protocol() => a.more = struct{ many bool }{s.N > 3}; p, err := a.protocol()`,
		"the last configuration": "case a.noInquire: => case last.silent:\np, err := a.protocol() => last = a; p, err := a.protocol()\n+var last *algorithm",
		"a method of the last":   "return a.request(s, from, at) => return last.request(s, from, at)\np, err := a.protocol() => last = a; p, err := a.protocol()\n+var last *algorithm",
		"quorums of the last":    "range a.quorums[p] => range last.quorums[p]\np, err := a.protocol() => last = a; p, err := a.protocol()\n+var last *algorithm",
		"a handler of the last":  "Take: a.asked} => Take: last.asked}\np, err := a.protocol() => last = a; p, err := a.protocol()\n+var last *algorithm",
		"proofs of another variant": `instance.Every(config, Roles) => instance.Every(best, Roles)
			// MessageRule says => func best(s *instance.Setup) Config { return Config{N: s.N, Quorums: s.Quorums(), Variant: "repaired"} }¶¶// MessageRule says`,
		"proofs of a variant that is changed":     `instance.Every(config, Roles) => instance.Every(func(s *instance.Setup) Config { c := config(s); c.Variant = "repaired"; return c }, Roles)`,
		"proofs of an instance that is changed":   `instance.Every(config, Roles) => instance.Every(func(s *instance.Setup) Config { s.Variant = "repaired"; return config(s) }, Roles)`,
		"proofs of another instance":              `instance.Every(config, Roles) => instance.Every(func(s *instance.Setup) Config { return config(&instance.Setup{N: s.N, Variant: "repaired"}) }, Roles)`,
		"proofs of no instance":                   `instance.Every(config, Roles) => instance.Every(func(*instance.Setup) (c Config) { return }, Roles)`,
		"proofs of a configuration of a variable": "instance.Every(config, Roles) => instance.Every(func(s *instance.Setup) Config { last = config(s); return last }, Roles)\n+var last Config",
		"proofs of other roles":                   "instance.Every(config, Roles) => instance.Every(config, best)\n+func best(c Config) (p roles.Protocol[requester, member, toMember, toRequester], w roles.Wire[Message, toMember, toRequester], err error) { p, w, err = Roles(c); p.Member.Take = (&algorithm{}).asked; return p, w, err }",
		"proofs of roles of another":              "instance.Every(config, Roles) => instance.Every(config, best)\n+func best(c Config) (roles.Protocol[requester, member, toMember, toRequester], roles.Wire[Message, toMember, toRequester], error) { return Roles(Config{N: c.N, Quorums: c.Quorums}) }",
		"a prover of its own":                     "instance.Every(config, Roles) => func(ctx context.Context, _ string, l everyn.Limits) *everyn.Proof { return &everyn.Proof{} }\n	\"embed\" => \t\"context\"¶	\"embed\"¶	\"qcheck/explore/everyn\"\n// MessageRule says => var _ = instance.Every(config, Roles)¶¶// MessageRule says",
		"what is searched":                        "	p.Standing = standing => 	p.Standing, p.Deliver = standing, nil",
		"a wire that counts":                      "case GRANT, FAILED, INQUIRE:¶				return => case GRANT, FAILED, INQUIRE:¶				sent++¶				return\n+var sent int",
		"a wire of another":                       "Up:   func(k toMember) Message { return Message{Kind: Kind(k)} } => Up: up()\n+func up() func(toMember) Message { return nil }",

		"made by a function with another form": `return &algorithm{form: f, n: c.N, quorums: c.Quorums}, nil => g, _ := variant.Find(forms(), "silent", ""); if c.N > 3 { return c.in(g), nil }; return c.in(f), nil
			+func (c Config) in(f form) *algorithm { return &algorithm{form: f, n: c.N, quorums: c.Quorums} }`,
		"made by a function as a value": `return &algorithm{form: f, n: c.N, quorums: c.Quorums}, nil => g, _ := variant.Find(forms(), "silent", ""); if in := c.in; c.N > 3 { return in(g), nil }; return c.in(f), nil
			+func (c Config) in(f form) *algorithm { return &algorithm{form: f, n: c.N, quorums: c.Quorums} }`,
		"made by a function that changes it": `return &algorithm{form: f, n: c.N, quorums: c.Quorums}, nil => return c.in(f), nil
			// roles returns the => func (c Config) in(f form) *algorithm { if c.N > 3 { f, _ = variant.Find(forms(), "silent", "") }; return &algorithm{form: f, n: c.N, quorums: c.Quorums} }¶¶// roles returns the`,

		"another handler":         "Take: a.asked} => Take: pick(a)}\n+func pick(a *algorithm) func(member, roles.Peer, toMember, roles.Stamp) []reply { if a.n > 3 { return nil }; return a.asked }",
		"a handler in a variable": "attach := => take := a.asked; if a.n > 3 { take = nil }; attach :=\nTake: a.asked} => Take: take}",
		"a handler that is captured": `attach := => many := a.n > 3; attach :=
			Take: a.asked} => Take: func(s member, p roles.Peer, k toMember, t roles.Stamp) []reply { if many { return nil }; return a.asked(s, p, k, t) }}`,
		"a handler of another":        `Take: a.asked} => Take: (&algorithm{n: a.n}).asked}`,
		"a handler that is put there": `	p, err := roles.Compose[State](a.roles(), wire()) => 	r := a.roles(); r.Member.Take = nil¶	p, err := roles.Compose[State](r, wire())`,
		"a pointer to a part":         `	p, err := roles.Compose[State](a.roles(), wire()) => 	r := a.roles(); m := &r.Member; m.Take = nil¶	p, err := roles.Compose[State](r, wire())`,
		"a part in place of it":       `	p, err := roles.Compose[State](a.roles(), wire()) => 	r := a.roles(); m := &r.Member; *m = roles.Member[member, toMember, toRequester]{}¶	p, err := roles.Compose[State](r, wire())`,
		"a protocol that is wrapped":  "p, a.roles(), wire()) => p, wrap(a.roles(), a.n), wire())\n+func wrap(p roles.Protocol[requester, member, toMember, toRequester], n int) roles.Protocol[requester, member, toMember, toRequester] { return p }",
		"values of a protocol":        `	p, err := roles.Compose[State](a.roles(), wire()) => 	_ = roles.Through(a.roles(), wire())¶	p, err := roles.Compose[State](a.roles(), wire())`,
		"another protocol":            `	return roles.Protocol[requester, member, toMember, toRequester]{¶		Name:  "maekawa" => 	if a.n > 3 { return roles.Protocol[requester, member, toMember, toRequester]{Name: "x", Member: roles.Member[member, toMember, toRequester]{Take: a.asked}} }¶	return roles.Protocol[requester, member, toMember, toRequester]{¶		Name:  "maekawa"`,
		"a protocol in a variable":    "+var other = roles.Protocol[requester, member, toMember, toRequester]{Name: \"x\"}",
		"a number made of itself": `algorithm{form: f, => algorithm{form: f, size: c.Size,
			quorums [][]explore.Set¶} => quorums [][]explore.Set¶	size int¶}
			Variant string¶} => Variant string¶	Size int¶}
			return Config{N: s.N, Quorums: s.Quorums(), Variant: s.Variant} => return from(nil).with(s.N, s.Quorums(), s.Variant)
			case a.noInquire: => case a.size > 3:
			// roles returns the => func from(c *Config) *Config { return c }¶¶func (c *Config) with(n int, q [][]explore.Set, v string) Config { return Config{N: n, Quorums: q, Variant: v, Size: c.Size + n} }¶¶// roles returns the`,
		"an empty configuration by a generic function": `	f, unknown := => 	if c.N > 3 { c = empty(c) }¶	f, unknown :=
			+func empty[T any](T) (none T) { return }`,
		"one form or none": `func forms() []variant.Form[form] { => func forms() []variant.Form[form] { return nil }¶¶func pick(n int) form { if n > 3 { return form{silent: true} }; f, _ := variant.Find(forms(), "", ""); return f }¶¶/*
			form{enterStep: true}),¶	}¶} => form{enterStep: true}),¶	}¶}*/
			f, unknown := variant.Find(forms(), c.Variant, "repaired") => f, unknown := pick(c.N), error(nil); _ = variant.Name[Kind]`,
		"one form or none, as a parameter": `func forms() []variant.Form[form] { => func forms() []variant.Form[form] { return nil }¶¶func pick(n int) form { if n > 3 { return form{silent: true} }; f, _ := variant.Find(forms(), "", ""); return f }¶¶/*
			form{enterStep: true}),¶	}¶} => form{enterStep: true}),¶	}¶}*/
			return &algorithm{form: f, n: c.N, quorums: c.Quorums}, nil => return c.in(pick(c.N)), nil
			f, unknown := variant.Find(forms(), c.Variant, "repaired") => unknown := error(nil); _ = variant.Name[Kind]
			+func (c Config) in(f form) *algorithm { return &algorithm{form: f, n: c.N, quorums: c.Quorums} }`,
		"another clock":             `if a.allClocks { => if a.allClocks || a.n > 3 {`,
		"an initial state":          `Member:  roles.Member[member, toMember, toRequester]{ => Member:  roles.Member[member, toMember, toRequester]{Init: member{Inquired: a.n > 3}, `,
		"selective":                 `Steps:   a.steps(), => Steps:   a.steps(), Selective: len(a.quorums) > 7,`,
		"safe of nothing":           `explore.AtMost(1) => func([]explore.Observation) string { return "" }`,
		"safe by number":            `explore.AtMost(1) => explore.AtMost(a.n)`,
		"as much as there are":      `Most:    1, => Most:    a.n,`,
		"a permit that is printed":  `Permit:  func(k toRequester) bool { return Kind(k) == GRANT } => Permit:  func(k toRequester) bool { return k.String() == "GRANT" }`,
		"an account of another":     "a.account(), => pick(a),\n+func pick(a *algorithm) *roles.Account[requester, member, toMember, toRequester] { if a.n > 3 { return nil }; return a.account() }",
		"observed by a counter":     "return explore.Observation{Phase: s.Phase} => seen++; return explore.Observation{Phase: s.Phase}\n+var seen int",
		"a variable of the package": "	if s.Lock.None() { => 	if many {¶	}¶	if s.Lock.None() {\n	attach := => 	many = a.n > 3¶	attach :=\n+var many bool",
		"no handlers here":          `Local: a.local, => Local: (*algorithm).local2(a),` + "\n+func (a *algorithm) local2() func(int, requester) []act { return a.local }",

		"an array of peers":       `Inquired bool¶		Queue    roles.By => Inquired bool¶		All [16]roles.Peer¶		Queue    roles.By`,
		"a pointer":               `Inquired bool¶		Queue    roles.By => Inquired bool¶		All *uint8¶		Queue    roles.By`,
		"a set of a member":       `Inquired bool¶		Queue    roles.By => Inquired bool¶		All explore.Set¶		Queue    roles.By`,
		"a process":               `Inquired bool¶		Queue    roles.By => Inquired bool¶		All explore.Process¶		Queue    roles.By`,
		"a value for each":        `Inquired bool¶		Queue    roles.By => Inquired bool¶		All explore.PerProcess[bool]¶		Queue    roles.By`,
		"a stamp of a requester":  `Phase                      explore.Phase => Phase                      explore.Phase¶		At explore.Stamp`,
		"peers of peers":          `Inquired bool¶		Queue    roles.By => Inquired bool¶		All roles.By[roles.Peer]¶		Queue    roles.By`,
		"a fraction":              `Inquired bool¶		Queue    roles.By => Inquired bool¶		All float64¶		Queue    roles.By`,
		"a stamp in other words":  "Inquired bool¶		Queue    roles.By => Inquired bool¶		All time¶		Queue    roles.By\n+type time roles.Stamp",
		"an interface in a By":    "Inquired bool¶		Queue    roles.By => Inquired bool¶		All roles.By[item]¶		Queue    roles.By\n+type item struct { x any }",
		"a directive":             "func (k toMember) String() => //go:noinline¶func (k toMember) String()",
		"another file":            "func (k toMember) String() => //line other.go:7¶func (k toMember) String()",
		"another package":         "package maekawa¶¶import \"qcheck/explore/roles\" => package maekawa¶¶import (\"qcheck/explore/roles\"; _ \"os\")",
		"names of another":        "package maekawa¶¶import \"qcheck/explore/roles\" => package maekawa¶¶import (\"qcheck/explore/roles\"; . \"math\")¶const pi = Pi",
		"a function without body": "	if s.Lock.None() { => 	if elsewhere() {¶	}¶	if s.Lock.None() {\n+func elsewhere() bool",
	}
	fine := map[string]string{
		"made by a function": `return &algorithm{form: f, n: c.N, quorums: c.Quorums}, nil => return c.in(f), nil
			+func (c Config) in(f form) *algorithm { return &algorithm{form: f, n: c.N, quorums: c.Quorums} }`,
		"a parameter": `algorithm{form: f, => algorithm{form: f, most: c.Most,
			quorums [][]explore.Set¶} => quorums [][]explore.Set¶	most int¶}
			Variant: s.Variant} => Variant: s.Variant, Most: s.Int("most")}
			Variant string¶} => Variant string¶	Most int¶}
			case a.noInquire: => case a.noInquire || a.most > 3:`,
		"a variant that is changed": "form{silent: true}), => variant.With(form{silent: true}, func(f *form) { f.forGood = false })),",
	}
	for name, text := range fine {
		changed, err := changed(all[1], text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, f := range Check(changed) {
			t.Errorf("%s: %v", name, f)
		}
	}
	for name, text := range cases {
		changed, err := changed(all[1], text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		found := Check(changed)
		if len(found) == 0 {
			t.Errorf("%s: nothing is found", name)
		}
		if len(found) > 0 && testing.Verbose() {
			t.Logf("%s: %v", name, found[0])
		}
	}
	t.Logf("%d cases", len(cases))
	all[1].Others = []string{"fast.s"}
	for i, want := range []string{"there is no roles.Protocol", "the file fast.s is of this package on some machines, or not in Go"} {
		if !slices.ContainsFunc(Check(all[i]), func(f Finding) bool { return f.What == want }) {
			t.Errorf("%s: not found: %s", all[i].Path, want)
		}
	}
}

// changed returns a package with other text.
func changed(p *Package, how string) (*Package, error) {
	q := &Package{Path: p.Path, Fset: p.Fset, imports: p.imports, text: maps.Clone(p.text)}
	for line := range strings.Lines(how) {
		line = strings.TrimSuffix(line, "\n")
		from, to, ok := strings.Cut(line, " => ")
		if !ok {
			from, to = "// wire has both", strings.TrimPrefix(strings.TrimSpace(line), "+")+"\n\n// wire has both"
		}
		from, to = strings.ReplaceAll(strings.TrimSpace(from), "¶", "\n"), strings.ReplaceAll(strings.TrimSpace(to), "¶", "\n")
		places := 0
		for name, x := range q.text {
			if strings.Contains(x, from) {
				places++
				q.text[name] = strings.Replace(x, from, to, 1)
			}
		}
		if places != 1 {
			return nil, fmt.Errorf("%q is in %d files", from, places)
		}
	}
	return q, q.resolve()
}
