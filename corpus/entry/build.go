package entry

import (
	"strconv"
	"strings"

	"qcheck/setsys"
	"qcheck/setsys/construct"
)

// Args are the arguments of a construction.
type Args = map[string]any

// Construction builds the named construction of package construct.
func Construction(name string, a Args) func() (*setsys.Structure, error) {
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

// Listed reads a structure from the text of a structure file.
func Listed(text string) func() (*setsys.Structure, error) {
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
