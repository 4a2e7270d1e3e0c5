package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The bill of qcheck has the checksum of the file, each module that "go version -m" finds in it, by name and version, and the same
// text each time. What is no Go program has none.
func TestBill(t *testing.T) {
	program := filepath.Join(t.TempDir(), "qcheck")
	build := exec.Command("go", "build", "-o", program, "./cmd/qcheck")
	build.Dir = "../.."
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	text, err := bill(program)
	if err != nil {
		t.Fatal(err)
	}
	var doc document
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	// What finds methods by their names (text/template does) has the linker keep every method: 5 MB.
	if bytes.Contains(data, []byte("reflect.Value.MethodByName")) {
		t.Error("something in the binary calls methods by their names")
	}
	if got, want := doc.Packages[0].Checksums[0].Value, fmt.Sprintf("%x", sha256.Sum256(data)); got != want {
		t.Errorf("the checksum is %s, not %s", got, want)
	}
	out, err := exec.Command("go", "version", "-m", program).Output()
	if err != nil {
		t.Fatal(err)
	}
	modules := 0
	for line := range strings.Lines(string(out)) {
		if f := strings.Fields(line); len(f) >= 3 && f[0] == "dep" {
			modules++
			if !bytes.Contains(text, []byte(`"pkg:golang/`+f[1]+"@"+f[2]+`"`)) {
				t.Errorf("no %s %s", f[1], f[2])
			}
		}
	}
	if modules < 4 || len(doc.Packages) != modules+2 || len(doc.Relationships) != modules+2 {
		t.Errorf("%d modules, %d packages, %d relationships", modules, len(doc.Packages), len(doc.Relationships))
	}
	if again, err := bill(program); err != nil || !bytes.Equal(text, again) {
		t.Errorf("another time it is another one, %v", err)
	}
	if _, err := bill("main.go"); err == nil {
		t.Error("a text has a bill")
	}
}
