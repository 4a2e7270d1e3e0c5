package counterexample

import "regexp"

// written is how the files begin that the renderers write: JSON, ITF, Mermaid,
// text and changes.
var written = regexp.MustCompile(`\A(?:\s*\{\s*"schema":\s*"qcheck/trace/|\{"#meta": \{"description":"|sequenceDiagram\n  participant p1 as |step  what happens|what changes, step by step\n)`)

// IsTrace reports whether a file that begins with these bytes is one that a
// renderer wrote.
func IsTrace(start []byte) bool { return written.Match(start) }
