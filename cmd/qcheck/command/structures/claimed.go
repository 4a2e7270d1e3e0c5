package structures

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/pflag"

	"qcheck/explore/verdict"
	"qcheck/properties"
	"qcheck/setsys"
)

// A claim is whether a structure is what its file claims: the properties that "qcheck structure" judges it by. Numbers
// of a structure that is not are the better the more of it is broken, so none are given unless that is asked for.
type claim struct {
	*properties.Report
	names   bool                // the file names the properties
	unasked []properties.Result // violations of what the kind requires and the file does not ask for
	allowed bool                // numbers are wanted of a broken structure, too
}

// allowBrokenFlag defines the flag that asks for them.
func allowBrokenFlag(fs *pflag.FlagSet, at *bool) {
	fs.BoolVar(at, "allow-broken-structure", false, "give the numbers of a structure even if it is not what it claims to be")
}

// claimed judges a structure by the properties, or by those that its file asks for or its kind requires.
func claimed(ctx context.Context, file string, s *setsys.Structure, ids []properties.ID, allowed bool) (*claim, error) {
	c := &claim{names: s.Properties != nil, allowed: allowed}
	var err error
	if c.Report, err = confirmedReport(ctx, file, s, ids); err != nil {
		return nil, err
	}
	missing := slices.DeleteFunc(properties.Required(s.Kind), func(id properties.ID) bool { return slices.Contains(ids, id) })
	if len(missing) == 0 {
		return c, nil
	}
	others, err := confirmedReport(ctx, file, s, missing)
	if err != nil {
		return nil, err
	}
	c.unasked = slices.DeleteFunc(others.Results, func(r properties.Result) bool { return r.Verdict != verdict.Violated })
	return c, nil
}

// refused reports whether no numbers are given.
func (c *claim) refused() bool { return c.Verdict == verdict.Violated && !c.allowed }

// counted is the verdict for the exit code: what is allowed to be broken does not count.
func (c *claim) counted() verdict.Verdict {
	if c.Verdict == verdict.Violated && c.allowed {
		return verdict.Holds
	}
	return c.Verdict
}

// violation returns the first violation of what is required, nil if there is none.
func (c *claim) violation() *properties.Result {
	i := slices.IndexFunc(c.Results, func(r properties.Result) bool { return r.Verdict == verdict.Violated })
	if i < 0 {
		return nil
	}
	return &c.Results[i]
}

// says begins the first line about a structure that is not, or not known to be, what it claims; it is empty otherwise.
func (c *claim) says() string {
	is := conclusion(c.Report, c.names)
	if r := c.violation(); r != nil {
		return fmt.Sprintf("VIOLATED: %s: %s", is, r.Witness.Text())
	}
	if c.Verdict == verdict.Unknown {
		return "UNKNOWN: " + is
	}
	if len(c.unasked) > 0 {
		return fmt.Sprintf("%s, which the file does not ask for, is violated: %s", c.unasked[0].Property, c.unasked[0].Witness.Text())
	}
	return ""
}

// before puts what it says before the numbers, if it says something.
func (c *claim) before(numbers string) string {
	text := c.says()
	switch {
	case text == "":
		return numbers
	case c.refused():
		return text
	}
	return text + "; of that structure: " + numbers
}

// withheld says how to get the numbers that are not given.
const withheld = "no numbers are given of such a structure; --allow-broken-structure gives them"
