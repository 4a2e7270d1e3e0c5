package sweep

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"qcheck/protocols/instance"
	"qcheck/setsys"
	"qcheck/setsys/expression"
	"qcheck/setsys/input"
)

// key tells a flag from others of its line: that of a parameter of a construction may be
// given for several of these.
func key(f instance.Given) string {
	if f.Name == "param" {
		name, _, _ := strings.Cut(f.Word.Text, "=")
		return f.Name + name
	}
	return f.Name
}

// An expansion takes values for the patterns of a line.
type expansion struct {
	grid   *Grid
	ctx    context.Context
	values map[string]string // of the flags that have one by now
}

// extend yields the instances that begin as one does, with values for the remaining flags.
func (x *expansion) extend(in instance.Instance, rest []instance.Given, yield func(instance.Instance, error) bool) bool {
	if len(rest) == 0 {
		return yield(in, nil)
	}
	if err := x.over(); err != nil {
		yield(in, err)
		return false
	}
	f := rest[0]
	wrong := func(err error) bool {
		yield(in, &instance.Misplaced{Column: f.Word.Column, Err: err})
		return false
	}
	values, err := x.alternatives(f)
	if err != nil {
		return wrong(fmt.Errorf("--%s: %w", f.Name, err))
	}
	if f.Name == "requests" && len(values) > 1 { // without requests there is nothing to judge
		values = slices.DeleteFunc(values, func(list string) bool { return strings.Trim(list, "0,") == "" })
	}
	if _, twice := x.values[key(f)]; twice {
		return wrong(fmt.Errorf("--%s is given already", f.Name))
	}
	for _, v := range values {
		x.values[key(f)] = v
		next := in
		if err := f.Set(&next, v); err != nil {
			return wrong(err)
		}
		if !x.extend(next, rest[1:], yield) {
			return false
		}
	}
	delete(x.values, key(f))
	return true
}

// over is an error when the context has ended.
func (x *expansion) over() error {
	if x.ctx.Err() == nil {
		return nil
	}
	return &input.Interrupted{Doing: "while the instances were listed", Why: context.Cause(x.ctx)}
}

// every begins the value of --structure that stands for all structures of a kind.
const every = "every:"

// alternatives returns the values that a pattern stands for.
func (x *expansion) alternatives(f instance.Given) ([]string, error) {
	if kind, ok := strings.CutPrefix(f.Word.Text, every); ok && f.Name == "structure" {
		return x.grid.structures(x.ctx, setsys.Kind(kind), x.values)
	}
	return x.expand(f.Word)
}

// expand returns the texts that a pattern stands for.
func (x *expansion) expand(w instance.Word) ([]string, error) {
	open := w.Find('{', 0)
	if open < 0 {
		if strings.Contains(w.Text, "..") && !slices.Contains(w.Quoted, true) {
			return x.span(w.Text)
		}
		return []string{w.Text}, nil
	}
	end := w.Find('}', open)
	if end < 0 {
		return nil, errors.New("a { is not closed")
	}
	var choices []string
	for at := open + 1; at <= end; {
		next := w.Find(',', at)
		if next < 0 || next > end {
			next = end
		}
		if inner := w.Slice(at, next); inner.Find('{', 0) >= 0 {
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
	rest := w.Slice(end+1, len(w.Text))
	switch {
	case strings.HasPrefix(rest.Text, "^"):
		n, after, err := expression.Sum(rest.Text[1:], x.numbers())
		if err != nil {
			return nil, unknown(err)
		}
		if choices, err = x.lists(choices, n); err != nil {
			return nil, err
		}
		rest = rest.Slice(len(rest.Text)-len(after), len(rest.Text))
	case strings.HasPrefix(rest.Text, "+"):
		if len(choices) > 16 {
			return nil, errors.New("there are too many lists of some of these")
		}
		rest = rest.Slice(1, len(rest.Text))
		least, most := 1, len(choices)
		if from, after, err := expression.Sum(rest.Text, x.numbers()); err == nil && strings.HasPrefix(after, "..") {
			least = from
			if most, after, err = expression.Sum(after[2:], x.numbers()); err != nil {
				return nil, unknown(err)
			}
			rest = rest.Slice(len(rest.Text)-len(after), len(rest.Text))
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
