package command

import (
	"fmt"
	"strings"

	"qcheck/setsys/construct"
)

// synopsis is how a construction is called, with its required parameters.
func synopsis(c *construct.Construction) string {
	words := []string{"qcheck construct", c.Name}
	for _, p := range c.Params {
		if p.Required {
			words = append(words, "--"+p.Name, placeholder(p))
		}
	}
	words = append(words, "[flags]")
	return strings.Join(words, " ")
}

// description says what a construction is, and what is claimed of it where.
func description(c *construct.Construction) string {
	return fmt.Sprintf("%s.\n\n  kind    %s\n  claim   %s\n  source  %s", sentence(c.Summary), c.Kind, c.Claim, c.Source)
}

// sentence begins with a capital letter and has no full stop.
func sentence(text string) string {
	text = strings.TrimSuffix(text, ".")
	if text == "" {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// paramUsage says what a parameter is and which values it takes.
func paramUsage(p construct.Param) string {
	parts := []string{strings.TrimSuffix(p.Doc, ".")}
	if r := paramRange(p); r != "" {
		parts = append(parts, r)
	}
	switch {
	case p.Required:
		parts = append(parts, "required")
	case p.Default != nil:
		parts = append(parts, fmt.Sprintf("default %v", p.Default))
	}
	return strings.Join(parts, "; ")
}

// paramRange says which values a parameter takes, where that can be said in a
// few words.
func paramRange(p construct.Param) string {
	switch p.Type {
	case construct.Int, construct.Ints:
		return fmt.Sprintf("%d to %d", p.Min, p.Max)
	case construct.Text:
		return strings.Join(p.Choices, " | ")
	}
	return ""
}

// placeholder stands for a parameter's value in a synopsis.
func placeholder(p construct.Param) string {
	switch p.Type {
	case construct.Int:
		return "N"
	case construct.Ints:
		return "N,N,..."
	case construct.Nested:
		return "FILE"
	case construct.Node:
		return "NODE"
	}
	return "WORD"
}
