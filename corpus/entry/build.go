package entry

import (
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

// listed reads a structure from the text of a structure file.
func listed(text string) func() (*setsys.Structure, error) {
	return func() (*setsys.Structure, error) {
		return setsys.Decode("entry", []byte(text), setsys.DecodeOptions{})
	}
}
