package edge

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"runtime"
	"strconv"
	"strings"
	"sync"
)

const (
	worthCompressing = 1 << 10   // below it the answer would not even save a packet
	maxGathered      = 512 << 10 // a longer answer is sent while it is made
	gzipLevel        = 5
)

// gzipPool lends gzip writers. Each holds about a megabyte, so there are only a few, and answers wait for one for the
// millisecond that another takes.
type gzipPool struct {
	writers chan *gzip.Writer
	buffers sync.Pool
}

func newGzipPool() *gzipPool {
	p := &gzipPool{writers: make(chan *gzip.Writer, 2*runtime.GOMAXPROCS(0)), buffers: sync.Pool{New: func() any { return new(bytes.Buffer) }}}
	for range cap(p.writers) {
		p.writers <- nil // made when first needed
	}
	return p
}

func (p *gzipPool) take(w http.ResponseWriter) *gzip.Writer {
	z := <-p.writers
	if z == nil {
		z, _ = gzip.NewWriterLevel(w, gzipLevel) // the level is a valid one
		return z
	}
	z.Reset(w)
	return z
}

func (p *gzipPool) give(z *gzip.Writer) {
	z.Reset(nil)
	p.writers <- z
}

// compress answers callers who take gzip with it.
func (p *gzipPool) compress(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		out := p.wrap(w, r)
		defer out.finish()
		next.ServeHTTP(out, r)
	})
}

// wrap returns a writer that compresses the answer when the caller takes gzip and the answer gains by it. Call finish at the end.
func (p *gzipPool) wrap(w http.ResponseWriter, r *http.Request) *compressor {
	return &compressor{ResponseWriter: w, pool: p, accepted: acceptsGzip(r) && r.Method != http.MethodHead}
}

// compressor gathers an answer and sends it at the end, compressed. What cannot gain goes straight through.
type compressor struct {
	http.ResponseWriter
	pool     *gzipPool
	accepted bool

	started  bool // the status is known
	status   int
	gathered *bytes.Buffer // nil: the answer goes straight through, or through stream
	stream   *gzip.Writer  // of an answer too long to gather
}

func (c *compressor) WriteHeader(status int) {
	if status < 200 || c.started {
		c.ResponseWriter.WriteHeader(status)
		return
	}
	c.started, c.status = true, status
	if !c.accepted || !compressible(status, c.Header()) {
		c.ResponseWriter.WriteHeader(status)
		return
	}
	c.gathered, _ = c.pool.buffers.Get().(*bytes.Buffer)
}

func (c *compressor) Write(p []byte) (int, error) {
	if !c.started {
		c.WriteHeader(http.StatusOK)
	}
	switch {
	case c.stream != nil:
		return c.stream.Write(p)
	case c.gathered == nil:
		return c.ResponseWriter.Write(p)
	case c.gathered.Len()+len(p) > maxGathered:
		c.begin()
		return c.stream.Write(p)
	}
	return c.gathered.Write(p)
}

// begin sends what was gathered through a gzip writer that stays for the rest.
func (c *compressor) begin() {
	c.announce()
	c.Header().Del("Content-Length")
	c.ResponseWriter.WriteHeader(c.status)
	c.stream = c.pool.take(c.ResponseWriter)
	_, _ = c.stream.Write(c.gathered.Bytes()) // a caller who has gone is noticed by the next write
	c.release()
}

func (c *compressor) announce() {
	h := c.Header()
	h.Set("Content-Encoding", "gzip")
	h.Add("Vary", "Accept-Encoding")
	if tag := h.Get("Etag"); strings.HasPrefix(tag, `"`) {
		h.Set("Etag", "W/"+tag) // the same content in other bytes
	}
}

func (c *compressor) release() {
	c.gathered.Reset()
	c.pool.buffers.Put(c.gathered)
	c.gathered = nil
}

// finish sends what is still here.
func (c *compressor) finish() {
	if c.stream != nil {
		_ = c.stream.Close()
		c.pool.give(c.stream)
		return
	}
	if c.gathered == nil {
		return
	}
	defer c.release()
	if c.gathered.Len() < worthCompressing {
		c.Header().Add("Vary", "Accept-Encoding")
		c.ResponseWriter.WriteHeader(c.status)
		_, _ = c.ResponseWriter.Write(c.gathered.Bytes())
		return
	}
	packed, _ := c.pool.buffers.Get().(*bytes.Buffer)
	defer func() { packed.Reset(); c.pool.buffers.Put(packed) }()
	z := c.pool.take(nil)
	z.Reset(packed)
	_, _ = z.Write(c.gathered.Bytes()) // into memory
	_ = z.Close()
	c.pool.give(z)
	c.announce()
	c.Header().Set("Content-Length", strconv.Itoa(packed.Len()))
	c.ResponseWriter.WriteHeader(c.status)
	_, _ = c.ResponseWriter.Write(packed.Bytes())
}

// FlushError does not flush what is gathered: it is sent as a whole.
func (c *compressor) FlushError() error {
	if c.gathered != nil || !c.started {
		return nil
	}
	if c.stream != nil {
		if err := c.stream.Flush(); err != nil {
			return err
		}
	}
	return http.NewResponseController(c.ResponseWriter).Flush()
}

// Unwrap lets http.ResponseController, and through it upgrades of the connection, pass.
func (c *compressor) Unwrap() http.ResponseWriter { return c.ResponseWriter }

func compressible(status int, h http.Header) bool {
	if status == http.StatusNoContent || status == http.StatusNotModified || status == http.StatusPartialContent || h.Get("Content-Encoding") != "" {
		return false
	}
	kind, _, _ := strings.Cut(h.Get("Content-Type"), ";")
	switch kind {
	case "text/html", "text/css", "text/plain", "text/javascript", "application/javascript", "application/json", "image/svg+xml", "application/manifest+json":
		return true
	}
	return false
}

// acceptsGzip reads Accept-Encoding; q=0 is a refusal.
func acceptsGzip(r *http.Request) bool { return accepts(r, "gzip") }

func accepts(r *http.Request, encoding string) bool {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, parameters, _ := strings.Cut(part, ";")
		if strings.TrimSpace(name) == encoding {
			q := strings.ReplaceAll(parameters, " ", "")
			return q != "q=0" && !strings.HasPrefix(q, "q=0.000") && q != "q=0.0" && q != "q=0.00"
		}
	}
	return false
}
