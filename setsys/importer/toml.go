package importer

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// inTOML is the form of a TOML document: tables are objects, arrays are lists.
//
// Whether the document is right is for the stable part of the library to decide. The unstable
// part, its syntax tree, says where each thing is.
func inTOML(s *source) value {
	s = s.body()
	if len(s.data) > maxTOML {
		s.refuse(0, "a configuration in TOML has at most %d KiB", maxTOML>>10)
	}
	var tables map[string]any
	if err := toml.Unmarshal(s.data, &tables); err != nil {
		var bad *toml.DecodeError
		if !errors.As(err, &bad) {
			s.refuse(0, "not TOML: %s", err)
		}
		row, column := bad.Position()
		msg := "not TOML: " + bad.Error()[len("toml: "):]
		if row == 1 {
			msg += "; what is read here is " + s.summary
		}
		lines := bytes.SplitAfterN(s.data, []byte("\n"), row)
		at := len(s.data) - len(lines[len(lines)-1]) + column - 1
		s.refuse(min(at, len(s.data)), "%s", msg)
	}
	t := tomlReader{source: s}
	t.parser.Reset(s.data)
	return t.document()
}

// maxTOML is how many bytes a file in TOML may have: one takes up to 400 of memory.
const maxTOML = 1 << 19

// A tomlReader makes the tree of a document that is known to be right.
type tomlReader struct {
	*source
	parser unstable.Parser
}

func (t *tomlReader) document() value {
	root := t.table(0)
	in := &root
	for t.parser.NextExpression() {
		switch e := t.parser.Expression(); e.Kind {
		case unstable.Table:
			in, _ = t.below(&root, e.Key())
		case unstable.ArrayTable:
			list, at := t.below(&root, e.Key())
			list.sort, list.list = "a list", append(list.list, t.table(at))
			in = &list.list[len(list.list)-1]
		case unstable.KeyValue:
			t.pair(in, e)
		}
	}
	return root
}

// table is one without keys. Its token has the places of keys among the members.
func (t *tomlReader) table(at int) value {
	return value{source: t.source, at: at, token: map[string]int{}, sort: "a table"}
}

// below follows keys from a table, into the last tables of arrays, and returns what is there, a
// new table where nothing is, and the place of the last key.
func (t *tomlReader) below(in *value, keys unstable.Iterator) (to *value, at int) {
	for keys.Next() {
		if n := len(in.list); n > 0 {
			in = &in.list[n-1]
		}
		name, places := string(keys.Node().Data), in.token.(map[string]int)
		at = int(keys.Node().Raw.Offset)
		i, ok := places[name]
		if !ok {
			i = len(in.members)
			places[name] = i
			in.members = append(in.members, member{name, at, t.table(at)})
		}
		in = &in.members[i].value
	}
	return in, at
}

// pair adds "key = value".
func (t *tomlReader) pair(in *value, e *unstable.Node) {
	to, at := t.below(in, e.Key())
	*to = t.value(e.Value(), at)
}

// value is that of a node, which stands where the one before does if it has no place.
func (t *tomlReader) value(n *unstable.Node, at int) value {
	t.step(1)
	if n.Raw.Length > 0 {
		at = int(n.Raw.Offset)
	}
	text := strings.ReplaceAll(string(n.Data), "_", "") // of a number
	v := value{source: t.source, at: at, sort: "a date or a time"}
	switch n.Kind {
	case unstable.String:
		return t.leaf(string(n.Data), at)
	case unstable.Bool:
		v.token, v.sort = text == "true", text
	case unstable.Integer:
		x, _ := strconv.ParseInt(text, 0, 64)
		v.token, v.sort = json.Number(strconv.FormatInt(x, 10)), fmt.Sprint("the number ", x)
	case unstable.Float:
		x, _ := strconv.ParseFloat(text, 64)
		v.sort = fmt.Sprint("the number ", x)
	case unstable.InlineTable:
		v = t.table(at)
		for pairs := n.Children(); pairs.Next(); {
			t.pair(&v, pairs.Node())
		}
	case unstable.Array:
		v.sort = "a list"
		for items := n.Children(); items.Next(); {
			item := t.value(items.Node(), at)
			v.list, at = append(v.list, item), item.at
		}
	}
	return v
}
