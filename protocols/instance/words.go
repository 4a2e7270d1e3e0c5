package instance

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"qcheck/explore"
	"qcheck/setsys"
	"qcheck/setsys/phrase"
)

// What outputs say of instances.

// StructureName returns the name of the structure, or of its file.
func (in Instance) StructureName() string {
	q := in.Quorums
	switch {
	case q.Structure.Name != "":
		return q.Structure.Name
	case q.File == stdin:
		return DisplayName(stdin)
	case q.inline():
		return "the structure"
	case q.File != "":
		return q.File
	}
	return "the structure"
}

// DisplayName is how messages call a file, or standard input, "-".
func DisplayName(file string) string {
	if file == stdin {
		return "<stdin>"
	}
	return setsys.Printable(file)
}

// ParamsText writes the parameters other than K and the number of processes outside, as on a command line without
// the dashes.
func (m *Model) ParamsText() string {
	var parts []string
	for _, p := range m.Algorithm.Params {
		if text, ok := m.Instance.Params[p.Name]; !ok || p.Name == K || m.Algorithm.Outside != nil && p.Name == m.Algorithm.Outside.Other+"s" {
			continue
		} else if p.Type == Switch {
			parts = append(parts, p.Name)
		} else {
			parts = append(parts, p.Name+" "+text)
		}
	}
	return strings.Join(parts, ", ")
}

// ProcessesText says how many processes there are, and what they are.
func (m *Model) ProcessesText(in Instance) string {
	o := m.Algorithm.Outside
	switch {
	case o == nil && in.N == 1:
		return "1 process"
	case o == nil:
		return fmt.Sprintf("%d processes", in.N)
	}
	parts, others := []string{phrase.Count(in.N, o.Node)}, map[string]int{}
	for _, name := range in.Outside {
		others[strings.TrimRight(name, "0123456789")]++
	}
	for _, name := range slices.Sorted(maps.Keys(others)) {
		parts = append(parts, phrase.Count(others[name], name))
	}
	return phrase.List(parts)
}

// asks is what a process is called that may ask.
func (in Instance) asks() string {
	if len(in.Outside) > 0 {
		return strings.TrimRight(in.Outside[0], "0123456789")
	}
	return "process"
}

// sameRequests returns the bound on the requests of all processes that may ask, if it is one.
func (in Instance) sameRequests() (bound int, ok bool) {
	all := in.Requests
	if nodes := len(all) - len(in.Outside); len(in.Outside) > 0 && !slices.ContainsFunc(all[:nodes], func(b int) bool { return b != 0 }) {
		all = all[nodes:]
	}
	return all[0], !slices.ContainsFunc(all, func(b int) bool { return b != all[0] })
}

// RequestsText says how often processes ask.
func (in Instance) RequestsText() string {
	switch bound, same := in.sameRequests(); {
	case !same:
		return in.requestsList() + ", by process"
	case bound == explore.Unbounded:
		return "without bound"
	default:
		return fmt.Sprintf("%d of each %s", bound, in.asks())
	}
}

// RequestsSentence says the same within a sentence.
func (in Instance) RequestsSentence() string {
	switch bound, same := in.sameRequests(); {
	case !same:
		return "requests (" + in.requestsList() + ") by process"
	case bound == explore.Unbounded:
		return "requests without bound"
	case bound == 1:
		return "1 request of each " + in.asks()
	default:
		return fmt.Sprintf("%d requests of each %s", bound, in.asks())
	}
}

// What documents say of an instance, in the order of their keys: Named which it is, and Placed where it is.
type (
	Named struct {
		Algorithm  string            `json:"algorithm"`
		Variant    string            `json:"variant,omitempty"`
		N          int               `json:"n"`
		K          int               `json:"k,omitempty"`          // the parameter K
		Parameters map[string]string `json:"parameters,omitempty"` // the others
	}
	Placed struct {
		SelfMessages string `json:"selfMessages"`
		Network      string `json:"network,omitempty"`
		Faults       string `json:"faults,omitempty"` // as --faults takes them
	}
)

// Named returns which instance it is.
func (in Instance) Named() (Named, error) {
	d := Named{Algorithm: in.Algorithm, Variant: in.Variant, N: in.N, Parameters: maps.Clone(in.Params)}
	if text, ok := in.Params[K]; ok {
		delete(d.Parameters, K)
		var err error
		if d.K, err = strconv.Atoi(text); err != nil {
			return d, fmt.Errorf("%s needs an integer, not %q", K, text)
		}
	}
	return d, nil
}

// Placed returns where it is.
func (in Instance) Placed() Placed {
	return Placed{SelfMessages: SelfMessages(in.Queued), Network: in.Network, Faults: FaultsText(in.Faults)}
}

// RequestsDocument returns the requests as JSON has them: one bound for all, or a
// list.
func (in Instance) RequestsDocument() any {
	if bound, same := in.sameRequests(); same {
		return Requests(bound)
	}
	var list []any
	for _, b := range in.Requests {
		list = append(list, Requests(b))
	}
	return list
}

func (in Instance) requestsList() string {
	var parts []string
	for _, b := range in.Requests {
		parts = append(parts, fmt.Sprint(Requests(b)))
	}
	return strings.Join(parts, ", ")
}

// RequestsFlag writes the requests as --requests takes them.
func (in Instance) RequestsFlag() string {
	if bound, same := in.sameRequests(); same {
		return fmt.Sprint(Requests(bound))
	}
	return strings.ReplaceAll(in.requestsList(), " ", "")
}

// Bounded reports whether an instance of the model keeps states out.
func (m *Model) Bounded(in Instance) bool {
	return in.ClockMax > 0 && m.Stamped() || m.Met().Asks.Load() && slices.ContainsFunc(in.Requests, func(r int) bool { return r != explore.Unbounded })
}

// Sentence describes the instance: the algorithm, and every parameter that a
// verdict depends on.
func (m *Model) Sentence(in Instance) string {
	parts := []string{m.Label() + " with " + m.ProcessesText(in)}
	if m.Setup.Has(K) {
		parts[0] += fmt.Sprintf(" and k = %d", m.Setup.K())
	}
	if text := m.ParamsText(); text != "" {
		parts = append(parts, text)
	}
	if s := in.Quorums.Structure; s != nil {
		name := fmt.Sprintf("%q", in.StructureName())
		switch {
		case s.Kind == setsys.RequestSets:
			parts = append(parts, "the request sets "+name)
		case m.Algorithm.Quorums.Awaited:
			parts = append(parts, "the quorums of "+name)
		case in.Quorums.Choice == Fixed:
			parts = append(parts, "fixed quorums of "+name)
		default:
			parts = append(parts, "any quorum of "+name)
			if m.Met().Asks.Load() {
				parts[len(parts)-1] += " at each request"
			}
		}
	}
	if m.Met().Asks.Load() {
		parts = append(parts, in.RequestsSentence())
	}
	switch {
	case !m.Stamped():
	case in.Clock == explore.Causal:
		parts = append(parts, "causal stamps")
	case in.ClockMax > 0:
		parts = append(parts, fmt.Sprintf("integer clocks up to %d", in.ClockMax))
	default:
		parts = append(parts, "integer clocks")
	}
	if in.Queued {
		parts = append(parts, "messages to oneself in channels")
	} else if m.Met().ToSelf.Load() {
		parts = append(parts, "messages to oneself handled at once")
	}
	return strings.Join(append(parts, m.Surroundings()...), ", ")
}
