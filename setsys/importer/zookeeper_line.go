package importer

import (
	"strconv"
	"strings"
)

// inOneLine returns the settings with those apart that images for Docker take in one
// variable: ZOO_SERVERS has server.1=... server.2=... with spaces between, or addresses
// without numbers with commas or spaces between, which are numbered in turn. In a file
// that the image would write, a line server.N has one server. It reports whether servers
// have no numbers.
func inOneLine(lines []setting) (all []setting, numbered bool) {
	add := func(text string, at, line int) {
		more, some := servers(text, at, line)
		all, numbered = append(all, more...), numbered || some
	}
	for _, l := range lines {
		key := strings.TrimLeft(l.key, "-")
		if key == "" { // an item of a list in YAML
			if name, value, ok := strings.Cut(l.value, "="); ok && strings.Trim(name, `"' `) == "ZOO_SERVERS" {
				key, l.value, l.valueAt = "ZOO_SERVERS", value, l.valueAt+len(name)+1
			}
		}
		switch {
		case strings.EqualFold(key, "ZOO_SERVERS"):
			add(l.value, l.valueAt, l.line)
		case strings.HasPrefix(l.key, "server.") && strings.Contains(l.value, " server."):
			add(l.key+"="+l.value, l.valueAt-len(l.key)-1, l.line)
		default:
			all = append(all, l)
		}
	}
	return all, numbered
}

// servers returns a setting for each server of the text, and whether some have no number.
func servers(text string, at, line int) (all []setting, numbered bool) {
	split := func(r rune) bool { return strings.ContainsRune(" \t,\"'", r) }
	for _, part := range strings.FieldsFunc(text, split) {
		l := setting{at: at + strings.Index(text, part), line: line}
		key, value, ok := strings.Cut(part, "=")
		if !ok {
			key, value = "", part
			if address, id, numbered := strings.Cut(part, "::"); numbered && isNumber(id) {
				key, value = "server."+id, address
			}
		}
		if l.key, l.value, l.valueAt = key, value, l.at+len(part)-len(value); key == "" {
			l.key, numbered = "server."+strconv.Itoa(len(all)+1), true
		}
		all = append(all, l)
	}
	return all, numbered
}
