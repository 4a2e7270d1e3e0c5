package page

import (
	"bytes"
	_ "embed"

	"qcheck/counterexample/drawing"
	"qcheck/explore/verdict"
)

//go:embed page.css
var style string

//go:embed run.js
var script string

// start is how pages begin.
const start = "<!DOCTYPE html>\n<html lang=\"en\" data-qcheck=\""

// Is reports whether a file that begins with these bytes is a page that Write
// wrote, with one of these contents.
func Is(begin []byte, contents ...string) bool {
	for _, content := range contents {
		if bytes.HasPrefix(begin, []byte(start+content+`"`)) {
			return true
		}
	}
	return false
}

// The contents that a page can have.
const (
	Trace     = "trace" // a run
	Protocol  = "protocol"
	Structure = "structure"
	Analysis  = "analysis"
)

// A Page is a whole page.
type Page struct {
	Content  string // what it is about: Trace, Protocol, Structure or Analysis
	Title    string
	Lead     string // a paragraph that says what was found
	Verdict  string // holds, violated or unknown; or empty
	Facts    []Fact
	Verdicts []Verdict
	Runs     []*Run
	Sections []Section
	Commands []string // with which the same is found again

	// Parts are pages of their own, one below the other, without runs and parts: a page
	// on several things. What the page itself has comes first, and its list of
	// the parts has a row for each.
	Parts []*Page
}

// A Fact is a row of a label and a value.
type Fact struct{ Label, Value string }

// A Verdict is that on a property.
type Verdict struct {
	Verdict           verdict.Verdict
	Property, Meaning string
	Details           []string // empty ones are left out
	Run               string   // the ID of the run that shows it, or empty
}

// A Section has pictures and tables.
type Section struct {
	Title   string
	Text    string
	Figures []Figure
	Tables  []Table
	Output  string // what the command prints, or empty
}

// A Figure is a drawing with what it shows.
type Figure struct {
	Drawing HTML // see Draw
	Caption string
}

// A Table has a heading for each column; the first cell of a row is its heading.
type Table struct {
	Caption string
	Head    []string
	Rows    [][]string
}

// HTML is markup: what stands in it is escaped already.
type HTML string

// Draw returns a drawing as a page has it.
func Draw(d *drawing.Drawing) HTML {
	return HTML(d.Inline()) // all of its texts are escaped
}

// A Run can be stepped through.
type Run struct {
	ID        string // of its section
	Title     string
	Sentence  string   // what it shows
	Note      string   // more about it, or empty
	Why       []string // it ends so, in sentences without a full stop
	Diagram   HTML
	Waits     HTML   // who waits for whom; empty without that
	WaitsNote string // what the arrows mean
	Steps     []Step

	Processes []string // their names
	Fields    []string // the rows of the table of states
	Channels  []string // the rows of the table of channels
	Kinds     []string // of messages
	States    []State  // one more than there are steps

	Loop  int    // the number of the state to which the run comes back, or -1
	Trace string // the trace file; empty for none
	File  string // what the trace file is called
}

// A Step is a row in the table of steps.
type Step struct{ What, Sends, Becomes, Then string }

// A State is what is shown of a state.
type State struct {
	Title    string   `json:"title"`  // what led to it
	Sends    string   `json:"sends"`  // what was sent
	Then     string   `json:"then"`   // who waits, who is inside
	Broken   string   `json:"broken"` // what is violated here, or empty
	Phases   []string `json:"phases"` // by process
	Cells    [][]Cell `json:"cells"`  // by field, by process
	Channels []Cell   `json:"channels"`
	Waits    []string `json:"waits"`  // who waits, in sentences
	Arrows   []Arrow  `json:"arrows"` // those that are shown of Run.Waits
}

// A Cell is a value, and whether the step changed it.
type Cell struct {
	Text    string `json:"text"`
	Changed bool   `json:"changed,omitempty"`
}

// An Arrow is one in the graph of who waits for whom.
type Arrow struct {
	ID    string `json:"id"`
	Class string `json:"class"`
}

// Last is the last state, which the page shows without a script.
func (r *Run) Last() State { return r.States[len(r.States)-1] }
