package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/properties"
	"qcheck/protocols"
	"qcheck/setsys"
	"qcheck/setsys/construct"
)

// codeOfError returns the exit code that an error deserves.
func codeOfError(err error) exitCode {
	var fault *internalError
	switch {
	case errors.As(err, &fault):
		return exitInternal
	case errors.Is(err, errInterrupted):
		return exitUnknown
	}
	return exitUsage
}

// exploration builds the instance that the flags name.
func (o protocolOptions) exploration(ctx context.Context, s streams) (*exploration, error) {
	x := &exploration{options: o, progress: newProgress(s.err)}
	algorithm, _ := protocols.Lookup(o.algorithm)
	structure, err := o.quorums(ctx, s, algorithm)
	if err != nil {
		return nil, err
	}
	params := protocols.Params{N: o.n, K: o.k, Variant: o.variant, Structure: structure, Fixed: o.quorumChoice == "fixed", Settings: o.settings}
	switch {
	case structure == nil && o.n == 0:
		return nil, errors.New(`no number of processes (--n) and no structure given; see "qcheck protocol --help"`)
	case structure == nil && o.quorumChoice != "":
		return nil, errors.New("--quorum-choice needs a structure")
	case structure != nil && structure.Kind == setsys.RequestSets && o.quorumChoice == "any":
		return nil, fmt.Errorf("--quorum-choice any: %s give each process its own set", setsys.RequestSets)
	}
	if o.quorumChoice == "any" && algorithm.FixedQuorums {
		return nil, fmt.Errorf("--quorum-choice any: with %s each process has a quorum of its own", algorithm.Name)
	}
	if x.instance, err = algorithm.Build(params); err != nil {
		return nil, err
	}
	if structure != nil {
		if err := x.verify(ctx, structure); err != nil {
			return nil, err
		}
	}
	x.base = explore.Options{
		ClockMax: o.clockMax, Queued: o.selfMessages == "queued", Full: o.por == "off", Workers: o.workers,
		MaxStates: o.maxStates, MaxMemory: int64(o.maxMemory), Paranoid: o.paranoid, Progress: x.progress.show(),
	}
	if o.clock == "integer" {
		x.base.Clock = explore.Integer
	}
	if o.requests != "" {
		if x.requests, err = parseRequests(o.requests, x.instance.Params.N); err != nil {
			return nil, err
		}
	}
	x.check, err = parseProperties(o.check, algorithm.Goals())
	return x, err
}

// quorums returns the structure that the flags name, nil when the algorithm
// needs none.
func (o protocolOptions) quorums(ctx context.Context, s streams, a *protocols.Algorithm) (*setsys.Structure, error) {
	switch {
	case o.structure != "":
		return readStructure(ctx, s.in, o.structure, setsys.DefaultMaxSets)
	case o.construct != "":
		args, err := o.constructArgs(ctx, s)
		if err != nil {
			return nil, err
		}
		return construct.Build(o.construct, args, setsys.DefaultMaxSets)
	case a.Construct != "" && o.n > 0:
		args := map[string]any{"n": o.n}
		if a.HasK {
			args["k"] = max(o.k, 1)
		}
		return construct.Build(a.Construct, args, setsys.DefaultMaxSets)
	}
	return nil, nil
}

// constructArgs returns the arguments of the construction: --n and --k where it
// has such parameters, and what --param says.
func (o protocolOptions) constructArgs(ctx context.Context, s streams) (map[string]any, error) {
	c, ok := construct.Lookup(o.construct)
	if !ok {
		return nil, fmt.Errorf(`unknown construction %q; "qcheck list constructions" lists them`, o.construct)
	}
	args := map[string]any{}
	for name, value := range map[string]int{"n": o.n, "k": o.k} {
		has := slices.ContainsFunc(c.Params, func(p construct.Param) bool { return p.Name == name })
		if has && value != 0 {
			args[name] = value
		}
	}
	for _, text := range o.params {
		name, value, ok := strings.Cut(text, "=")
		if !ok {
			return nil, fmt.Errorf("--param needs NAME=VALUE, not %q", text)
		}
		if _, twice := args[name]; twice {
			return nil, fmt.Errorf("--param %s: this parameter is given already", name)
		}
		var err error
		if args[name], err = constructArg(ctx, s, c, name, value); err != nil {
			return nil, fmt.Errorf("--param %s: %w", name, err)
		}
	}
	return args, nil
}

// constructArg reads the value of a parameter. Of one that there is not, the
// construction will say so.
func constructArg(ctx context.Context, s streams, c *construct.Construction, name, value string) (any, error) {
	at := slices.IndexFunc(c.Params, func(p construct.Param) bool { return p.Name == name })
	if at < 0 {
		return value, nil
	}
	if c.Params[at].Type == construct.Nested {
		return readStructure(ctx, s.in, value, setsys.DefaultMaxSets)
	}
	return c.Params[at].Read(value)
}

// A breach is what is wrong with a structure: the property that it violates, or
// m when it is made for another number of resources, and how.
type breach struct{ property, text string }

// says is a clause that ends "the structure is ...".
func (b *breach) says(s *setsys.Structure) string {
	if b.property == "m" {
		return b.text
	}
	return fmt.Sprintf("not %s: %s: %s", valid(s), b.property, b.text)
}

// verify checks that the structure is what the algorithm needs.
func (x *exploration) verify(ctx context.Context, s *setsys.Structure) error {
	name := "the structure"
	if s.Name != "" {
		name += " " + strconv.Quote(s.Name)
	}
	if m := x.instance.Params.M(); s.Kind == setsys.RequestSets && s.M != m {
		x.broken = &breach{"m", fmt.Sprintf("for m = %d, and %s needs one for m = %d", s.M, x.instance.Algorithm.Name, m)}
	} else {
		report, err := properties.Check(ctx, s, properties.Required(s.Kind))
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := confirm(report); err != nil {
			return &internalError{fmt.Errorf("%s: %w", name, err)}
		}
		for _, r := range report.Results {
			switch r.Verdict {
			case verdict.Violated:
				x.broken = &breach{string(r.Property), r.Witness.Text()}
			case verdict.Unknown:
				x.unread = fmt.Sprintf("%s was not verified: %s", name, r.Note)
			}
			if x.broken != nil {
				break
			}
		}
	}
	if x.broken != nil && !x.options.allowBroken {
		return fmt.Errorf("%s is %s; --allow-broken-structure explores it all the same", name, x.broken.says(s))
	}
	if x.options.allowBroken {
		x.unread = ""
	}
	return nil
}
