package levels

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
)

const (
	magic     = "qcheck level 1\n\x00"
	tail      = 16 // bytes
	chunkKeys = 1 << 14
	keyBytes  = 8
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// An Error says that a file is not what it should be.
type Error struct{ File, Why string }

func (e *Error) Error() string { return e.File + ": " + e.Why }

// unfinished is the pattern of the names of files that are being written.
const unfinished = ".unfinished-*"

// Tidy removes what processes left in a directory that were killed while they wrote.
// None may be writing there.
func Tidy(dir string) error {
	names, err := filepath.Glob(filepath.Join(dir, unfinished))
	for _, name := range names {
		err = errors.Join(err, os.Remove(name))
	}
	return err
}

type (
	footer struct {
		Header   json.RawMessage `json:"header"`
		Keys     int64           `json:"keys"`
		Chunks   []chunk         `json:"chunks"`
		Sections []section       `json:"sections,omitempty"`
	}
	chunk struct {
		At    int64  `json:"at"`
		Bytes int    `json:"bytes"`
		Keys  int    `json:"keys"`
		First uint64 `json:"first"`
		Sum   uint32 `json:"sum"`
	}
	section struct {
		Name  string `json:"name"`
		At    int64  `json:"at"`
		Bytes int    `json:"bytes"`
		Sum   uint32 `json:"sum"`
	}
)

// A Writer writes a file.
type Writer struct {
	f    *os.File
	w    *bufio.Writer
	path string
	at   int64
	foot footer
	keys []uint64 // of the chunk in the making
	text []byte
	last uint64
}

// Create begins the file at a path, which appears with Commit.
func Create(path string) (*Writer, error) {
	f, err := os.CreateTemp(filepath.Dir(path), unfinished)
	if err != nil {
		return nil, err
	}
	w := &Writer{f: f, w: bufio.NewWriterSize(f, 1<<16), path: path, foot: footer{Chunks: []chunk{}}}
	_, err = w.w.WriteString(magic)
	w.at = int64(len(magic))
	return w, err
}

// Add adds keys, which ascend, and are greater than all before.
func (w *Writer) Add(keys []uint64) error {
	for len(keys) > 0 {
		part := keys[:min(len(keys), chunkKeys-len(w.keys))]
		w.keys = append(w.keys, part...)
		if keys = keys[len(part):]; len(w.keys) == chunkKeys {
			if err := w.flush(); err != nil {
				return err
			}
		}
	}
	return nil
}

// flush writes the chunk in the making.
func (w *Writer) flush() error {
	if len(w.keys) == 0 {
		return nil
	}
	if len(w.foot.Chunks) > 0 && w.keys[0] <= w.last {
		return fmt.Errorf("writing %s: key %d after %d", w.path, w.keys[0], w.last)
	}
	for i, key := range w.keys[1:] {
		if key <= w.keys[i] {
			return fmt.Errorf("writing %s: key %d after %d", w.path, key, w.keys[i])
		}
	}
	text := Append(w.text[:0], w.keys)
	w.foot.Chunks = append(w.foot.Chunks, chunk{w.at, len(text), len(w.keys), w.keys[0], crc32.Checksum(text, castagnoli)})
	w.foot.Keys += int64(len(w.keys))
	w.last = w.keys[len(w.keys)-1]
	w.text, w.keys = text, w.keys[:0]
	return w.write(text)
}

func (w *Writer) write(text []byte) error {
	w.at += int64(len(text))
	_, err := w.w.Write(text)
	return err
}

// Section adds named bytes. All keys were added.
func (w *Writer) Section(name string, data []byte) error {
	if err := w.flush(); err != nil {
		return err
	}
	w.foot.Sections = append(w.foot.Sections, section{name, w.at, len(data), crc32.Checksum(data, castagnoli)})
	return w.write(data)
}

// Commit ends the file with a header, and lets it appear.
func (w *Writer) Commit(header any) (err error) {
	defer func() {
		if err != nil {
			w.Abort()
		}
	}()
	if err := w.end(header); err != nil {
		return err
	}
	if err := errors.Join(w.w.Flush(), w.f.Chmod(0o644), w.f.Close()); err != nil {
		return err
	}
	return os.Rename(w.f.Name(), w.path)
}

// end writes what comes after the sections.
func (w *Writer) end(header any) (err error) {
	if err := w.flush(); err != nil {
		return err
	}
	if w.foot.Header, err = json.Marshal(header); err != nil {
		return err
	}
	text, err := json.Marshal(w.foot)
	if err != nil {
		return err
	}
	end := binary.LittleEndian.AppendUint32(text, uint32(len(text)))
	end = binary.LittleEndian.AppendUint32(end, crc32.Checksum(text, castagnoli))
	return w.write(append(end, magic[:8]...))
}

// Abort drops the file, unless it was committed.
func (w *Writer) Abort() {
	w.f.Close()
	os.Remove(w.f.Name())
}

// A File is one that was written. It takes nothing of the system while it is not read: there may be more
// files than a process may have open. Its methods may be called concurrently.
type File struct {
	path string
	foot footer
	id   string
}

// Open reads the end of a file. The error is fs.ErrNotExist if there is none, and an [Error] if its
// end is not that of such a file.
func Open(path string) (*File, error) {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		return nil, &Error{path, "it is no regular file"} // to open a pipe may take for ever
	}
	if err != nil {
		return nil, err
	}
	x := &File{path: path}
	if err := x.open(info.Size()); err != nil {
		return nil, err
	}
	return x, nil
}

func (x *File) open(size int64) error {
	begin := make([]byte, min(size, int64(len(magic))))
	if err := x.read(begin, 0); err != nil {
		return err
	}
	if string(begin) != magic {
		return x.wrong("it is no level of a search, or is one in another form")
	}
	end := make([]byte, tail)
	if size < int64(len(magic)+tail) {
		return x.torn()
	}
	if err := x.read(end, size-tail); err != nil {
		return err
	}
	length := int64(binary.LittleEndian.Uint32(end))
	if string(end[8:]) != magic[:8] || length > size-int64(len(magic)+tail) {
		return x.torn()
	}
	text := make([]byte, length)
	if err := x.read(text, size-tail-length); err != nil {
		return err
	}
	if crc32.Checksum(text, castagnoli) != binary.LittleEndian.Uint32(end[4:]) || json.Unmarshal(text, &x.foot) != nil {
		return x.torn()
	}
	at, keys := int64(len(magic)), int64(0)
	for _, c := range x.foot.Chunks {
		if c.At != at || c.Bytes < keyBytes || c.Bytes > keyBytes+binary.MaxVarintLen64*c.Keys || c.Keys < 1 || c.Keys > chunkKeys {
			return x.torn()
		}
		at += int64(c.Bytes)
		keys += int64(c.Keys)
	}
	for _, s := range x.foot.Sections {
		if s.At != at || s.Bytes < 0 {
			return x.torn()
		}
		at += int64(s.Bytes)
	}
	if at != size-tail-length || keys != x.foot.Keys {
		return x.torn()
	}
	sum := sha256.Sum256(text)
	x.id = hex.EncodeToString(sum[:])
	return nil
}

func (x *File) read(into []byte, at int64) error {
	f, err := os.Open(x.path)
	if err != nil {
		return err
	}
	defer f.Close()
	if _, err := f.ReadAt(into, at); err != nil {
		return &Error{x.path, "reading: " + err.Error()}
	}
	return nil
}

func (x *File) wrong(why string) error { return &Error{x.path, why} }
func (x *File) torn() error {
	return x.wrong("the file is torn: its checksums are not those of its content")
}

// ID identifies the content: it is a digest of the footer, which has all checksums.
func (x *File) ID() string { return x.id }

// Path is where the file is.
func (x *File) Path() string { return x.path }

// Len returns how many keys the file has.
func (x *File) Len() int64 { return x.foot.Keys }

// Chunks returns how many chunks of keys it has.
func (x *File) Chunks() int { return len(x.foot.Chunks) }

// Header reads what was given to Commit.
func (x *File) Header(into any) error {
	if err := json.Unmarshal(x.foot.Header, into); err != nil {
		return x.wrong("its header is of another form: " + err.Error())
	}
	return nil
}

// Section returns named bytes, nil if there are none of that name.
func (x *File) Section(name string) ([]byte, error) {
	for _, s := range x.foot.Sections {
		if s.Name != name {
			continue
		}
		data := make([]byte, s.Bytes)
		if err := x.read(data, s.At); err != nil {
			return nil, err
		}
		if crc32.Checksum(data, castagnoli) != s.Sum {
			return nil, x.torn()
		}
		return data, nil
	}
	return nil, nil
}

// Chunk returns the keys of a chunk, in the memory of buffer if they fit.
func (x *File) Chunk(i int, buffer []uint64) ([]uint64, error) {
	c := x.foot.Chunks[i]
	text := make([]byte, c.Bytes)
	if err := x.read(text, c.At); err != nil {
		return nil, err
	}
	if crc32.Checksum(text, castagnoli) != c.Sum {
		return nil, x.torn()
	}
	keys, ok := Keys(text, buffer)
	if !ok || len(keys) != c.Keys || keys[0] != c.First {
		return nil, x.torn()
	}
	return keys, nil
}
