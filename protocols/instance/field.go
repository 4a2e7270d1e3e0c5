package instance

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"qcheck/explore"
)

// A Field is a part of an instance by the name that command lines have for it,
// and how it is read and written.
type Field struct {
	Name  string
	Value string // stands for a value in usage texts; empty for a switch
	Doc   string
	many  bool // may be said several times

	get func(in *Instance) []string // none when it is not said
	set func(in *Instance, text string) error
}

// Fields lists the fields that instances of the registry's algorithms have.
func (r Registry) Fields() []Field {
	first, _ := r.Lookup("")
	fields := []Field{
		word("algorithm", "NAME", fmt.Sprintf("the algorithm (default %s)", first.Name), func(in *Instance) *string { return &in.Algorithm }),
		word("variant", "NAME", "the reading of it, or the repair (default as \"qcheck explain NAME\" says)", func(in *Instance) *string { return &in.Variant }),
		number("n", "number of processes, which are the nodes of the structure", func(in *Instance) *int { return &in.N }),
	}
	for _, p := range r.Params() {
		fields = append(fields, param(p))
	}
	return append(fields,
		structure(),
		word("construct", "NAME", "a construction of the quorums, see \"qcheck list constructions\"", func(in *Instance) *string { return &in.Quorums.Construct }),
		argument,
		choice("quorum-choice", "any: each request takes any quorum; fixed: process i takes the i-th, cyclically (default any)",
			func(in *Instance) string { return in.Quorums.Choice },
			func(in *Instance, choice string) { in.Quorums.Choice = choice }, Any, Fixed),
		allowBroken,
		requests,
		choice("clock", "causal: every clock that satisfies Lamport's clock condition; integer: as printed (default causal)",
			func(in *Instance) string {
				if in.Clock == explore.Causal {
					return ""
				}
				return in.Clock.String()
			},
			func(in *Instance, clock string) {
				in.Clock = explore.Causal
				if clock == explore.Integer.String() {
					in.Clock = explore.Integer
				}
			}, explore.Causal.String(), explore.Integer.String()),
		number("clock-max", "largest value of integer clocks that is explored (default no bound)", func(in *Instance) *int { return &in.ClockMax }),
		choice("self-messages", "call: a message to oneself is handled in the same step; queued: it goes through a channel (default call, except for algorithms that say otherwise)",
			func(in *Instance) string {
				if a, ok := r.Lookup(in.Algorithm); !in.Queued && !(in.Called && ok && a.Queued) {
					return ""
				}
				return SelfMessages(in.Queued)
			},
			func(in *Instance, way string) {
				in.Queued, in.Called = way == SelfMessages(true), way == SelfMessages(false)
			}, SelfMessages(false), SelfMessages(true)),
		network(), faults,
		check,
	)
}

// SelfMessages returns what files and commands call the ways in which a
// process's messages to itself go: call or queued.
func SelfMessages(queued bool) string {
	if queued {
		return "queued"
	}
	return "call"
}

func said(text string) []string {
	if text == "" {
		return nil
	}
	return []string{text}
}

// word is a field that is any text.
func word(name, value, doc string, at func(*Instance) *string) Field {
	return Field{
		Name: name, Value: value, Doc: doc,
		get: func(in *Instance) []string { return said(*at(in)) },
		set: func(in *Instance, text string) error {
			if text == "" {
				return errors.New("needs a value")
			}
			*at(in) = text
			return nil
		},
	}
}

// number is a field that is an integer of at least 1.
func number(name, doc string, at func(*Instance) *int) Field {
	return Field{
		Name: name, Value: "N", Doc: doc,
		get: func(in *Instance) []string {
			if *at(in) == 0 {
				return nil
			}
			return []string{strconv.Itoa(*at(in))}
		},
		set: func(in *Instance, text string) error {
			v, err := strconv.Atoi(text)
			switch {
			case err != nil:
				return fmt.Errorf("needs an integer, not %q", text)
			case v < 1:
				return fmt.Errorf("needs a number of at least 1, not %d", v)
			}
			*at(in) = v
			return nil
		},
	}
}

// choice is a field that is one of some words.
func choice(name, doc string, get func(*Instance) string, set func(*Instance, string), words ...string) Field {
	return Field{
		Name: name, Value: "WORD", Doc: doc,
		get: func(in *Instance) []string { return said(get(in)) },
		set: func(in *Instance, text string) error {
			if last := len(words) - 1; !slices.Contains(words, text) {
				return fmt.Errorf("needs %s or %s, not %q", strings.Join(words[:last], ", "), words[last], text)
			}
			set(in, text)
			return nil
		},
	}
}

// param is the field of a parameter.
func param(p Param) Field {
	return Field{
		Name: p.Name, Value: p.Placeholder(), Doc: p.Doc,
		get: func(in *Instance) []string { return said(in.Params[p.Name]) },
		set: func(in *Instance, text string) error {
			*in = in.With(p.Name, text)
			return nil
		},
	}
}

// stdin is the file that stands for standard input.
const stdin = "-"

func structure() Field {
	f := word("structure", "FILE", "a structure file with the quorums, or its text, which begins with {; \"-\" is standard input", func(in *Instance) *string { return &in.Quorums.File })
	file := f.get
	f.get = func(in *Instance) []string {
		if q := in.Quorums; q.File == "" && q.Construct == "" && q.Structure != nil {
			return []string{stdin} // one that is not from a file
		}
		return file(in)
	}
	return f
}

var argument = Field{
	Name: "param", Value: "NAME=VALUE", Doc: "a parameter of the construction other than n and k; may be repeated", many: true,
	get: func(in *Instance) []string {
		var texts []string
		for _, name := range slices.Sorted(maps.Keys(in.Quorums.Args)) {
			texts = append(texts, name+"="+in.Quorums.Args[name])
		}
		return texts
	},
	set: func(in *Instance, text string) error {
		name, value, ok := strings.Cut(text, "=")
		if !ok {
			return fmt.Errorf("needs NAME=VALUE, not %q", text)
		}
		if _, twice := in.Quorums.Args[name]; twice {
			return fmt.Errorf("%s: this parameter is given already", name)
		}
		in.Quorums.Args = maps.Clone(in.Quorums.Args)
		if in.Quorums.Args == nil {
			in.Quorums.Args = map[string]string{}
		}
		in.Quorums.Args[name] = value
		return nil
	},
}

var allowBroken = Field{
	Name: "allow-broken-structure", Doc: "explore a structure even if it is not what the algorithm needs",
	get: func(in *Instance) []string {
		if !in.Quorums.AllowBroken {
			return nil
		}
		return []string{"true"}
	},
	set: func(in *Instance, text string) error {
		v, err := strconv.ParseBool(text)
		if err != nil {
			return fmt.Errorf("needs true or false, not %q", text)
		}
		in.Quorums.AllowBroken = v
		return nil
	},
}

// MaxRequests is the largest bound on the requests of a process.
const MaxRequests = 250

// unbounded is the word for no bound.
const unbounded = "unbounded"

var requests = Field{
	Name: "requests", Value: "R", Doc: "how often each process asks: a number, \"unbounded\", or a list with one of these for each (default see above)",
	get: func(in *Instance) []string {
		var words []string
		for _, r := range in.Requests {
			words = append(words, fmt.Sprint(Requests(r)))
		}
		return said(strings.Join(words, ","))
	},
	set: func(in *Instance, text string) error {
		var bounds []int
		for word := range strings.SplitSeq(text, ",") {
			word = strings.TrimSpace(word)
			bound := explore.Unbounded
			if word != unbounded {
				var err error
				if bound, err = strconv.Atoi(word); err != nil || bound < 0 || bound > MaxRequests {
					return fmt.Errorf("needs numbers from 0 to %d or %q, not %q", MaxRequests, unbounded, word)
				}
			}
			bounds = append(bounds, bound)
		}
		in.Requests = bounds
		return nil
	},
}

// Requests returns a bound on requests as files have it: a number or "unbounded".
func Requests(bound int) any {
	if bound == explore.Unbounded {
		return unbounded
	}
	return bound
}

// The algorithm says which names are those of its goals: see complete.
var check = Field{
	Name: "check", Value: "LIST", Doc: "the properties to check, separated by commas; deadlock and starvation are short for deadlock-freedom and starvation-freedom; survives is one more: whether live processes wait for ever when one has crashed, by where it crashes (default all but survives, starvation-freedom only if a process asks without bound)",
	get: func(in *Instance) []string {
		var names []string
		for _, p := range in.Check {
			names = append(names, string(p))
		}
		if in.Survives {
			names = append(names, string(Survives))
		}
		return said(strings.Join(names, ","))
	},
	set: func(in *Instance, text string) error {
		in.Check, in.Survives = []explore.Property{}, false
		for name := range strings.SplitSeq(text, ",") {
			switch p := explore.PropertyNamed(strings.TrimSpace(name)); p {
			case Survives:
				in.Survives = true
			default:
				in.Check = append(in.Check, p)
			}
		}
		return nil
	},
}
