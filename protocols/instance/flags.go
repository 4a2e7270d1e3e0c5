package instance

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
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
			if err := f.fields[i].set(&in, text); err != nil {
				return in, fmt.Errorf("--%s %w", v.field.Name, err)
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

// Parse reads an instance from flags, as on a command line. Words with blanks are
// in single quotes.
func (r Registry) Parse(line string) (Instance, error) {
	split, err := Split(line)
	if err != nil {
		return Instance{}, err
	}
	var words []string
	for _, w := range split {
		words = append(words, w.Text)
	}
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.Usage = func() {}
	flags := Define(fs, r.Fields())
	if err := fs.Parse(words); err != nil {
		return Instance{}, err
	}
	if fs.NArg() > 0 {
		return Instance{}, fmt.Errorf("%q is no flag", fs.Arg(0))
	}
	return flags.Instance()
}

// Full writes an instance so that nothing of it is left to defaults or files. What is checked
// is no part of it.
func (r Registry) Full(in Instance) (string, error) {
	in.Check, in.Survives = nil, false
	if s := in.Quorums.Structure; s != nil {
		var b, line bytes.Buffer
		if err := setsys.Encode(&b, s); err != nil {
			return "", err
		}
		if err := json.Compact(&line, b.Bytes()); err != nil {
			return "", err
		}
		in.Quorums.File, in.Quorums.Construct, in.Quorums.Args, in.Quorums.Structure = line.String(), "", nil, nil
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
