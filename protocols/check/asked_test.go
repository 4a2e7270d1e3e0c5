package check_test

import (
	"encoding/json"
	"strings"
	"testing"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/protocols"
	"qcheck/protocols/check"
)

// The sentence and the document of a reduced search say of which states the bounds of the model
// were asked; those of a full search, which asks all, say nothing of it.
func TestAsked(t *testing.T) {
	for _, full := range []bool{false, true} {
		n := "4"
		if full {
			n = "3" // which takes less
		}
		in, err := protocols.All().Parse("--algorithm ricart-agrawala --requests 1 --n " + n)
		if err != nil {
			t.Fatal(err)
		}
		in.Check = []explore.Property{explore.Safety}
		r, err := check.Protocol(t.Context(), in, check.Options{Full: full})
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		var doc struct {
			POR, Asked string
		}
		if err := json.Unmarshal(text, &doc); err != nil {
			t.Fatal(err)
		}
		const asked = "hat no channel holds more than 255 messages, and no state more than 62 time stamps, was asked of the states that the reduced search visited"
		if r.Verdict() != verdict.Holds || full != (doc.POR == "off") {
			t.Errorf("full %t: %s, por %s", full, r.Verdict(), doc.POR)
		}
		if said := strings.Contains(r.Summary(), "T"+asked); said == full {
			t.Errorf("full %t: %s", full, r.Summary())
		}
		if said := strings.Contains(doc.Asked, "t"+asked); said == full || full && doc.Asked != "" {
			t.Errorf("full %t: asked %q", full, doc.Asked)
		}
	}
}
