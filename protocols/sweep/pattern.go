package sweep

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math/bits"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"

	"qcheck/protocols/instance"
	"qcheck/setsys"
	"qcheck/setsys/input"
)

// A word is one of a line, or a part of it.
type word instance.Word

// A flag of a line, and its pattern.
type flag struct {
	name    string
	bare    bool // a switch
	pattern word
}

// flags reads words as flags of the instances.
func flags(words []instance.Word, fields []instance.Field) ([]flag, error) {
	var all []flag
	for i := 0; i < len(words); i++ {
		w := words[i]
		name, ok := strings.CutPrefix(w.Text, "--")
		if !ok {
			return nil, &instance.Misplaced{Column: w.Column, Err: fmt.Errorf("%s is no flag", setsys.Quote(w.Text))}
		}
		name, value, has := strings.Cut(name, "=")
		f := flag{name: name}
		at := slices.IndexFunc(fields, func(x instance.Field) bool { return x.Name == name })
		switch {
		case at < 0:
			return nil, &instance.Misplaced{Column: w.Column, Err: fmt.Errorf("instances have no flag --%s", name)}
		case has:
			before := len(w.Text) - len(value)
			f.pattern = word{Text: value, Quoted: w.Quoted[before:], Column: w.Column + before}
		case fields[at].Value == "":
			f.bare = true
		case i+1 == len(words):
			return nil, &instance.Misplaced{Column: w.Column, Err: fmt.Errorf("--%s needs a value", name)}
		default:
			i++
			f.pattern = word(words[i])
		}
		all = append(all, f)
	}
	return all, nil
}

// An expansion takes values for the patterns of a line.
type expansion struct {
	grid   *Grid
	ctx    context.Context
	flags  []flag
	values map[string]string // of the flags that have one by now
}

// all yields the words of the instances.
func (x *expansion) all() iter.Seq2[[]string, error] {
	return func(yield func([]string, error) bool) { x.extend(x.order(), yield) }
}

// order returns the flags in the order in which they take values: those first that
// others name.
func (x *expansion) order() []flag {
	named := map[string]bool{}
	for _, f := range x.flags {
		for _, name := range f.names() {
			named[name] = true
		}
	}
	needs := func(f flag) int {
		switch {
		case named[f.name] && len(f.names()) == 0:
			return 0
		case named[f.name]:
			return 1
		}
		return 2
	}
	flags := slices.Clone(x.flags)
	sort.SliceStable(flags, func(i, j int) bool { return needs(flags[i]) < needs(flags[j]) })
	return flags
}

// names returns the flags that the pattern names.
func (f flag) names() []string {
	if kind, ok := strings.CutPrefix(f.pattern.Text, every); ok && f.name == "structure" {
		return parametersOf(setsys.Kind(kind))
	}
	var names []string
	open := 0
	text := f.pattern.Text
	for i := range len(text) {
		switch {
		case f.pattern.Quoted[i]:
		case text[i] == '{':
			open++
		case text[i] == '}':
			open--
		}
	}
	for _, m := range nameInPattern.FindAllStringSubmatch(text, -1) {
		names = append(names, cmp.Or(m[1], m[2], m[3]))
	}
	return names
}

// nameInPattern finds names of flags in ranges and exponents.
var nameInPattern = regexp.MustCompile(`\.\.([a-z][a-z-]*)|\}\^([a-z][a-z-]*)|([a-z][a-z-]*)(?:[+-][0-9]+)?\.\.`)

// extend yields the instances with values for the remaining flags.
func (x *expansion) extend(rest []flag, yield func([]string, error) bool) bool {
	if len(rest) == 0 {
		return yield(x.words(), nil)
	}
	if err := x.over(); err != nil {
		yield(nil, err)
		return false
	}
	f := rest[0]
	values, err := x.alternatives(f)
	if err != nil {
		yield(nil, &instance.Misplaced{Column: f.pattern.Column, Err: fmt.Errorf("--%s: %w", f.name, err)})
		return false
	}
	if f.name == "requests" && len(values) > 1 { // without requests there is nothing to judge
		values = slices.DeleteFunc(values, func(list string) bool { return strings.Trim(list, "0,") == "" })
	}
	key := f.name
	if f.name == "param" { // of a construction, may be said again
		key += strings.SplitN(f.pattern.Text, "=", 2)[0]
	}
	if _, twice := x.values[key]; twice {
		yield(nil, &instance.Misplaced{Column: f.pattern.Column, Err: fmt.Errorf("--%s is given already", f.name)})
		return false
	}
	for _, v := range values {
		x.values[key] = v
		if !x.extend(rest[1:], yield) {
			return false
		}
	}
	delete(x.values, key)
	return true
}

// over is an error when the context has ended.
func (x *expansion) over() error {
	if x.ctx.Err() == nil {
		return nil
	}
	return &input.Interrupted{Doing: "while the instances were listed", Why: context.Cause(x.ctx)}
}

// words writes the flags with their values, in the order of the line.
func (x *expansion) words() []string {
	var words []string
	for _, f := range x.flags {
		key := f.name
		if f.name == "param" {
			key += strings.SplitN(f.pattern.Text, "=", 2)[0]
		}
		words = append(words, "--"+f.name)
		if !f.bare {
			words = append(words, "'"+strings.ReplaceAll(x.values[key], "'", `'\''`)+"'")
		}
	}
	return words
}

// every begins the value of --structure that stands for all structures of a kind.
const every = "every:"

// alternatives returns the values that a pattern stands for.
func (x *expansion) alternatives(f flag) ([]string, error) {
	if f.bare {
		return []string{""}, nil
	}
	if kind, ok := strings.CutPrefix(f.pattern.Text, every); ok && f.name == "structure" {
		return x.grid.structures(x.ctx, setsys.Kind(kind), x.values)
	}
	return x.expand(f.pattern)
}

// expand returns the texts that a pattern stands for.
func (x *expansion) expand(w word) ([]string, error) {
	open := w.find('{', 0)
	if open < 0 {
		if from, to, ok := strings.Cut(w.Text, ".."); ok && !slices.Contains(w.Quoted, true) {
			return x.span(from, to)
		}
		return []string{w.Text}, nil
	}
	end := w.find('}', open)
	if end < 0 {
		return nil, errors.New("a { is not closed")
	}
	var choices []string
	for at := open + 1; at <= end; {
		next := w.find(',', at)
		if next < 0 || next > end {
			next = end
		}
		if inner := w.slice(at, next); inner.find('{', 0) >= 0 {
			return nil, errors.New("braces within braces have no meaning")
		} else if some, err := x.expand(inner); err != nil {
			return nil, err
		} else {
			choices = append(choices, some...)
		}
		if len(choices) > maxRange {
			return nil, errTooMany
		}
		at = next + 1
	}
	rest := w.slice(end+1, len(w.Text))
	switch {
	case strings.HasPrefix(rest.Text, "^"):
		size := exponent.FindString(rest.Text[1:])
		n, err := x.number(size)
		if err != nil {
			return nil, err
		}
		if choices, err = x.lists(choices, n); err != nil {
			return nil, err
		}
		rest = rest.slice(1+len(size), len(rest.Text))
	case strings.HasPrefix(rest.Text, "+"):
		if len(choices) > 16 {
			return nil, errors.New("there are too many lists of some of these")
		}
		least, most := 1, len(choices)
		sizes := between.FindStringSubmatch(rest.Text[1:])
		if sizes != nil {
			var err error
			if least, err = x.number(sizes[1]); err != nil {
				return nil, err
			}
			if most, err = x.number(sizes[2]); err != nil {
				return nil, err
			}
			rest = rest.slice(len(sizes[0]), len(rest.Text))
		}
		choices, rest = sublists(choices, least, most), rest.slice(1, len(rest.Text))
	}
	ends, err := x.expand(rest)
	if err != nil {
		return nil, err
	}
	return x.pairs(choices, ends, func(c, e string) string { return w.Text[:open] + c + e })
}

// pairs returns what is made of each of the texts and each of others, if that is not too much.
func (x *expansion) pairs(texts, others []string, join func(text, other string) string) ([]string, error) {
	if len(texts)*len(others) > maxRange {
		return nil, errTooMany
	}
	var all []string
	size := 0
	for _, t := range texts {
		if err := x.over(); err != nil {
			return nil, err
		}
		for _, o := range others {
			joined := join(t, o)
			if size += len(joined); size > maxLetters {
				return nil, errTooLong
			}
			all = append(all, joined)
		}
	}
	return all, nil
}

// find returns the place of a character that is not quoted, from a place on; -1 for
// none.
func (w word) find(c byte, from int) int {
	for i := from; i < len(w.Text); i++ {
		if w.Text[i] == c && !w.Quoted[i] {
			return i
		}
	}
	return -1
}

func (w word) slice(from, to int) word {
	return word{w.Text[from:to], w.Quoted[from:to], w.Column + from}
}

// exponent is a number, or the name of a flag, with or without a number added.
var exponent = regexp.MustCompile(`^([0-9]+|[a-z][a-z-]*[a-z]|[a-z])([+-][0-9]+)?`)

// between is a range of sizes.
var between = regexp.MustCompile(`^([0-9a-z-]+(?:[+-][0-9]+)?)\.\.([0-9]+|[a-z][a-z-]*)`)

// number reads a number, or the value of a flag.
func (x *expansion) number(text string) (int, error) {
	if v, err := strconv.Atoi(text); err == nil {
		return v, nil
	}
	parts := exponent.FindStringSubmatch(text)
	if parts == nil || parts[0] != text {
		return 0, fmt.Errorf("%s is no number", setsys.Quote(text))
	}
	value, ok := x.values[parts[1]]
	if !ok {
		return 0, fmt.Errorf("%s is not known: it needs --%s with numbers in the same line", parts[1], parts[1])
	}
	v, err := strconv.Atoi(value)
	if err != nil {
		return 0, fmt.Errorf("--%s has no number, but %q", parts[1], value)
	}
	more, _ := strconv.Atoi(parts[2]) // empty is none
	return v + more, nil
}

// maxRange bounds the values of a pattern, and maxLetters the letters of all of them.
const (
	maxRange   = 100_000
	maxLetters = 16 << 20
)

var (
	errTooMany = fmt.Errorf("the pattern has more than %d values", maxRange)
	errTooLong = fmt.Errorf("the values of the pattern have more than %d MiB", maxLetters>>20)
)

func (x *expansion) span(from, to string) ([]string, error) {
	least, err := x.number(from)
	if err != nil {
		return nil, err
	}
	most, err := x.number(to)
	if err != nil {
		return nil, err
	}
	if most >= least && uint(most)-uint(least) >= maxRange {
		return nil, fmt.Errorf("%s..%s has more than %d numbers", from, to, maxRange)
	}
	var all []string
	for v := least; v <= most; v++ {
		all = append(all, strconv.Itoa(v))
	}
	return all, nil
}

// lists returns all lists of n of the texts, separated by commas.
func (x *expansion) lists(texts []string, n int) ([]string, error) {
	if n < 1 || n > setsys.MaxNodes {
		return nil, fmt.Errorf("there are no lists of %d", n)
	}
	all := texts
	for range n - 1 {
		var err error
		if all, err = x.pairs(all, texts, func(list, t string) string { return list + "," + t }); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// sublists returns all lists of least to most of the texts, in their order.
func sublists(texts []string, least, most int) []string {
	var all []string
	for picked := 1; picked < 1<<len(texts); picked++ {
		if size := bits.OnesCount(uint(picked)); size < least || size > most {
			continue
		}
		var list []string
		for i, t := range texts {
			if picked&(1<<i) != 0 {
				list = append(list, t)
			}
		}
		all = append(all, strings.Join(list, ","))
	}
	return all
}
