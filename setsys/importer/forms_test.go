package importer

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"qcheck/setsys"
	"qcheck/setsys/slow"
)

// imported is what a system of these readings makes of a text.
func imported(t *testing.T, text string, readings ...reading) (s *setsys.Structure, err error) {
	defer func() {
		if r, ok := recover().(refusal); ok {
			err = r.err
		}
	}()
	return (&source{ctx: t.Context(), file: "FILE", data: []byte(text)}).structure(readings), nil
}

// A system of names and a majority is a roster and its forms. The list of members of TiKV's
// placement driver is one: pdpb.Member has these keys.
func TestShortSystem(t *testing.T) {
	members := roster{
		title: "PD, majority", one: "member", name: []string{"name"}, id: []string{"member_id"}, host: []string{"peer_urls"},
		idOf: func(v value) string { return fmt.Sprint(v.whole(1, 1<<62, "an ID")) },
	}
	of := func(v value) *setsys.Structure { return members.structure(v.needed("members")) }
	readings := []reading{{begins("{"), inJSON, of}, {begins("["), inTOML, of}, {nil, ofShells, of}}
	for _, text := range []string{
		`{"header":{"cluster_id":1},"members":[{"name":"pd1","member_id":1,"peer_urls":["http://a:2380"]},{"name":"pd2","member_id":2,"peer_urls":["http://b:2380"]},{"name":"pd2","member_id":3,"peer_urls":["http://b:2379"]}],"leader":{}}`,
		"[[members]]\nname = 'pd1'\nmember_id = 0x1\npeer_urls = [\"http://a:2380\"]\n[[members]]\nname = 'pd2'\nmember_id = 2\npeer_urls = [\"http://b:2380\"]\n[[members]]\nname = 'pd2'\nmember_id = 3\npeer_urls = [\"http://b:2379\"]\n",
		`print({members: [{name: 'pd1', member_id: Long(1), peer_urls: ["http://a:2380"]}, {name: "pd2", member_id: 2, peer_urls: ['http://b:2380']}, {name: 'pd2', member_id: 3, peer_urls: ["http://b:2379"]},]})`,
	} {
		s, err := imported(t, text, readings...)
		if err != nil {
			t.Errorf("%v\n%s", err, text)
			continue
		}
		names := fmt.Sprint(s.Universe.Names(s.Universe.Full()))
		if names != "[pd1 2 3]" || s.Quorums.Formula().Need() != 2 || fmt.Sprint(s.Remarks) != "[Several nodes are on one host, and fail together: b has 2.]" || len(s.Domains) != 2 {
			t.Errorf("%s, %v", names, s)
		}
	}
	for text, want := range map[string]string{
		`{"members":[{"name":"a","member_id":0}]}`:          `FILE:1:37: want an ID, found the number 0`,
		"[[members]]\nmember_id = true\n":                   `FILE:2:13: want an ID, found true`,
		`cfg({members: [{peer_urls: 3, name: 'a'}]})`:       `FILE:1:28: want an address (a string), found the number 3`,
		`{"members":[{"name":""}]}`:                         `FILE:1:13: a member without a name or an ID of its own`,
		`{"members":[{"name":"a"},{"name":"a"}]}`:           `FILE:1:13: a member without a name or an ID of its own`,
		"[[members]]\n[[members]]\nname='x'\n[members.x]\n": `FILE:1:3: a member without a name or an ID of its own`,
	} {
		if _, err := imported(t, text, readings...); err == nil || err.Error() != want {
			t.Errorf("%s\n  %v, want\n  %s", text, err, want)
		}
	}
}

// word returns a word of a few letters.
func word(r *rand.Rand) string {
	return strings.Repeat(string(rune('a'+r.IntN(26))), 1+r.IntN(2)) + fmt.Sprint(r.IntN(30))
}

// Random settings are one tree in each form that has settings, with each value where it stands.
func TestSettingsInEachForm(t *testing.T) {
	r := slow.Random(t, 31)
	setting := regexp.MustCompile(`\b([a-z]+[0-9]+\.[a-z]+[0-9]+)` + assigned + `([^\s"'#]*)`)
	environment := func(s *source) value { return s.environment(setting) }
	quote := func(text string) string { return []string{text, `"` + text + `"`, "'" + text + "'"}[r.IntN(3)] }
	pick := func(all ...string) string { return all[r.IntN(len(all))] }
	nested := 0
	for range 300 {
		var keys, values []string
		met := map[string]bool{}
		var flat, deep, compose, manifest, shell strings.Builder
		around := ""
		for range 1 + r.IntN(6) {
			outer, inner, text := word(r), word(r), word(r)
			if around != "" && r.IntN(2) == 0 {
				outer = around
			}
			if met[outer+"."+inner] || met[outer] && outer != around {
				continue
			}
			if outer != around {
				fmt.Fprintf(&deep, "%s: # %s\n", outer, word(r))
			} else {
				nested++
			}
			around, met[outer], met[outer+"."+inner] = outer, true, true
			keys, values = append(keys, outer+"."+inner), append(values, text)
			fmt.Fprintf(&flat, "%s%s%s%s%s%s\n", pick("", "# x\n", "! y\n", "\n"), pick("", " ", "\t"), keys[len(keys)-1], pick("=", ":", " = ", " ", "\t:"), text, pick("", " ", "\r"))
			fmt.Fprintf(&deep, "%s%s: %s%s\n", pick("", "\n", "# c\n")+"  ", inner, quote(text), pick("", " # c", "\r"))
			fmt.Fprintf(&compose, "  - %s=%s\n", keys[len(keys)-1], text)
			fmt.Fprintf(&manifest, "- name: %s\n  value: %s\n", keys[len(keys)-1], quote(text))
			fmt.Fprintf(&shell, "-e %s=%s \\\n", keys[len(keys)-1], quote(text))
		}
		for text, read := range map[string]form{flat.String(): properties, deep.String(): yaml, compose.String(): environment, manifest.String(): environment, shell.String(): environment} {
			v := read(&source{ctx: t.Context(), file: "FILE", data: []byte(text)})
			set := slices.DeleteFunc(v.members, func(m member) bool { return m.value.plain() == "" }) // keys around others
			if len(set) != len(keys) {
				t.Fatalf("%d settings of %d:\n%s", len(set), len(keys), text)
			}
			for i, m := range set {
				if m.key != keys[i] || m.value.plain() != values[i] {
					t.Fatalf("%s is %q, want %s, %s:\n%s", m.key, m.value.plain(), keys[i], values[i], text)
				}
				if last := m.key[strings.Index(m.key, ".")+1:]; !strings.HasPrefix(text[m.keyAt:], last) && !strings.HasPrefix(text[m.keyAt:], m.key) {
					t.Fatalf("%s is at %q:\n%s", m.key, text[m.keyAt:], text)
				}
			}
		}
	}
	slow.Reached(t, "with two keys in one", nested, 300, 100)
}

// Random trees are the same in JSON, as a shell prints them, and in TOML, with each value where
// it stands.
func TestTreesInEachForm(t *testing.T) {
	r := slow.Random(t, 32)
	deep := 0
	for range 300 {
		var json, shell, toml strings.Builder
		var tree func(depth int)
		tree = func(depth int) {
			switch kind := r.IntN(5); {
			case kind == 0 && depth > 0 || depth > 3:
				n := r.IntN(2000) - 1000
				fmt.Fprint(&json, n)
				fmt.Fprintf(&shell, "NumberLong(%d)", n)
				fmt.Fprint(&toml, n)
			case kind == 1 && depth > 0:
				text := word(r) + []string{"", `\"`, `\\`, `\t`, `\u00e9`}[r.IntN(5)]
				fmt.Fprintf(&json, `"%s"`, text)
				fmt.Fprintf(&shell, `"%s"`, text)
				fmt.Fprintf(&toml, `"%s"`, text)
			case kind == 2 && depth > 0:
				fmt.Fprint(&json, "[ ")
				fmt.Fprint(&shell, "[")
				fmt.Fprint(&toml, "[")
				for i := range r.IntN(4) {
					if i > 0 {
						json.WriteString(",")
					}
					tree(depth + 1)
					shell.WriteString(", ")
					toml.WriteString(", ")
				}
				fmt.Fprint(&json, "]")
				fmt.Fprint(&shell, "]")
				fmt.Fprint(&toml, "]")
			default:
				deep = max(deep, depth)
				open, between, end := "{", ", ", "}"
				if depth == 0 {
					open, between, end = "", "\n", "\n"
				}
				json.WriteString("{")
				shell.WriteString("{ // a comment\n")
				toml.WriteString(open)
				for i := range 1 + r.IntN(3) {
					if i > 0 {
						json.WriteString(",\n")
						toml.WriteString(between)
					}
					fmt.Fprintf(&json, `"k%d": `, i)
					fmt.Fprintf(&shell, "k%d: ", i)
					fmt.Fprintf(&toml, "k%d = ", i)
					tree(depth + 1)
					shell.WriteString(", /* a comment */ ")
				}
				json.WriteString("}")
				shell.WriteString("}")
				toml.WriteString(end)
			}
		}
		tree(0)
		read := func(f form, text string) value {
			return f(&source{ctx: t.Context(), file: "FILE", data: []byte(text)})
		}
		a := shown(read(inJSON, json.String()), json.String())
		b := shown(read(ofShells, shell.String()), shell.String())
		c := shown(read(inTOML, toml.String()), toml.String())
		if a != b || a != c {
			t.Fatalf("%s\n%s\n%s\nof\n%s\n%s\n%s", a, b, c, json.String(), shell.String(), toml.String())
		}
	}
	if deep < 3 {
		t.Errorf("no tree is deeper than %d", deep)
	}
}

// shown is a tree in one line, after a look whether keys and texts stand where it says.
func shown(v value, text string) string {
	switch {
	case v.sort == "a list":
		var items []string
		for _, x := range v.list {
			items = append(items, shown(x, text))
		}
		return fmt.Sprint(items)
	case v.keyed():
		var items []string
		for _, m := range v.members {
			if !strings.HasPrefix(strings.TrimLeft(text[m.keyAt:], `"`), m.key) {
				return fmt.Sprintf("%s is at %q", m.key, text[m.keyAt:])
			}
			items = append(items, m.key+": "+shown(m.value, text))
		}
		return fmt.Sprintf("{%s}", strings.Join(items, " "))
	}
	if first := text[v.at]; v.sort == "a string" && first != '"' || v.sort != "a string" && strings.IndexByte("-N0123456789", first) < 0 {
		return fmt.Sprintf("%v is at %q", v.token, text[v.at:])
	}
	return fmt.Sprintf("%q", v.token)
}
