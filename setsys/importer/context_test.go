package importer_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"qcheck/setsys/importer"
	"qcheck/setsys/input"
)

// long are configurations of which each takes many seconds: so many nodes trust one quorum set
// of as many members, and so many nodes of corosync may be the tie breaker of each part.
func long() map[string]string {
	var validators, members, nodes []string
	for i := range 40_000 {
		validators = append(validators, fmt.Sprintf(`{"id":"n%d","qset":"q"}`, i))
		members = append(members, fmt.Sprintf(`"n%d"`, i))
		nodes = append(nodes, fmt.Sprintf("nodeid: %d", i+1))
	}
	return map[string]string{
		"stellar":  `{"validators":[` + strings.Join(validators, ",") + `],"qsets":{"q":{"threshold":2,"members":[` + strings.Join(members, ",") + `]}}}`,
		"corosync": conf("  auto_tie_breaker: 1\n", nodes...),
	}
}

func TestImportStops(t *testing.T) {
	for kind, config := range long() {
		ctx, cancel := context.WithCancelCause(t.Context())
		why := errors.New("nobody waits")
		var ended time.Time
		timer := time.AfterFunc(time.Second/2, func() { ended = time.Now(); cancel(why) })
		defer timer.Stop()
		_, err := importer.Import(ctx, kind, "FILE", []byte(config), nil)
		late := time.Since(ended)
		var interrupted *input.Interrupted
		if !errors.As(err, &interrupted) || !errors.Is(err, why) {
			t.Errorf("%s: %v", kind, err)
		} else if late > time.Second { // a tenth, on a machine with nothing else to do
			t.Errorf("%s: %v after the context", kind, late)
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
