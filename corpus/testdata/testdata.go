// Package testdata has the structure files of the corpus, which instances name as
// corpus/testdata/NAME.json.
package testdata

import "embed"

// Files are the files of this folder.
//
//go:embed *
var Files embed.FS
