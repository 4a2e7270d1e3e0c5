package docs_test

import (
	"os"
	"regexp"
	"slices"
	"testing"
)

// CITATION.cff has what the format requires, and nothing that the repository cannot know.
func TestCitation(t *testing.T) {
	text, err := os.ReadFile("../CITATION.cff")
	if err != nil {
		t.Fatal(err)
	}
	var keys []string
	for _, m := range regexp.MustCompile(`(?m)^([a-z-]+):`).FindAllStringSubmatch(string(text), -1) {
		keys = append(keys, m[1])
	}
	want := []string{"cff-version", "message", "type", "title", "authors", "abstract", "keywords"}
	if !slices.Equal(keys, want) {
		t.Errorf("keys %v, want %v", keys, want)
	}
}
