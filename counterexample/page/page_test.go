package page_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"qcheck/counterexample/page"
)

// odd ends what HTML takes for markup, and what ends an attribute.
const odd = `"'<b>&amp;`

// fill writes a text with a number of its own into each string of a value. Words that
// become classes and IDs are not texts; drawings escape theirs themselves.
func fill(v reflect.Value, path string, texts map[string]string) {
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), path, texts)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range v.Len() {
			fill(v.Index(i), path, texts)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.Name != "Parts" {
				fill(v.Field(i), path+"."+f.Name, texts)
			}
		}
	case reflect.String:
		switch v.Type().Name() {
		case "HTML":
			return
		}
		switch path[strings.LastIndex(path, ".")+1:] {
		case "Content", "Verdict", "ID", "Class":
			v.SetString("word")
			return
		}
		if path == ".Verdicts.Run" || path == ".Parts.Verdicts.Run" { // an ID, too
			v.SetString("word")
			return
		}
		name := fmt.Sprintf("n%d.", len(texts))
		texts[name] = path
		v.SetString(name + odd)
	}
}

// A text is on a page as it was given, wherever a text can stand, and is never markup.
func TestTexts(t *testing.T) {
	p, texts := &page.Page{}, map[string]string{}
	fill(reflect.ValueOf(p).Elem(), "", texts)
	part := &page.Page{}
	fill(reflect.ValueOf(part).Elem(), ".Parts", texts)
	part.Runs = nil
	p.Parts = []*page.Page{part}
	var b strings.Builder
	if err := page.Write(&b, p); err != nil {
		t.Fatal(err)
	}
	const inMarkup, inData = `&#34;&#39;&lt;b&gt;&amp;amp;`, `\"'\u003cb\u003e\u0026amp;`
	found := map[string]int{}
	for _, at := range regexp.MustCompile(`n\d+\.`).FindAllStringIndex(b.String(), -1) {
		name, rest := b.String()[at[0]:at[1]], b.String()[at[1]:]
		path, ok := texts[name]
		if !ok {
			continue
		}
		found[path]++
		data := strings.LastIndex(b.String()[:at[0]], `<script type="application/json">`) > strings.LastIndex(b.String()[:at[0]], "</script>")
		if !data && !strings.HasPrefix(rest, inMarkup) || data && !strings.HasPrefix(rest, inData) {
			t.Errorf("%s: %.80q", path, name+rest)
		}
	}
	for _, path := range texts {
		// A trace is there in another form; of states but the last one, the script has all.
		if found[path] == 0 && path != ".Runs.Trace" && !strings.HasPrefix(path, ".Parts.Runs") {
			t.Errorf("%s is not there", path)
		}
	}
	_, rest, _ := strings.Cut(b.String(), `<script type="application/json">`)
	text, _, _ := strings.Cut(rest, "</script>")
	var data struct{ States []page.State }
	if err := json.Unmarshal([]byte(text), &data); err != nil || !reflect.DeepEqual(data.States, p.Runs[0].States) {
		t.Errorf("%v, %+v", err, data)
	}
}
