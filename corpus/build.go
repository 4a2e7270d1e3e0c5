package corpus

import (
	"embed"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"qcheck/setsys"
	"qcheck/setsys/construct"
)

//go:embed testdata
var testdata embed.FS

// A builder makes the structure of a case.
type builder = func() (*setsys.Structure, error)

// args are the arguments of a construction.
type args = map[string]any

// construction builds the named construction of package construct.
func construction(name string, a args) builder {
	return func() (*setsys.Structure, error) {
		return construct.Build(name, a, setsys.DefaultMaxSets)
	}
}

// built is a case of a construction, named by its parameters.
func built(name string, ask questions, pairs ...any) Case {
	a := args{}
	for i := 0; i+1 < len(pairs); i += 2 {
		a[pairs[i].(string)] = pairs[i+1]
	}
	return Case{Name: params(pairs...), Build: construction(name, a), Ask: ask}
}

// contraction builds the r-contraction of what inner builds.
func contraction(inner builder, r int) builder {
	return func() (*setsys.Structure, error) {
		s, err := inner()
		if err != nil {
			return nil, err
		}
		return construct.Build("contraction", args{"of": s, "r": r}, setsys.DefaultMaxSets)
	}
}

// example reads a structure file of testdata.
func example(file string) builder {
	return func() (*setsys.Structure, error) {
		data, err := testdata.ReadFile("testdata/" + file)
		if err != nil {
			return nil, err
		}
		return setsys.Decode(file, data, setsys.DecodeOptions{Construct: construct.Build})
	}
}

// listed reads a structure from the text of a structure file.
func listed(text string) builder {
	return func() (*setsys.Structure, error) {
		return setsys.Decode("entry", []byte(text), setsys.DecodeOptions{})
	}
}

// A family over n nodes, as bit masks: bit i is node i. The statements that
// look at all small families work on these.
type masks struct {
	n    int
	sets []uint
}

// family returns the masks as a family.
func (m masks) family() setsys.Family {
	b := setsys.NewFamilyBuilder(m.n)
	for _, set := range m.sets {
		b.AddWords([]uint64{uint64(set)})
	}
	return b.Family()
}

// structure returns the masks as a structure of a kind with one family.
func (m masks) structure(kind setsys.Kind, k int) *setsys.Structure {
	u, err := setsys.Numbered(m.n)
	if err != nil {
		return &setsys.Structure{Kind: kind} // not valid, which the checker says
	}
	s := &setsys.Structure{Kind: kind, K: k, Universe: u}
	switch kind {
	case setsys.RequestSets:
		s.K, s.M, s.Requests = 0, k, m.family()
	case setsys.Coterie:
		s.K, s.Quorums = 0, m.family()
	default:
		s.Quorums = m.family()
	}
	return s
}

// params writes the name of a case from names and numbers: n=5 k=2.
func params(pairs ...any) string {
	var b strings.Builder
	for i := 0; i+1 < len(pairs); i += 2 {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(pairs[i].(string))
		b.WriteByte('=')
		switch v := pairs[i+1].(type) {
		case int:
			b.WriteString(strconv.Itoa(v))
		case []int:
			for j, x := range v {
				if j > 0 {
					b.WriteByte(',')
				}
				b.WriteString(strconv.Itoa(x))
			}
		case string:
			b.WriteString(v)
		}
	}
	return b.String()
}

// pinned returns the entry with its violations pinned, which are listed in the
// file of testdata that has the entry's name with dashes. A line has the name
// of a case, of a question, and the witness, separated by " | "; other lines
// are empty or start with "#". A line that names no question of the entry makes
// the runner refuse it.
func pinned(e *Entry) *Entry {
	file := strings.ReplaceAll(e.Name, "/", "-") + ".pins"
	data, err := testdata.ReadFile("testdata/" + file)
	if err != nil {
		e.unused = append(e.unused, err.Error())
		return e
	}
	table, err := readPins(string(data))
	if err != nil {
		e.unused = append(e.unused, file+": "+err.Error())
		return e
	}
	for i := range e.Cases {
		c := &e.Cases[i]
		c.Ask = slices.Clone(c.Ask)
		for j := range c.Ask {
			q := &c.Ask[j]
			key := c.Name + " | " + q.Name
			if witness, ok := table[key]; ok {
				q.Pinned, q.Witness = violated, witness
				delete(table, key)
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(table)) {
		e.unused = append(e.unused, file+": "+key)
	}
	return e
}

func readPins(text string) (map[string]string, error) {
	table := map[string]string{}
	for i, line := range strings.Split(text, "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		parts := strings.SplitN(line, " | ", 3)
		if len(parts) != 3 {
			return nil, errors.New("line " + strconv.Itoa(i+1) + " is not case | question | witness")
		}
		key := parts[0] + " | " + parts[1]
		if _, ok := table[key]; ok {
			return nil, errors.New("line " + strconv.Itoa(i+1) + " pins " + key + " again")
		}
		table[key] = parts[2]
	}
	return table, nil
}

// joinNonEmpty joins the texts that are there by a semicolon.
func joinNonEmpty(texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(t string) bool { return t == "" }), "; ")
}
