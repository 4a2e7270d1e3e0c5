package gate_test

import "testing"

// TestStructures changes handlers that ask of quorums, and of what members note, so that they see more of them than that. Cases are written as those of TestMade.
func TestStructures(t *testing.T) {
	all, err := Load("", "qcheck/protocols/variant", "qcheck/protocols/kakugawa")
	if err != nil {
		t.Fatal(err)
	}
	const serve, retry, compose = "	noted, next := s.Noted.Serve()", "		steps = append(steps, act{Name: name, Next: next, Stamp: stamp, Send: roles.Stamped(roles.SendTo(to, toMember(REQUEST)))})", "	p, err := roles.Compose[State](a.roles(), wire())"
	with := func(from, before string) string { return from + " => " + before + "¶" + from }
	cases := map[string]string{
		"counts what was settled":              with("	return replies(served, s, send...)", "	if len(roles.ToEach(settled, toRequester(WAIT))) > 3 { return nil }"),
		"looks at what was settled":            with("	return replies(served, s, send...)", "	for _, o := range roles.ToEach(settled, toRequester(WAIT)) { s.Holder.From = o.To }"),
		"looks at a place of the queue":        with(serve, "	if !s.Queue[3].From.None() { return nil }"),
		"looks at a place of what is noted":    with(serve, "	if !s.Noted.Queries[3].For.From.None() { return nil }"),
		"looks at the queue":                   with(serve, "	for _, r := range s.Queue { if r.Stamp.None() { return nil } }"),
		"copies the queue":                     with(serve, "	queue := s.Queue; _ = queue"),
		"compares what is noted":               with(serve, "	if s.Noted == (roles.Noted{}) { return nil }"),
		"compares members":                     with(serve, "	if s == (member{}) { return nil }"),
		"makes a queue":                        with(serve, "	s.Noted = roles.Noted{Queue: s.Noted.Queue}"),
		"prints what is noted":                 with(serve, "	if fmt.Sprint(s.Noted) == \"\" { return nil }") + "\nimport \"qcheck/explore/roles\" => import (\"fmt\"; \"qcheck/explore/roles\")",
		"points to what is noted":              with(serve, "	m := &s.Noted; _ = m"),
		"keeps what is noted":                  with(serve, "	last = s.Noted") + "\n+var last roles.Noted",
		"keeps what was settled":               with(serve, "	last = settled") + "\n+var last roles.Group",
		"a method of what is noted as a value": with(serve, "	f := s.Noted.Asks; _ = f"),
		"notes in a function of a table":       with(serve, "	_ = func() bool { return s.Noted.Asks() }"),
		"counts what may be asked":             "!others.None() { => len(others.Sets()) > 1 {",
		"looks at which set it is":             "	for _, to := range others.Sets() { => 	for i, to := range others.Sets() {¶		_ = i",
		"asks the first set":                   retry + " => " + retry + "¶		break",
		"looks at the first set":               "	for _, to := range others.Sets() { => 	first := others.Sets()[0]; _ = first¶	for _, to := range others.Sets() {",
		"leaves something for the next set":    retry + " => " + retry + "¶		s = next",
		"looks at sets before it goes on":      "	stamp := roles.Keep => 	for _, to := range others.Sets() { if to.Contains(s.K) { return nil } }¶	stamp := roles.Keep",
		"keeps sets":                           "!others.None() { => !others.None() {¶			last = others\n+var last roles.Choices",
		"some of the quorums":                  "roles.NewStructure(c.Quorums, => roles.NewStructure(c.Quorums[:1],",
		"no quorums":                           "roles.NewStructure(c.Quorums, => roles.NewStructure(nil,",
		"a structure that was made before":     "	return &algorithm{Config: c, reading: r, quorums: roles.NewStructure(c.Quorums, c.Fixed, c.NoRetry)} => 	x := roles.NewStructure(nil, true, true)¶	return &algorithm{Config: c, reading: r, quorums: x}",
		"an oracle of its own":                 with(compose, "	a.quorums.Ask(nil)"),
		"no structure":                         with(compose, "	a.quorums = nil"),
		"does not say that it has a structure": "Structure: a.quorums, => Selective: false,",
		"says that it has another":             "Structure: a.quorums, => Structure: roles.NewStructure(nil, false, false),",
		"what another process may ask":         "a.quorums.Others(p, retry) => a.quorums.Others(0, retry)",
		"quorums of another process":           "a.quorums.First(p).Sets() => a.quorums.First(0).Sets()",
		"quorums in a variable":                "	for _, q := range a.quorums.First(p).Sets() { => 	first := a.quorums.First(p).Sets()¶	for _, q := range first {",
		"quorums of the configuration":         with("	return a.quorums.Others(p, retry)", "	for _, q := range a.Quorums { if s.K.Contains(q) { return roles.Choices{} } }"),
		"counts quorums of the configuration":  with("	return a.quorums.Others(p, retry)", "	if len(a.Quorums) > 7 { return roles.Choices{} }"),
		"whether there is a choice":            `if enters != "" && => if a.Fixed || enters != "" &&`,
		"the structure as a value":             with("	return a.quorums.Others(p, retry)", "	x := a.quorums; _ = x"),
		"an account that looks at quorums":     "Has:     func(s requester) explore.Set { return s.K }, => Has:    func(s requester) explore.Set { if a.quorums.Enough(s.K) { return 0 }; return s.K },",
		"asks about a set of its own":          "a.quorums.Enough(s.K) => a.quorums.Enough(s.K|7)",
		"asks for some members":                "Asked: s.Asked, Held => Asked: s.Asked&5, Held",
	}
	fine := map[string]string{
		"asks more of quorums":        "a.quorums.Enough(s.K) => a.quorums.Within(s.K) && a.quorums.Enough(s.K)",
		"asks more of what is noted":  "	if s.Holder.From.None() {¶		s.Holder = r => 	if s.Holder.From.None() && !s.Noted.Asks() {¶		s.Holder = r",
		"empties what is noted":       with(serve, "	if s.Holder.From.None() { s.Noted = roles.Noted{} }"),
		"a queue in another variable": "	noted, next := s.Noted.Serve() => 	before := s.Noted¶	noted, next := before.Serve()",
	}
	for _, f := range Check(all[1]) {
		t.Errorf("as it is: %v", f)
	}
	for name, text := range fine {
		p, err := changed(all[1], text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, f := range Check(p) {
			t.Errorf("%s: %v", name, f)
		}
	}
	for name, text := range cases {
		p, err := changed(all[1], text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if found := Check(p); len(found) == 0 {
			t.Errorf("%s: nothing is found", name)
		} else if testing.Verbose() {
			t.Logf("%s: %v", name, found[0])
		}
	}
}
