package instance

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"qcheck/explore"
	"qcheck/setsys"
	"qcheck/setsys/construct"
	"qcheck/setsys/input"
	"qcheck/setsys/phrase"
)

// A Reader reads a structure file.
type Reader func(file string) (*setsys.Structure, error)

// Files returns a function that reads structure files from the disk until the context ends.
func Files(ctx context.Context) Reader {
	return func(file string) (*setsys.Structure, error) {
		data, err := input.File(ctx, file)
		if err != nil {
			return nil, err
		}
		return decode(file, data)
	}
}

func decode(name string, data []byte) (*setsys.Structure, error) {
	return setsys.Decode(name, data, setsys.DecodeOptions{MaxSets: setsys.DefaultMaxSets, Construct: construct.Build})
}

// FileName is the name of the file, empty for none.
func (q Quorums) FileName() string {
	if q.inline() {
		return ""
	}
	return q.File
}

// inline reports whether File is the text of a structure file.
func (q Quorums) inline() bool { return strings.HasPrefix(q.File, "{") }

// ErrNoProcesses says that nothing tells how many processes there are.
var ErrNoProcesses = errors.New("no number of processes (--n) and no structure given")

// Validate reports the errors of an instance that can be found before its
// structure is read.
func (r Registry) Validate(in Instance) error {
	a, ok := r.Lookup(in.Algorithm)
	if !ok {
		return r.Unknown(in.Algorithm)
	}
	return a.validate(in)
}

func (a *Algorithm) validate(in Instance) error {
	q := in.Quorums
	switch {
	case q.File != "" && q.Construct != "":
		return errors.New("--structure and --construct exclude each other")
	case len(q.Args) > 0 && q.Construct == "":
		return errors.New("--param needs --construct")
	case q.Choice != "" && q.Choice != Any && q.Choice != Fixed:
		return fmt.Errorf("--quorum-choice needs %s or %s, not %q", Any, Fixed, q.Choice)
	case in.N < 0:
		return fmt.Errorf("--n needs a number of at least 1, not %d", in.N)
	case in.ClockMax < 0:
		return fmt.Errorf("--clock-max needs a number of at least 1, not %d", in.ClockMax)
	case in.ClockMax > 0 && in.Clock != explore.Integer:
		return fmt.Errorf("--clock-max needs --clock %s", explore.Integer)
	}
	for _, bound := range in.Requests {
		if bound != explore.Unbounded && (bound < 0 || bound > MaxRequests) {
			return fmt.Errorf("--requests needs numbers from 0 to %d or %q, not \"%d\"", MaxRequests, unbounded, bound)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(in.Params)) {
		if _, ok := a.Param(name); !ok {
			return fmt.Errorf("algorithm %s has no --%s", a.Name, name)
		}
	}
	return nil
}

// Open makes a model of an instance. Structure files are read by the given
// function, from the disk for nil; that a structure is what the algorithm needs is not
// checked. The model's instance is complete.
func (r Registry) Open(in Instance, read Reader) (*Model, error) {
	a, ok := r.Lookup(in.Algorithm)
	if !ok {
		return nil, r.Validate(in)
	}
	return a.Open(in, read)
}

// Open is Registry.Open for an instance of the algorithm.
func (a *Algorithm) Open(in Instance, read Reader) (*Model, error) {
	asked := in
	in.Algorithm = a.Name
	if err := a.validate(in); err != nil {
		return nil, err
	}
	if read == nil {
		read = Files(context.Background())
	}
	var err error
	if in.Quorums.Structure, err = in.structure(read); err != nil {
		return nil, err
	}
	in.Queued, in.Called = in.Queued || a.Queued && !in.Called, in.Called && a.Queued
	s, err := a.complete(&in)
	if err != nil {
		return nil, in.Quorums.named(err)
	}
	m, err := a.Build(s)
	if err != nil {
		return nil, fmt.Errorf("algorithm %s: %w", a.Name, err)
	}
	own := m.Network()
	if m, err = m.withNetwork(m.networkNamed(in.Network), in.Faults); err != nil {
		return nil, err
	}
	if in.Network = m.Network().String(); m.Network() == own {
		in.Network = ""
	}
	if in.Check, err = m.inOrder(in.Check); err != nil {
		return nil, err
	}
	if in.Survives && !slices.Contains(m.Properties(), explore.StarvationFreedom) {
		return nil, m.survivesNothing(a, in.Faults)
	}
	m.Asked, m.Instance, m.Algorithm, m.Setup = asked, in, a, s
	return m, nil
}

// survivesNothing is the error for asking whether live processes wait for ever where none waits: what may be asked is said.
func (m *Model) survivesNothing(a *Algorithm, faults explore.Faults) error {
	var names []string
	for _, p := range m.Properties() {
		names = append(names, string(p))
	}
	hint := "--faults crash=1,restart=1 in its place decides"
	if faults.Crash > 0 {
		hint = "the search without it decides"
	}
	return fmt.Errorf("algorithm %s has no processes that wait, so that survives is no question; %s whether %s hold when one crashes", a.Name, hint, phrase.List(names))
}

// structure returns the structure that is given, nil for none.
func (in Instance) structure(read Reader) (*setsys.Structure, error) {
	q := in.Quorums
	switch {
	case q.Structure != nil:
		return q.Structure, nil
	case q.inline():
		return decode("--structure", []byte(q.File))
	case q.File != "":
		return read(q.File)
	case q.Construct == "":
		return nil, nil
	}
	c, ok := construct.Lookup(q.Construct)
	if !ok {
		return nil, construct.Unknown(q.Construct)
	}
	texts := maps.Clone(q.Args)
	if texts == nil {
		texts = map[string]string{}
	}
	for name, value := range map[string]string{"n": strconv.Itoa(in.N), K: in.Params[K]} {
		has := slices.ContainsFunc(c.Params, func(p construct.Param) bool { return p.Name == name })
		if !has || value == "" || value == "0" {
			continue
		}
		if _, twice := texts[name]; twice {
			return nil, fmt.Errorf("--param %s: this parameter is given already", name)
		}
		texts[name] = value
	}
	args := map[string]any{}
	for name, text := range texts {
		var err error
		if args[name], err = constructArg(c, name, text, read); err != nil {
			return nil, fmt.Errorf("--param %s: %w", name, err)
		}
	}
	return construct.Build(q.Construct, args, setsys.DefaultMaxSets)
}

// constructArg reads an argument. If there is no such parameter, the construction
// says so.
func constructArg(c *construct.Construction, name, text string, read Reader) (any, error) {
	at := slices.IndexFunc(c.Params, func(p construct.Param) bool { return p.Name == name })
	switch {
	case at < 0:
		return text, nil
	case c.Params[at].Type == construct.Nested:
		return read(text)
	}
	return c.Params[at].Read(text)
}

// complete fills in what follows from the algorithm and the structure.
func (a *Algorithm) complete(in *Instance) (*Setup, error) {
	v, err := a.Named(in.Variant)
	if err != nil {
		return nil, err
	}
	in.Variant = v.Name
	if err := a.takeStructure(in); err != nil {
		return nil, err
	}
	if in.N > explore.MaxProcesses {
		return nil, fmt.Errorf("n is %d: a protocol has 1 to %d processes", in.N, explore.MaxProcesses)
	}
	s := &Setup{Variant: in.Variant, N: in.N, Structure: in.Quorums.Structure}
	s.Unreliable = in.Faults.Any() || in.Network != "" && in.Network != explore.FIFO.String()
	if err := a.readParams(s, in); err != nil {
		return nil, err
	}
	if a.Quorums != nil && s.Structure == nil {
		if s.Structure, err = a.Quorums.Make(s); err != nil {
			return nil, err
		}
		in.Quorums.Structure = s.Structure
	}
	if in.Quorums.Choice, err = a.choice(in); err != nil {
		return nil, err
	}
	s.Fixed = in.Quorums.Choice == Fixed
	in.Outside = nil
	if o := a.Outside; o != nil {
		for i := range o.Count(s) {
			in.Outside = append(in.Outside, fmt.Sprintf("%s%d", o.Other, i+1))
		}
		if o.Also != nil {
			in.Outside = append(in.Outside, o.Also(s)...)
		}
	}
	n := in.Processes()
	if n > explore.MaxProcesses {
		return nil, fmt.Errorf("%d processes: a protocol has 1 to %d", n, explore.MaxProcesses)
	}
	switch given := len(in.Requests); {
	case given == 1 && n != 1:
		in.Requests = in.Each(in.Requests[0])
	case given > 0 && given == len(in.Outside) && given < n: // of those that are no nodes
		in.Requests = append(make([]int, in.N), in.Requests...)
	}
	if in.Requests != nil && len(in.Requests) != n {
		return nil, fmt.Errorf("--requests has %d numbers for %d processes", len(in.Requests), n)
	}
	return s, nil
}

// takeStructure checks that the algorithm runs on the structure, and lets it have
// the number of processes.
func (a *Algorithm) takeStructure(in *Instance) error {
	s := in.Quorums.Structure
	switch {
	case s == nil && in.N == 0:
		return ErrNoProcesses
	case s == nil && a.Quorums == nil && in.Quorums.Choice != "":
		return errors.New("--quorum-choice needs a structure")
	case s == nil && a.Quorums != nil && a.Quorums.Make == nil:
		return fmt.Errorf("algorithm %s needs a structure of kind %s, by --construct or --structure", a.Name, either(a.Kinds()))
	case s == nil:
		return nil
	case a.Quorums == nil:
		return &Refusal{"", fmt.Sprintf("algorithm %s takes no structure", a.Name)}
	case !slices.Contains(a.Kinds(), s.Kind):
		return &Refusal{"kind", fmt.Sprintf("algorithm %s runs on a structure of kind %s, not %s", a.Name, either(a.Kinds()), s.Kind)}
	case in.N != 0 && in.N != s.Universe.Len():
		return &Refusal{"universe", fmt.Sprintf("n is %d, but the structure has %d nodes", in.N, s.Universe.Len())}
	}
	in.N = s.Universe.Len()
	return nil
}

// readParams reads the parameters. Those that the structure has are said by the
// instance from then on, and so is K.
func (a *Algorithm) readParams(s *Setup, in *Instance) error {
	s.values = map[string]any{}
	for _, p := range a.Params {
		text, given := in.Params[p.Name]
		if s.Structure != nil && p.Of != nil {
			v, fixed := p.Of(s.Structure)
			if of := strconv.Itoa(v); !given {
				text, given = of, true
			} else if fixed && text != of {
				return &Refusal{p.Name, fmt.Sprintf("%s is %s, but the structure's is %s", p.Name, text, of)}
			}
		}
		if d, ok := p.Default.(int); ok && !given && (p.Name == K || p.Type == PerProcess || p.Said) {
			text, given = strconv.Itoa(d), p.Type != PerProcess
		}
		switch {
		case given || text != "":
			v, err := p.read(text, in.N)
			if err != nil {
				return fmt.Errorf("--%s %w", p.Name, err)
			}
			s.values[p.Name] = v
		case p.Default != nil:
			s.values[p.Name] = p.Default
		}
		if given {
			*in = in.With(p.Name, text)
		}
	}
	return nil
}

// choice returns how processes choose quorums; empty where there are none.
func (a *Algorithm) choice(in *Instance) (string, error) {
	said, s := in.Quorums.Choice, in.Quorums.Structure
	switch {
	case s == nil:
		return "", nil
	case s.Kind == setsys.RequestSets && said == Any:
		return "", fmt.Errorf("--quorum-choice %s: %s give each process its own set", Any, setsys.RequestSets)
	case s.Kind == setsys.RequestSets:
		return Fixed, nil
	case a.Quorums.Choices == nil && said == "":
		return Any, nil
	case a.Quorums.Choices == nil:
		return said, nil
	case said != "" && !slices.Contains(a.Quorums.Choices, said):
		why := map[string]string{Any: "each process has a quorum of its own", Fixed: "any quorum may be taken each time"}[said]
		return "", fmt.Errorf("--quorum-choice %s: with %s %s", said, a.Name, why)
	case said != "":
		return said, nil
	}
	return a.Quorums.Choices[0], nil
}

func either(kinds []setsys.Kind) string {
	var names []string
	for _, k := range kinds {
		names = append(names, string(k))
	}
	return strings.Join(names, " or ")
}
