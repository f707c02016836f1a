package pagecache

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/klauspost/compress/flate"
)

// Page is an answer with a hole wherever its nonce stood. It never changes; any number of visitors
// may be served at once.
type Page struct {
	header http.Header
	texts  [][]byte // between each two of them is a hole
	packed [][]byte // the same, compressed; nil where that would not make the page smaller
	nonce  int      // length of the nonce, in bytes
	bytes  int      // what all this takes
}

// compressionLevel is high: an answer for many visitors may cost more than one for a single
// visitor.
const compressionLevel = 7

var errNotText = errors.New("a page to be shared is text in UTF-8, with the nonce in its body alone")

// NewPage is a page that was made with nonce, for which it takes over header and body. The header
// says all but how long the page is and how it is encoded.
func NewPage(header http.Header, body []byte, nonce string) (*Page, error) {
	if nonce == "" || !utf8.Valid(body) {
		return nil, errNotText
	}
	for _, values := range header {
		if slices.ContainsFunc(values, func(value string) bool { return strings.Contains(value, nonce) }) {
			return nil, errNotText
		}
	}
	p := &Page{header: header, texts: bytes.Split(body, []byte(nonce)), nonce: len(nonce), bytes: len(body)}
	packed, err := pack(p.texts, len(nonce))
	if err != nil {
		return nil, err
	}
	if p.packedLength(packed) < p.length(p.texts) {
		p.packed, p.bytes = packed, p.bytes+p.length(packed)
	}
	return p, nil
}

// length is that of the pieces with the holes filled.
func (p *Page) length(pieces [][]byte) int {
	n := p.nonce * (len(pieces) - 1)
	for _, piece := range pieces {
		n += len(piece)
	}
	return n
}

// pack compresses texts as one deflate stream, flushed before and after each hole of so many bytes.
// In the place of the holes are bytes that are in no text of UTF-8, so that nothing refers back to
// them; their own blocks are left out.
func pack(texts [][]byte, hole int) ([][]byte, error) {
	var out bytes.Buffer
	z, err := flate.NewWriter(&out, compressionLevel)
	if err != nil {
		return nil, err
	}
	write := func(p []byte) ([]byte, error) {
		out.Reset()
		if _, err := z.Write(p); err != nil {
			return nil, err
		}
		err := z.Flush()
		return bytes.Clone(out.Bytes()), err
	}
	packed := make([][]byte, 0, len(texts))
	for i, text := range texts {
		if i > 0 {
			if _, err := write(bytes.Repeat([]byte{0xff}, hole)); err != nil {
				return nil, err
			}
		}
		piece, err := write(text)
		if err != nil {
			return nil, err
		}
		packed = append(packed, piece)
	}
	return packed, nil
}

// Parts of a gzip file (RFC 1952) and of the deflate stream in it (RFC 1951) that are not
// compressed text.
var (
	gzipHead = []byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff}
	lastNone = []byte{1, 0, 0, 0xff, 0xff} // the last block, stored, empty
)

const (
	storedHead = 5 // bytes before what a stored block holds
	gzipTail   = 8
)

func (p *Page) packedLength(packed [][]byte) int {
	return len(gzipHead) + p.length(packed) + storedHead*(len(packed)-1) + len(lastNone) + gzipTail
}

// stored is a nonce as a block of deflate by itself, not the last one.
func stored(nonce string) []byte {
	block := []byte{0}
	block = binary.LittleEndian.AppendUint16(block, uint16(len(nonce)))
	block = binary.LittleEndian.AppendUint16(block, ^uint16(len(nonce)))
	return append(block, nonce...)
}

// Serve answers a GET or HEAD with the page, all holes filled with nonce, which is as long as the
// one the page was made with.
func (p *Page) Serve(w http.ResponseWriter, r *http.Request, nonce string, gzip bool) {
	if len(nonce) != p.nonce {
		panic("pagecache: a nonce of another length") // back-references count its bytes
	}
	h := w.Header()
	for name, values := range p.header {
		h[name] = slices.Clone(values)
	}
	length := p.length(p.texts)
	gzip = gzip && p.packed != nil
	if gzip {
		h.Set("Content-Encoding", "gzip")
		length = p.packedLength(p.packed)
	}
	h.Set("Content-Length", strconv.Itoa(length))
	w.WriteHeader(http.StatusOK)
	switch {
	case r.Method == http.MethodHead:
	case gzip:
		p.writePacked(w, nonce)
	default:
		fill(w, p.texts, []byte(nonce))
	}
}

func (p *Page) writePacked(w io.Writer, nonce string) {
	sum := crc32.NewIEEE()
	fill(sum, p.texts, []byte(nonce))
	tail := binary.LittleEndian.AppendUint32(slices.Clone(lastNone), sum.Sum32())
	tail = binary.LittleEndian.AppendUint32(tail, uint32(p.length(p.texts)))
	_, _ = w.Write(gzipHead)
	fill(w, p.packed, stored(nonce))
	_, _ = w.Write(tail)
}

// fill writes pieces with what belongs between each two of them. An error means that the visitor
// has gone: there is no one to tell.
func fill(w io.Writer, pieces [][]byte, between []byte) {
	for i, piece := range pieces {
		if i > 0 {
			_, _ = w.Write(between)
		}
		if _, err := w.Write(piece); err != nil {
			return
		}
	}
}
