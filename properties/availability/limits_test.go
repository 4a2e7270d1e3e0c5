package availability_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"qcheck/properties/availability"
	"qcheck/setsys"
)

// halves returns two disjoint quorums of n/2 nodes.
func halves(n int) setsys.Family {
	b := setsys.NewFamilyBuilder(n)
	for from := 0; from < n; from += n / 2 {
		var nodes []int
		for v := range n / 2 {
			nodes = append(nodes, from+v)
		}
		b.Add(setsys.NewNodeSet(n, nodes...))
	}
	return b.Family()
}

// TestCountingEndsWithTheContext counts sets of so many nodes that each step
// takes long.
func TestCountingEndsWithTheContext(t *testing.T) {
	reason := errors.New("enough")
	ctx, cancel := context.WithCancelCause(context.Background())
	var ended time.Time
	time.AfterFunc(200*time.Millisecond, func() { ended = time.Now(); cancel(reason) })
	_, err := availability.Analyze(ctx, halves(1800), availability.Options{})
	if !errors.Is(err, reason) {
		t.Fatalf("%v", err)
	}
	if late := time.Since(ended); late > time.Second {
		t.Errorf("it went on for %v", late)
	}
}

// TestCountingIsBounded refuses to count what does not fit into memory.
func TestCountingIsBounded(t *testing.T) {
	_, err := availability.Analyze(t.Context(), halves(setsys.MaxNodes), availability.Options{})
	if err == nil || !strings.Contains(err.Error(), "4096 nodes would take more than 1 GB to count") {
		t.Errorf("%v", err)
	}
	if a, err := availability.Analyze(t.Context(), halves(200), availability.Options{}); err != nil || len(a.Packing) != 2 {
		t.Errorf("200 nodes: %v", err)
	}
}
