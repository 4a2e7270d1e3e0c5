package instance

import (
	"fmt"
	"strconv"
	"strings"

	"qcheck/explore"
)

// What surrounds the processes of an instance: the network, and what may go wrong. Both are of the
// protocol that is explored, so that all who run it have them.

// withNetwork returns the model on a network, with faults. What is known of the algorithm for other surroundings
// alone is not of it: proofs by local views, and measures.
func (m *Model) withNetwork(network explore.Network, faults explore.Faults) (*Model, error) {
	if network == m.Network() && faults == m.Faults() {
		return m, nil
	}
	there, err := m.Elsewhere(network, faults)
	if err != nil {
		return nil, err
	}
	next := of(there, replayed(m).Elsewhere(network, faults, there.Met()))
	next.kinds = m.kinds
	if m.keeping != nil {
		next.keeping = func() (*Model, error) {
			kept, err := m.keeping()
			if err != nil {
				return nil, err
			}
			return kept.withNetwork(network, faults)
		}
	}
	return next, nil
}

// surrounded reports whether the protocol is anything but processes that begin in one state, do not fail, and
// have channels that keep the order of messages: what roles and measures are about.
func (m *Model) surrounded() bool {
	p := explore.PlainOf(m)
	return p.Network != explore.FIFO || p.Faults.Any() || p.Starts != nil
}

// Network returns the network that the model is on.
func (m *Model) Network() explore.Network { return explore.PlainOf(m).Network }

// Faults returns what may go wrong.
func (m *Model) Faults() explore.Faults { return explore.PlainOf(m).Faults }

// networkNamed returns the network of an instance: that of the algorithm if it says none.
func (m *Model) networkNamed(name string) explore.Network {
	for _, n := range explore.Networks() {
		if n.String() == name {
			return n
		}
	}
	return m.Network()
}

// Surroundings says what the network is and what may go wrong, as parts of a sentence; nothing for
// a network that keeps the order of messages, and no faults.
func (m *Model) Surroundings() []string {
	var parts []string
	if text := m.Network().Sentence(); text != "" {
		parts = append(parts, text)
	}
	if f := m.Faults(); f.Any() {
		text := f.Sentence()
		if f.Crash > 0 && f.Restart > 0 && explore.PlainOf(m).Restart == nil {
			text += ", after which everything is forgotten"
		}
		parts = append(parts, text)
	}
	return parts
}

func network() Field {
	var names []string
	for _, n := range explore.Networks() {
		names = append(names, n.String())
	}
	return choice("network", "how messages arrive: fifo: each channel keeps their order; unordered: in any order; duplicating: in any order, and as often as may be; instant: before anything else happens (default fifo, or as the algorithm's text says)",
		func(in *Instance) string { return in.Network }, func(in *Instance, name string) { in.Network = name }, names...)
}

var faults = Field{
	Name: "faults", Value: "LIST", Doc: "what may go wrong, and how often in the whole system: crash=1,restart=1,lose=1,duplicate=1; of=2+3 lets only processes 2 and 3 crash, when=inside only one that is inside (thinking, asking, holding, inside); suspect: the others are told of a crash, where the algorithm says what they do then (default nothing)",
	get: func(in *Instance) []string { return said(FaultsText(in.Faults)) },
	set: func(in *Instance, text string) (err error) {
		in.Faults, err = ReadFaults(text)
		return err
	},
}

// FaultsText writes faults as --faults takes them; the empty string for none.
func FaultsText(f explore.Faults) string {
	var parts []string
	for _, x := range budgets(&f) {
		if *x.budget > 0 {
			parts = append(parts, fmt.Sprintf("%s=%d", x.name, *x.budget))
		}
	}
	if f.Of != 0 {
		var names []string
		for _, p := range f.Of.Members() {
			names = append(names, strconv.Itoa(p+1))
		}
		parts = append(parts, "of="+strings.Join(names, "+"))
	}
	if f.When != 0 {
		parts = append(parts, "when="+strings.Join(f.When.Names(), "+"))
	}
	if f.Suspect {
		parts = append(parts, "suspect")
	}
	return strings.Join(parts, ",")
}

type budget struct {
	name   string
	budget *uint8
}

func budgets(f *explore.Faults) []budget {
	return []budget{{"crash", &f.Crash}, {"restart", &f.Restart}, {"lose", &f.Lose}, {"duplicate", &f.Duplicate}}
}

// ReadFaults reads what FaultsText writes.
func ReadFaults(text string) (explore.Faults, error) {
	var f explore.Faults
	met := map[string]bool{}
	for part := range strings.SplitSeq(text, ",") {
		name, value, ok := strings.Cut(strings.TrimSpace(part), "=")
		if name == "suspect" && !ok && !met[name] {
			met[name], f.Suspect = true, true
			continue
		}
		if !ok || met[name] {
			return f, fmt.Errorf("needs faults such as crash=1,lose=1, each once, not %q", text)
		}
		met[name] = true
		if name == "of" {
			for one := range strings.SplitSeq(value, "+") {
				p, err := strconv.Atoi(one)
				if err != nil || p < 1 || p > explore.MaxProcesses {
					return f, fmt.Errorf("needs processes such as of=1+3, not %q", part)
				}
				f.Of = f.Of.With(p - 1)
			}
			continue
		}
		if name == "when" {
			for one := range strings.SplitSeq(value, "+") {
				m, ok := explore.MomentNamed(one)
				if !ok {
					return f, fmt.Errorf("knows when=%s, not %q", strings.Join(explore.MomentNames(), "+"), part)
				}
				f.When |= m
			}
			continue
		}
		known := false
		for _, x := range budgets(&f) {
			if x.name != name {
				continue
			}
			known = true
			n, err := strconv.Atoi(value)
			if err != nil || n < 0 || n > explore.MaxFaults {
				return f, fmt.Errorf("needs a number of faults from 0 to %d, not %q", explore.MaxFaults, part)
			}
			*x.budget = uint8(n)
		}
		if !known {
			return f, fmt.Errorf("knows crash, restart, lose, duplicate, of, when and suspect, not %q", name)
		}
	}
	return f, nil
}
