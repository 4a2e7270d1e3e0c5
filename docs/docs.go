// Package docs has the pages of the documentation that the command reads.
package docs

import _ "embed"

// Terms is the page of the words that qcheck uses: the file terms.md.
//
//go:embed terms.md
var Terms string
