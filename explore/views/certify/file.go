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

// Carried are the properties that files prove.
func Carried() []explore.Property {
	return []explore.Property{explore.Safety, explore.WellDefined, explore.DeadlockFreedom, explore.StarvationFreedom}
}

// Check checks the lines of a file, in their order: that they prove the properties of the
// protocol. An error is a [Refutation], or the end of the context.
func Check[R, M, A, B comparable](ctx context.Context, p roles.Protocol[R, M, A, B], properties []explore.Property, lines []string) error {
	e, of := erase(p)
	return check(ctx, e, of, properties, lines)
}

func check(ctx context.Context, p roles.Protocol[value, value, value, value], of *types, properties []explore.Property, lines []string) error {
	c := &checker{
		Judge: Judge{ctx: ctx}, p: p, of: of,
		known: map[view]renaming{}, isHalf: map[int32]int32{}, offers: map[int32]map[byte]bool{}, moveOf: map[move]int32{}, movesOf: map[int32][]int32{},
		isPace: map[pace]bool{}, replies: map[call][]reply{}, asked: map[call][]reply{}, shiftedTo: map[shifted]int32{},
	}
	if slices.Contains(properties, explore.StarvationFreedom) { // for which these are needed
		properties = append([]explore.Property{explore.WellDefined, explore.DeadlockFreedom}, properties...)
	}
	c.defined = slices.Contains(properties, explore.WellDefined)
	return c.Judge.Try(func() { c.check(properties, lines) })
}

func (c *checker) check(properties []explore.Property, lines []string) {
	c.types()
	c.named(c.p.N)
	for i, text := range lines {
		c.Pause()
		c.line = i + 1
		if err := c.read(strings.Split(text, "\t")); err != nil {
			c.Fail("%w", err)
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
				c.Fail("a step is not defined: %s", c.missing)
			}
		case explore.Safety:
			c.isSafe()
		case explore.DeadlockFreedom:
			c.isLive()
		case explore.StarvationFreedom:
			c.isFair()
		default:
			c.Fail("%s: such a file does not prove it", property)
		}
	}
}

// mostSteps is how many messages to oneself a step may handle: as in package explore.
const mostSteps = 1000

// read reads a line.
func (c *checker) read(parts []string) error {
	kind, parts := parts[0], parts[1:]
	switch {
	case kind == "half" && len(parts) > 0:
		v, err := c.of.requester.parse(parts[0])
		if err != nil {
			return err
		}
		h := c.halfNumber(v)
		if _, ok := c.isHalf[h]; ok {
			return errors.New("the half is there already")
		}
		c.isHalf[h] = int32(len(c.halves))
		c.halves, c.ofHalves = append(c.halves, h), append(c.ofHalves, parts[1:])
		return nil
	case kind == "view" && len(parts) >= 7:
		return c.readView(parts)
	case kind == "apart" || kind == "stuck" || kind == "waits":
		return nil // files once said why requesters are not together
	}
	return fmt.Errorf("%q with %d parts is no line of such a file", kind, len(parts))
}

// stampMark stands before the stamp of a message.
const stampMark = "@"

// readView reads a view: the member's half, the requester's, the channels to the member and
// from it, the stamps of the requester, and how many messages to oneself may follow.
func (c *checker) readView(parts []string) error {
	var err [7]error
	member, wrong := c.of.member.parse(parts[0])
	err[0] = wrong
	half, wrong := c.of.requester.parse(parts[1])
	err[1] = wrong
	in, wrong := channel(parts[2], func(msg, stamp string) (string, error) {
		a, err := c.of.up.parse(msg)
		s, wrong := stampIn(stamp)
		return string([]byte{number(&c.ups, a), byte(s)}), errors.Join(err, wrong)
	})
	err[2] = wrong
	out, wrong := channel(parts[3], func(msg, stamp string) (string, error) {
		b, err := c.of.down.parse(msg)
		if stamp != "0" {
			err = errors.New("a message of a member has a stamp")
		}
		return string([]byte{number(&c.downs, b)}), err
	})
	err[3] = wrong
	var v view
	v.own, err[4] = stampIn(parts[4])
	v.last, err[5] = stampIn(parts[5])
	steps, wrong := strconv.ParseUint(parts[6], 10, 10)
	err[6] = wrong
	if err := errors.Join(err[:]...); err != nil {
		return err
	}
	restamped(&c.at, member, func(s explore.Stamp) explore.Stamp {
		if s > mostStamps {
			c.Fail("the view names more than %d stamps", mostStamps)
		}
		return s
	})
	if !within(&c.at, member, c.p.N) || steps > mostSteps {
		return fmt.Errorf("the view names more than %d processes or %d steps", c.p.N, mostSteps)
	}
	v.member, v.half, v.in, v.out = c.member(member), c.halfNumber(half), c.channel(value(in)), c.answered.of(value(out))
	c.views, c.steps, c.lines, c.ofViews = append(c.views, v), append(c.steps, int(steps)), append(c.lines, c.line), append(c.ofViews, parts[7:])
	return nil
}

// mostStamps is how many stamps a view has room for.
const mostStamps = 60

func stampIn(text string) (explore.Stamp, error) {
	s, err := strconv.ParseUint(text, 10, 7)
	if err == nil && s > mostStamps {
		err = fmt.Errorf("the view names more than %d stamps", mostStamps)
	}
	return explore.Stamp(s), err
}

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
