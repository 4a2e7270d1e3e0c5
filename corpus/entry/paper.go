package entry

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/setsys"
)

// A Paper is where entries come from: the package of a paper, with its files and its
// programs.
//
// The entries stand in testdata/*.entries, in the form of the ledger (lines of "key: text",
// where one that begins with two blanks goes on with the text before it), with an empty line
// between entries. After what the entry says come its cases:
//
//	case: wheel n=3..16 | claimed coterie nondomination
//
// The part before the first " | " is one or several structures, with "; " between them (see
// [reader.structures]); the others say what is asked (see [reader.questions]).
//
//	violated: minimality {1} {1,2}
//
// pins that a question of the cases before it is found violated, and the witness. What is
// violated in a grid stands in testdata/NAME.pins, where NAME is what the name of the entry
// has behind the slash.
type Paper struct {
	Files    fs.FS
	Programs map[string]Program // the statements of the entries, by their names
	Builders map[string]Builder // structures that no construction builds, by the name used for them
}

// A Program decides a statement about a structure, nil in a case that has none, and the
// values of the case. It returns a counterexample, as a [Statement] does; what cannot be decided
// ends it (see [Known]).
type Program func(a Asked, s *setsys.Structure, x Values) (counterexample string)

// A Builder makes a structure from the parameters of a case.
type Builder func(x Values) (*setsys.Structure, error)

// Arithmetic is a program that looks at numbers only.
func Arithmetic(decide func(x Values) string) Program {
	return func(_ Asked, _ *setsys.Structure, x Values) string { return decide(x) }
}

// On is a program that looks at the structure only.
func On(decide func(s *setsys.Structure) string) Program {
	return func(_ Asked, s *setsys.Structure, _ Values) string { return decide(s) }
}

// Entries reads the entries of the paper. What is wrong with the text of one makes the
// runner refuse it, and says file and line.
func (p Paper) Entries() []*Entry {
	var all []*Entry
	files, err := fs.Glob(p.Files, "testdata/*.entries")
	if err != nil || len(files) == 0 {
		panic(fmt.Sprint("no entries: ", err)) // they are in the program
	}
	for _, file := range files {
		data, err := fs.ReadFile(p.Files, file)
		if err != nil {
			panic(err)
		}
		line := 1
		for paragraph := range strings.SplitSeq(string(data), "\n\n") {
			r := &reader{paper: p, entry: &Entry{}, file: path.Base(file)}
			r.read(line, paragraph)
			all = append(all, r.entry)
			line += strings.Count(paragraph, "\n") + 2
		}
	}
	return all
}

// A reader reads an entry.
type reader struct {
	paper Paper
	entry *Entry
	file  string
	at    string // file and line of what is read
}

// fail keeps what is wrong with the text.
func (r *reader) fail(err error) {
	if err != nil {
		r.entry.Faults = append(r.entry.Faults, fmt.Sprintf("%s: %v", r.at, err))
	}
}

func (r *reader) read(line int, paragraph string) {
	e := r.entry
	last := 0 // the first case of the last line of cases
	for _, s := range ReadSaid(paragraph) {
		r.at = fmt.Sprintf("%s:%d", r.file, line+s.Line)
		switch s.Key {
		case "name":
			e.Name = s.Text
		case "case":
			last = len(e.Cases)
			r.fail(r.cases(s.Text))
		case "violated":
			question, witness, _ := strings.Cut(s.Text, " ")
			r.fail(r.violated(e.Cases[last:], question, witness))
		case "instance":
			last = len(e.Cases)
			r.fail(r.instance(s.Text))
		default:
			_, err := e.say(s)
			r.fail(err)
		}
	}
	_, name, _ := strings.Cut(e.Name, "/")
	r.at = name + ".pins"
	if data, err := fs.ReadFile(r.paper.Files, "testdata/"+r.at); err == nil {
		r.pins(string(data))
	} else if !errors.Is(err, fs.ErrNotExist) {
		r.fail(err)
	}
}

// lines calls each with the lines of a file that are not empty and no comments.
func (r *reader) lines(text string, each func(line string) error) {
	file := r.at
	for i, line := range strings.Split(text, "\n") {
		if line != "" && !strings.HasPrefix(line, "#") {
			r.at = fmt.Sprintf("%s:%d", file, i+1)
			r.fail(each(line))
		}
	}
}

// pins reads the violations of a table. A line has the name of a case, of a question, and the
// witness, separated by " | "; other lines are empty or begin with "#".
func (r *reader) pins(text string) {
	r.lines(text, func(line string) error {
		parts := strings.SplitN(line, " | ", 3)
		if len(parts) != 3 {
			return errors.New("not: case | question | witness")
		}
		at := slices.IndexFunc(r.entry.Cases, func(c Case) bool { return c.Name == parts[0] })
		if at < 0 {
			return fmt.Errorf("there is no case %q", parts[0])
		}
		return r.violated(r.entry.Cases[at:at+1], parts[1], parts[2])
	})
}

// violated pins that a question of cases is found violated, by the witness.
func (r *reader) violated(cases []Case, question, witness string) error {
	found := false
	for _, c := range cases {
		if q := c.Question(question); q != nil {
			if q.Pinned == verdict.Violated {
				return fmt.Errorf("%s is pinned twice", question)
			}
			q.Pinned, q.Witness, found = verdict.Violated, witness, true
		}
	}
	if !found {
		return fmt.Errorf("%s is pinned, and not asked", question)
	}
	return nil
}

// say takes a key of what the entry says, and returns the properties that its text
// claims to hold, if the key is that.
func (e *Entry) say(s Said) (claims []explore.Property, err error) {
	fields := map[string]*string{
		"paper": &e.Source.Paper, "section": &e.Source.Section, "says": &e.Source.Says,
		"claim": &e.Claim, "reading": &e.Reading, "reason": &e.Reason,
	}
	field, ok := fields[s.Key]
	switch {
	case s.Key == "claimed":
		for name := range strings.FieldsSeq(s.Text) {
			claims = append(claims, explore.PropertyNamed(name))
		}
	case !ok || *field != "":
		return nil, fmt.Errorf("%s: %q is no key, or there twice", e.Name, s.Key)
	default:
		*field = s.Text
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
