package deploy

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// lessons calls f with each page of examples/lessons, in a browser.
func lessons(t *testing.T, f func(b *browser, name string)) {
	t.Helper()
	files, err := filepath.Glob("../examples/lessons/*.html")
	if err != nil || len(files) < 4 {
		t.Fatal(files, err)
	}
	server := httptest.NewServer(http.FileServer(http.Dir("../examples/lessons")))
	t.Cleanup(server.Close)
	for _, file := range files {
		name := filepath.Base(file)
		f(visit(t, server.URL+"/"+name, server.URL), name)
	}
}

// A lesson with a run is stepped through with the buttons, the keys and a click, and marks the step and the sentence
// about it; what it says of each step is there for each.
func TestPageLessons(t *testing.T) {
	stepped := 0
	lessons(t, func(b *browser, name string) {
		sentences := value[int](b, `document.querySelectorAll("ol.steps > li").length`)
		if sentences == 0 {
			return
		}
		stepped++
		if drawn := value[int](b, `Math.max(...[...document.querySelectorAll("figure .event")].map(e => Number(e.dataset.state)))`); drawn != sentences {
			t.Errorf("%s: %d steps are drawn, and %d told", name, drawn, sentences)
		}
		marked := func() [2]int {
			return [2]int{
				value[int](b, `Number(document.querySelector("figure .row.now")?.dataset.state ?? -1)`),
				value[int](b, `[...document.querySelectorAll("ol.steps > li")].findIndex(s => s.classList.contains("now")) + 1`),
			}
		}
		at := func(what string, step int) {
			t.Helper()
			if got := marked(); got != [2]int{step, step} {
				t.Errorf("%s, %s: the row and the sentence %v are marked, not %d", name, what, got, step)
			}
		}
		at("opened", 0)
		b.run(chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowLeft))
		at("keys", 1)
		b.run(click(`.buttons button[aria-label="One step on"]`))
		at("a button", 2)
		b.run(click(`ol.steps > li:nth-child(4)`))
		at("a sentence", 4)
		b.run(chromedp.KeyEvent(kb.End), chromedp.KeyEvent(kb.ArrowRight))
		at("End", sentences)
		if got, want := b.text(".buttons output"), fmt.Sprintf("step %[1]d of %[1]d", sentences); got != want {
			t.Errorf("%s says %q, not %q", name, got, want)
		}
	})
	if stepped != 2 {
		t.Errorf("%d lessons have a run", stepped)
	}
}

// On a projector of 1280 pixels nothing is cut off, and the labels of diagrams have 16 pixels; answers are folded away, five
// in each lesson.
func TestPageLessonsOnAProjector(t *testing.T) {
	lessons(t, func(b *browser, name string) {
		b.run(chromedp.EmulateViewport(1280, 800))
		if cut := value[[]string](b, `[document.documentElement, ...document.querySelectorAll("pre, figure, table")].filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.outerHTML.slice(0, 80))`); len(cut) > 0 {
			t.Errorf("%s: cut off: %q", name, cut)
		}
		if size := value[float64](b, `(() => { const label = document.querySelector("figure .label"); return label ? label.getCTM().a * 12 : 16; })()`); size < 16 {
			t.Errorf("%s: labels have %.1f pixels", name, size)
		}
		folded := value[[2]int](b, `[document.querySelectorAll("details").length, document.querySelectorAll("details[open]").length]`)
		if want := map[string]int{"index.html": 0, "teacher.html": 0}; folded[1] != 0 || folded[0] != 5 && folded[0] != want[name] {
			t.Errorf("%s: %d answers, %d of them open", name, folded[0], folded[1])
		}
	})
}

// An accessibility checker finds nothing in the lessons, light or dark, wide or on a phone.
func TestPageLessonsAccessibility(t *testing.T) {
	checker := installed(t, "axe-core/axe.min.js")
	lessons(t, func(b *browser, name string) {
		for _, look := range []struct {
			name          string
			width, height int64
		}{{"light", 1280, 900}, {"dark", 390, 844}} {
			b.scheme(look.name)
			b.run(chromedp.EmulateViewport(look.width, look.height))
			b.accessible(checker, name+" "+look.name, look.width)
		}
	})
}
