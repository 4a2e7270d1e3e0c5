package importer

import (
	"strings"

	"qcheck/setsys"
	"qcheck/setsys/near"
)

// A lexeme is a word, number, string or sign of a text in CQL.
type lexeme struct {
	text   string // of a string: what it stands for
	at     int    // offset in the file
	string bool   // in single quotes
}

// is reports whether the lexeme is this word, in any case, or this sign.
func (l lexeme) is(word string) bool { return !l.string && strings.EqualFold(l.text, word) }

// cql is the form of statements in CQL: a list of its keyspaces, which have the name as token
// and what they say of the replication as keys. All other statements are passed over, and so
// are all other options.
func cql(s *source) value {
	all := value{source: s, sort: "a list"}
	r := cqlReader{source: s}
	r.split()
	words := r.words
	for i := 0; i+1 < len(words); i++ {
		if i > 0 && !words[i-1].is(";") || !words[i].is("create") || !words[i+1].is("keyspace") {
			continue
		}
		if len(all.list) > 0 {
			s.refuse(words[i].at, "a second keyspace: each needs a structure of its own")
		}
		r.words, r.last = words[i+2:], words[i+1].at
		all.list = append(all.list, r.keyspace())
	}
	return all
}

// A cqlReader goes through a text.
type cqlReader struct {
	*source
	words []lexeme
	last  int // offset of the lexeme before
}

// split finds the words; comments go.
func (r *cqlReader) split() {
	text, parts := string(r.data), -1
	for at := 0; at < len(text); {
		rest := text[at:]
		switch c := text[at]; {
		case strings.ContainsRune(" \t\r\n\f\ufeff", rune(c)):
			at++
		case strings.HasPrefix(rest, "--"), strings.HasPrefix(rest, "//"):
			line, _, _ := strings.Cut(rest, "\n")
			at += len(line)
		case strings.HasPrefix(rest, "/*"):
			end := strings.Index(rest, "*/")
			if end < 0 {
				r.refuse(at, "a comment without an end")
			}
			at += end + 2
		default:
			r.part(at, &parts)
			l := lexeme{text: string(c), at: at}
			end := 1
			if c == '\'' || c == '"' {
				if l.text, end = quoted(rest); end == 0 {
					r.refuse(at, "a string without an end")
				}
				l.string = c == '\''
			} else if isWord(c) {
				for end < len(rest) && isWord(rest[end]) {
					end++
				}
				l.text = rest[:end]
			}
			r.words = append(r.words, l)
			at += end
		}
	}
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// quoted returns the string that the text begins with, in quotes of its first
// character, which stand twice for themselves, and where it ends, or 0.
func quoted(text string) (value string, end int) {
	quote := text[:1]
	for at := 1; at < len(text); at++ {
		if text[at] != quote[0] {
			continue
		}
		if at+1 < len(text) && text[at+1] == quote[0] {
			at++
			continue
		}
		return strings.ReplaceAll(text[1:at], quote+quote, quote), at + 1
	}
	return "", 0
}

// take returns the next lexeme, an empty one behind the last.
func (r *cqlReader) take() lexeme {
	if len(r.words) == 0 {
		return lexeme{at: len(r.data)}
	}
	l := r.words[0]
	r.words, r.last = r.words[1:], l.at
	return l
}

// want takes one of some words or signs.
func (r *cqlReader) want(what string, words ...string) lexeme {
	l := r.take()
	for _, w := range words {
		if l.is(w) {
			return l
		}
	}
	found := "the end of the file"
	if l.text != "" || l.string {
		found = setsys.Quote(l.text)
	}
	r.refuse(l.at, "want %s, found %s", what, found)
	return l
}

// named takes a name in single quotes, which is none of those before.
func (r *cqlReader) named(what, twice string, before map[string]bool) lexeme {
	l := r.take()
	if !l.string || l.text == "" && before[""] {
		r.refuse(l.at, "want %s in single quotes, found %s", what, setsys.Quote(l.text))
	}
	if before[l.text] {
		r.refuse(l.at, "%s%s is given twice", twice, setsys.Quote(l.text))
	}
	before[l.text] = true
	return l
}

// keyspace reads a statement after CREATE KEYSPACE.
func (r *cqlReader) keyspace() value {
	v := value{source: r.source, sort: "an object"}
	l := r.take()
	if l.is("if") {
		for _, word := range []string{"not", "exists"} {
			r.want(`"IF NOT EXISTS"`, word)
		}
		l = r.take()
	}
	v.token = l.text
	r.want(`"WITH"`, "with")
	for {
		p := r.take()
		if known := "replication"; p.text == "" || !p.is(known) && near.Name(strings.ToLower(p.text), []string{known}) != "" {
			r.refuse(p.at, "want an option such as replication, found %s", setsys.Quote(p.text))
		}
		r.want(`"="`, "=")
		switch {
		case !p.is("replication"):
			r.skip()
		case v.members != nil:
			r.refuse(p.at, "replication is given twice")
		default:
			v.members = r.replication()
		}
		next := r.take()
		switch {
		case next.is("and"):
			continue
		case !next.is(";") && next.text != "":
			r.refuse(next.at, `want "AND" or ";", found %s`, setsys.Quote(next.text))
		case v.members == nil:
			r.refuse(r.last, "a keyspace without replication")
		}
		return v
	}
}

// skip passes over the value of an option that says nothing of replicas: a word, a string,
// a number, or something in brackets.
func (r *cqlReader) skip() {
	for depth := 0; ; {
		l := r.take()
		switch {
		case l.text == "" && !l.string:
			r.refuse(r.last, "a value without an end")
		case l.is("{") || l.is("["):
			depth++
		case l.is("}") || l.is("]"):
			depth--
		}
		part := l.is(".") || l.is("-") || len(r.words) > 0 && r.words[0].is(".") // of a number
		if depth <= 0 && !part {
			return
		}
	}
}

// replication reads the options, of which there is at least one.
func (r *cqlReader) replication() (options []member) {
	r.want(`"{"`, "{")
	seen := map[string]bool{}
	for {
		key := r.named("a name", "", seen)
		r.want(`":"`, ":")
		l := r.take()
		x := r.leaf(l.text, l.at)
		if l.is("[") {
			x.sort, x.list = "a list", r.racks()
		}
		options = append(options, member{key.text, key.at, x})
		if r.want(`"," or "}"`, ",", "}").is("}") {
			return options
		}
	}
}

// racks reads a list of names after its bracket.
func (r *cqlReader) racks() (racks []value) {
	if len(r.words) > 0 && r.words[0].is("]") {
		r.refuse(r.words[0].at, "a list of no racks")
	}
	seen := map[string]bool{"": true} // no rack has no name
	for {
		l := r.named("the name of a rack", "rack ", seen)
		racks = append(racks, r.leaf(l.text, l.at))
		if r.want(`"," or "]"`, ",", "]").is("]") {
			return racks
		}
	}
}
