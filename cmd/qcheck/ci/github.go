package ci

import (
	"fmt"
	"io"
	"strings"
)

// GitHub writes a workflow command of GitHub Actions for each finding that is not as it
// should be, which is shown beside the line of the file.
func GitHub(w io.Writer, findings []Finding) error {
	for _, f := range findings {
		level := "error"
		switch {
		case f.Outcome == Passed:
			continue
		case f.Outcome == Open && f.About != Input:
			level = "warning"
		}
		var at []string
		if f.File != "" {
			at = append(at, "file="+escape(f.File, true))
			if f.Line > 0 {
				at = append(at, fmt.Sprintf("line=%d,col=%d", f.Line, f.Column))
			}
		}
		at = append(at, "title="+escape(f.Subject+": "+f.About, true))
		if _, err := fmt.Fprintf(w, "::%s %s::%s\n", level, strings.Join(at, ","), escape(f.Text, false)); err != nil {
			return err
		}
	}
	return nil
}

// escape writes a text as workflow commands have it; properties of one, such as the
// title, have two more characters that are escaped.
func escape(text string, property bool) string {
	pairs := []string{"%", "%25", "\r", "%0D", "\n", "%0A"}
	if property {
		pairs = append(pairs, ":", "%3A", ",", "%2C")
	}
	return strings.NewReplacer(pairs...).Replace(text)
}
