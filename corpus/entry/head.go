package entry

import (
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
		e.Faults = append(e.Faults, err.Error())
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
	for _, s := range ReadSaid(head) {
		some, err := e.say(s)
		if err != nil {
			return nil, err
		}
		claims = append(claims, some...)
	}
	return claims, nil
}

// A Said is a key with its text, and the line, from 0, that it begins in.
type Said struct {
	Key, Text string
	Line      int
}

// ReadSaid reads lines of keys with their texts. A line that begins with two blanks goes on
// with the text before it.
func ReadSaid(lines string) []Said {
	var all []Said
	for i, line := range strings.Split(strings.TrimSuffix(lines, "\n"), "\n") {
		if more, ok := strings.CutPrefix(line, "  "); ok && len(all) > 0 {
			all[len(all)-1].Text += " " + more
			continue
		}
		key, text, _ := strings.Cut(line, ": ")
		all = append(all, Said{key, text, i})
	}
	return all
}
