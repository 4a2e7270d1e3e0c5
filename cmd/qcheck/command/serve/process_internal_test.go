//go:build !js

package serve

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

// A text that is written in any pieces comes out as it is, and no event has half of a letter.
func TestWriter(t *testing.T) {
	const text = "p1 → p2: “é” 𝔔\n\r\x1b[K"
	for size := 1; size <= len(text); size++ {
		var out bytes.Buffer
		e := &events{to: json.NewEncoder(&out)}
		w, errs := &writer{events: e}, &writer{events: e, errs: true}
		for at := 0; at < len(text); at += size {
			piece := text[at:min(at+size, len(text))]
			for _, to := range []*writer{w, errs} {
				if n, err := to.Write([]byte(piece)); n != len(piece) || err != nil {
					t.Fatalf("%d, %v", n, err)
				}
			}
		}
		var all, allErrs strings.Builder
		for d := json.NewDecoder(&out); d.More(); {
			var x Event
			if err := d.Decode(&x); err != nil {
				t.Fatal(err)
			}
			if !utf8.ValidString(x.Out+x.Err) || strings.ContainsRune(x.Out+x.Err, utf8.RuneError) {
				t.Errorf("in pieces of %d: %q, %q", size, x.Out, x.Err)
			}
			all.WriteString(x.Out)
			allErrs.WriteString(x.Err)
		}
		if all.String() != text || allErrs.String() != text {
			t.Errorf("in pieces of %d: %q, %q", size, all.String(), allErrs.String())
		}
	}
}
