package importer_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"qcheck/setsys/importer"
	"qcheck/setsys/input"
)

// long are configurations of which each takes seconds: so many nodes trust themselves and one
// quorum set of thousands, and so many nodes of corosync may be the tie breaker of each part.
func long() map[string]string {
	var validators, sets, members, nodes []string
	for i := range 20_000 {
		validators = append(validators, fmt.Sprintf(`{"id":"n%d","qset":"s%d"}`, i, i))
		sets = append(sets, fmt.Sprintf(`"s%d":{"threshold":2,"members":["n%d","q"]}`, i, i))
		if i < 4000 {
			members = append(members, fmt.Sprintf(`"n%d"`, i))
		}
		nodes = append(nodes, fmt.Sprintf("node { \n ring0_addr: n%d \n nodeid: %d \n }", i, i+1))
	}
	return map[string]string{
		"stellar":  `{"validators":[` + strings.Join(validators, ",") + `],"qsets":{"q":{"threshold":2,"members":[` + strings.Join(members, ",") + `]},` + strings.Join(sets, ",") + `}}`,
		"corosync": "quorum { provider: corosync_votequorum\n auto_tie_breaker: 1 }\nnodelist { " + strings.Join(nodes, "\n") + " }",
	}
}

// A looked is a context that ends when it has been looked at so often.
type looked struct {
	context.Context
	left int
}

func (l *looked) Err() error {
	if l.left--; l.left >= 0 {
		return nil
	}
	return context.Canceled
}

// Long imports look at their context all the time, and stop at the first look after its end.
func TestImportStops(t *testing.T) {
	for kind, config := range long() {
		for _, looks := range []int{20, 300} {
			ctx := &looked{Context: t.Context(), left: looks}
			_, err := importer.Import(ctx, kind, "FILE", []byte(config), nil)
			if interrupted := (*input.Interrupted)(nil); !errors.As(err, &interrupted) || !errors.Is(err, context.Canceled) || ctx.left > 0 {
				t.Errorf("%s, after %d looks: %v", kind, looks, err)
			}
		}
	}
}

// What is short comes to its end, whenever the context has ended.
func TestImportOfShort(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := importer.Import(ctx, "zookeeper", "FILE", []byte("server.1=a:1:2"), nil); err != nil {
		t.Error(err)
	}
}
