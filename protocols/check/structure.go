package check

import (
	"context"
	"fmt"
	"strconv"

	"qcheck/explore/verdict"
	properties "qcheck/properties"
	"qcheck/protocols/instance"
	"qcheck/setsys"
)

// A Breach is a violation of a structure: the property that it violates, or "m"
// when it is made for another number of resources, and how.
type Breach struct {
	Property string `json:"property"`
	Text     string `json:"text"`
}

// Says is a clause that ends "the structure is ...".
func (b *Breach) Says(s *setsys.Structure) string {
	if b.Property == "m" {
		return b.Text
	}
	valid := "valid " + s.KindName()
	if s.Kind != setsys.RequestSets {
		valid = "a " + valid
	}
	return fmt.Sprintf("not %s: %s: %s", valid, b.Property, b.Text)
}

// Structure checks that the structure of a model is what its algorithm needs. It
// returns the violation if the instance allows one, and why it could not be
// verified, empty if it was.
func Structure(ctx context.Context, m *instance.Model) (broken *Breach, unread string, err error) {
	q := m.Instance.Quorums
	s := q.Structure
	if s == nil {
		return nil, "", nil
	}
	name := "the structure"
	if s.Name != "" {
		name += " " + strconv.Quote(s.Name)
	}
	if needs := m.Resources(); s.Kind == setsys.RequestSets && s.M != needs {
		broken = &Breach{"m", fmt.Sprintf("for m = %d, and %s needs one for m = %d", s.M, m.Algorithm.Name, needs)}
	} else {
		report, err := properties.Check(ctx, s, properties.Required(s.Kind))
		if err != nil {
			return nil, "", fmt.Errorf("%s: %w", name, err)
		}
		if err := report.Confirm(); err != nil {
			return nil, "", faulty("%s: %w", name, err)
		}
		for _, r := range report.Results {
			switch r.Verdict {
			case verdict.Violated:
				broken = &Breach{string(r.Property), r.Witness.Text()}
			case verdict.Unknown:
				unread = fmt.Sprintf("%s was not verified: %s", name, r.Note)
			}
			if broken != nil {
				break
			}
		}
	}
	if q.AllowBroken {
		return broken, "", nil
	}
	if broken != nil {
		return nil, "", q.Refuse(fmt.Sprintf("%s is %s; --allow-broken-structure explores it all the same", name, broken.Says(s)))
	}
	return nil, unread, nil
}
