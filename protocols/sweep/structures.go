package sweep

import (
	"bytes"
	"context"
	"encoding/json"
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

// listed lists the structures of a class, each as the text of a file in one line.
func listed(ctx context.Context, c census.Class) ([]string, error) {
	all, err := census.Structures(ctx, c)
	if err != nil {
		return nil, err
	}
	var texts []string
	for _, s := range all {
		var text, compact bytes.Buffer
		if err := setsys.Encode(&text, s); err != nil {
			return nil, err
		}
		if err := json.Compact(&compact, text.Bytes()); err != nil {
			return nil, err
		}
		texts = append(texts, compact.String())
	}
	return texts, nil
}
