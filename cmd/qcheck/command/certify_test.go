package command

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"qcheck/cmd/qcheck/command/console"
)

// A certificate is written and confirmed, in text and as JSON, whatever was found, and the
// exit code is that of the verdict; changed, it is not confirmed.
func TestCertify(t *testing.T) {
	schema := compileSchema(t, "certify")
	valid := func(name, text string) {
		t.Helper()
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err == nil {
			err = schema.Validate(doc)
		}
		if err != nil {
			t.Errorf("%s: %v\n%s", name, err, text)
		}
	}
	for _, c := range []struct {
		args, name string
		code       console.ExitCode
		want       string
	}{
		{holdsArgs, "a.certificate", console.ExitHolds, "safety, well-defined and deadlock-freedom hold for"},
		{holdsArgs, "a.certificate.gz", console.ExitHolds, "the file has all 30 states that can be reached"},
		{violatedArgs, "b.certificate.gz", console.ExitViolated, "deadlock-freedom is violated for"},
		{"protocol --algorithm maekawa --n 2 --structure {\"kind\":\"request-sets\",\"m\":1,\"universe\":2,\"requestSets\":{\"1\":[1],\"2\":[2]}} --allow-broken-structure --requests 1", "d.certificate", console.ExitViolated, "safety is violated for"},
		{holdsArgs + " --max-states 5", "c.certificate", console.ExitUnknown, "No run of at most 1 step violates safety, well-defined and deadlock-freedom."},
	} {
		file := filepath.Join(t.TempDir(), c.name)
		made := qcheck("", strings.Fields(c.args+" --certificate "+file)...)
		if made.code != c.code || made.stderr != "" || !strings.Contains(strings.Join(strings.Fields(made.stdout), " "), "or the certificate, neither symmetry nor reduction was used.") {
			t.Errorf("%s: exit %d, %s%s", c.args, made.code, made.stdout, made.stderr)
		}
		r := qcheck("", "certify", file)
		if text := strings.Join(strings.Fields(r.stdout), " "); r.code != c.code || r.stderr != "" || !strings.Contains(text, c.want) || !strings.Contains(text, "confirmed: ") {
			t.Errorf("%s: exit %d, %s%s", c.args, r.code, r.stdout, r.stderr)
		}
		again := qcheck("", strings.Fields(c.args+" --certificate "+file)...)
		if again.code != c.code || again.stderr != "" {
			t.Errorf("%s: a certificate from before: exit %d, %s", c.args, again.code, again.stderr)
		}
		doc := qcheck("", "certify", "--json", file)
		if doc.code != c.code || !strings.Contains(doc.stdout, `"confirmed":true`) {
			t.Errorf("%s: exit %d, %s", c.args, doc.code, doc.stdout)
		}
		valid(c.args, doc.stdout)
	}
	// What local views prove: all that was printed, or of what they do not prove that it is unknown.
	views := filepath.Join(t.TempDir(), "views.certificate")
	for _, c := range []struct {
		args  string
		code  console.ExitCode
		views int
		says  string
	}{
		{"--n 3 --k 1", console.ExitHolds, 1369, "safety, well-defined, deadlock-freedom and starvation-freedom hold for"},
		{"--algorithm maekawa --n 3", console.ExitHolds, 204, "holds starvation-freedom local views, for any number of requests"},
		{"--algorithm manabe-tajima --n 3 --check safety,starvation --max-states 50", console.ExitUnknown, 0, "unknown starvation-freedom it is not in the certificate"},
	} {
		made := qcheck("", strings.Fields("protocol "+c.args+" --certificate "+views)...)
		if made.code != c.code || made.stderr != "" || c.views > 0 && strings.Contains(made.stdout, "neither symmetry") {
			t.Errorf("%s: exit %d, %s%s", c.args, made.code, made.stdout, made.stderr)
		}
		r := qcheck("", "certify", views)
		if text := strings.Join(strings.Fields(r.stdout), " "); r.code != c.code || r.stderr != "" || !strings.Contains(text, " views of the file are closed") || !strings.Contains(text, c.says) {
			t.Errorf("%s: exit %d, %s%s", c.args, r.code, r.stdout, r.stderr)
		}
		doc := qcheck("", "certify", "--json", views)
		if doc.code != c.code || c.views > 0 && !strings.Contains(doc.stdout, fmt.Sprintf(`"views":%d`, c.views)) || strings.Contains(doc.stdout, `"states"`) {
			t.Errorf("%s: exit %d, %s", c.args, doc.code, doc.stdout)
		}
		valid(c.args, doc.stdout)
	}
	sample, err := os.ReadFile(data("certificates/ricart-agrawala-2.certificate"))
	if err != nil {
		t.Fatal(err)
	}
	if r := qcheck(string(sample), "certify", "-"); r.code != console.ExitHolds {
		t.Errorf("from standard input: exit %d, %s", r.code, r.stderr)
	}
	forged := strings.Replace(string(sample), "\t6/4 -\n", "\t0/4 -\n", 1)
	if r := qcheck(forged, "certify", "-"); r.code != console.ExitUsage || r.stdout != "" || r.stderr != "qcheck: <stdin>:23:1: the file was changed or cut: its digest is another one\n" {
		t.Errorf("a changed rank: exit %d, %s%s", r.code, r.stdout, r.stderr)
	}
	forged = sealAgain(forged)
	r := qcheck(forged, "certify", "-")
	if r.code != console.ExitViolated || r.stdout != "" || !strings.HasPrefix(r.stderr, "qcheck: <stdin>:2: not confirmed: ") {
		t.Errorf("a forged rank: exit %d, %s%s", r.code, r.stdout, r.stderr)
	}
	r = qcheck(forged, "certify", "--json", "-")
	if r.code != console.ExitViolated || !strings.Contains(r.stdout, `"refuted":{"line":2,`) {
		t.Errorf("a forged rank as JSON: exit %d, %s%s", r.code, r.stdout, r.stderr)
	}
	valid("forged", r.stdout)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r := qcheckContext(ctx, "", "certify", data("certificates/ricart-agrawala-2.certificate")); r.code != console.ExitUnknown || r.stdout != "" || !strings.HasSuffix(r.stderr, ".certificate: interrupted while it was checked: after 0 of 21 states: context canceled\n") {
		t.Errorf("interrupted: exit %d, %s%s", r.code, r.stdout, r.stderr)
	}
}

// sealAgain gives a certificate that was changed the digest that it needs.
func sealAgain(text string) string {
	body := text[:strings.LastIndex(text, "sha256 ")]
	return fmt.Sprintf("%ssha256 %x\n", body, sha256.Sum256([]byte(body)))
}

func TestCertificateFlagsThatAreRefused(t *testing.T) {
	notes := filepath.Join(t.TempDir(), "notes")
	if err := os.WriteFile(notes, []byte("notes\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ flags, want string }{
		{"--certificate=", `--certificate needs the name of a file, not ""`},
		{"--certificate -", "--certificate needs the name of a file"},
		{"--certificate x --trace x", "--certificate and --trace need two files"},
		{"--certificate x --symmetry on", "--certificate cannot be combined with --symmetry on: a certificate has all states"},
		{"--certificate x --por on", "--certificate cannot be combined with --por on: a certificate has all states"},
		{"--certificate x --measure", "--measure cannot be combined with --certificate"},
		{"--certificate no/such/x", "--certificate no/such/x: there is no directory no/such"},
		{"--certificate " + notes, "--certificate " + notes + ": this file exists, and is not a certificate"},
	} {
		r := qcheck("", strings.Fields(holdsArgs+" "+c.flags)...)
		if r.code != console.ExitUsage || r.stdout != "" || r.stderr != "qcheck: "+c.want+"\n" {
			t.Errorf("%s: exit %d, %q, %q", c.flags, r.code, r.stdout, r.stderr)
		}
	}
	if left, err := os.ReadFile(notes); err != nil || string(left) != "notes\n" {
		t.Errorf("%q is left, %v", left, err)
	}
}
