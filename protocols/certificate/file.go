package certificate

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"qcheck/explore/certify"
	"qcheck/explore/verdict"
	"qcheck/protocols/instance"
	"qcheck/setsys"
	"qcheck/setsys/input"
)

// head is the first line; the order of the fields is that of the keys. It says what follows: of a search, what is
// in its header, and of local views, how many lines but for the last.
type head struct {
	Schema   string  `json:"schema"`
	Instance string  `json:"instance"` // as flags, with the structure in full
	Claims   []Claim `json:"properties"`
	*certify.Header
	Lines *int `json:"lines,omitempty"`
}

// digestMark begins the last line.
const digestMark = "sha256 "

// Limits of what is read. Lines are kept only as many as the first one promises.
const (
	Limit     = 8 << 30 // bytes of a file, compressed or not
	firstLine = 8 << 20 // bytes of the first line, which has the structure and the runs
	otherLine = 1 << 20 // bytes of any other line
	unpacks   = 100     // how many times as long a compressed file may become; those of searches become 30 times
)

// Write writes the file of a certificate that was made of a report, compressed or not.
func (c *Certificate) Write(to io.Writer, compressed bool) error {
	var packed *gzip.Writer
	if compressed {
		packed = gzip.NewWriter(to)
		to = packed
	}
	digest := sha256.New()
	w := bufio.NewWriterSize(io.MultiWriter(to, digest), 1<<16)
	first := head{Schema: Schema, Instance: c.Instance, Claims: c.Claims, Header: &c.Header}
	if n := len(c.Views); c.Views != nil {
		first.Schema, first.Header, first.Lines = ViewsSchema, nil, &n
	}
	line, err := setsys.MarshalJSON(first)
	if err != nil {
		return err
	}
	w.Write(append(line, '\n'))
	for line := range c.lines {
		w.WriteString(line + "\n")
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err = fmt.Fprintf(to, "%s%x\n", digestMark, digest.Sum(nil))
	if packed != nil {
		err = errors.Join(err, packed.Close())
	}
	return err
}

// Read reads a certificate of one of the given algorithms. An error for what is not in the
// form of one, or is not whole, is a [setsys.FileError].
func Read(file string, from io.Reader, all instance.Registry) (*Certificate, error) {
	r := &reader{file: file, all: all, digest: sha256.New()}
	var err error
	if r.lines, err = unpacked(from); err != nil {
		return nil, r.unread(0, "not compressed with gzip, as its first bytes say: %w", err)
	}
	return r.certificate()
}

// unpacked returns what is in a file that may be compressed.
func unpacked(from io.Reader) (*bufio.Reader, error) {
	file := &counted{Reader: from}
	lines := bufio.NewReaderSize(file, 1<<16)
	if start, _ := lines.Peek(2); !bytes.Equal(start, []byte{0x1f, 0x8b}) {
		return lines, nil
	}
	text, err := gzip.NewReader(lines)
	if err != nil {
		return nil, err
	}
	return bufio.NewReaderSize(&counted{Reader: text, packed: file}, 1<<16), nil
}

// A counted reader counts the bytes that are read; packed counts those that they come from.
type counted struct {
	io.Reader
	count  int64
	packed *counted
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	if c.count += int64(n); c.packed != nil && c.count > 1<<20+unpacks*c.packed.count {
		return 0, fmt.Errorf("unpacked, the file is more than %d times as long: it is read only if you unpack it yourself", unpacks)
	}
	return n, err
}

// Begins reports whether what a file begins with is how certificates begin.
func Begins(start []byte) bool {
	const mark = `{"schema":"qcheck/certificate/`
	lines, err := unpacked(bytes.NewReader(start))
	if err != nil {
		return false
	}
	text, _ := lines.Peek(len(mark))
	return string(text) == mark
}

// A reader reads a certificate line by line.
type reader struct {
	file   string
	all    instance.Registry
	lines  *bufio.Reader
	number int    // of the last line
	text   []byte // of it
	digest interface {
		io.Writer
		Sum([]byte) []byte
	}
}

func (r *reader) errorf(column int, format string, args ...any) error {
	return &setsys.FileError{File: r.file, Line: r.number, Column: column, Msg: fmt.Sprintf(format, args...)}
}

// unread is an error that came while the file was read: an interrupt is none of the file.
func (r *reader) unread(column int, format string, err error) error {
	if errors.As(err, new(*input.Interrupted)) {
		return fmt.Errorf("%s: %w", r.file, err)
	}
	return r.errorf(column, "%v", fmt.Errorf(format, err))
}

// line returns the next line without its end.
func (r *reader) line() (string, error) {
	most := otherLine
	if r.number == 0 {
		most = firstLine
	}
	r.number++
	err := bufio.ErrBufferFull
	for r.text = r.text[:0]; err == bufio.ErrBufferFull && len(r.text) <= most; {
		var part []byte
		part, err = r.lines.ReadSlice('\n')
		r.text = append(r.text, part...)
	}
	text := string(r.text)
	switch {
	case len(text) > most:
		return "", r.errorf(1, "this line has more than %d MiB, and no more is read", most>>20)
	case err == io.EOF && text == "":
		return "", r.errorf(1, "the file ends here, without a line that begins with %q", digestMark)
	case err == io.EOF:
		return "", r.errorf(1, "the file ends within this line")
	case err != nil:
		return "", r.unread(1, "%w", err)
	}
	if strings.HasPrefix(text, digestMark) {
		return text, nil
	}
	io.WriteString(r.digest, text)
	return strings.TrimSuffix(text, "\n"), nil
}

func (r *reader) certificate() (*Certificate, error) {
	text, err := r.line()
	if err != nil {
		return nil, err
	}
	c, err := r.head(text)
	if err != nil {
		return nil, err
	}
	for {
		if text, err = r.line(); err != nil {
			return nil, err
		}
		if strings.HasPrefix(text, digestMark) {
			if err := r.end(text); err != nil || len(c.Views) == c.promised {
				return c, err
			}
			return nil, r.errorf(1, "the first line says that %d lines follow, and there are %d", c.promised, len(c.Views))
		}
		if c.Views != nil {
			if len(c.Views) >= c.promised {
				return nil, r.errorf(1, "the first line says that %d lines follow, and there are more", c.promised)
			}
			c.Views = append(c.Views, text)
			continue
		}
		if len(c.Entries) >= c.Header.States {
			return nil, r.errorf(1, "the first line says that there are %d states, and there are more", c.Header.States)
		}
		e, err := certify.ReadEntry(text)
		if err != nil {
			return nil, r.errorf(1, "%v", err)
		}
		c.Entries = append(c.Entries, e)
	}
}

// end checks the last line.
func (r *reader) end(text string) error {
	if want := digestMark + hex.EncodeToString(r.digest.Sum(nil)) + "\n"; text != want {
		return r.errorf(1, "the file was changed or cut: its digest is another one")
	}
	if _, err := r.lines.ReadByte(); err == nil {
		r.number++
		return r.errorf(1, "data after the end of the certificate")
	} else if err != io.EOF {
		return r.unread(1, "%w", err)
	}
	return nil
}

// head reads the first line.
func (r *reader) head(text string) (*Certificate, error) {
	if err := setsys.CheckSyntax(r.file, []byte(text)); err != nil {
		return nil, err
	}
	var h head
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&h); err != nil {
		var in *setsys.FileError
		if errors.As(err, &in) {
			return nil, r.errorf(1, "%s", in.Msg)
		}
		return nil, r.errorf(1, "%s", strings.TrimPrefix(err.Error(), "json: "))
	}
	ofViews := h.Schema == ViewsSchema
	switch {
	case !ofViews && h.Schema != Schema:
		return nil, r.errorf(1, "schema must be %s or %s, not %q", Schema, ViewsSchema, h.Schema)
	case ofViews != (h.Lines != nil) || ofViews != (h.Header == nil):
		return nil, r.errorf(1, "it is of %s, and has not the keys of that", h.Schema)
	case ofViews:
		h.Header = &certify.Header{}
	}
	in, err := r.all.Parse(h.Instance)
	if _, ok := r.all.Lookup(in.Algorithm); err == nil && !ok {
		return nil, r.errorf(1, "this program has no algorithm %q; the one that has it, and wrote the file, checks it: PROGRAM certify FILE", in.Algorithm)
	}
	if err != nil {
		return nil, r.errorf(1, "instance: %v", err)
	}
	m, err := r.open(in)
	if err != nil {
		return nil, err
	}
	if len(h.Claims) == 0 {
		return nil, r.errorf(1, "it is about no property")
	}
	if h.Depth < 0 {
		return nil, r.errorf(1, "depth is %d", h.Depth)
	}
	c := &Certificate{Model: m, Claims: h.Claims, Header: *h.Header, Lines: 1}
	if c.Instance, err = r.all.Full(m.Instance); err != nil {
		return nil, r.errorf(1, "%v", err)
	}
	if ofViews {
		if c.Views, c.promised = []string{}, *h.Lines; !unbounded(m.Instance) {
			return nil, r.errorf(1, "instance: local views are about requests without bound")
		} else if err := m.Local(); err != nil {
			return nil, r.errorf(1, "instance: %v", err)
		}
	}
	for i, claim := range c.Claims {
		if err := m.Require(claim.Property); err != nil {
			return nil, r.errorf(1, "%v", err)
		}
		switch {
		case !slices.Contains(m.Properties(), claim.Property):
			return nil, r.errorf(1, "unknown property %q", claim.Property)
		case slices.Contains(c.Properties()[:i], claim.Property):
			return nil, r.errorf(1, "%s is there twice", claim.Property)
		case !slices.Contains([]verdict.Verdict{verdict.Holds, verdict.Violated, verdict.Unknown}, claim.Verdict):
			return nil, r.errorf(1, "%s has no verdict", claim.Property)
		case ofViews && (claim.Verdict == verdict.Violated || claim.Trace != nil):
			return nil, r.errorf(1, "%s: local views show no violation, and no run", claim.Property)
		case claim.Trace == nil:
			continue
		}
		// A run is of the same instance, whatever it says; so it has to say that.
		t := claim.Trace
		of, err := r.open(t.Instance)
		if err != nil {
			return nil, err
		}
		t.Instance.Outside = of.Instance.Outside                         // which follows from the algorithm
		of.Instance.Quorums.AllowBroken = m.Instance.Quorums.AllowBroken // no part of a run
		its, err := r.all.Full(of.Instance)
		if err != nil {
			return nil, r.errorf(1, "%v", err)
		}
		if its != c.Instance || t.Property != claim.Property {
			return nil, r.errorf(1, "the run that is to show %s is of another instance, or shows something else", claim.Property)
		}
	}
	return c, nil
}

// open makes a model of an instance of which all is said.
func (r *reader) open(in instance.Instance) (*instance.Model, error) {
	if in.Quorums.FileName() != "" || in.Quorums.Construct != "" {
		return nil, r.errorf(1, "instance: the structure is not there in full")
	}
	m, err := r.all.Open(in, nil)
	switch {
	case err != nil:
		return nil, r.errorf(1, "instance: %v", err)
	case m.Instance.Requests == nil:
		return nil, r.errorf(1, "instance: it does not say how often processes request")
	}
	return m, nil
}
