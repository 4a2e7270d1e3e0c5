package importer_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"qcheck/setsys"
	"qcheck/setsys/importer"
	"qcheck/setsys/slow"
)

// A member is a validator as these tests have it.
type stellarMember struct{ name, domain, quality string }

// stellarConfig is a configuration with these validators. The qualities are those of home
// domains, where there are such; else of validators.
func stellarConfig(all []stellarMember, ofDomains map[string]string, head string) string {
	var b strings.Builder
	b.WriteString(head)
	for domain, quality := range ofDomains {
		fmt.Fprintf(&b, "[[HOME_DOMAINS]]\nHOME_DOMAIN=%q\nQUALITY=%q\n", domain, quality)
	}
	for _, v := range all {
		fmt.Fprintf(&b, "[[VALIDATORS]]\nNAME=%q\nHOME_DOMAIN=%q\nPUBLIC_KEY=\"G%s\"\nHISTORY=\"curl %s\"\n", v.name, v.domain, strings.ToUpper(v.name), v.name)
		if ofDomains[v.domain] == "" {
			fmt.Fprintf(&b, "QUALITY=%q\n", v.quality)
		}
	}
	return b.String()
}

// inWords is a formula as stellar-core shows a quorum set, sorted.
func inWords(u setsys.Universe, f *setsys.Formula) string {
	if v, ok := f.Node(); ok {
		return u.Name(v)
	}
	var members []string
	for i := range f.Len() {
		m, _ := f.Member(i)
		members = append(members, inWords(u, m))
	}
	slices.Sort(members)
	return fmt.Sprintf("%d(%s)", f.Need(), strings.Join(members, " "))
}

// The quorum set that stellar-core makes of its stellar-core_example_validators.cfg, as
// "load validators config" of its ConfigTests.cpp has it.
func TestStellarGenerated(t *testing.T) {
	var all []stellarMember
	for _, org := range []struct {
		names, domain, quality string
	}{
		{"a1 a2", "domainA", "HIGH"}, {"b1 b2 b3", "domainB", "HIGH"}, {"c1 c2", "domainC", "MEDIUM"},
		{"d1 d2", "domainD", "MEDIUM"}, {"e1 e2 e3", "domainE", "LOW"}, {"f1", "domainF", "LOW"},
		{"g1", "domainG", "LOW"}, {"h1", "domainH", "LOW"}, {"i1", "domainI", "MEDIUM"}, {"j1", "domainJ", "MEDIUM"},
		{"K1 K2 K3", "domainK", "HIGH"}, {"L1 L2 L3", "domainL", "CRITICAL"}, {"M1 M2 M3", "domainM", "CRITICAL"},
		{"N1 N2 N3", "domainN", "CRITICAL"},
	} {
		for _, name := range strings.Fields(org.names) {
			all = append(all, stellarMember{name, org.domain, org.quality})
		}
	}
	config := stellarConfig(all, map[string]string{"domainA": "HIGH", "domainF": "LOW"},
		"HTTP_PORT=11626\nNODE_SEED=\"SA7F a3\"\nNODE_HOME_DOMAIN=\"domainA\"\nNODE_IS_VALIDATOR=true\n")
	s, err := importer.Import(t.Context(), "stellar", "FILE", []byte(config), nil)
	if err != nil {
		t.Fatal(err)
	}
	want := "4(2(L1 L2 L3) 2(M1 M2 M3) 2(N1 N2 N3) 3(2(K1 K2 K3) 2(a1 a2 a3) 2(b1 b2 b3) " +
		"4(2(c1 c2) 2(d1 d2) 3(2(e1 e2 e3) f1 g1 h1) i1 j1)))"
	if got := inWords(s.Universe, s.Quorums.Formula()); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if len(s.Domains) != 14 || s.Domains[0].Name != "domainA" || s.Domains[0].Nodes.Len() != 3 {
		t.Errorf("domains %v", s.Domains)
	}
}

// TestStellarGeneratedRandom compares with the rule as docs/stellar-core_example.cfg of
// stellar-core says it: a home domain agrees by a majority, home domains of a quality and
// all of worse qualities together by more than two thirds, those of CRITICAL all together.
func TestStellarGeneratedRandom(t *testing.T) {
	rng := slow.Random(t, 23)
	order := []string{"CRITICAL", "HIGH", "MEDIUM", "LOW"}
	for range 300 {
		var all []stellarMember
		var names []string
		ofDomains, sizes := map[string]string{}, map[string]int{}
		qualities := map[string]string{}
		for d := 0; len(all) < 5 || d < 2; d++ {
			domain, quality := fmt.Sprint("d", d), order[rng.IntN(4)]
			size := 1 + rng.IntN(3)
			if quality == "CRITICAL" || quality == "HIGH" {
				size = 3 + rng.IntN(2)
			}
			if sizes[domain], qualities[domain] = size, quality; rng.IntN(2) == 0 {
				ofDomains[domain] = quality
			}
			for i := range size {
				all = append(all, stellarMember{fmt.Sprintf("n%d-%d", d, i), domain, quality})
				names = append(names, all[len(all)-1].name)
			}
		}
		rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		head := ""
		if own := all[len(all)-1]; ofDomains[own.domain] != "" && rng.IntN(2) == 0 && slices.ContainsFunc(all, func(v stellarMember) bool { return v.quality != "LOW" }) {
			all = all[:len(all)-1] // the node itself
			head = fmt.Sprintf("NODE_IS_VALIDATOR=true\nNODE_SEED=\"S %s\"\nNODE_HOME_DOMAIN=%q\n", own.name, own.domain)
		}
		agree(t, "stellar", stellarConfig(all, ofDomains, head), names, func(set map[string]bool) bool {
			within := map[string]int{}
			for name, in := range set {
				if in {
					within["d"+name[1:strings.Index(name, "-")]]++
				}
			}
			agreed, any := false, false // of the worse qualities
			for _, quality := range slices.Backward(order) {
				count, of := 0, 0
				for domain, size := range sizes {
					if qualities[domain] == quality {
						of++
						if 2*within[domain] > size {
							count++
						}
					}
				}
				if of == 0 {
					continue
				}
				if any {
					of++
					if agreed {
						count++
					}
				}
				agreed, any = 3*count > 2*of, true
				if quality == "CRITICAL" {
					agreed = count == of
				}
			}
			return agreed
		})
	}
}

// written is the quorum set in TOML, with its members in tables below path or within it,
// and all sets that are in it.
func (q *qset) written(rng *rand.Rand, path string) string {
	var names, inline, tables []string
	for i, m := range q.members {
		inner, ok := m.(*qset)
		switch {
		case !ok:
			names = append(names, fmt.Sprintf("%q", m))
		case rng.IntN(2) == 0:
			inline = append(inline, fmt.Sprintf("set%d = {%s}\n", i, strings.Join(inner.inline(), ", ")))
		default:
			below := fmt.Sprintf("%s.%d", path, i)
			tables = append(tables, fmt.Sprintf("[%s]\n%s", below, inner.written(rng, below)))
		}
	}
	text := fmt.Sprintf("THRESHOLD_PERCENT = %d # %d of %d\n", q.percent(rng), q.need, len(q.members))
	if len(names) > 0 || rng.IntN(2) == 0 {
		text += "VALIDATORS = [\n  " + strings.Join(names, ",\n  ") + ",\n]\n"
		if len(names) == 0 {
			text = strings.Replace(text, ",\n]", "]", 1)
		}
	}
	return text + strings.Join(inline, "") + strings.Join(tables, "")
}

// inline is the same on one line.
func (q *qset) inline() []string {
	var names, parts []string
	for i, m := range q.members {
		if inner, ok := m.(*qset); ok {
			parts = append(parts, fmt.Sprintf("set%d = {%s}", i, strings.Join(inner.inline(), ", ")))
		} else {
			names = append(names, fmt.Sprintf("%q", m))
		}
	}
	percent := fmt.Sprintf("THRESHOLD_PERCENT = %d", q.percent(rand.New(rand.NewPCG(1, 1))))
	return append([]string{percent, "VALIDATORS = [" + strings.Join(names, ", ") + "]"}, parts...)
}

// percent is some number of which the threshold is the part, rounded up.
func (q *qset) percent(rng *rand.Rand) int {
	var fit []int
	for p := 1; p <= 100; p++ {
		if n := p * len(q.members); n <= 100*q.need && n > 100*(q.need-1) {
			fit = append(fit, p)
		}
	}
	return fit[rng.IntN(len(fit))]
}

// TestStellarWritten compares with a network of nodes that all have the quorum set.
func TestStellarWritten(t *testing.T) {
	rng := slow.Random(t, 17)
	checked := 0
	for range 500 {
		names := []string{"a", "b", "c", "d", "e", "f", "g"}[:2+rng.IntN(6)]
		q := randomQset(rng, names)
		if q == nil {
			continue
		}
		config := "UNSAFE_QUORUM=true\n[QUORUM_SET]\n" + q.written(rng, "QUORUM_SET")
		trusts := map[string]*qset{}
		for _, name := range names {
			trusts[name] = q
		}
		got := quorums(imported(t, "stellar", config))
		for i, quorum := range got {
			nodes := strings.Fields(quorum)
			slices.Sort(nodes)
			got[i] = strings.Join(nodes, " ")
		}
		slices.Sort(got)
		if want := minimalQuorums(names, trusts); !slices.Equal(got, want) {
			t.Fatalf("%v, want %v:\n%s", got, want, config)
		}
		checked++
	}
	if checked < 400 {
		t.Errorf("only %d quorum sets", checked)
	}
}

func TestStellarNames(t *testing.T) {
	s, err := importer.Import(t.Context(), "stellar", "FILE", []byte(`NODE_SEED = "SECRET me"
NODE_NAMES = ["GA  ann", "GB bob"]
UNSAFE_QUORUM = true
[[VALIDATORS]] # not in the quorum set
NAME = "eve"
PUBLIC_KEY = "GE"
[QUORUM_SET] # 67 percent
VALIDATORS = ["$ann", "GB", "GC", "GD dan", "$me"]
`), nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(s.Universe.Names(s.Universe.Full())); got != "[ann bob GC dan me]" {
		t.Errorf("nodes %s", got)
	}
	if got := inWords(s.Universe, s.Quorums.Formula()); got != "4(GC ann bob dan me)" {
		t.Errorf("quorums %s", got)
	}
	for config, want := range map[string]string{
		"[QUORUM_SET]\nVALIDATORS = [\"GA\", \"GB\", \"GC\"]\n":                                                "3(GA GB GC)", // 67 percent of 3 are 2.01
		"NODE_SEED = \"$FILE:/a b\"\n[QUORUM_SET]\nTHRESHOLD_PERCENT = 50\nVALIDATORS = [\"$self\", \"GB\"]\n": "1(GB self)",  // the file is no name
	} {
		s, err := importer.Import(t.Context(), "stellar", "FILE", []byte(config), nil)
		if err != nil {
			t.Errorf("%v\n%s", err, config)
		} else if got := inWords(s.Universe, s.Quorums.Formula()); got != want {
			t.Errorf("quorums %s, want %s", got, want)
		}
	}
}

// The sanity checks and the bad configurations of "bad validators configs" and "nesting
// level" in ConfigTests.cpp of stellar-core, and others.
func TestStellarConfigErrors(t *testing.T) {
	three := func(name, domain, quality string) []stellarMember {
		var all []stellarMember
		for i := range 3 {
			all = append(all, stellarMember{fmt.Sprint(name, i), domain, quality})
		}
		return all
	}
	high := map[string]string{"A": "HIGH"}
	own := "NODE_IS_VALIDATOR=true\nNODE_HOME_DOMAIN=\"A\"\n"
	nested := func(levels int) string {
		text, path := "", "QUORUM_SET"
		for i := range levels {
			text += fmt.Sprintf("[%s]\nTHRESHOLD_PERCENT=50\nVALIDATORS=[\"G%d A%d\",\"H%d B%d\"]\n", path, i, i, i, i)
			path += ".1"
		}
		return text
	}
	one := `[[VALIDATORS]]
NAME="a"
PUBLIC_KEY="G"
HOME_DOMAIN="A"
QUALITY="LOW"
`
	for _, c := range []struct{ config, want string }{
		{stellarConfig(three("a", "A", ""), high, own), ""},
		{stellarConfig(three("a", "A", "")[:2], high, own), ""}, // and the node itself
		{stellarConfig(three("a", "A", "")[:2], high, ""), `FILE:4:3: home domain "A" of quality HIGH has fewer than 3 validators: 2`},
		{stellarConfig(three("a", "A", ""), high, "NODE_IS_VALIDATOR=true\n"), `FILE:1:1: key "NODE_HOME_DOMAIN" is missing`},
		{stellarConfig(three("a", "A", ""), high, "NODE_IS_VALIDATOR=true\nNODE_HOME_DOMAIN=\"\"\n"), `FILE:2:18: NODE_HOME_DOMAIN is empty`},
		{stellarConfig(three("a", "A", ""), high, "NODE_IS_VALIDATOR=true\nNODE_HOME_DOMAIN=\"B\"\n"), `FILE:2:18: home domain "B" is not in [[HOME_DOMAINS]]`},
		{stellarConfig(three("a", "A", "HIGH"), nil, own), `FILE:2:18: home domain "A" is not in [[HOME_DOMAINS]]`},
		{"NODE_IS_VALIDATOR=1\n" + one, `FILE:1:19: want true or false, found the number 1`},
		{strings.Replace(one, `HOME_DOMAIN="A"`, "", 1), `FILE:1:3: key "HOME_DOMAIN" is missing`},
		{strings.Replace(one, `NAME="a"`, "", 1), `FILE:1:3: key "NAME" is missing`},
		{strings.Replace(one, `"G"`, "7", 1), `FILE:3:12: want a string, found the number 7`},
		{strings.Replace(one, `LOW`, "HIGH", 1), `FILE:1:3: a validator of quality HIGH without HISTORY`},
		{strings.Replace(one, `LOW`, "GOOD", 1), `FILE:5:9: unknown quality (known: LOW, MEDIUM, HIGH, CRITICAL)`},
		{strings.Replace(one, `LOW`, "HIG", 1), `FILE:5:9: unknown quality: did you mean "HIGH"? (known: LOW, MEDIUM, HIGH, CRITICAL)`},
		{strings.Replace(one, `QUALITY="LOW"`, "", 1), `FILE:1:3: a validator without a quality, neither here nor for its home domain "A"`},
		{one + "[[HOME_DOMAINS]]\nHOME_DOMAIN=\"A\"\nQUALITY=\"LOW\"\n", `FILE:5:9: the quality of home domain "A" is in [[HOME_DOMAINS]] already`},
		{one + "[[HOME_DOMAINS]]\nHOME_DOMAIN=\"A\"\n", `FILE:6:3: key "QUALITY" is missing`},
		{one + strings.Repeat("[[HOME_DOMAINS]]\nHOME_DOMAIN=\"B\"\nQUALITY=\"LOW\"\n", 2), `FILE:9:3: home domain "B" is there twice`},
		{one + "[[HOME_DOMAINS]]\nDOMAIN=\"B\"\n", `FILE:7:1: unknown key "DOMAIN" in [[HOME_DOMAINS]] (known: HOME_DOMAIN, QUALITY)`},
		{one + "WEIGHT=1\n", `FILE:6:1: unknown key "WEIGHT" in [[VALIDATORS]] (known: NAME, HOME_DOMAIN, QUALITY, PUBLIC_KEY, ADDRESS, HISTORY)`},
		{one + one, `FILE:6:3: name "a" is given twice, to G and to G`},
		{one + strings.Replace(one, `"a"`, `"b"`, 1), `FILE:6:3: G has two names, "a" and "b"`},
		{one + strings.NewReplacer(`"a"`, `"b"`, `"G"`, `"H"`, "LOW", "MEDIUM").Replace(one), `FILE:1:3: home domain "A" has validators of quality MEDIUM and of quality LOW`},
		{"NODE_IS_VALIDATOR=true\nNODE_HOME_DOMAIN=\"B\"\n[[HOME_DOMAINS]]\nHOME_DOMAIN=\"B\"\nQUALITY=\"LOW\"\n" + one, `FILE:6:3: all validators are of quality LOW`},
		{one + "[QUORUM_SET]\nVALIDATORS=[\"G\"]\n", `FILE:6:2: QUORUM_SET beside [[VALIDATORS]]: it counts only with UNSAFE_QUORUM=true`},
		{"VALIDATORS=[]\n", `FILE:1:1: there is no validator`},
		{"VALIDATORS=3\n", `FILE:1:12: want [[VALIDATORS]] (tables), found the number 3`},
		{"VALIDATORS=[{NAME=\"a\"}, 3]\n", `FILE:1:25: want [[VALIDATORS]] (a table), found the number 3`},
		{"[[VALIDATOR]]\nNAME=\"a\"\n", `FILE:1:3: unknown key "VALIDATOR": did you mean "VALIDATORS"?`},
		{"PEER_PORT=1\nKNOWN_PEERS=[]\nPREFERRED_PEERS=[]\n", `FILE:1:1: there is neither [[VALIDATORS]] nor QUORUM_SET`},
		{nested(5), ""},
		{nested(6), `FILE:16:21: a quorum set within more than 4 others`},
		{"[QUORUM_SET]\n", `FILE:1:2: a quorum set without members`},
		{"[QUORUM_SET]\nVALIDATORS=[\"G\"]\n[QUORUM_SET.a]\n", `FILE:3:13: a quorum set without members`},
		{"[QUORUM_SET]\nVALIDATORS=[\"G\"]\nTHRESHOLD=3\n", `FILE:3:11: want a quorum set (a table), found the number 3`},
		{"QUORUM_SET=1979-05-27\n", `FILE:1:12: want a quorum set (a table), found a date or a time`},
		{"[QUORUM_SET]\nVALIDATORS=[\"G\"]\nTHRESHOLD_PERCENT=0\n", `FILE:3:19: want a number from 1 to 100, found the number 0`},
		{"[QUORUM_SET]\nVALIDATORS=[\"G\"]\nTHRESHOLD_PERCENT=101\n", `FILE:3:19: want a number from 1 to 100, found the number 101`},
		{"[QUORUM_SET]\nVALIDATORS=[\"G\"]\nTHRESHOLD_PERCENT=6.5\n", `FILE:3:19: want a number from 1 to 100, found the number 6.5`},
		{"[QUORUM_SET]\nVALIDATORS=[\"G\", \"H\", \"G\"]\n", `FILE:2:23: node "G" is in the quorum set twice`},
		{"[QUORUM_SET]\nVALIDATORS=[\"G g\", \"$h\"]\n", `FILE:2:20: no node is called "h"`},
		{"[QUORUM_SET]\nVALIDATORS=[\"G ann\", \"$anne\"]\n", `FILE:2:22: no node is called "anne": did you mean "ann"?`},
		{"[QUORUM_SET]\nVALIDATORS=[\"\"]\n", `FILE:2:13: the key of a node is empty`},
		{"[QUORUM_SET]\nVALIDATORS=[true]\n", `FILE:2:13: want a key, a key and a name, or $ and a name (a string), found true`},
		{"[QUORUM_SET]\nVALIDATORS=[\"G ann\", \"$ann\"]\n", `FILE:2:22: node "ann" is in the quorum set twice`},
		{"NODE_NAMES=[\"G ann\", \"H ann\"]\n", `FILE:1:22: name "ann" is given twice, to G and to H`},
		{"NODE_SEED=3\n", `FILE:1:11: want a seed (a string), found the number 3`},
		{"UNSAFE_QUORUM=\"yes\"\n[QUORUM_SET]\nVALIDATORS=[\"G\"]\n", `FILE:1:15: want true or false, found a string`},
		{"a = 1\na = 2\n", `FILE:2:1: not TOML: key a is already defined`},
		{"a = \"é\"\nb = \"é\" c\n", `FILE:2:9: not TOML: expected newline`},
		{"server.1 fra1", `FILE:1:10: not TOML: expected '=' after key; what is read here is the quorum sets of Stellar nodes`},
	} {
		_, err := importer.Import(t.Context(), "stellar", "FILE", []byte(c.config), nil)
		if got := fmt.Sprint(err); !strings.HasPrefix(got, c.want) || (err == nil) != (c.want == "") {
			t.Errorf("%s\ngot  %s\nwant %s", c.config, got, c.want)
		}
	}
}
