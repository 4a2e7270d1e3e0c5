package command

import (
	"path/filepath"
	"strings"
	"testing"

	"qcheck/cmd/qcheck/command/console"
)

// Runs of processes that are no nodes of the structure are in files, with its names, and replay.
func TestProcessesOutsideTheStructure(t *testing.T) {
	dir := t.TempDir()
	run, certificate := filepath.Join(dir, "run.json"), filepath.Join(dir, "run.certificate")
	arguments := []string{"protocol", "--algorithm", "lease-lock", "--requests", "1", "--check", "safety",
		"--structure", `{"kind": "coterie", "universe": ["ann", "bob"], "quorums": [["ann", "bob"]]}`, "--trace", run, "--certificate", certificate}
	if r := qcheck("", arguments...); r.code != console.ExitViolated || !strings.Contains(r.stdout, "client2: ask") {
		t.Fatalf("exit %d\n%s%s", r.code, r.stdout, r.stderr)
	}
	if r := qcheck("", "replay", run); r.code != console.ExitHolds || !strings.Contains(r.stdout, "processes {client1,client2} are in the critical section") {
		t.Errorf("exit %d\n%s%s", r.code, r.stdout, r.stderr)
	}
	if r := qcheck("", "certify", certificate); r.code != console.ExitViolated || !strings.Contains(r.stdout, "confirmed") {
		t.Errorf("exit %d\n%s%s", r.code, r.stdout, r.stderr)
	}
}
