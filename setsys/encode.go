package setsys

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Line returns a structure as the text of a file in one line. The errors are those of [Encode].
func Line(s *Structure) (string, error) {
	var text, line bytes.Buffer
	err := Encode(&text, s)
	if err == nil {
		err = json.Compact(&line, text.Bytes())
	}
	return line.String(), err
}

// Encode writes s as a structure file (see [Decode]), one set a line, in a
// fixed order of keys; the sets are in the order of the family, their members
// in the order of the universe. A family that is a formula is written as a
// threshold, a trust graph and assumptions as such. Decode reads an equal structure from it, but
// for families that the kind does not use: these are not written.
//
// The error is that of w, or says that s is not valid or has text that is not
// UTF-8.
func Encode(w io.Writer, s *Structure) error {
	if err := encodable(s); err != nil {
		return err
	}
	e := &encoder{Writer: bufio.NewWriter(w), universe: s.Universe}
	e.WriteString("{")
	for _, text := range [][2]string{{keyName, s.Name}, {keySource, s.Source}, {keyDescription, s.Description}} {
		if text[1] != "" {
			e.key(text[0])
			e.WriteString(jsonString(text[1]))
		}
	}
	if len(s.Remarks) > 0 {
		e.key(keyRemarks)
		e.texts(s.Remarks, "\n    ", "\n  ")
	}
	e.key(keyKind)
	e.WriteString(jsonString(string(s.Kind)))
	if s.Properties != nil {
		e.key(keyProperties)
		e.texts(s.Properties, "", "")
	}
	if s.Kind.HasK() {
		e.key(keyK)
		e.WriteString(strconv.Itoa(s.K))
	}
	if s.Kind == RequestSets {
		e.key(keyM)
		e.WriteString(strconv.Itoa(s.M))
	}
	e.key(keyUniverse)
	e.writeUniverse()
	e.writeFamilies(s)
	e.writeCluster(s)
	e.WriteString("\n}\n")
	return e.Flush()
}

func encodable(s *Structure) error {
	if err := s.Validate(); err != nil {
		return err
	}
	for _, text := range slices.Concat([]string{s.Name, s.Source, s.Description}, s.Remarks, s.Properties) {
		if !utf8.ValidString(text) {
			return fmt.Errorf("the name, the source, the description, a remark or a property of the structure is not valid UTF-8")
		}
	}
	for _, d := range s.Domains {
		if !utf8.ValidString(d.Name) {
			return fmt.Errorf("the name of domain %q is not valid UTF-8", d.Name)
		}
	}
	for i, p := range s.Reliabilities {
		if decimalText(p) == "" {
			return fmt.Errorf("the reliability of node %s is not a decimal number of at most %d characters", s.Universe.Name(i), maxDecimal)
		}
	}
	for i, c := range s.Capacities {
		if decimalText(c.Read) == "" || decimalText(c.Write) == "" {
			return fmt.Errorf("a capacity of node %s is not a decimal number of at most %d characters", s.Universe.Name(i), maxDecimal)
		}
	}
	for _, name := range s.Universe.names {
		if !utf8.ValidString(name) {
			return fmt.Errorf("the name of node %q is not valid UTF-8", name)
		}
	}
	return nil
}

// decimalText writes a number as Decode reads it, empty if it cannot.
func decimalText(x *big.Rat) string {
	digits, exact := x.FloatPrec()
	if text := x.FloatString(digits); exact && len(text) <= maxDecimal {
		return text
	}
	return ""
}

// jsonString returns s, which is valid UTF-8, as a JSON string.
func jsonString(s string) string {
	text, err := MarshalJSON(s)
	if err != nil {
		panic("setsys: a string does not encode: " + err.Error())
	}
	return string(text)
}

type encoder struct {
	*bufio.Writer // keeps the first error of writing until Flush
	universe      Universe
	keys          int
	nodes         []string // as members of sets
}

// key begins the next member of the top-level object.
func (e *encoder) key(key string) {
	if e.keys > 0 {
		e.WriteByte(',')
	}
	e.keys++
	e.WriteString("\n  " + jsonString(key) + ": ")
}

// texts writes a list of strings with something before each and before its end.
func (e *encoder) texts(texts []string, before, end string) {
	var list []string
	for _, text := range texts {
		list = append(list, before+jsonString(text))
	}
	separator := ", "
	if before != "" {
		separator = ","
	}
	e.WriteString("[" + strings.Join(list, separator) + end + "]")
}

func (e *encoder) writeUniverse() {
	n := e.universe.Len()
	for i := range n {
		name := e.universe.Name(i)
		if !e.universe.IsNumbered() {
			name = jsonString(name)
		}
		e.nodes = append(e.nodes, name)
	}
	if e.universe.IsNumbered() {
		e.WriteString(strconv.Itoa(n))
		return
	}
	e.WriteString("[" + strings.Join(e.nodes, ", ") + "]")
}

func (e *encoder) writeFamilies(s *Structure) {
	switch s.Kind {
	case HKArbiter:
		e.key(keyQuorums)
		e.WriteByte('{')
		for i, f := range s.ByUnits {
			e.separate(i, "    ")
			fmt.Fprintf(e, `"%d": `, i+1)
			e.family(f, "    ")
		}
		e.WriteString("\n  }")
	case RequestSets:
		e.perNode(keyRequests, s.Universe, func(i int) { e.set(s.Requests.At(i)) })
	default:
		for _, rf := range s.Families() {
			e.key(string(rf.Role))
			e.family(rf.Family, "  ")
		}
	}
}

// writeCluster writes the domains, and what is known of the nodes.
func (e *encoder) writeCluster(s *Structure) {
	if len(s.Domains) > 0 {
		e.key(keyDomains)
		e.WriteByte('{')
		for i, d := range s.Domains {
			e.separate(i, "    ")
			e.WriteString(jsonString(d.Name) + ": ")
			e.set(d.Nodes)
		}
		e.WriteString("\n  }")
	}
	if s.Reliabilities != nil {
		e.perNode(keyReliable, s.Universe, func(i int) { e.WriteString(decimalText(s.Reliabilities[i])) })
	}
	if s.Capacities != nil {
		e.perNode(keyCapacities, s.Universe, func(i int) {
			c := s.Capacities[i]
			if read, write := decimalText(c.Read), decimalText(c.Write); read == write {
				e.WriteString(read)
			} else {
				fmt.Fprintf(e, `{"%s": %s, "%s": %s}`, keyRead, read, keyWrite, write)
			}
		})
	}
}

// perNode writes an object with a value for each node.
func (e *encoder) perNode(key string, u Universe, value func(i int)) {
	e.key(key)
	e.WriteByte('{')
	for i := range u.Len() {
		e.separate(i, "    ")
		e.WriteString(jsonString(u.Name(i)) + ": ")
		value(i)
	}
	e.WriteString("\n  }")
}

// separate begins element number i of a list or an object on a line of its own.
func (e *encoder) separate(i int, indent string) {
	if i > 0 {
		e.WriteByte(',')
	}
	e.WriteByte('\n')
	e.WriteString(indent)
}

// family writes the list of f, which ends with the indent.
func (e *encoder) family(f Family, indent string) {
	switch {
	case f.trust != nil:
		e.trust(f.trust, indent)
		return
	case f.assumptions != nil:
		e.assumptions(f.assumptions, indent)
		return
	case f.formula != nil:
		e.formula(f.formula)
		return
	}
	if f.Len() == 0 {
		e.WriteString("[]")
		return
	}
	e.WriteByte('[')
	for i, q := range f.All() {
		e.separate(i, indent+"  ")
		e.set(q)
	}
	e.WriteString("\n" + indent + "]")
}

func (e *encoder) set(q NodeSet) {
	e.WriteByte('[')
	sep := ""
	for i := range q.All() {
		e.WriteString(sep)
		e.WriteString(e.nodes[i])
		sep = ", "
	}
	e.WriteByte(']')
}
