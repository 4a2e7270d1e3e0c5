package counterexample

import "regexp"

// written is how the files begin that the renderers write: JSON, ITF, SVG and text.
var written = regexp.MustCompile(`\A(?:\s*\{\s*"schema":\s*"qcheck/trace/|\{"#meta": \{"description":"` +
	`|<svg xmlns="http://www.w3.org/2000/svg" class="drawing spacetime"|step  what happens)`)

// IsTrace reports whether a file that begins with these bytes is one that a
// renderer wrote.
func IsTrace(start []byte) bool { return written.Match(start) }
