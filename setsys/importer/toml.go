package importer

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strconv"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// inTOML is the form of a TOML document: tables are objects, arrays are lists.
//
// What the document says is for the stable part of the library to decide. The unstable
// part, its syntax tree, says only where each thing is, so that errors name the place.
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
		s.refuse(s.offset(row, column), "%s", msg)
	}
	p := places{source: s, tables: map[string]int{}, at: map[string]place{}}
	p.find()
	return p.value(tables, "", 0)
}

// maxTOML is how many bytes a file in TOML may have: one takes up to 400 of memory.
const maxTOML = 1 << 19

// offset returns the offset of a line and a column of bytes, both from 1.
func (s *source) offset(line, column int) int {
	at := 0
	for ; line > 1; line-- {
		for at < len(s.data) && s.data[at] != '\n' {
			at++
		}
		at++
	}
	return min(at+column-1, len(s.data))
}

// places are where the keys of a document and their values are, by path.
type places struct {
	*source
	parser unstable.Parser
	tables map[string]int // how many tables the array of tables at a path has so far
	at     map[string]place
}

type place struct{ key, value int }

func ofKey(path, key string) string    { return path + "." + strconv.Quote(key) }
func ofItem(path string, i int) string { return fmt.Sprintf("%s[%d]", path, i) }
func (p *places) put(path string, x place) {
	if _, ok := p.at[path]; !ok { // else a table that goes on elsewhere
		p.at[path] = x
	}
}

// find finds all places. The document is known to be right.
func (p *places) find() {
	p.parser.Reset(p.data)
	table := ""
	for p.parser.NextExpression() {
		switch e := p.parser.Expression(); e.Kind {
		case unstable.Table:
			table, _ = p.keys("", e.Key(), true)
		case unstable.ArrayTable:
			keys := e.Key()
			var at int
			table, at = p.keys("", keys, false)
			p.tables[table]++
			table = ofItem(table, p.tables[table]-1)
			p.put(table, place{at, at})
		case unstable.KeyValue:
			p.pair(table, e)
		}
	}
}

// keys follows keys from a table, into the last tables of arrays, except for an array that
// the keys end with unless it is said, and returns the path and the place of the last key.
func (p *places) keys(path string, keys unstable.Iterator, into bool) (string, int) {
	at := 0
	for more := keys.Next(); more; {
		k := keys.Node()
		at = int(k.Raw.Offset)
		path = ofKey(path, string(k.Data))
		p.put(path, place{at, at})
		more = keys.Next()
		if n := p.tables[path]; n > 0 && (more || into) {
			path = ofItem(path, n-1)
		}
	}
	return path, at
}

// pair finds the places in "key = value".
func (p *places) pair(table string, e *unstable.Node) {
	path, key := p.keys(table, e.Key(), true)
	v := e.Value()
	at := key
	if v.Raw.Length > 0 {
		at = int(v.Raw.Offset)
	}
	p.at[path] = place{key, at}
	p.within(path, v, at)
}

// within finds the places in a value.
func (p *places) within(path string, v *unstable.Node, at int) {
	switch v.Kind {
	case unstable.InlineTable:
		for pairs := v.Children(); pairs.Next(); {
			p.pair(path, pairs.Node())
		}
	case unstable.Array:
		items := v.Children()
		for i := 0; items.Next(); i++ {
			item := items.Node()
			if item.Raw.Length > 0 {
				at = int(item.Raw.Offset)
			}
			p.put(ofItem(path, i), place{at, at})
			p.within(ofItem(path, i), item, at)
		}
	}
}

// value returns a decoded value, in the order of the document.
func (p *places) value(x any, path string, at int) value {
	if there, ok := p.at[path]; ok {
		at = there.value
	}
	p.step()
	v := value{source: p.source, at: at, token: x}
	switch x := x.(type) {
	case string:
		v.sort = "a string"
	case bool:
		v.sort = strconv.FormatBool(x)
	case int64:
		v.token, v.sort = json.Number(strconv.FormatInt(x, 10)), fmt.Sprint("the number ", x)
	case float64:
		v.sort = fmt.Sprint("the number ", x)
	case []any:
		v.sort = "a list"
		for i, item := range x {
			v.list = append(v.list, p.value(item, ofItem(path, i), at))
		}
	case map[string]any:
		v.sort = "a table"
		for _, key := range slices.Sorted(maps.Keys(x)) {
			path := ofKey(path, key)
			v.members = append(v.members, member{key, p.at[path].key, p.value(x[key], path, at)})
		}
		sort.SliceStable(v.members, func(i, j int) bool { return v.members[i].keyAt < v.members[j].keyAt })
	default:
		v.sort = "a date or a time"
	}
	return v
}
