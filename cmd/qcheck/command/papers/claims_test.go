package papers

import (
	"bufio"
	"bytes"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/corpus"
	"qcheck/corpus/entry"
)

var update = flag.Bool("update", false, "write docs/claims.md")

func claimsOf(t *testing.T, results []*corpus.Result) string {
	t.Helper()
	var out bytes.Buffer
	w := bufio.NewWriter(&out)
	if err := writeClaims(console.Streams{Out: w}, results); err != nil {
		t.Fatal(err)
	}
	w.Flush()
	return out.String()
}

// docs/claims.md is what "qcheck corpus --claims" prints when all is found as
// pinned.
func TestClaimsAreCurrent(t *testing.T) {
	const file = "../../../../docs/claims.md"
	found := claimsOf(t, entry.Pinned(corpus.Entries()))
	if *update {
		if err := os.WriteFile(file, []byte(found), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), found); diff != "" {
		t.Errorf("docs/claims.md is not current; go test ./cmd/qcheck/command/papers -run TestClaimsAreCurrent -update writes it (-file +found):\n%s", diff)
	}
}

// What is judged prints as what is pinned, for entries that are judged quickly.
func TestClaimsOfSomeEntries(t *testing.T) {
	names := []string{"jiang/torus-sizes", "baldoni/singhal-stronger", "kakugawa/table-2"}
	entries, err := corpus.Select(corpus.Entries(), names...)
	if err != nil {
		t.Fatal(err)
	}
	var results []*corpus.Result
	for r := range corpus.Run(t.Context(), entries, corpus.Options{}) {
		results = append(results, r)
	}
	found := claimsOf(t, results)
	if diff := cmp.Diff(claimsOf(t, entry.Pinned(entries)), found); diff != "" {
		t.Errorf("judged otherwise than pinned (-pinned +judged):\n%s", diff)
	}
	for _, want := range []string{
		"## K. H. Kakugawa", "## J. J.-R. Jiang", "## B. R. Baldoni", "**refuted**", "**confirmed**",
		"against it: n=17 k=5 r=4: as-printed: printed 0.9891304, computed 0.8461538, exactly 11/13 (and in 2 of 21 cases in all)",
		"`qcheck corpus kakugawa/table-2`", "4 claims: 2 confirmed, 2 refuted.\n",
	} {
		if !strings.Contains(strings.Join(strings.Fields(found), " "), strings.Join(strings.Fields(want), " ")) {
			t.Errorf("no %q in\n%s", want, found)
		}
	}
	if strings.Contains(found, "# The claims") {
		t.Errorf("some entries have the head of all:\n%s", found)
	}
	if got := claimsOf(t, nil); got != "no claim is judged by these entries\n" {
		t.Errorf("no entries: %s", got)
	}
}
