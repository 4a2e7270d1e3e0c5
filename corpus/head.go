package corpus

import (
	"fmt"
	"strings"
	"sync"

	"qcheck/explore"
)

// What an entry says stands in the files of testdata/entries, one for each paper,
// in the form of the ledger (see ledger.go), with an empty line between entries.
// Its cases are functions, or lines of a file of runs (see runs.go), which has what
// the entry says itself.

// entry returns the entry of the given name with these cases.
func entry(name string, cases ...Case) *Entry {
	e := &Entry{Name: name, Cases: cases}
	if _, err := e.readHead(heads()[name]); err != nil {
		e.unused = append(e.unused, err.Error())
	}
	return e
}

// heads returns what the entries say, by their names.
var heads = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	files, err := testdata.ReadDir("testdata/entries")
	if err != nil {
		panic(err) // it is in the program
	}
	for _, file := range files {
		data, err := testdata.ReadFile("testdata/entries/" + file.Name())
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
	for _, s := range readSaid(head) {
		field, ok := fields[s.key]
		if !ok || *field != "" {
			return nil, fmt.Errorf("%s: %q is no key, or there twice", e.Name, s.key)
		}
		*field = s.text
	}
	for name := range strings.FieldsSeq(claimed) {
		claims = append(claims, explore.PropertyNamed(name))
	}
	return claims, nil
}
