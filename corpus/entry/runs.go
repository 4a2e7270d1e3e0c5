package entry

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"qcheck/corpus/testdata"
	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/protocols"
	"qcheck/protocols/check"
	"qcheck/protocols/instance"
	"qcheck/setsys"
	"qcheck/setsys/construct"
)

// Cases of protocols. Such a case is one instance, explored in full and without
// reduction; its name is the flags with which "qcheck protocol --por off" explores
// the same. It is asked for properties of protocols, with the length of the run
// that shows a violation as the witness that is pinned, and for the numbers of
// states and transitions.
//
// Such an entry is a file NAME.runs, where the name has the folder before the slash. It
// begins with what an entry says, in the form of an entry (see [Paper]); the key
// claimed has the properties that the text claims to hold. After an empty line it has a case in each line:
//
//	flags | 437 states, 906 transitions | safety holds; deadlock-freedom violated by 7 steps | long
//
// where the last part is there for cases that take more than a minute, which
// are judged only when that is asked for.

// Explored reports whether the case is about all states of an instance.
func (c Case) Explored() bool {
	return c.Instance != nil && slices.ContainsFunc(c.Ask, func(q Question) bool { return q.Name == CountsQuestion })
}

// CountsQuestion is what the numbers of states and transitions are pinned by.
const CountsQuestion = "counts"

// Explored returns the entries that are files of runs below a folder.
func Explored(files fs.FS, folder string) []*Entry { return fromFiles(files, folder, ".runs", readRun) }

// fromFiles returns the entries that are files with an ending below a folder: what it says, and
// after an empty line its cases, one in each line.
func fromFiles(files fs.FS, folder, ending string, read func(line string, claims []explore.Property) (Case, error)) []*Entry {
	all, err := fs.Glob(files, folder+"/*/*"+ending)
	if err != nil || len(all) == 0 {
		panic(fmt.Sprint("no entries: ", err)) // they are in the program
	}
	var entries []*Entry
	for _, file := range all {
		entries = append(entries, fromFile(files, file, strings.TrimPrefix(file, folder+"/"), ending, read))
	}
	return entries
}

func fromFile(files fs.FS, file, name, ending string, read func(line string, claims []explore.Property) (Case, error)) *Entry {
	r := &reader{entry: &Entry{Name: strings.TrimSuffix(name, ending)}, at: name}
	data, err := fs.ReadFile(files, file)
	if err != nil {
		r.fail(err)
		return r.entry
	}
	head, lines, _ := strings.Cut(string(data), "\n\n")
	var claims []explore.Property
	for _, s := range ReadSaid(strings.ReplaceAll("\n"+head, "\n# ", "\n")[1:]) { // a grid has it as comments
		some, err := r.entry.say(s)
		if err != nil {
			r.at = fmt.Sprintf("%s:%d", name, s.Line+1)
			r.fail(err)
			return r.entry
		}
		claims = append(claims, some...)
	}
	r.lines(strings.Repeat("\n", strings.Count(head, "\n")+2)+lines, func(line string) error {
		c, err := read(line, claims)
		r.entry.Add(c)
		return err
	})
	return r.entry
}

// readRun reads a line of a file of runs.
func readRun(line string, claims []explore.Property) (Case, error) {
	parts := strings.Split(line, " | ")
	if len(parts) < 3 || len(parts) > 4 || len(parts) == 4 && parts[3] != "long" {
		return Case{}, errors.New("not: flags | counts | verdicts | long")
	}
	in, err := protocols.All().Parse(parts[0])
	if err != nil {
		return Case{}, err
	}
	c := Case{Name: parts[0], Instance: &in, Long: len(parts) == 4}
	if c.Ask, err = answers(parts[2], claims); err != nil {
		return Case{}, err
	}
	c.Ask = append(c.Ask, Question{Name: CountsQuestion, Pinned: verdict.Holds, Counts: parts[1]})
	return c, nil
}

// judgeRun explores the instance of a case and answers its questions.
func (c Case) judgeRun(ctx context.Context, o Options, rows []Row) error {
	m, err := protocols.All().Open(*c.Instance, ReadStructure)
	if err != nil {
		return err
	}
	options := m.Instance.Options()
	options.Full, options.Workers = true, o.Workers
	options.Check = []explore.Property{}
	for _, q := range c.Ask {
		if q.Name != CountsQuestion {
			options.Check = append(options.Check, explore.Property(q.Name))
		}
	}
	r, err := explore.Run(ctx, m.Model, options)
	if err != nil {
		return err
	}
	if r.Stopped != "" && ctx.Err() == nil {
		return errors.New("the search was cut: " + r.Stopped)
	}
	for i := range rows {
		row := &rows[i]
		if row.Question == CountsQuestion {
			row.Evidence = fmt.Sprintf("%d states, %d transitions", r.States, r.Transitions)
			row.Note = row.Evidence
			if r.Stopped == "" {
				row.Found = verdict.Holds
			}
			continue
		}
		at := slices.IndexFunc(r.Properties, func(p explore.PropertyResult) bool { return string(p.Property) == row.Question })
		row.Show(m, r.Properties[at])
	}
	return nil
}

// Show fills the row with the verdict on a property of a protocol. What is
// violated is replayed.
func (r *Row) Show(m *instance.Model, p explore.PropertyResult) {
	r.Found = p.Verdict
	if p.Verdict != verdict.Violated {
		r.Note = p.Detail
		return
	}
	t, _, err := check.Confirmed(m, m.Instance, p)
	if err != nil {
		r.Unconfirmed, r.Note = true, "not confirmed: "+err.Error()
		return
	}
	r.Evidence = strings.TrimPrefix(strings.TrimPrefix(t.Form(), "a run of "), "a run ")
	r.Witness = fmt.Sprintf("%s, after %s", p.Detail, r.Evidence)
}

// Open makes the model that flags name.
func Open(flags string) (*instance.Model, error) {
	in, err := protocols.All().Parse(flags)
	if err != nil {
		return nil, err
	}
	return protocols.All().Open(in, ReadStructure)
}

// ReadStructure reads a structure file of testdata, named from the project's
// root.
func ReadStructure(file string) (*setsys.Structure, error) {
	data, err := testdata.Files.ReadFile(strings.TrimPrefix(file, "corpus/testdata/"))
	if err != nil {
		return nil, err
	}
	return setsys.Decode(file, data, setsys.DecodeOptions{Construct: construct.Build})
}
