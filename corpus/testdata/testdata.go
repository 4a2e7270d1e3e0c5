// Package testdata has the structure files of the corpus, which instances name as
// corpus/testdata/NAME.json.
package testdata

import "embed"

// Files are the structure files of this folder.
//
//go:embed *.json
var Files embed.FS
