package explore_test

import (
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/explore/verdict"
)

// A counter counts, and tells the others at the end; all have to have been told.
type counter struct {
	Count uint8
	Told  explore.Set
	First bool // what process 1 alone becomes in the end
}

func counting(n int, most uint8) explore.Protocol[counter, uint8] {
	type step = explore.Step[counter, uint8]
	always := func(name explore.Property, is func(counter) bool, all bool) explore.Requirement[counter, uint8] {
		return explore.AlwaysOf[counter, uint8](name, func(_ int, l counter) bool { return is(l) }, func(seen []bool) string {
			if all && !slices.Contains(seen, false) || !all && slices.Contains(seen, true) {
				return "that is so"
			}
			return ""
		})
	}
	return explore.Protocol[counter, uint8]{
		Name: "counting", N: n,
		Init: func(int) counter { return counter{} },
		Actions: func(p int, l counter) []step {
			if l.Count == most {
				return nil
			}
			s := step{Name: "count", Next: l}
			if s.Next.Count++; s.Next.Count == most {
				s.Send = explore.SendTo(explore.All(n).Without(p), uint8(1))
			}
			return []step{s}
		},
		Deliver: func(p int, l counter, from int, _ uint8) []step {
			l.Told = l.Told.With(from)
			l.First = l.First || p == 0 && l.Count == most && l.Told.Len() == n-1
			return []step{{Name: "told", Next: l}}
		},
		Requires: []explore.Requirement[counter, uint8]{
			always("early", func(l counter) bool { return l.Count == 1 }, false),
			always("late", func(l counter) bool { return l.Count == most && l.Told.Len() == n-1 }, true),
			always("never", func(l counter) bool { return l.Count > most }, false),
		},
	}
}

// What the full search found to be wrong before a reduction was tried stays so, whenever that was and whatever comes afterwards, such as
// a renaming that turns out to be none.
func TestWrongBeforeReduction(t *testing.T) {
	m, err := explore.NewModel(counting(3, 3))
	if err != nil {
		t.Fatal(err)
	}
	reduced := 0
	for first := int64(1); first < 150; first += 3 {
		r, err := explore.Run(t.Context(), m, explore.TryReduction(explore.Options{}, first))
		if err != nil {
			t.Fatal(err)
		}
		if r.Reduced {
			reduced++
		}
		for _, pr := range r.Properties {
			want := verdict.Violated
			if pr.Property == "never" || pr.Property == explore.WellDefined {
				want = verdict.Holds
			}
			if pr.Verdict != want || want == verdict.Violated && pr.Trace == nil {
				t.Errorf("a reduction after %d states (%t): %s %s", first, r.Reduced, pr.Property, pr.Verdict)
			}
		}
	}
	if reduced < 5 {
		t.Errorf("%d searches are reduced", reduced)
	}
}
