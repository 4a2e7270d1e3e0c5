package deploy

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	cdpruntime "github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

var screenshots = flag.String("screenshots", "", "write pictures of the pages into this folder")

// A browser has a page open, and keeps what was wrong.
type browser struct {
	context.Context
	t     *testing.T
	mu    sync.Mutex
	wrong []string
}

// started is Chromium, once for all tests.
var started = sync.OnceValues(func() (context.Context, error) {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		program, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]), chromedp.ExecPath(program), chromedp.NoSandbox)
		allocator, _ := chromedp.NewExecAllocator(context.Background(), options...)
		ctx, stop := chromedp.NewContext(allocator)
		stopChromium = stop
		return ctx, chromedp.Do(ctx)
	}
	return nil, nil
})

var stopChromium context.CancelFunc = func() {}

// chromium returns a context whose children are tabs.
func chromium(t *testing.T) context.Context {
	t.Helper()
	ctx, err := started()
	if err != nil {
		t.Fatal(err)
	}
	if ctx == nil {
		t.Skip("Chromium is not installed")
	}
	return ctx
}

// open opens a file in Chromium.
func open(t *testing.T, file string) *browser {
	t.Helper()
	return visit(t, "file://"+file, "file:")
}

// visit opens an address in Chromium. At the end of the test nothing may be on the console, and
// nothing may have been asked from the network but what is at the home.
func visit(t *testing.T, address, home string) *browser {
	t.Helper()
	ctx, cancel := chromedp.NewContext(chromium(t))
	t.Cleanup(cancel)
	b := &browser{Context: ctx, t: t}
	err := chromedp.Listen(ctx, func(event any) {
		text := ""
		switch e := event.(type) {
		case *cdpruntime.EventExceptionThrown:
			text = e.ExceptionDetails.Text
			if x := e.ExceptionDetails.Exception; x != nil {
				text += " " + x.Description
			}
		case *cdpruntime.EventConsoleAPICalled:
			text = fmt.Sprintf("console.%s", e.Type)
		case *log.EventEntryAdded:
			text = e.Entry.Text
		case *network.EventRequestWillBeSent:
			if !strings.HasPrefix(e.Request.URL, home) && !strings.HasPrefix(e.Request.URL, "data:") {
				text = "asked for " + e.Request.URL
			}
		}
		if text != "" {
			b.mu.Lock()
			b.wrong = append(b.wrong, text)
			b.mu.Unlock()
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		for _, text := range b.wrong {
			t.Errorf("%s: %s", filepath.Base(address), text)
		}
	})
	if _, err := chromedp.Call(ctx, network.Enable, network.EnableParams{}); err != nil {
		t.Fatal(err)
	}
	b.run(chromedp.EmulateViewport(1280, 900), chromedp.Navigate(address))
	return b
}

func (b *browser) run(actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b, time.Minute)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		b.t.Fatal(err)
	}
}

// value is what a script gives.
func value[T any](b *browser, script string) T {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b, time.Minute)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
	if err != nil {
		b.t.Fatal(err)
	}
	return v
}

// script runs a script for what it does.
func script(text string) chromedp.Action[chromedp.Void] {
	return chromedp.Evaluate[chromedp.Void](text)
}

// click clicks on an element, wherever it is on the page.
func click(selector string) chromedp.Action[chromedp.Void] {
	return script(fmt.Sprintf("document.querySelector(%q).click()", selector))
}

// text is that of an element, as it is seen.
func (b *browser) text(selector string) string {
	b.t.Helper()
	return value[string](b, fmt.Sprintf("document.querySelector(%q).innerText.trim()", selector))
}

// written makes a page by a command that finds a violation, or none.
func written(t *testing.T, args ...string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "page.html")
	if out, err := run(t, nil, "qcheck", append(args, "--html", file)...); err != nil {
		if _, missing := os.Stat(file); missing != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	return file
}

// deadlock is a run of seven steps, after which three processes wait for each other.
func deadlock(t *testing.T) string {
	return written(t, "protocol", "--algorithm", "maekawa", "--variant", "without-inquire", "--n", "3", "--check", "deadlock")
}

// Steps are taken by buttons, by the slider, by keys and by a click, and each shows
// another state; the violation is reached with the keyboard alone.
func TestPageSteps(t *testing.T) {
	b := open(t, deadlock(t))
	at := func(what, step, title, then string) {
		t.Helper()
		if got := b.text("output"); got != step {
			t.Errorf("%s: step %s, want %s", what, got, step)
		}
		if got := b.text("[data-title]"); got != title {
			t.Errorf("%s: %q, want %q", what, got, title)
		}
		if got := b.text("[data-then]"); got != then {
			t.Errorf("%s: %q, want %q", what, got, then)
		}
		rows := value[[]string](b, `[...document.querySelectorAll(".spacetime .row.now")].map(row => row.dataset.state)`)
		if !slices.Equal(rows, []string{step}) {
			t.Errorf("%s: rows %v are marked", what, rows)
		}
	}
	const (
		first = "1. p3: ask, with stamp 3a"
		third = "3. p1 takes REQUEST 3a from p3: failed"
		last  = "7. p3 takes REQUEST 2a from p2: queued"
	)
	at("opened", "0", "The start", "")
	b.run(chromedp.Click(`[data-go="violation"]`))
	at("to the end", "7", last, "p1, p2 and p3 waiting")
	b.run(chromedp.Click(`[data-go="first"]`))
	at("to the start", "0", "The start", "")
	b.run(chromedp.Click(`[data-go="back"]`))
	at("before the start", "0", "The start", "")
	b.run(chromedp.Click(`[data-go="next"]`))
	at("next", "1", first, "p3 waiting")
	if got := b.text(`[data-phase="2"]`); got != "waiting" {
		t.Errorf("p3 is %s", got)
	}
	if got := value[[]string](b, `[...document.querySelectorAll("td.changed")].map(cell => cell.innerText)`); !slices.Contains(got, "{p1,p3}") || !slices.Contains(got, "REQUEST 3a") {
		t.Errorf("changed: %q", got)
	}
	b.run(script(`(() => { const s = document.querySelector("input[type=range]"); s.value = 3; s.dispatchEvent(new Event("input")); })()`))
	at("slider", "3", third, "p1 and p3 waiting")
	b.run(chromedp.Click(`.event[data-state="1"] .step`))
	at("click", "1", first, "p3 waiting")

	// From here on the keyboard alone.
	b.run(script(`document.activeElement.blur()`), chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowRight))
	at("arrows", "3", third, "p1 and p3 waiting")
	b.run(chromedp.KeyEvent(kb.ArrowLeft), chromedp.KeyEvent(kb.ArrowLeft))
	at("arrows back", "1", first, "p3 waiting")
	b.run(chromedp.KeyEvent(kb.Home))
	at("Home", "0", "The start", "")
	if got := b.text("[data-broken]"); got != "" {
		t.Errorf("at the start: %q", got)
	}
	b.run(chromedp.KeyEvent(kb.End))
	at("End", "7", last, "p1, p2 and p3 waiting")
	b.run(chromedp.KeyEvent(kb.Home))
	reached := false
	for range 20 { // by Tab and Enter, too
		b.run(chromedp.KeyEvent(kb.Tab))
		if value[string](b, `document.activeElement.dataset.go ?? ""`) == "violation" {
			b.run(chromedp.KeyEvent(kb.Enter))
			reached = true
			break
		}
	}
	if !reached {
		t.Error("Tab does not lead to the button for the violation")
	}
	at("Enter", "7", last, "p1, p2 and p3 waiting")
	if got := b.text("[data-broken]"); got != "deadlock-freedom is violated: nothing can happen any more, and processes 1, 2 and 3 wait" {
		t.Errorf("at the violation: %q", got)
	}
}

// A step has an address: that of the page follows the steps, and leads to the step again, in a page that is opened by it and in one
// that is open; the diagram is on the first screen.
func TestPageAddress(t *testing.T) {
	file := deadlock(t)
	b := open(t, file)
	for _, size := range [][2]int64{{1280, 800}, {390, 844}} {
		b.run(chromedp.EmulateViewport(size[0], size[1]))
		if top := value[float64](b, `document.querySelector(".spacetime .event").getBoundingClientRect().top`); top <= 0 || top > float64(size[1])-50 {
			t.Errorf("on a screen of %d by %d, the diagram begins at %.0f", size[0], size[1], top)
		}
	}
	b.run(chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowRight))
	hash := value[string](b, `location.hash`)
	if hash != "#run-deadlock-freedom-step-3" {
		t.Errorf("after three steps the address has %q", hash)
	}
	again := open(t, file+hash)
	if got := again.text("output"); got != "3" {
		t.Errorf("opened by %s, the page shows step %s", hash, got)
	}
	again.run(script(`location.hash = "#run-deadlock-freedom-step-5"`), chromedp.Sleep(100*time.Millisecond))
	if got := again.text("output"); got != "5" {
		t.Errorf("then step %s", got)
	}
	if got := open(t, file+"#run-other-step-5").text("output"); got != "0" {
		t.Errorf("the step of another run leads to step %s", got)
	}
}

// The graph has the cycle of the deadlock at its end, and no arrow before anybody
// waits.
func TestPageWaits(t *testing.T) {
	b := open(t, deadlock(t))
	b.run(chromedp.KeyEvent(kb.End))
	shown := func(class string) []string {
		return value[[]string](b, fmt.Sprintf(`[...document.querySelectorAll(%q)].filter(a => getComputedStyle(a).display !== "none").map(a => a.dataset.wait).sort()`, ".wait"+class))
	}
	if got, want := shown(".cycle"), []string{"0-1", "1-2", "2-0"}; !slices.Equal(got, want) {
		t.Errorf("the cycle is %v, want %v", got, want)
	}
	sentences := "p1 waits for p2's permission, which p2 has itself\np2 waits for p3's permission, which p3 has itself\np3 waits for p1's permission, which p1 has itself\np1, p2 and p3 wait for each other"
	if got := b.text("[data-waits]"); got != sentences {
		t.Errorf("%q", got)
	}
	b.run(chromedp.KeyEvent(kb.Home))
	if got := shown(""); len(got) != 0 {
		t.Errorf("arrows at the start: %v", got)
	}
	b.run(chromedp.KeyEvent(kb.ArrowRight))
	if got, want := shown(""), []string{"2-0"}; !slices.Equal(got, want) {
		t.Errorf("arrows after the first step: %v, want %v", got, want)
	}
	if got, want := b.text("[data-waits]"), "p3 waits for p1's permission, which nobody has, and p1 knows of no request"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// What is not ticked is faded or hidden, and nothing else is.
func TestPageFilters(t *testing.T) {
	b := open(t, deadlock(t))
	off := func(selector string) int {
		return value[int](b, fmt.Sprintf("document.querySelectorAll(%q).length", selector))
	}
	b.run(click(".filters summary"), click(`[data-filter-kind="REQUEST"]`))
	all, requests := off(".message.off"), off(`.message[data-kind="REQUEST"]`)
	if all != requests || requests == 0 || off(".process.off") != 0 {
		t.Errorf("%d messages off, %d of them requests", all, requests)
	}
	b.run(click(`[data-filter-kind="REQUEST"]`), click(`[data-filter-process="1"]`))
	all, of := off(".message.off"), off(`.message[data-from="1"], .message[data-to="1"]`)
	if all != of || of == 0 || off(`td[data-process="1"].off`) == 0 || off(`td[data-process="0"].off`) != 0 {
		t.Errorf("%d messages off, %d of the process", all, of)
	}
	b.run(click(`[data-filter-process="1"]`))
	if got := off(".off"); got != 0 {
		t.Errorf("%d parts stay off", got)
	}
}

// A cycle goes on after its last step with its first.
func TestPageCycle(t *testing.T) {
	b := open(t, cycle(t))
	b.run(chromedp.KeyEvent(kb.End))
	last := b.text("output")
	b.run(chromedp.Click(`[data-go="violation"]`))
	begin := b.text("output")
	state := b.text("table.states")
	b.run(chromedp.KeyEvent(kb.ArrowRight))
	second := b.text("[data-title]")
	b.run(chromedp.KeyEvent(kb.End))
	if got := b.text("output"); got != last || last == begin {
		t.Errorf("End leads to %s, not %s", got, last)
	}
	if got := unnamed(b.text("table.states")); got != unnamed(state) {
		t.Errorf("the cycle ends in\n%s, and begins in\n%s", got, state)
	}
	b.run(chromedp.KeyEvent(kb.ArrowRight))
	if got := b.text("[data-title]"); got != second {
		t.Errorf("after the cycle comes %q, not %q", got, second)
	}
	if value[int](b, `document.querySelectorAll(".lasso").length`) != 1 {
		t.Error("no cycle is drawn")
	}
}

// unnamed leaves out which stamps are meant: each round makes its own.
func unnamed(text string) string {
	return regexp.MustCompile(`\b\d[a-z]+\b`).ReplaceAllString(text, "stamp")
}

func cycle(t *testing.T) string {
	return written(t, "replay", "../testdata/traces/baldoni-held-roles-apart-starvation.json")
}

// looks are the pages in all their looks.
func looks(t *testing.T) map[string]string {
	return map[string]string{
		"deadlock":  deadlock(t),
		"cycle":     cycle(t),
		"safety":    written(t, "protocol", "--algorithm", "raymond", "--variant", "printed", "--n", "3", "--k", "2", "--requests", "1,1,2"),
		"holds":     written(t, "protocol", "--algorithm", "lamport", "--n", "2", "--requests", "1"),
		"structure": written(t, "structure", "../testdata/regions-broken.json"),
		"several":   written(t, "structure", "--property", "every", "../testdata/regions-broken.json", "../testdata/plane-7-m2.json", "../testdata/flexible-paxos.json"),
		"analysis":  written(t, "analyze", "../testdata/aurora.json", "--require", "failures>=3,load(0.9)<=1/2"),
	}
}

// scheme shows the page light or dark, or as a printer sees it.
func (b *browser) scheme(name string) {
	b.t.Helper()
	media := emulation.SetEmulatedMediaParams{Media: "print"}
	if name != "print" {
		media = emulation.SetEmulatedMediaParams{Media: "screen", Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: name}}}
	}
	if _, err := chromedp.Call(b, emulation.SetEmulatedMedia, media); err != nil {
		b.t.Fatal(err)
	}
}

// An accessibility checker finds nothing in any page, light, dark or printed, wide or
// on a phone: names and roles, contrast, and what the keyboard can reach. On a phone
// the page is not wider than the screen.
func TestPageAccessibility(t *testing.T) {
	checker := installed(t, "axe-core/axe.min.js")
	for name, file := range looks(t) {
		t.Run(name, func(t *testing.T) {
			b := open(t, file)
			for _, look := range []struct {
				name          string
				width, height int64
			}{{"light", 1280, 900}, {"dark", 360, 720}, {"print", 800, 1100}} {
				b.scheme(look.name)
				b.run(chromedp.EmulateViewport(look.width, look.height))
				width := look.width
				if look.name == "print" {
					width = 0
				}
				b.accessible(checker, look.name, width)
				if *screenshots != "" {
					b.picture(fmt.Sprintf("%s-%s-%d", name, look.name, look.width))
				}
			}
		})
	}
}

// accessible checks the page as it is. It may not be wider than the width, if that is not 0.
func (b *browser) accessible(checker, look string, width int64) {
	b.t.Helper()
	b.run(script(checker))
	type checked struct {
		Passes int
		Wrong  []string
	}
	found := value[checked](b, `axe.run({runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"], iframes: false}).then(r => ({
		passes: r.passes.length,
		wrong: r.violations.flatMap(v => v.nodes.map(n => v.id + ": " + v.help + ": " + n.html.slice(0, 200) + " " + (n.any[0] ? n.any[0].message : "")))}))`)
	for _, text := range found.Wrong {
		b.t.Errorf("%s, %d wide: %s", look, width, text)
	}
	if found.Passes < 10 {
		b.t.Errorf("%s: only %d rules found something to check", look, found.Passes)
	}
	if got := value[int64](b, "document.documentElement.scrollWidth"); width > 0 && got > width {
		b.t.Errorf("%s: the page is %d wide on a screen of %d", look, got, width)
	}
}

// picture takes one of the whole page.
func (b *browser) picture(name string) {
	png, err := chromedp.Run(b, chromedp.FullScreenshot(100))
	if err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(*screenshots, name+".png"), png, 0o644); err != nil {
		b.t.Fatal(err)
	}
}

// installed returns a file of a package of npm.
func installed(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "node_modules", file))
	if err != nil {
		t.Skipf("%s is not installed: npm install in deploy/testdata", strings.Split(file, "/")[0])
	}
	return string(text)
}
