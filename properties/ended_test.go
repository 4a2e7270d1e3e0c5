package properties_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"testing"

	"qcheck/explore/verdict"
	"qcheck/properties"
	"qcheck/properties/availability"
	"qcheck/properties/domains"
	"qcheck/properties/load"
	"qcheck/setsys"
)

// A looked context ends after so many looks, 0 for never, and counts them.
type looked struct {
	context.Context
	looks, most int
}

var errEnded = errors.New("ended for the test")

func (c *looked) Err() error {
	if c.looks++; c.most > 0 && c.looks > c.most {
		return errEnded
	}
	return nil
}

// decided are the verdicts of a report that are not unknown.
func decided(r *properties.Report) map[properties.ID]verdict.Verdict {
	all := map[properties.ID]verdict.Verdict{}
	for _, x := range r.Results {
		if x.Verdict != verdict.Unknown {
			all[x.Property] = x.Verdict
		}
	}
	return all
}

// What is computed of a structure ends whenever its context does, and what is said then is what is said
// without the end, or that it is unknown. Listed quorums, quorums in the wrong order, and votes.
func TestEndedContexts(t *testing.T) {
	var backwards []setsys.NodeSet
	for i := 2047; i > 0; i-- {
		if s := setsys.FromWords(11, []uint64{uint64(i)}); s.Len() >= 6 {
			backwards = append(backwards, s)
		}
	}
	var votes []int
	for i := range 11 {
		votes = append(votes, 100+37*i*i%91)
	}
	var members []int
	for v := range 11 {
		members = append(members, v)
	}
	families := map[string]setsys.Family{
		"backwards": setsys.NewFamily(11, backwards...),
		"votes":     setsys.Unlisted(11, setsys.Weighted(1000, setsys.OfNodes(members...), votes), 100_000),
	}
	racks := []setsys.Domain{{Name: "a", Nodes: setsys.NewNodeSet(11, 0, 1, 2)}, {Name: "b", Nodes: setsys.NewNodeSet(11, 3, 4)}}
	ended, tried := map[string]int{}, 0
	for what, f := range families {
		u, err := setsys.Numbered(11)
		if err != nil {
			t.Fatal(err)
		}
		s := &setsys.Structure{Kind: setsys.Coterie, Universe: u, Quorums: f}
		for name, run := range map[string]func(ctx context.Context) (string, error){
			"List": func(ctx context.Context) (string, error) {
				g, err := availability.List(ctx, f)
				return fmt.Sprint(err == nil && g.Len() > 0), err
			},
			"Analyze": func(ctx context.Context) (string, error) {
				a, err := availability.Analyze(ctx, f, availability.Options{})
				if err != nil {
					return "", err
				}
				return fmt.Sprint(a.Rows), nil
			},
			"Find": func(ctx context.Context) (string, error) {
				r, err := load.Find(ctx, load.Use{Family: f, Share: big.NewRat(1, 1)})
				if err != nil {
					return "", err
				}
				return r.Load.String(), nil
			},
			"domains": func(ctx context.Context) (string, error) {
				a, err := domains.Analyze(ctx, f, racks)
				if err != nil {
					return "", err
				}
				return fmt.Sprint(a.Survives, a.Fatal), nil
			},
			"Byzantine": func(ctx context.Context) (string, error) {
				all, err := properties.Byzantine(ctx, s, setsys.AnyNodes(11, 0, 0))
				if err != nil {
					return "", err
				}
				if all[0].Verdict == verdict.Unknown {
					return "", errEnded
				}
				return fmt.Sprint(all[0].Verdict), nil
			},
			"Check": func(ctx context.Context) (string, error) {
				r, err := properties.Check(ctx, s, properties.Required(setsys.Coterie))
				if err != nil {
					return "", err
				}
				if len(decided(r)) < len(r.Results) {
					return "", errEnded
				}
				return fmt.Sprint(decided(r)), nil
			},
			"Remarks": func(ctx context.Context) (string, error) {
				all := properties.Remarks(ctx, s, nil)
				if ctx.(*looked).most > 0 && len(all) == 0 && f.IsListed() {
					return "", errEnded
				}
				return fmt.Sprint(len(all)), nil
			},
		} {
			whole := &looked{Context: t.Context()}
			want, err := run(whole)
			if err != nil {
				t.Fatalf("%s of %s: %v", name, what, err)
			}
			for most := 1; most < whole.looks; most += 1 + whole.looks/5 {
				c := &looked{Context: t.Context(), most: most}
				got, err := run(c)
				tried++
				if err != nil {
					ended[name]++
				}
				if err != nil && !errors.Is(err, errEnded) && err.Error() != errEnded.Error() || err == nil && got != want {
					t.Errorf("%s of %s, ended after %d of %d looks: %q, %v, not %q", name, what, most, whole.looks, got, err, want)
				}
				if c.looks > most+200 {
					t.Errorf("%s of %s, ended after %d looks, looks %d times more", name, what, most, c.looks-most)
				}
			}
		}
	}
	for _, name := range []string{"Analyze", "Find", "domains", "Byzantine", "Check"} {
		if ended[name] == 0 {
			t.Errorf("%s was never ended", name)
		}
	}
	t.Logf("%d were ended, of %d tried: %v", len(ended), tried, ended)
}
