package structures

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/setsys"
	"qcheck/setsys/construct"
	"qcheck/setsys/fault"
	"qcheck/setsys/input"
)

const constructHelp = `Prints a structure file of a named construction. "qcheck list constructions"
lists them, "qcheck construct NAME --help" describes one.
A construction is built even if the claim about it is false:
"qcheck construct NAME ... | qcheck structure -" verifies it.`

func constructCommand(env *console.Env) *cobra.Command {
	c := &cobra.Command{
		Use: "construct NAME", Short: "print a structure file of a named construction", Long: constructHelp,
		Args: cobra.ArbitraryArgs, FParseErrWhitelist: cobra.FParseErrWhitelist{UnknownFlags: true}, // the name is what is wrong
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return construct.Unknown(args[0])
			}
			return errors.New(`no construction named; "qcheck list constructions" lists them`)
		},
	}
	for _, x := range construct.All() {
		c.AddCommand(constructionCommand(env, x))
	}
	return c
}

// constructionCommand has a flag for each parameter of a construction.
func constructionCommand(env *console.Env, x *construct.Construction) *cobra.Command {
	o := &constructOptions{construction: x, given: map[string]string{}}
	c := &cobra.Command{
		Use: synopsis(x), Short: string(x.Kind), Long: description(x), Args: console.NoArguments,
		RunE: env.Does(func(ctx context.Context, s console.Streams, _ []string) (console.ExitCode, error) {
			return o.print(ctx, s)
		}),
	}
	fs := c.Flags()
	for _, p := range x.Params {
		fs.Var(parameter{p, o.given}, p.Name, ParamUsage(p))
	}
	if x.RequestSets {
		fs.Var(parameter{construct.Param{Name: "as", Type: construct.Text}, o.given}, "as", "print one set for each process (request-sets)")
	}
	maxQuorumsFlag(fs, &o.maxSets)
	if x.HasFormula {
		fs.BoolVar(&o.formula, "formula", false, "print a threshold that stands for the quorums, not the quorums")
	}
	return c
}

// constructOptions are the flags of "qcheck construct NAME".
type constructOptions struct {
	construction *construct.Construction
	given        map[string]string // the parameters that are given
	maxSets      int
	formula      bool
}

// A parameter is a parameter of a construction as a flag's value.
type parameter struct {
	construct.Param
	given map[string]string
}

// Set keeps the value, with those before it where it is a list.
func (p parameter) Set(text string) error {
	if _, err := p.Read(text); err != nil {
		return errors.New(strings.TrimPrefix(strings.TrimSuffix(err.Error(), fmt.Sprintf(", not %q", text)), "needs "))
	}
	if before, ok := p.given[p.Name]; ok && p.Param.Type == construct.Ints {
		text = before + "," + text
	}
	p.given[p.Name] = text
	return nil
}

// String returns the value.
func (p parameter) String() string { return p.given[p.Name] }

// Type stands for the value in usage texts.
func (p parameter) Type() string { return Placeholder(p.Param) }

func (o *constructOptions) print(ctx context.Context, s console.Streams) (console.ExitCode, error) {
	args, err := o.args(ctx, s)
	if err != nil {
		return console.ExitHolds, raisable(err)
	}
	structure, err := input.Await(ctx, "while it was constructed", func() (*setsys.Structure, error) { return o.build(args) })
	if errors.As(err, new(*input.Interrupted)) {
		return console.ExitUnknown, err
	}
	if err != nil {
		return console.ExitUsage, raisable(err)
	}
	if err := setsys.Encode(s.Out, structure); err != nil {
		return console.ExitInternal, &fault.Fault{Err: err}
	}
	return console.ExitHolds, nil
}

func (o *constructOptions) build(args map[string]any) (*setsys.Structure, error) {
	if !o.formula {
		s, err := construct.Build(o.construction.Name, args, o.maxSets)
		if errors.As(err, new(setsys.ErrTooMany)) && o.construction.HasFormula {
			err = fmt.Errorf("%w; --formula prints a formula", err)
		}
		return s, err
	}
	if _, as := args["as"]; as {
		return nil, errors.New("--formula is for quorums, not with --as")
	}
	s, err := construct.Formula(o.construction.Name, args, o.maxSets)
	if s == nil && err == nil {
		err = fmt.Errorf("construction %s: there is no formula for these arguments", o.construction.Name)
	}
	return s, err
}

// args returns the arguments of the construction: those that were given, so
// that the construction itself says what is missing and what its defaults are.
func (o *constructOptions) args(ctx context.Context, s console.Streams) (map[string]any, error) {
	args := make(map[string]any)
	stdin := false
	for name, text := range o.given {
		args[name] = text
	}
	for _, p := range o.construction.Params {
		text, given := o.given[p.Name]
		if !given {
			continue
		}
		if p.Type == construct.Nested && text == console.StdinName {
			if stdin {
				return nil, errors.New(`standard input ("-") can be read only once`)
			}
			stdin = true
		}
		var err error
		if p.Type == construct.Nested {
			read := readPart
			if o.formula {
				read = readFormulas
			}
			args[p.Name], err = read(ctx, s.In, text, o.maxSets)
		} else {
			args[p.Name], err = p.Read(text)
		}
		if err != nil {
			return nil, err
		}
	}
	return args, nil
}

// readPart reads a structure of which another is made, which would have nothing of
// what it says of its nodes.
func readPart(ctx context.Context, stdin io.Reader, file string, maxSets int) (*setsys.Structure, error) {
	part, err := readStructure(ctx, stdin, file, maxSets)
	if err == nil && (part.Domains != nil || part.Reliabilities != nil || part.Capacities != nil) {
		return nil, fmt.Errorf("%s: a structure with domains, reliabilities or capacities cannot be part of another, which would lose them", console.DisplayName(file))
	}
	return part, err
}

// synopsis is how a construction is called, with its required parameters.
func synopsis(c *construct.Construction) string {
	words := []string{c.Name}
	for _, p := range c.Params {
		if p.Required {
			words = append(words, "--"+p.Name, Placeholder(p))
		}
	}
	return strings.Join(words, " ")
}

// description says what a construction is, and what is claimed of it where.
func description(c *construct.Construction) string {
	page := console.Streams{Width: 80}
	return console.Wrap(sentence(c.Summary)+".", page.Width, "") +
		"\n  kind    " + page.Hang(10, string(c.Kind)) + "  claim   " + page.Hang(10, c.Claim) + "  source  " + page.Hang(10, c.Source)
}

// sentence begins with a capital letter and has no full stop.
func sentence(text string) string {
	text = strings.TrimSuffix(text, ".")
	if text == "" {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// ParamUsage says what a parameter is and which values it takes.
func ParamUsage(p construct.Param) string {
	parts := []string{strings.TrimSuffix(p.Doc, ".")}
	if r := paramRange(p); r != "" {
		parts = append(parts, r)
	}
	switch {
	case p.Required:
		parts = append(parts, "required")
	case p.Default != nil:
		parts = append(parts, fmt.Sprintf("default %v", p.Default))
	}
	return strings.Join(parts, "; ")
}

// paramRange says which values a parameter takes, where that can be said in a
// few words.
func paramRange(p construct.Param) string {
	switch p.Type {
	case construct.Int, construct.Ints:
		return fmt.Sprintf("%d to %d", p.Min, p.Max)
	case construct.Text:
		return strings.Join(p.Choices, " | ")
	}
	return ""
}

// Placeholder stands for a parameter's value in a synopsis.
func Placeholder(p construct.Param) string {
	switch p.Type {
	case construct.Int:
		return "N"
	case construct.Ints:
		return "N,N,..."
	case construct.Nested:
		return "FILE"
	case construct.Node:
		return "NODE"
	}
	return "WORD"
}
