package property_test

import (
	"slices"
	"strings"
	"testing"

	"qcheck/properties/property"
	"qcheck/setsys"
)

// TestDefinitions looks for gaps in the records.
func TestDefinitions(t *testing.T) {
	for _, kind := range setsys.Kinds() {
		every := append(property.Required(kind), property.Optional(kind)...)
		if len(property.Required(kind)) == 0 {
			t.Errorf("%s: nothing is required", kind)
		}
		for i, id := range every {
			if slices.Contains(every[:i], id) {
				t.Errorf("%s: %s twice", kind, id)
			}
			d, ok := property.Of(id)
			if !ok || d.Breaks == nil || d.Text == nil {
				t.Errorf("%s: an incomplete definition", id)
			}
			for _, text := range []string{
				property.Meaning(id, &setsys.Structure{Kind: kind}), property.Meaning(id, &setsys.Structure{Kind: kind, K: 2, M: 2}),
			} {
				if text == "" || strings.ContainsAny(text, "{}") {
					t.Errorf("%s of kind %s: meaning %q", id, kind, text)
				}
			}
		}
	}
	if _, ok := property.Of("majority"); ok || property.Required("quorum") != nil || property.Optional("quorum") != nil {
		t.Error("there is a property majority or a kind quorum")
	}
}
