package entry

import (
	"fmt"
	"qcheck/corpus/testdata"
	"strings"
	"sync"

	"qcheck/explore"
)

// What an entry says stands in the files of testdata/entries, one for each paper,
// in the form of the ledger (see ledger.go), with an empty line between entries.
// Its cases are functions, or lines of a file of runs (see runs.go), which has what
// the entry says itself.

// New returns the entry of the given name with these cases.
func New(name string, cases ...Case) *Entry {
	e := &Entry{Name: name, Cases: cases}
	if _, err := e.readHead(Heads()[name]); err != nil {
		e.Unused = append(e.Unused, err.Error())
	}
	return e
}

// Heads returns what the entries say, by their names.
var Heads = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	files, err := testdata.Files.ReadDir("entries")
	if err != nil {
		panic(err) // it is in the program
	}
	for _, file := range files {
		data, err := testdata.Files.ReadFile("entries/" + file.Name())
		if err != nil {
			panic(err)
		}
		for paragraph := range strings.SplitSeq(string(data), "\n\n") {
			name, head, _ := strings.Cut(paragraph, "\n")
			all[strings.TrimPrefix(name, "name: ")] = head
		}
	}
	return all
})

// readHead reads what the entry says, and returns the properties that its text
// claims to hold.
func (e *Entry) readHead(head string) (claims []explore.Property, err error) {
	var claimed string
	fields := map[string]*string{
		"paper": &e.Source.Paper, "section": &e.Source.Section, "says": &e.Source.Says,
		"claim": &e.Claim, "reading": &e.Reading, "reason": &e.Reason, "claimed": &claimed,
	}
	for _, s := range ReadSaid(head) {
		field, ok := fields[s.Key]
		if !ok || *field != "" {
			return nil, fmt.Errorf("%s: %q is no key, or there twice", e.Name, s.Key)
		}
		*field = s.Text
	}
	for name := range strings.FieldsSeq(claimed) {
		claims = append(claims, explore.PropertyNamed(name))
	}
	return claims, nil
}

// A said is a key with its text.
type Said struct{ Key, Text string }

// ReadSaid reads lines of keys with their texts.
func ReadSaid(lines string) []Said {
	var all []Said
	for line := range strings.SplitSeq(strings.ReplaceAll(strings.TrimSuffix(lines, "\n"), "\n  ", " "), "\n") {
		key, text, _ := strings.Cut(line, ": ")
		all = append(all, Said{key, text})
	}
	return all
}
