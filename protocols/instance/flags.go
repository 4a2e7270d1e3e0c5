package instance

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"qcheck/setsys"
)

// Flags are the flags of a command that describe an instance.
type Flags struct {
	fields []Field
	values []*value
}

// Define defines a flag for each field.
func Define(fs *pflag.FlagSet, fields []Field) *Flags {
	f := &Flags{fields: fields}
	for _, field := range fields {
		v := &value{field: field}
		f.values = append(f.values, v)
		flag := fs.VarPF(v, field.Name, "", field.Doc)
		if field.Value == "" {
			flag.NoOptDefVal = "true"
		}
	}
	return f
}

// Instance returns what the flags say. The error names the flag that says
// something else than it may.
func (f *Flags) Instance() (Instance, error) {
	var in Instance
	for i, v := range f.values {
		for _, text := range v.texts {
			if err := f.fields[i].Set(&in, text); err != nil {
				return in, err
			}
		}
	}
	return in, nil
}

// A value keeps what a flag says, as it stands: what it means is found out when
// all is known that it depends on.
type value struct {
	field Field
	texts []string
}

func (v *value) Set(text string) error {
	if !v.field.many {
		v.texts = nil
	}
	v.texts = append(v.texts, text)
	return nil
}

func (v *value) String() string {
	if v == nil {
		return ""
	}
	return strings.Join(v.texts, " ")
}

// Type stands for the value in usage texts; that of a switch is what pflag treats
// as one.
func (v *value) Type() string { return cmp.Or(v.field.Value, "bool") }

// A Given is a field that a line gives, with the word that says its value.
type Given struct {
	Field
	Word Word
}

// Give reads words as flags. Errors are [Misplaced].
func (r Registry) Give(words []Word) ([]Given, error) {
	var all []Given
	fields := r.Fields()
	for i := 0; i < len(words); i++ {
		w := words[i]
		name, ok := strings.CutPrefix(w.Text, "--")
		if !ok {
			return nil, &Misplaced{w.Column, fmt.Errorf("%s is no flag", setsys.Quote(w.Text))}
		}
		name, value, has := strings.Cut(name, "=")
		at := slices.IndexFunc(fields, func(f Field) bool { return f.Name == name })
		if at < 0 {
			return nil, &Misplaced{w.Column, fmt.Errorf("unknown flag: --%s", name)}
		}
		g := Given{fields[at], w.Slice(len(w.Text)-len(value), len(w.Text))}
		switch {
		case has:
		case g.Value == "":
			g.Word = Word{Text: "true", Quoted: make([]bool, len("true")), Column: w.Column}
		case i+1 == len(words):
			return nil, &Misplaced{w.Column, fmt.Errorf("--%s needs a value", name)}
		default:
			i++
			g.Word = words[i]
		}
		all = append(all, g)
	}
	return all, nil
}

// Set has an instance say a value of the field. The error names the flag.
func (f Field) Set(in *Instance, text string) error {
	if err := f.set(in, text); err != nil {
		return fmt.Errorf("--%s %w", f.Name, err)
	}
	return nil
}

// Parse reads an instance from flags, as on a command line. Words with blanks are
// in single quotes.
func (r Registry) Parse(line string) (in Instance, err error) {
	words, err := Split(line)
	if err != nil {
		return in, err
	}
	given, err := r.Give(words)
	for _, g := range given {
		if err == nil {
			err = g.Set(&in, g.Word.Text)
		}
	}
	return in, err
}

// Full writes an instance so that nothing of it is left to defaults or files. What is checked
// is no part of it.
func (r Registry) Full(in Instance) (string, error) {
	in.Check, in.Survives = nil, false
	if s := in.Quorums.Structure; s != nil {
		line, err := setsys.Line(s)
		if err != nil {
			return "", err
		}
		in.Quorums.File, in.Quorums.Construct, in.Quorums.Args, in.Quorums.Structure = line, "", nil, nil
	}
	return r.Format(in), nil
}

// Format writes an instance as Parse reads it.
func (r Registry) Format(in Instance) string {
	var words []string
	for _, f := range r.Fields() {
		for _, text := range f.get(&in) {
			words = append(words, "--"+f.Name)
			if f.Value != "" {
				words = append(words, Quote(text))
			}
		}
	}
	return strings.Join(words, " ")
}

// Quote puts a word in single quotes where Split, or a shell, would not read it
// otherwise.
func Quote(word string) string {
	if word != "" && !strings.ContainsAny(word, " \t\r\n'\\{}[]()<>|&;*?!$#~`\"") {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
