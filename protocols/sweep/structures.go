package sweep

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"

	"qcheck/properties/census"
	"qcheck/protocols/instance"
	"qcheck/setsys"
)

// classOf returns the class of structures of a kind that values of flags name.
func classOf(kind setsys.Kind, values map[string]string) (census.Class, error) {
	c := census.Class{Kind: kind, M: 1}
	if !slices.Contains(setsys.Kinds(), kind) {
		return c, fmt.Errorf("there is no kind of structures %q", kind)
	}
	numbers := map[string]*int{"n": &c.N, instance.K: &c.K, "m": &c.M}
	for _, name := range []string{"n", instance.K, "m"} {
		text := values[name]
		if name == instance.K && !kind.HasK() || name == "m" && (kind != setsys.RequestSets || text == "") {
			continue
		}
		var err error
		if *numbers[name], err = strconv.Atoi(text); err != nil {
			return c, fmt.Errorf("the structures of kind %s are those for a number: it needs --%s before it in the line", kind, name)
		}
	}
	return c, nil
}

// structures lists the structures of a class as texts of files in one line.
func (g *Grid) structures(ctx context.Context, kind setsys.Kind, values map[string]string) ([]string, error) {
	c, err := classOf(kind, values)
	if err != nil || g.listed[c] != nil {
		return g.listed[c], err
	}
	all, err := census.Structures(ctx, c)
	texts := []string{}
	for _, s := range all {
		text, wrong := setsys.Line(s)
		err = cmp.Or(err, wrong)
		texts = append(texts, text)
	}
	if err != nil {
		return nil, err
	}
	g.listed[c] = texts
	return texts, nil
}
