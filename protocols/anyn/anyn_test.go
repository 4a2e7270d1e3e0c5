package anyn

import (
	"testing"

	"qcheck/protocols/instance"
	"qcheck/protocols/lamport"
	"qcheck/protocols/maekawa"
	"qcheck/setsys"
)

// What cannot be asked is an error.
func TestNoQuestion(t *testing.T) {
	for _, q := range []Question{
		{Algorithm: lamport.Algorithm()},
		{Algorithm: maekawa.Algorithm(), Kind: setsys.RequestSets},
		{Algorithm: maekawa.Algorithm(), Kind: setsys.KCoterie},
		{Algorithm: maekawa.Algorithm(), Variant: "none"},
		{Algorithm: &instance.Algorithm{Name: "of one's own"}},
	} {
		if r, err := Ask(t.Context(), q); err == nil {
			t.Errorf("%+v", r)
		}
	}
}
