package certify

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"qcheck/explore"
	"qcheck/explore/roles"
)

// A Refutation says why a file does not prove what it says.
type Refutation struct {
	Line int // from 1, among the lines that were given; 0 for none in particular
	Err  error
}

func (r *Refutation) Error() string { return r.Err.Error() }
func (r *Refutation) Unwrap() error { return r.Err }

// Carried are the properties that files can prove.
func Carried() []explore.Property {
	return []explore.Property{explore.Safety, explore.WellDefined, explore.DeadlockFreedom, explore.StarvationFreedom}
}

// Check checks the lines of a file, in their order: that they prove the properties of the
// protocol. An error is a [Refutation], or the end of the context.
func Check[R, M, A, B comparable](ctx context.Context, p roles.Protocol[R, M, A, B], properties []explore.Property, lines []string) error {
	e, of := erase(p)
	return check(ctx, e, of, properties, lines)
}

func check(ctx context.Context, p roles.Protocol[value, value, value, value], of *types, properties []explore.Property, lines []string) (err error) {
	c := &checker{
		ctx: ctx, p: p, of: of, ups: values{number: map[value]byte{}}, downs: values{number: map[value]byte{}},
		known: map[view]renaming{}, isHalf: map[value]int32{}, offers: map[value]map[byte]bool{}, moveOf: map[move]int32{}, movesOf: map[value][]int32{},
		isPace: map[pace]bool{}, replies: map[call][]reply{}, facts: map[string][]fact{},
	}
	if slices.Contains(properties, explore.StarvationFreedom) { // for which these are needed
		properties = append([]explore.Property{explore.WellDefined, explore.DeadlockFreedom}, properties...)
	}
	c.defined = slices.Contains(properties, explore.WellDefined)
	defer func() {
		switch x := recover().(type) {
		case nil:
		case *Refutation:
			err = x
		case stopped:
			err = x.error
		default: // most likely of a handler
			err = &Refutation{c.line, fmt.Errorf("a function panics: %v", x)}
		}
	}()
	c.types()
	c.names = renamings(p.N)
	for i, text := range lines {
		c.pause()
		c.line = i + 1
		if err := c.read(strings.Split(text, "\t")); err != nil {
			c.fail("%w", err)
		}
	}
	c.line = 0
	c.spell()
	c.closed()
	c.line = 0
	for _, property := range properties {
		switch property {
		case explore.WellDefined:
			if c.missing != "" {
				c.fail("a step is not defined: %s", c.missing)
			}
		case explore.Safety:
			c.isSafe()
		case explore.DeadlockFreedom:
			c.isLive()
		case explore.StarvationFreedom:
			c.isFair()
		default:
			c.fail("%s: such a file does not prove it", property)
		}
	}
	return nil
}

// mostSteps is how many messages to oneself a step may handle: as in package explore.
const mostSteps = 1000

// read reads a line.
func (c *checker) read(parts []string) error {
	kind, parts := parts[0], parts[1:]
	switch {
	case kind == "half" && len(parts) > 0:
		h, err := c.of.requester.parse(parts[0])
		if _, ok := c.isHalf[h]; ok && err == nil {
			return errors.New("the half is there already")
		}
		c.isHalf[h] = int32(len(c.halves))
		c.halves, c.ofHalves = append(c.halves, h), append(c.ofHalves, parts[1:])
		return err
	case kind == "view" && len(parts) >= 7:
		return c.readView(parts)
	case kind == "apart" || kind == "stuck" || kind == "waits" && len(parts) > 0:
		if kind == "waits" {
			kind, parts = kind+"\t"+parts[0], parts[1:]
		}
		f := fact{line: c.line}
		for _, part := range parts {
			text, says, stamped := strings.Cut(part, stampMark)
			if stamped {
				says = stampMark + says
			}
			half, err := c.of.requester.parse(text)
			if err != nil {
				return err
			}
			f.guests = append(f.guests, guest{half, says})
		}
		c.facts[kind] = append(c.facts[kind], f)
		return nil
	}
	return fmt.Errorf("%q with %d parts is no line of such a file", kind, len(parts))
}

// stampMark stands behind a half whose request has a stamp, and before the stamp of a message.
const stampMark = "@"

// readView reads a view: the member's half, the requester's, the channels to the member and
// from it, the stamps of the requester, and how many messages to oneself may follow.
func (c *checker) readView(parts []string) error {
	var v view
	var err [7]error
	v.member, err[0] = c.of.member.parse(parts[0])
	v.half, err[1] = c.of.requester.parse(parts[1])
	v.in, err[2] = channel(parts[2], func(msg, stamp string) (string, error) {
		a, err := c.of.up.parse(msg)
		s, wrong := strconv.ParseUint(stamp, 10, 7)
		return string([]byte{number(&c.ups, a), byte(s)}), errors.Join(err, wrong)
	})
	v.out, err[3] = channel(parts[3], func(msg, stamp string) (string, error) {
		b, err := c.of.down.parse(msg)
		if stamp != "0" {
			err = errors.New("a message of a member has a stamp")
		}
		return string([]byte{number(&c.downs, b)}), err
	})
	var own, last, steps uint64
	own, err[4] = strconv.ParseUint(parts[4], 10, 7)
	last, err[5] = strconv.ParseUint(parts[5], 10, 7)
	steps, err[6] = strconv.ParseUint(parts[6], 10, 10)
	if err := errors.Join(err[:]...); err != nil {
		return err
	}
	if !within(&c.at, v.member, c.p.N) || len(c.stamps(v.member)) > mostStamps || steps > mostSteps {
		return fmt.Errorf("the view names more than %d processes, %d stamps or %d steps", c.p.N, mostStamps, mostSteps)
	}
	v.own, v.last = explore.Stamp(own), explore.Stamp(last)
	c.views, c.steps, c.lines, c.ofViews = append(c.views, v), append(c.steps, int(steps)), append(c.lines, c.line), append(c.ofViews, parts[7:])
	return nil
}

// mostStamps is how many stamps a member's half has room for: with those of channels they are bytes.
const mostStamps = 60

// channel reads the messages of one.
func channel(text string, f func(msg, stamp string) (string, error)) (string, error) {
	if text == "-" {
		return "", nil
	}
	var all string
	for part := range strings.SplitSeq(text, ",") {
		msg, stamp, ok := strings.Cut(part, stampMark)
		if !ok {
			stamp = "0"
		}
		list, err := f(msg, stamp)
		if err != nil {
			return "", err
		}
		all += list
	}
	return all, nil
}
