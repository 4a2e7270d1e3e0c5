package command

import (
	"bufio"
	"bytes"
	"fmt"

	"qcheck/setsys"
)

// writeLines writes a document with a list, each element on a line.
func writeLines[R, D any](w *bufio.Writer, schema, key string, results []R, document func(R) D) error {
	lines := make([][]byte, len(results))
	for i, r := range results {
		line, err := setsys.MarshalJSON(document(r))
		if err != nil {
			return internal(err)
		}
		lines[i] = line
	}
	fmt.Fprintf(w, `{"schema":%q,%q:[`+"\n%s\n]}\n", schema, key, bytes.Join(lines, []byte(",\n")))
	return nil
}

// writeJSON writes a document on one line.
func writeJSON(w *bufio.Writer, document any) error {
	line, err := setsys.MarshalJSON(document)
	if err != nil {
		return internal(err)
	}
	w.Write(append(line, '\n'))
	return nil
}
