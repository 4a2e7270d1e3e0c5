package entry

import (
	"qcheck/corpus/testdata"

	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"qcheck/setsys"
	"qcheck/setsys/construct"
)

// A maker makes the structure of a case.
type Maker = func() (*setsys.Structure, error)

// Args are the arguments of a construction.
type Args = map[string]any

// Construction builds the named construction of package construct.
func Construction(name string, a Args) Maker {
	return func() (*setsys.Structure, error) {
		return construct.Build(name, a, setsys.DefaultMaxSets)
	}
}

// Built is a case of a construction, named by its parameters.
func Built(name string, ask Questions, pairs ...any) Case {
	a := Args{}
	for i := 0; i+1 < len(pairs); i += 2 {
		a[pairs[i].(string)] = pairs[i+1]
	}
	return Case{Name: Params(pairs...), Build: Construction(name, a), Ask: ask}
}

// Contraction builds the r-contraction of what inner builds.
func Contraction(inner Maker, r int) Maker {
	return func() (*setsys.Structure, error) {
		s, err := inner()
		if err != nil {
			return nil, err
		}
		return construct.Build("contraction", Args{"of": s, "r": r}, setsys.DefaultMaxSets)
	}
}

// File reads a structure file of testdata.
func File(file string) Maker {
	return func() (*setsys.Structure, error) {
		data, err := testdata.Files.ReadFile(file)
		if err != nil {
			return nil, err
		}
		return setsys.Decode(file, data, setsys.DecodeOptions{Construct: construct.Build})
	}
}

// Listed reads a structure from the text of a structure file.
func Listed(text string) Maker {
	return func() (*setsys.Structure, error) {
		return setsys.Decode("entry", []byte(text), setsys.DecodeOptions{})
	}
}

// Params writes the name of a case from names and numbers: n=5 k=2.
func Params(pairs ...any) string {
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

// Pin returns the entry with its violations pinned, which are listed in the
// file of testdata that has the entry's name with dashes. A line has the name
// of a case, of a question, and the witness, separated by " | "; other lines
// are empty or start with "#". A line that names no question of the entry makes
// the runner refuse it.
func Pin(e *Entry) *Entry {
	file := strings.ReplaceAll(e.Name, "/", "-") + ".pins"
	data, err := testdata.Files.ReadFile(file)
	if err != nil {
		e.Faults = append(e.Faults, err.Error())
		return e
	}
	table, err := ReadPins(string(data))
	if err != nil {
		e.Faults = append(e.Faults, file+": "+err.Error())
		return e
	}
	for i := range e.Cases {
		c := &e.Cases[i]
		c.Ask = slices.Clone(c.Ask)
		for j := range c.Ask {
			q := &c.Ask[j]
			key := c.Name + " | " + q.Name
			if witness, ok := table[key]; ok {
				q.Pinned, q.Witness = Violated, witness
				delete(table, key)
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(table)) {
		e.Faults = append(e.Faults, file+": "+key)
	}
	return e
}

func ReadPins(text string) (map[string]string, error) {
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
