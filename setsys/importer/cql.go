package importer

import (
	"bytes"
	"regexp"
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

// nextLexeme matches a lexeme, a comment or white space. A quote stands twice for itself.
var nextLexeme = regexp.MustCompile(`^(?s:[ \t\r\n\f\x{feff}]+|--[^\n]*|//[^\n]*|/\*.*?\*/|'(?:[^']|'')*'?|"(?:[^"]|"")*"?|(?:\w|[^\x00-\x7f])+|.)`)

// split finds the words; comments go.
func (r *cqlReader) split() {
	parts := -1
	for at := 0; at < len(r.data); {
		text := string(nextLexeme.Find(r.data[at:]))
		l := lexeme{text: text, at: at}
		at += len(text)
		switch quote := text[:1]; {
		case strings.TrimSpace(text) == "" || text == "\ufeff" || strings.HasPrefix(text, "--") || strings.HasPrefix(text, "//") || strings.HasPrefix(text, "/*"):
			continue
		case text == "/" && bytes.HasPrefix(r.data[l.at:], []byte("/*")):
			r.refuse(l.at, "a comment without an end")
		case quote == "'" || quote == `"`:
			if strings.Count(text, quote)%2 == 1 {
				r.refuse(l.at, "a string without an end")
			}
			l.text, l.string = strings.ReplaceAll(text[1:len(text)-1], quote+quote, quote), quote == "'"
		}
		r.part(l.at, &parts)
		r.words = append(r.words, l)
	}
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
