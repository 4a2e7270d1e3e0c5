package peers_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Only tests, and protocols that say what they do beyond the types of package roles, know the
// numbers of peers.
func TestWhoKnowsNumbers(t *testing.T) {
	root, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		t.Fatal(err)
	}
	met := 0
	err = filepath.WalkDir(filepath.Dir(strings.TrimSpace(string(root))), func(path string, d os.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil || !bytes.Contains(text, []byte(`"qcheck/protocols/internal/peers"`)) {
			return err
		}
		met++
		if !bytes.Contains(text, []byte("p.Beyond = ")) {
			t.Errorf("%s knows the numbers of peers, and does not say that its protocol goes beyond the types of package roles", path)
		}
		return nil
	})
	if err != nil || met != 2 {
		t.Errorf("%d files import this package (%v), and two protocols need it", met, err)
	}
}
