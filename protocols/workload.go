package protocols

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/setsys"
	"qcheck/setsys/construct"
)

// A Workload is an instance and how it is run.
type Workload struct {
	*Instance
	// Options has the requests, the representation of clocks, and whether
	// messages to oneself are queued.
	Options explore.Options
}

// ParseWorkload reads the flags of "qcheck protocol" that say what is explored,
// as on a command line: --algorithm, --variant, --n, --k, those of Parameters,
// --structure, --construct, --param, --quorum-choice, --requests (1 for each
// without it), --clock, --clock-max, --self-messages. It reads structure files
// by the given function, and does not verify them: --allow-broken-structure
// means nothing here.
func ParseWorkload(flags string, read func(file string) (*setsys.Structure, error)) (*Workload, error) {
	w := &Workload{}
	params := Params{Settings: Settings{}}
	var algorithm *Algorithm
	var file, name, requests string
	var texts [][2]string // the parameters of the construction
	words := strings.Fields(flags)
	for i := 0; i < len(words); i++ {
		flag, ok := strings.CutPrefix(words[i], "--")
		if !ok {
			return nil, fmt.Errorf("%q is no flag", words[i])
		}
		if flag == "allow-broken-structure" { // structures are not verified here
			continue
		}
		at := slices.IndexFunc(Parameters(), func(p Parameter) bool { return p.Name == flag })
		if at >= 0 && Parameters()[at].Value == "" {
			params.Settings[flag] = "true"
			continue
		}
		if i++; i == len(words) {
			return nil, fmt.Errorf("--%s needs a value", flag)
		}
		value := words[i]
		var err error
		switch flag {
		case "algorithm":
			if algorithm, ok = Lookup(value); !ok {
				err = fmt.Errorf("unknown algorithm %q", value)
			}
		case "variant":
			params.Variant = value
		case "n":
			params.N, err = strconv.Atoi(value)
		case "k":
			params.K, err = strconv.Atoi(value)
		case "structure":
			file = value
		case "construct":
			name = value
		case "param":
			key, text, _ := strings.Cut(value, "=")
			texts = append(texts, [2]string{key, text})
		case "quorum-choice":
			params.Fixed, err = oneOf(flag, value, "fixed", "any")
		case "requests":
			requests = value
		case "clock":
			var integer bool
			if integer, err = oneOf(flag, value, explore.Integer.String(), explore.Causal.String()); integer {
				w.Options.Clock = explore.Integer
			}
		case "clock-max":
			w.Options.ClockMax, err = strconv.Atoi(value)
		case "self-messages":
			w.Options.Queued, err = oneOf(flag, value, "queued", "call")
		default:
			if at < 0 {
				err = fmt.Errorf("unknown flag --%s", flag)
			}
			params.Settings[flag] = value
		}
		if err != nil {
			return nil, err
		}
	}
	if algorithm == nil {
		return nil, fmt.Errorf("no --algorithm")
	}
	var err error
	switch {
	case file != "":
		params.Structure, err = read(file)
	case name != "" || algorithm.Construct != "":
		if name == "" {
			name = algorithm.Construct
		}
		var args map[string]any
		if args, err = constructionArgs(name, params, texts); err == nil {
			params.Structure, err = construct.Build(name, args, setsys.DefaultMaxSets)
		}
	}
	if err != nil {
		return nil, err
	}
	if w.Instance, err = algorithm.Build(params); err != nil {
		return nil, err
	}
	if requests == "" {
		requests = "1"
	}
	for word := range strings.SplitSeq(requests, ",") {
		bound := explore.Unbounded
		if word != "unbounded" {
			if bound, err = strconv.Atoi(word); err != nil {
				return nil, fmt.Errorf("--requests: %w", err)
			}
		}
		w.Options.Requests = append(w.Options.Requests, bound)
	}
	if len(w.Options.Requests) == 1 {
		w.Options.Requests = slices.Repeat(w.Options.Requests, w.Params.N)
	}
	return w, nil
}

// oneOf reports whether a flag's value is the first of two words; it must be one
// of them.
func oneOf(flag, value, first, second string) (bool, error) {
	if value != first && value != second {
		return false, fmt.Errorf("--%s needs %s or %s, not %q", flag, first, second, value)
	}
	return value == first, nil
}

// constructionArgs returns the arguments of a construction: n and k where it has
// them, and further ones from texts.
func constructionArgs(name string, p Params, texts [][2]string) (map[string]any, error) {
	c, ok := construct.Lookup(name)
	if !ok {
		return nil, fmt.Errorf("unknown construction %q", name)
	}
	args := map[string]any{}
	for key, value := range map[string]int{"n": p.N, "k": p.K} {
		if value != 0 && slices.ContainsFunc(c.Params, func(q construct.Param) bool { return q.Name == key }) {
			args[key] = value
		}
	}
	for _, t := range texts {
		at := slices.IndexFunc(c.Params, func(q construct.Param) bool { return q.Name == t[0] })
		if at < 0 {
			return nil, fmt.Errorf("construction %s has no parameter %q", name, t[0])
		}
		value, err := c.Params[at].Read(t[1])
		if err != nil {
			return nil, fmt.Errorf("--param %s: %w", t[0], err)
		}
		args[t[0]] = value
	}
	return args, nil
}

// ReplayOptions returns how a run of the workload is replayed.
func (w *Workload) ReplayOptions() obvious.Options {
	o := w.Options
	return obvious.Options{Requests: o.Requests, Integer: o.Clock == explore.Integer, ClockMax: o.ClockMax, Queued: o.Queued}
}
