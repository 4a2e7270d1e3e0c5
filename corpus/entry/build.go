package entry

import (
	"fmt"
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

// Params writes the name of a case from names and values: n=5 widths=1,2.
func Params(pairs ...any) string {
	var words []string
	for i := 0; i+1 < len(pairs); i += 2 {
		value := strings.Trim(fmt.Sprint(pairs[i+1]), "[]")
		words = append(words, fmt.Sprintf("%s=%s", pairs[i], strings.ReplaceAll(value, " ", ",")))
	}
	return strings.Join(words, " ")
}
