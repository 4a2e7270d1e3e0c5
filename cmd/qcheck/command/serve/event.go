//go:build !js

package serve

// A Request is what a run is to do.
type Request struct {
	Args    []string          `json:"args"`
	Files   map[string]string `json:"files,omitempty"` // by their names
	Columns int               `json:"columns"`         // how many characters a line may have
}

// A word is what the process of a run reads after its request.
type word struct {
	Input string `json:"input,omitempty"` // for its standard input
	Stop  bool   `json:"stop,omitempty"`
	Why   string `json:"why,omitempty"` // it is to stop, if not because the page says so
}

// An Event is what happens in a run. Each has one thing to say; the last one has a code, or what is
// lost.
type Event struct {
	ID       string `json:"id,omitempty"`   // by which the page means the run
	Out      string `json:"out,omitempty"`  // was written to standard output
	Err      string `json:"err,omitempty"`  // to standard error, as on a terminal
	File     string `json:"file,omitempty"` // the name of a file that was written, and its contents
	Text     string `json:"text,omitempty"`
	Stopping bool   `json:"stopping,omitempty"` // it was heard that the run is to stop
	Memory   int64  `json:"memory,omitempty"`   // that the process takes; the page is not told
	Code     *int   `json:"code,omitempty"`     // with which it ended
	Lost     string `json:"lost,omitempty"`     // why there is no result
}
