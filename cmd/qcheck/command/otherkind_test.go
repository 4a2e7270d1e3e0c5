package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"qcheck/cmd/qcheck/command/console"
)

// A file of another kind is named as what it is, with the command that reads it.
func TestFilesOfAnotherKind(t *testing.T) {
	structure, trace, certificate := data("majority-5.json"), data("traces/raymond-printed.json"), data("certificates/ricart-agrawala-2.certificate")
	packed := filepath.Join(t.TempDir(), "packed.gz")
	if r := qcheck("", strings.Fields(holdsArgs+" --certificate "+packed)...); r.code != console.ExitHolds {
		t.Fatalf("%+v", r)
	}
	report := filepath.Join(t.TempDir(), "report.json")
	if err := os.WriteFile(report, []byte(qcheck("", strings.Fields(holdsArgs+" --json")...).stdout), 0o666); err != nil {
		t.Fatal(err)
	}
	kinds := map[string]string{ // of files
		structure: `a structure file: "qcheck structure" reads it`, trace: `a trace: "qcheck replay" reads it`,
		certificate: `a certificate: "qcheck certify" reads it`, packed: `a certificate: "qcheck certify" reads it`,
		report: "a document of the form qcheck/protocol/v2",
	}
	for command, wants := range map[string]string{
		"structure": "structure file", "analyze": "structure file", "protocol --structure": "structure file", "construct read-write-dual --of": "structure file",
		"replay": "trace", "walk --trace": "trace", "certify": "certificate",
	} {
		for file, kind := range kinds {
			if strings.HasPrefix(kind, "a "+wants) {
				continue
			}
			r := qcheck("", append(strings.Fields(command), file)...)
			if want := "qcheck: " + file + ":1:1: this is no " + wants + ", but " + kind + "\n"; r.code != console.ExitUsage || r.stderr != want {
				t.Errorf("%s %s: exit %d, %q, want %q", command, file, r.code, r.stderr, want)
			}
		}
	}
}

// What another program made of its own algorithm is replayed, walked and checked by that program.
func TestFilesOfAnotherProgram(t *testing.T) {
	other := func(file, old, next string) string {
		t.Helper()
		text, err := os.ReadFile(file)
		changed := strings.ReplaceAll(string(text), old, next)
		if err != nil || changed == string(text) {
			t.Fatalf("%s: %v", file, err)
		}
		name := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(name, []byte(changed), 0o666); err != nil {
			t.Fatal(err)
		}
		return name
	}
	trace := other(data("traces/raymond-printed.json"), `"raymond"`, `"ring"`)
	certificate := other(data("certificates/ricart-agrawala-2.certificate"), "--algorithm ricart-agrawala", "--algorithm ring")
	const has = `this program has no algorithm "ring"; the one that has it, and wrote the file, `
	for args, want := range map[string]string{
		"replay " + trace:        trace + ": " + has + "replays it: PROGRAM replay FILE",
		"walk --trace " + trace:  trace + ": " + has + "replays it: PROGRAM replay FILE",
		"certify " + certificate: certificate + ":1:1: " + has + "checks it: PROGRAM certify FILE",
	} {
		if r := qcheck("", strings.Fields(args)...); r.code != console.ExitUsage || r.stdout != "" || r.stderr != "qcheck: "+want+"\n" {
			t.Errorf("%s: exit %d, %q, want %q", args, r.code, r.stderr, want)
		}
	}
}

func TestCompletionOfAnotherShell(t *testing.T) {
	const want = "qcheck: no completion for the shell \"tcsh\" (known: bash, fish, powershell, zsh)\n"
	if r := qcheck("", "completion", "tcsh"); r.code != console.ExitUsage || r.stdout != "" || r.stderr != want {
		t.Errorf("exit %d, %q%q", r.code, r.stdout, r.stderr)
	}
	if r := qcheck("", "completion"); r.code != console.ExitHolds || !strings.Contains(r.stdout, "bash") || r.stderr != "" {
		t.Errorf("exit %d, %q%q", r.code, r.stdout, r.stderr)
	}
}
