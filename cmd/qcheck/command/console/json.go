package console

import (
	"bufio"
	"bytes"
	"fmt"

	"qcheck/setsys"
)

// WriteLines writes a document with a list, each element on a line.
func WriteLines[R, D any](w *bufio.Writer, schema, key string, results []R, document func(R) D) error {
	lines := make([][]byte, len(results))
	for i, r := range results {
		line, err := setsys.MarshalJSON(document(r))
		if err != nil {
			return Internal(err)
		}
		lines[i] = line
	}
	fmt.Fprintf(w, `{"schema":%q,%q:[`+"\n%s\n]}\n", schema, key, bytes.Join(lines, []byte(",\n")))
	return nil
}

// WriteJSON writes a document on one line.
func WriteJSON(w *bufio.Writer, document any) error {
	line, err := setsys.MarshalJSON(document)
	if err != nil {
		return Internal(err)
	}
	w.Write(append(line, '\n'))
	return nil
}
