package command

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"qcheck/setsys"
	"qcheck/setsys/construct"
)

const constructHelp = `Prints a structure file of a named construction. "qcheck list constructions" lists
them with their parameters, "qcheck construct NAME --help" describes one. A
construction is built even where what is claimed of it is false:
"qcheck construct NAME ... | qcheck structure -" judges it.`

func constructCommand() command {
	return command{
		name:    "construct",
		summary: "print a structure file of a named construction",
		prepare: prepareConstruct,
	}
}

// prepareConstruct defines the flags of the construction that the first
// argument names.
func prepareConstruct(args []string) (*invocation, error) {
	fs := newFlags()
	if len(args) == 0 || strings.HasPrefix(args[0], "-") {
		return &invocation{
			path: "construct", synopsis: "qcheck construct NAME [flags]", help: constructHelp, flags: fs, args: args,
			act: func(context.Context, streams, []string) (exitCode, error) {
				return exitUsage, errors.New(`no construction named; "qcheck list constructions" lists them`)
			},
		}, nil
	}
	c, ok := construct.Lookup(args[0])
	if !ok {
		return nil, construct.Unknown(args[0])
	}
	o := &constructOptions{construction: c}
	for _, p := range c.Params {
		o.values = append(o.values, paramFlag(fs, p))
		setPlaceholder(fs, p.Name, placeholder(p))
	}
	if c.RequestSets {
		fs.StringVar(&o.as, "as", "", "print one set a process (request-sets)")
		setPlaceholder(fs, "as", "KIND")
	}
	maxQuorumsFlag(fs, &o.maxSets)
	return &invocation{
		path: "construct " + c.Name, synopsis: synopsis(c), help: description(c), flags: fs, args: args[1:],
		act: func(ctx context.Context, s streams, args []string) (exitCode, error) {
			return o.print(ctx, s, fs, args)
		},
	}, nil
}

// constructOptions are the flags of "qcheck construct NAME".
type constructOptions struct {
	construction *construct.Construction
	values       []paramValue // one a parameter
	as           string
	maxSets      int
}

// A paramValue returns the value that a flag was given, for construct.Build.
type paramValue func(ctx context.Context, s streams, maxSets int) (any, error)

// paramFlag defines the flag for a parameter.
func paramFlag(fs *pflag.FlagSet, p construct.Param) paramValue {
	usage := paramUsage(p)
	switch p.Type {
	case construct.Int:
		value := fs.Int(p.Name, 0, usage)
		return func(context.Context, streams, int) (any, error) { return *value, nil }
	case construct.Ints:
		value := fs.IntSlice(p.Name, nil, usage)
		return func(context.Context, streams, int) (any, error) { return *value, nil }
	case construct.Nested:
		file := fs.String(p.Name, "", usage)
		return func(ctx context.Context, s streams, maxSets int) (any, error) {
			return readStructure(ctx, s.in, *file, maxSets)
		}
	default:
		value := fs.String(p.Name, "", usage)
		return func(context.Context, streams, int) (any, error) { return *value, nil }
	}
}

func (o *constructOptions) print(ctx context.Context, s streams, fs *pflag.FlagSet, extra []string) (exitCode, error) {
	name := o.construction.Name
	if len(extra) > 0 {
		return exitUsage, fmt.Errorf(`unexpected argument %q; see "qcheck construct %s --help"`, extra[0], name)
	}
	if err := validMaxQuorums(o.maxSets); err != nil {
		return exitUsage, err
	}
	args, err := o.args(ctx, s, fs)
	if err != nil {
		return exitHolds, err
	}
	structure, err := construct.Build(name, args, o.maxSets)
	if err != nil {
		return exitUsage, err
	}
	if err := setsys.Encode(s.out, structure); err != nil {
		return exitInternal, &internalError{err}
	}
	return exitHolds, nil
}

// args returns the arguments of the construction: those that were given, so
// that the construction itself says what is missing and what its defaults are.
func (o *constructOptions) args(ctx context.Context, s streams, fs *pflag.FlagSet) (map[string]any, error) {
	args := make(map[string]any)
	stdin := 0
	for i, p := range o.construction.Params {
		flag := fs.Lookup(p.Name)
		if !flag.Changed {
			continue
		}
		if p.Type == construct.Nested && flag.Value.String() == stdinName {
			if stdin++; stdin > 1 {
				return nil, errors.New(`standard input ("-") can be read just once`)
			}
		}
		value, err := o.values[i](ctx, s, o.maxSets)
		if err != nil {
			return nil, err
		}
		args[p.Name] = value
	}
	if o.as != "" {
		args["as"] = o.as
	}
	return args, nil
}
