package sweep

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"iter"
	"strings"

	"qcheck/properties/census"
	"qcheck/protocols/instance"
)

// A Grid is a list of instances, written as patterns.
type Grid struct {
	Name     string // of its file, for messages
	Text     string
	registry instance.Registry
	lines    []line
	listed   map[census.Class][]string // the structures of each class that was listed
}

// A line is one of the text that has instances.
type line struct {
	number  int
	measure bool
	flags   []instance.Given
}

// MaxText is how many bytes a grid may have, and maxLine a line of it.
const (
	MaxText = 4 << 20
	maxLine = 64 << 10
)

// Parse reads a grid. The error says file, line and column.
func Parse(r instance.Registry, name string, text []byte) (*Grid, error) {
	g := &Grid{Name: name, Text: string(text), registry: r, listed: map[census.Class][]string{}}
	i := -1
	for row := range strings.SplitSeq(g.Text, "\n") {
		if i++; len(row) > maxLine {
			return nil, fmt.Errorf("%s:%d: the line has more than %d KiB", name, i+1, maxLine>>10)
		}
		l, err := g.line(i+1, row)
		if err != nil {
			return nil, err
		}
		if l != nil {
			g.lines = append(g.lines, *l)
		}
	}
	if len(g.lines) == 0 {
		return nil, fmt.Errorf("%s: the grid has no instances", name)
	}
	return g, nil
}

// line reads a line; nil for one without instances.
func (g *Grid) line(number int, text string) (*line, error) {
	words, err := instance.Split(text)
	if err != nil {
		return nil, g.wrong(number, err)
	}
	l := &line{number: number}
	if len(words) > 0 && words[0].Text == "measure" {
		l.measure, words = true, words[1:]
	} else if len(words) == 0 {
		return nil, nil
	}
	if l.flags, err = g.registry.Give(words); err != nil {
		return nil, g.wrong(number, err)
	}
	return l, nil
}

// text returns a line of the grid's text, counted from 1.
func (g *Grid) text(number int) string {
	for row := range strings.SplitSeq(g.Text, "\n") {
		if number--; number == 0 {
			return strings.TrimSpace(row)
		}
	}
	return ""
}

// wrong is an error in a line of the grid.
func (g *Grid) wrong(number int, err error) error {
	if at, ok := err.(*instance.Misplaced); ok {
		return fmt.Errorf("%s:%d:%d: %w", g.Name, number, at.Column, at.Err)
	}
	return fmt.Errorf("%s:%d: %w", g.Name, number, err)
}

// Digest identifies the grid: SHA-256 of its text, in hexadecimal.
func (g *Grid) Digest() string {
	sum := sha256.Sum256([]byte(g.Text))
	return hex.EncodeToString(sum[:])
}

// An Item is one instance of a grid.
type Item struct {
	Number   int // from 1
	Line     int // of the grid's text
	Measure  bool
	Flags    string // as "qcheck protocol" takes them
	Instance instance.Instance
}

// Command is the command that checks the instance alone.
func (it Item) Command() string {
	command := "qcheck protocol " + it.Flags
	if it.Measure {
		command += " --measure"
	}
	return command
}

// All yields the instances in their order. After an error there is nothing more.
func (g *Grid) All(ctx context.Context) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		number := 0
		for _, l := range g.lines {
			x := expansion{grid: g, ctx: ctx, values: map[string]string{}}
			if !x.extend(instance.Instance{}, l.flags, func(in instance.Instance, err error) bool {
				flags := ""
				if err == nil {
					flags = g.registry.Format(in)
					if err = g.registry.Validate(in); err != nil {
						err = fmt.Errorf("%s: %w", flags, err)
					}
				}
				if err != nil {
					yield(Item{}, g.wrong(l.number, err))
					return false
				}
				number++
				return yield(Item{Number: number, Line: l.number, Measure: l.measure, Flags: flags, Instance: in}, nil)
			}) {
				return
			}
		}
	}
}
