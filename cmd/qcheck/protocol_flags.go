package main

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"qcheck/explore"
	"qcheck/protocols"
)

// validate checks what can be checked before anything is read.
func (o *protocolOptions) validate() error {
	algorithm, ok := protocols.Lookup(o.algorithm)
	if !ok {
		return fmt.Errorf(`unknown algorithm %q; "qcheck list protocols" lists them`, o.algorithm)
	}
	if o.structure != "" && o.construct != "" {
		return errors.New("--structure and --construct exclude each other")
	}
	if len(o.params) > 0 && o.construct == "" {
		return errors.New("--param needs --construct")
	}
	for _, w := range []struct {
		flag, value string
		words       []string
	}{
		{"quorum-choice", o.quorumChoice, []string{"", "any", "fixed"}},
		{"clock", o.clock, []string{"causal", "integer"}},
		{"self-messages", o.selfMessages, []string{"call", "queued"}},
		{"por", o.por, []string{"on", "off"}},
	} {
		if !slices.Contains(w.words, w.value) {
			words := w.words[len(w.words)-2:]
			return fmt.Errorf("--%s needs %s or %s, not %q", w.flag, words[0], words[1], w.value)
		}
	}
	if o.clockMax != 0 && o.clock != "integer" {
		return errors.New("--clock-max needs --clock integer")
	}
	for _, c := range []struct {
		flag         string
		value, least int64
	}{
		{"n", int64(o.n), 0}, {"k", int64(o.k), 0}, {"clock-max", int64(o.clockMax), 0},
		{"max-states", o.maxStates, 0}, {"workers", int64(o.workers), 1},
	} {
		if c.value < c.least {
			return fmt.Errorf("--%s needs a number of at least %d, not %d", c.flag, max(c.least, 1), c.value)
		}
	}
	if _, err := parseProperties(o.check, algorithm.Goals()); err != nil {
		return err
	}
	return errors.Join(validTimeout(o.timeout), o.validTrace())
}

// parseProperties returns the properties of a list, in the order of output; nil
// for an empty list. The goals are those of the algorithm.
func parseProperties(list string, goals []explore.Property) ([]explore.Property, error) {
	if list == "" {
		return nil, nil
	}
	all := append(explore.Properties(), goals...)
	var asked []explore.Property
	for name := range strings.SplitSeq(list, ",") {
		p := explore.Property(strings.TrimSpace(name))
		if !slices.Contains(all, p) {
			return nil, fmt.Errorf("unknown property %q; there are %s", name, joinProperties(all, ", "))
		}
		asked = append(asked, p)
	}
	var ordered []explore.Property
	for _, p := range all {
		if slices.Contains(asked, p) {
			ordered = append(ordered, p)
		}
	}
	return ordered, nil
}

func joinProperties(ps []explore.Property, sep string) string {
	var names []string
	for _, p := range ps {
		names = append(names, string(p))
	}
	return strings.Join(names, sep)
}

// maxRequests is the largest bound on the requests of a process.
const maxRequests = 250

// parseRequests returns the bounds for n processes that --requests names.
func parseRequests(text string, n int) ([]int, error) {
	var bounds []int
	for word := range strings.SplitSeq(text, ",") {
		word = strings.TrimSpace(word)
		bound := explore.Unbounded
		if word != "unbounded" {
			var err error
			if bound, err = strconv.Atoi(word); err != nil || bound < 0 || bound > maxRequests {
				return nil, fmt.Errorf("--requests needs numbers from 0 to %d or \"unbounded\", not %q", maxRequests, word)
			}
		}
		bounds = append(bounds, bound)
	}
	if len(bounds) == 1 {
		bounds = slices.Repeat(bounds, n)
	}
	if len(bounds) != n {
		return nil, fmt.Errorf("--requests has %d numbers for %d processes", len(bounds), n)
	}
	return bounds, nil
}

// A setting is the value of a parameter of algorithms, as a flag's value.
type setting struct {
	all protocols.Settings
	of  protocols.Parameter
}

// Set takes any text: the algorithm says later whether it will do.
func (s *setting) Set(text string) error {
	s.all[s.of.Name] = text
	return nil
}

// String returns the value that was set.
func (s *setting) String() string { return s.all[s.of.Name] }

// Type names the type for messages; that of a parameter which is just there or
// not is what pflag treats so.
func (s *setting) Type() string {
	if s.of.Value == "" {
		return "bool"
	}
	return "string"
}

// A byteSize is a number of bytes as a flag's value.
type byteSize int64

// Set reads a number with or without one of the suffixes K, M and G.
func (b *byteSize) Set(text string) error {
	digits, shift := text, 0
	for i, suffix := range []string{"K", "M", "G"} {
		if rest, ok := strings.CutSuffix(strings.ToUpper(text), suffix); ok {
			digits, shift = rest, 10*(i+1)
		}
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n < 1 || n > math.MaxInt64>>shift {
		return errors.New("not a size")
	}
	*b = byteSize(n << shift)
	return nil
}

// String writes the size as Set reads it.
func (b *byteSize) String() string {
	n, suffix := int64(*b), ""
	for _, s := range []string{"K", "M", "G"} {
		if n == 0 || n%1024 != 0 {
			break
		}
		n, suffix = n/1024, s
	}
	return fmt.Sprint(n) + suffix
}

// Type names the type for messages.
func (b *byteSize) Type() string { return "size" }
