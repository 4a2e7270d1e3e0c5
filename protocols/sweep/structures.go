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

// parametersOf returns the flags that say which structures of a kind are listed.
func parametersOf(kind setsys.Kind) []string {
	switch {
	case kind.HasK():
		return []string{"n", instance.K}
	case kind == setsys.RequestSets:
		return []string{"n", "m"}
	}
	return []string{"n"}
}

// classOf returns the class of structures of a kind that values of flags name.
func classOf(kind setsys.Kind, values map[string]string) (census.Class, error) {
	c := census.Class{Kind: kind}
	if !slices.Contains(setsys.Kinds(), kind) {
		return c, fmt.Errorf("there is no kind of structures %q", kind)
	}
	for _, name := range parametersOf(kind) {
		v, err := strconv.Atoi(values[name])
		if name == "m" && values[name] == "" {
			v, err = 1, nil
		}
		if err != nil {
			return c, fmt.Errorf("the structures of kind %s are those for a number: it needs --%s before it in the line", kind, name)
		}
		switch name {
		case "n":
			c.N = v
		case instance.K:
			c.K = v
		default:
			c.M = v
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
