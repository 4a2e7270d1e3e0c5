package structures

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/pflag"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/explore/verdict"
	"qcheck/properties"
	"qcheck/setsys"
)

// A claim is whether a structure is what its kind demands, and its file. Numbers of a structure that is not are the better
// the more of it is broken, so none are given unless that is asked for.
type claim struct {
	*properties.Report
	allowed bool // numbers are wanted of a broken structure, too
}

// demanded returns what numbers of a structure rest on: what its kind requires, whatever its file asks for, and what that
// asks for besides.
func demanded(file string, s *setsys.Structure) ([]properties.ID, error) {
	asked, err := properties.Asked(s)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", console.DisplayName(file), err)
	}
	return slices.DeleteFunc(properties.Every(s.Kind), func(id properties.ID) bool {
		return !slices.Contains(asked, id) && !slices.Contains(properties.Required(s.Kind), id)
	}), nil
}

// allowBrokenFlag defines the flag that asks for them.
func allowBrokenFlag(fs *pflag.FlagSet, at *bool) {
	fs.BoolVar(at, "allow-broken-structure", false, "give the numbers of a structure even if it is not what it claims to be")
}

// claimed judges a structure by the properties.
func claimed(ctx context.Context, file string, s *setsys.Structure, ids []properties.ID, allowed bool) (*claim, error) {
	report, err := confirmedReport(ctx, file, s, ids)
	if err != nil {
		return nil, err
	}
	return &claim{report, allowed}, nil
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
	is := conclusion(c.Report, false)
	if r := c.violation(); r != nil {
		return fmt.Sprintf("VIOLATED: %s: %s", is, r.Witness.Text())
	}
	if c.Verdict == verdict.Unknown {
		return "UNKNOWN: " + is
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
