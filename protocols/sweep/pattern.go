package sweep

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"qcheck/protocols/instance"
	"qcheck/setsys"
	"qcheck/setsys/expression"
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

// key tells the flag from others of its line: that of a parameter of a construction may be
// given for several of these.
func (f flag) key() string {
	if f.name == "param" {
		name, _, _ := strings.Cut(f.pattern.Text, "=")
		return f.name + name
	}
	return f.name
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
	return func(yield func([]string, error) bool) { x.extend(x.flags, yield) }
}

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
	key := f.key()
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
		words = append(words, "--"+f.name)
		if !f.bare {
			words = append(words, "'"+strings.ReplaceAll(x.values[f.key()], "'", `'\''`)+"'")
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
		if strings.Contains(w.Text, "..") && !slices.Contains(w.Quoted, true) {
			return x.span(w.Text)
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
		n, after, err := expression.Sum(rest.Text[1:], x.numbers())
		if err != nil {
			return nil, unknown(err)
		}
		if choices, err = x.lists(choices, n); err != nil {
			return nil, err
		}
		rest = rest.slice(len(rest.Text)-len(after), len(rest.Text))
	case strings.HasPrefix(rest.Text, "+"):
		if len(choices) > 16 {
			return nil, errors.New("there are too many lists of some of these")
		}
		rest = rest.slice(1, len(rest.Text))
		least, most := 1, len(choices)
		if from, after, err := expression.Sum(rest.Text, x.numbers()); err == nil && strings.HasPrefix(after, "..") {
			least = from
			if most, after, err = expression.Sum(after[2:], x.numbers()); err != nil {
				return nil, unknown(err)
			}
			rest = rest.slice(len(rest.Text)-len(after), len(rest.Text))
		}
		choices = sublists(choices, least, most)
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

// numbers returns the flags that have a number by now.
func (x *expansion) numbers() expression.Values {
	all := expression.Values{}
	for name, value := range x.values {
		if v, err := strconv.Atoi(value); err == nil {
			all[name] = v
		}
	}
	return all
}

// unknown is an error of an expression.
func unknown(err error) error {
	return fmt.Errorf("%w (names are those of flags with numbers, before it in the line)", err)
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

// span returns the numbers of a range.
func (x *expansion) span(text string) ([]string, error) {
	least, most, err := expression.Range(text, x.numbers(), nil)
	if err != nil {
		return nil, unknown(err)
	}
	if most-least >= maxRange {
		return nil, fmt.Errorf("%s has more than %d numbers", text, maxRange)
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
