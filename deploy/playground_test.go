package deploy

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// served is the address of "qcheck serve", which ends with the test.
func served(t *testing.T) string {
	t.Helper()
	if _, err := program(); err != nil {
		t.Fatal(err)
	}
	return servedBy(t, "qcheck")
}

// servedBy is the address that a program serves.
func servedBy(t *testing.T, name string, flags ...string) string {
	t.Helper()
	c := exec.CommandContext(t.Context(), name, append([]string{"serve", "--port", "0"}, flags...)...)
	c.Cancel = func() error { return c.Process.Signal(os.Interrupt) }
	c.WaitDelay = 5 * time.Second
	c.Stderr = os.Stderr
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Process.Signal(os.Interrupt); c.Wait() })
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(address)
}

var built = flag.String("playground", "", "test the playground in this folder, too, that deploy/playground.sh wrote")

// files is the folder of the playground as files, with qcheck as WebAssembly: that of the flag, or one
// that is built if the tests are to take long; empty for none.
var files = sync.OnceValues(func() (string, error) {
	if *built != "" || os.Getenv("QCHECK_LONG") == "" {
		return *built, nil
	}
	dir := filepath.Join(programDir, "playground")
	if out, err := exec.Command("./playground.sh", dir).CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return dir, nil
})

// static is the address of a server of these files, which knows nothing of qcheck.
var static = sync.OnceValue(func() string {
	dir, _ := files()
	return httptest.NewServer(http.FileServer(http.Dir(dir))).URL + "/"
})

// wasm is the address of the playground as files; without one the test is skipped.
func wasm(t *testing.T) string {
	t.Helper()
	dir, err := files()
	if err != nil {
		t.Fatal(err)
	}
	if dir == "" {
		t.Skip("QCHECK_LONG is not set")
	}
	return static()
}

// onEngines tests the playground on both of its engines, on WebAssembly if there is one.
func onEngines(t *testing.T, test func(t *testing.T, address string)) {
	t.Run("serve", func(t *testing.T) { test(t, served(t)) })
	t.Run("wasm", func(t *testing.T) { test(t, wasm(t)) })
}

// WebAssembly has no part in serving: a server of HTTP would be a fifth of what visitors load. What
// is written for it alone is correct, as far as that can be asked without compiling everything.
func TestPlaygroundPackages(t *testing.T) {
	ask := func(args ...string) string {
		c := exec.Command("go", args...)
		c.Dir, c.Env = "..", append(os.Environ(), "GOOS=js", "GOARCH=wasm")
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		return string(out)
	}
	packages := strings.Fields(ask("list", "-deps", "./cmd/qcheck"))
	if !slices.Contains(packages, "qcheck/cmd/qcheck/command/serve") || slices.Contains(packages, "net/http") {
		t.Errorf("the packages are\n%s", strings.Join(packages, "\n"))
	}
	ask("vet", "./explore/yield")
}

// playground opens the page with a fragment, and waits until it is ready.
func playground(t *testing.T, address, fragment string) *browser {
	t.Helper()
	b := visit(t, address+fragment, address)
	b.await(`document.documentElement.dataset.ready !== undefined`)
	if fragment != "" { // what a link says waits for its reader
		if got := b.text("#state"); !strings.HasPrefix(got, "A link says this") {
			t.Errorf("%s runs by itself: %s", fragment, got)
		}
		b.run(click("#run"))
	}
	return b
}

// await waits until a script gives true.
func (b *browser) await(script string) {
	b.t.Helper()
	for end := time.Now().Add(50 * time.Second); !value[bool](b, "Boolean("+script+")"); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			b.t.Fatalf("it does not come to %s; the page says:\n%s", script, b.text("body"))
		}
	}
}

// command runs a command of the page, and waits for its end.
func (b *browser) command(line string) {
	b.t.Helper()
	b.run(script(fmt.Sprintf(`(() => { window.over = false; document.addEventListener("ended", () => { window.over = true; }, { once: true });
		document.getElementById("command").value = %q; document.getElementById("run").click(); })()`, line)))
	b.await("window.over")
}

// drawn waits until the frame shows a page, and returns what a script gives there.
func drawn[T any](b *browser, script string) T {
	b.t.Helper()
	var html string
	b.await(`!document.getElementById("page").hidden && document.getElementById("page").srcdoc.length > 0`)
	html = value[string](b, `document.getElementById("page").srcdoc`)
	file := filepath.Join(b.t.TempDir(), "page.html")
	if err := os.WriteFile(file, []byte(html), 0o666); err != nil {
		b.t.Fatal(err)
	}
	return value[T](open(b.t, file), script)
}

// The first thing that a visitor sees is an answer; a structure's verdict and a protocol's run follow,
// each with the text that the command prints in a terminal.
func TestPagePlayground(t *testing.T) { onEngines(t, testPlayground) }

func testPlayground(t *testing.T, address string) {
	b := playground(t, address, "")
	b.await(`document.getElementById("state").innerText.startsWith("violated")`)
	t.Logf("ready after %v ms, and the first text %v ms after that it was asked for", value[float64](b, "Math.round(timing.ready)"), value[float64](b, "Math.round(timing.first)"))
	if got := drawn[string](b, `document.querySelector(".lead").innerText`); got != "violated not a valid coterie (intersection)" {
		t.Errorf("the first page says %q", got)
	}
	b.run(chromedp.Click("#tab-protocol"), script(`(() => { const f = document.getElementById("protocol").elements;
		f.algorithm.value = "maekawa"; f.algorithm.dispatchEvent(new Event("change", { bubbles: true }));
		f.variant.value = "without-inquire"; f.check.value = "deadlock"; f.check.dispatchEvent(new Event("input", { bubbles: true })); })()`))
	const line = "protocol --algorithm maekawa --variant without-inquire --n 3 --check deadlock"
	if got := value[string](b, `document.getElementById("command").value`); got != line {
		t.Errorf("the form says %q", got)
	}
	b.run(script(`document.addEventListener("ended", () => { window.over = true; }, { once: true })`), click("#check"))
	b.await("window.over")
	if got := b.text("#state"); !strings.HasPrefix(got, "violated after ") {
		t.Errorf("%q", got)
	}
	if got := drawn[string](b, `document.querySelector('[data-go="violation"]').click(), document.querySelector("[data-title]").innerText`); got != "7. p3 takes REQUEST 2a from p2: queued" {
		t.Errorf("the run ends with %q", got)
	}
	printed := b.text("#out")
	columns := regexp.MustCompile(`(?m)^.*$`)
	widest := 0
	for _, l := range columns.FindAllString(printed, -1) {
		widest = max(widest, len([]rune(l)))
	}
	want, _ := run(t, []string{fmt.Sprintf("COLUMNS=%d", widest)}, "qcheck", strings.Fields(line)...)
	if words(printed) != words(want) {
		t.Errorf("the page has\n%s\nand the command prints\n%s", printed, want)
	}
	b.command("structure nothere.json")
	if got := strings.ToLower(b.text("#notes")); got != "qcheck: nothere.json: no such file or directory" {
		t.Errorf("%q", got)
	}
	b.command("serve")
	if got := b.text("#notes"); !strings.HasPrefix(got, `qcheck: the playground does not run "serve"`) && !strings.HasPrefix(got, `qcheck: unknown command "serve"`) {
		t.Errorf("%q", got)
	}
	b.command("structure 'structure.json")
	if got := b.text("#notes"); got != "qcheck: the command has no second '" {
		t.Errorf("%q", got)
	}
}

// words are those of a text, and dashes between columns are none.
func words(text string) string { return strings.Join(strings.Fields(text), " ") }

// Every example is one that qcheck understands, and the forms make structures.
func TestPagePlaygroundMakes(t *testing.T) { onEngines(t, testMakes) }

func testMakes(t *testing.T, address string) {
	b := playground(t, address, "")
	n := value[int](b, `document.querySelectorAll("#example option").length`)
	for i := 1; i < n-1; i++ { // the last one takes long
		b.run(script(fmt.Sprintf(`(() => { const e = document.getElementById("example"); window.over = false;
			document.addEventListener("ended", () => { window.over = true; }, { once: true });
			e.selectedIndex = %d; e.dispatchEvent(new Event("change")); })()`, i)))
		b.await(`window.over || document.querySelector("#walk .moves button") !== null`)
		if got := b.text("#state"); !regexp.MustCompile(`^(holds after|violated after|Done after|A walk)`).MatchString(got) {
			t.Errorf("example %d: %q: %s", i, got, b.text("#text"))
		}
	}
	b.run(click("#tab-structure"))
	for _, test := range []struct{ fill, form, kind string }{
		{`f.construction.value = "torus"; f.construction.dispatchEvent(new Event("change"));
			for (const [n, v] of [["rows", 3], ["columns", 3], ["k", 2]]) document.querySelector("#construction [data-flag=" + n + "]").value = v`, "construction", "k-coterie"},
		{`f.groups.value = "a b c\nd e f\ng h i"`, "thresholds", "coterie"},
		{`f.system.value = "zookeeper"; f.system.dispatchEvent(new Event("change")); f.text.value = "server.1=a:2888:3888\nserver.2=b:2888:3888\nserver.3=c:2888:3888\n"`, "configuration", "coterie"},
	} {
		b.run(script(fmt.Sprintf(`(() => { window.over = false; document.addEventListener("ended", () => { window.over = true; }, { once: true });
			document.getElementById("build").open = true; document.getElementById("structure").value = "";
			const form = document.getElementById(%q), f = form.elements; %s; form.requestSubmit(); })()`, test.form, test.fill)))
		if test.form == "thresholds" { // it runs nothing
			b.command("structure structure.json")
		}
		b.await("window.over")
		if got := b.text("#state"); !strings.HasPrefix(got, "holds after") && !strings.HasPrefix(got, "violated after") {
			t.Errorf("%s: %q: %s", test.form, got, b.text("#text"))
		}
		var made struct{ Kind string }
		if err := json.Unmarshal([]byte(value[string](b, `document.getElementById("structure").value`)), &made); err != nil || made.Kind != test.kind {
			t.Errorf("%s: %v, of kind %q", test.form, err, made.Kind)
		}
	}
}

// A walk by clicks and keys: to a state where all wait, back, and on again; a link leads there, too.
func TestPagePlaygroundWalk(t *testing.T) { onEngines(t, testWalk) }

func testWalk(t *testing.T, address string) {
	b := playground(t, address, "#command=walk+--algorithm+maekawa+--variant+without-inquire+--n+3")
	title := func() string { return b.text("#walk h3") }
	b.await(`document.querySelector("#walk .moves button") !== null`)
	take := func(step string) {
		t.Helper()
		b.run(script(fmt.Sprintf(`[...document.querySelectorAll("#walk .moves button")].find((e) => e.innerText.trim() === %q).click()`, step)))
		b.await(fmt.Sprintf(`document.querySelector("#walk h3").innerText.endsWith(%q)`, step))
	}
	steps := []string{
		"p3: ask, with stamp 3a", "p1: ask, with stamp 1a, before 3a", "p1 takes REQUEST 3a from p3: failed", "p2: ask, with stamp 2a, before 1a",
		"p2 takes REQUEST 1a from p1: failed", "p3 takes FAILED from p1: noted", "p3 takes REQUEST 2a from p2: queued",
	}
	for _, s := range steps {
		take(s)
	}
	if got := title(); got != "7. "+steps[6] {
		t.Errorf("the last step is %q", got)
	}
	if got := b.text("[data-waits]"); !strings.Contains(got, "p1, p2 and p3 wait for each other") {
		t.Errorf("who waits: %q", got)
	}
	if got := b.text(".states"); !strings.Contains(got, "waiting") || !strings.Contains(got, "[p2:2a]") {
		t.Errorf("states: %q", got)
	}
	link := value[string](b, "location.hash")
	b.run(chromedp.Click(`[data-move="back"]`))
	b.await(`document.querySelector("#walk h3").innerText.startsWith("6. ")`)
	b.run(chromedp.KeyEvent(kb.ArrowLeft)) // the focus is still in the walk
	b.await(`document.querySelector("#walk h3").innerText.startsWith("5. ")`)
	b.run(chromedp.KeyEvent(kb.ArrowRight))
	b.await(`document.querySelector("#walk h3").innerText.startsWith("6. ")`)
	if got := b.text(".moves .next"); got != steps[6] {
		t.Errorf("next is %q", got)
	}
	if got := value[int](b, `document.querySelectorAll("#walk .spacetime .event").length`); got != 6 {
		t.Errorf("%d steps are drawn", got)
	}
	b.run(chromedp.Click(`[data-move="page"]`))
	if got := drawn[string](b, `document.querySelector('[data-go="violation"]').click(), document.querySelector("[data-title]").innerText`); got != "6. "+steps[5] {
		t.Errorf("the page ends with %q", got)
	}
	other := playground(t, address, link)
	other.await(`document.querySelector("#walk h3")?.innerText.startsWith("7. ")`)
	if got := other.text("#walk h3"); got != "7. "+steps[6] {
		t.Errorf("the link leads to %q", got)
	}
	if got := other.text("#walk"); strings.Contains(got, "The link was made") {
		t.Errorf("the link leads elsewhere: %s", got)
	}
	wrong := playground(t, address, strings.Replace(link, "steps=3.", "steps=2.", 1))
	wrong.await(`/The link was made/.test(document.getElementById("walk").innerText) || /there is no step/.test(document.getElementById("notes").innerText)`)
}

// A walk goes on from where it was when its process has come to its limits.
func TestPagePlaygroundWalkGoesOn(t *testing.T) {
	served(t) // there is a program
	b := playground(t, servedBy(t, "qcheck", "--timeout", "2s"), "#command=walk+--algorithm+lamport+--n+2")
	b.await(`document.querySelector("#walk .moves button") !== null`)
	b.run(chromedp.Click("#walk .moves button"))
	b.await(`document.querySelector("#walk h3").innerText.startsWith("1. ")`)
	first := b.text("#walk h3")
	b.await(`document.getElementById("state").innerText.startsWith("The engine has rested")`)
	b.run(chromedp.Click("#walk .moves button"))
	b.await(`document.querySelector("#walk h3")?.innerText.startsWith("2. ")`)
	b.run(chromedp.Click(`[data-move="back"]`))
	b.await(`document.querySelector("#walk h3")?.innerText.startsWith("1. ")`)
	if got := b.text("#walk h3"); got != first {
		t.Errorf("back is %q, not %q", got, first)
	}
}

// A link has the structure and the command, and shows the same.
func TestPagePlaygroundLink(t *testing.T) { onEngines(t, testLink) }

func testLink(t *testing.T, address string) {
	b := playground(t, address, "")
	b.run(script(`document.getElementById("structure").value = '{"kind":"coterie","universe":4,"quorums":[[1,2],[3,4]],"name":"a & b = <c>"}'`))
	b.command("structure --property every structure.json")
	state, out := b.text("#state"), b.text("#out")
	other := playground(t, address, value[string](b, "location.hash"))
	other.await(`document.getElementById("state").innerText.startsWith("violated")`)
	if got := other.text("#out"); got != out || !strings.Contains(out, "a & b = <c>") || !strings.HasPrefix(state, "violated") {
		t.Errorf("the link shows\n%s\nnot\n%s", got, out)
	}
	if got := value[string](other, `document.getElementById("structure").value`); !strings.Contains(got, `"a & b = <c>"`) {
		t.Errorf("the structure is %s", got)
	}
}

// Stop keeps what was decided, and shows it as the command does when it is interrupted.
func TestPagePlaygroundStop(t *testing.T) { onEngines(t, testStop) }

func testStop(t *testing.T, address string) {
	b := playground(t, address, "")
	b.run(script(`(() => { window.over = false; document.addEventListener("ended", () => { window.over = true; });
		document.getElementById("command").value = "protocol --algorithm maekawa --n 5 --requests 2"; document.getElementById("run").click(); })()`))
	b.await(`/depth \d+.*, .* states/.test(document.getElementById("progress").innerText)`)
	began := time.Now()
	b.run(chromedp.Click("#stop"))
	b.await("window.over")
	t.Logf("stopped after %v", time.Since(began).Round(time.Millisecond))
	if got := b.text("#state"); !strings.HasPrefix(got, "unknown after") {
		t.Errorf("%q: %s", got, b.text("#lost"))
	}
	if got := words(b.text("#out")); !strings.Contains(got, "it was stopped") || !regexp.MustCompile(`[\d,]+ states, [\d,]+ transitions`).MatchString(got) {
		t.Errorf("%s", got)
	}
	if got := value[bool](b, `document.getElementById("stop").hidden && document.getElementById("progress").hidden`); !got {
		t.Error("a run that ended can be stopped")
	}
}

// What a visitor loads is small: at most 6 MB, where the server sends what brotli makes of it.
func TestPagePlaygroundSize(t *testing.T) {
	wasm(t)
	dir, _ := files()
	for name, most := range map[string]int64{"qcheck.wasm.br": 6_000_000, "qcheck.wasm.gz": 11_000_000} {
		info, err := os.Stat(filepath.Join(dir, name))
		if name == "qcheck.wasm.br" && err != nil {
			t.Log("no Node.js, so nothing is compressed by brotli")
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s has %d bytes", name, info.Size())
		if info.Size() > most || info.Size() < most/10 {
			t.Errorf("%s has %d bytes, and at most %d are allowed", name, info.Size(), most)
		}
	}
}

// A program with algorithms of its own serves them.
func TestPagePlaygroundOwn(t *testing.T) {
	name := filepath.Join(t.TempDir(), "own")
	build := exec.Command("go", "build", "-o", name, "./qcheck")
	build.Dir = "../examples"
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	b := playground(t, servedBy(t, name), "")
	if got := value[[]string](b, `[...document.getElementById("protocol").elements.algorithm.options].map((o) => o.value)`); !slices.Contains(got, "ring") || !slices.Contains(got, "maekawa") {
		t.Errorf("the algorithms are %v", got)
	}
	b.command("protocol --algorithm ring --n 3")
	if got := b.text("#out"); !strings.HasPrefix(b.text("#state"), "holds after") || !strings.Contains(got, "ring") {
		t.Errorf("%s: %s", b.text("#state"), got)
	}
}

// What is asked to stop, and again before it has ended, is ended at once, and then there is no result.
func TestPagePlaygroundLost(t *testing.T) { onEngines(t, testLost) }

func testLost(t *testing.T, address string) {
	b := playground(t, address, "")
	b.run(script(`(() => { window.over = false; document.addEventListener("ended", () => { window.over = true; });
		document.getElementById("command").value = "construct majority --n 27 --max-quorums 100000000"; document.getElementById("run").click(); })()`))
	time.Sleep(500 * time.Millisecond)
	b.run(script(`(() => { const stop = document.getElementById("stop"); stop.click(); stop.click(); })()`))
	b.await("window.over")
	t.Cleanup(func() { // the second request may come when the run has ended already: then there is none
		b.mu.Lock()
		defer b.mu.Unlock()
		b.wrong = slices.DeleteFunc(b.wrong, func(text string) bool { return strings.Contains(text, "404 (Not Found)") })
	})
	if got := b.text("#lost"); !strings.HasSuffix(got, "the result is lost.") || b.text("#state") != "There is no result." {
		t.Errorf("%q, %q", got, b.text("#state"))
	}
	b.command("construct majority --n 3")
	if got := b.text("#out"); !strings.Contains(got, `"kind": "coterie"`) || value[bool](b, `!document.getElementById("lost").hidden`) {
		t.Errorf("the next run: %q, %q", got, b.text("#lost"))
	}
}

// The limits of a search hold where the program has one thread.
func TestPagePlaygroundLimits(t *testing.T) {
	b := playground(t, wasm(t), "")
	for flags, want := range map[string]string{
		"--timeout 2s": "the time limit of 2s was reached", "--max-memory 100M": "the memory limit of 100 MiB was reached", "--max-states 50K": "the limit of 50,000 states was reached",
	} {
		began := time.Now()
		b.command("protocol --algorithm maekawa --n 5 --requests 2 --network unordered --check safety " + flags)
		if got := words(b.text("#out")); !strings.Contains(got, want) || !strings.HasPrefix(b.text("#state"), "unknown after") {
			t.Errorf("%s: %s: %s %s", flags, b.text("#state"), got, b.text("#lost"))
		}
		t.Logf("%s: after %v", flags, time.Since(began).Round(10*time.Millisecond))
	}
}

// The checker of pages finds nothing in the playground, in its states, wide and on a phone.
func TestPagePlaygroundLooks(t *testing.T) {
	checker := installed(t, "axe-core/axe.min.js")
	address := served(t)
	for name, fragment := range map[string]string{
		"structure": "", "protocol": "#command=protocol+--algorithm+maekawa+--variant+without-inquire+--n+3+--check+deadlock",
		"walk": "#command=walk+--algorithm+maekawa+--n+3&steps=1.1.1.2&last=x", "wrong": "#command=structure+nothere.json",
	} {
		b := playground(t, address, fragment)
		b.await(`!document.getElementById("page").hidden || !document.getElementById("notes").hidden || document.querySelector("#walk .moves button") !== null`)
		if name == "structure" {
			b.run(script(`document.getElementById("build").open = true`))
		}
		for _, look := range []struct {
			name          string
			width, height int64
		}{{"light", 1280, 800}, {"dark", 390, 844}} {
			b.scheme(look.name)
			b.run(chromedp.EmulateViewport(look.width, look.height))
			b.accessible(checker, fmt.Sprintf("%s, %s", name, look.name), look.width)
			if *screenshots != "" {
				b.picture(fmt.Sprintf("playground-%s-%s-%d", name, look.name, look.width))
			}
		}
	}
}
