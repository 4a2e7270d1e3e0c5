package instance

import (
	"fmt"
	"slices"
	"strings"

	"qcheck/explore"
	"qcheck/setsys"
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

// ParamsText writes the parameters other than K, as on a command line without
// the dashes.
func (m *Model) ParamsText() string {
	var parts []string
	for _, p := range m.Algorithm.Params {
		if text, ok := m.Instance.Params[p.Name]; !ok || p.Name == K {
			continue
		} else if p.Type == Switch {
			parts = append(parts, p.Name)
		} else {
			parts = append(parts, p.Name+" "+text)
		}
	}
	return strings.Join(parts, ", ")
}

// sameRequests returns the bound on the requests of all processes, if it is one.
func (in Instance) sameRequests() (bound int, ok bool) {
	return in.Requests[0], !slices.ContainsFunc(in.Requests, func(b int) bool { return b != in.Requests[0] })
}

// RequestsText says how often processes ask.
func (in Instance) RequestsText() string {
	switch bound, same := in.sameRequests(); {
	case !same:
		return in.requestsList() + ", by process"
	case bound == explore.Unbounded:
		return "without bound"
	default:
		return fmt.Sprintf("%d of each process", bound)
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
		return "1 request of each process"
	default:
		return fmt.Sprintf("%d requests of each process", bound)
	}
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
	parts := []string{m.Label() + " with 1 process"}
	if in.N > 1 {
		parts[0] = fmt.Sprintf("%s with %d processes", m.Label(), in.N)
	}
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
