package edge_test

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"kaiin/server/base/config"
	"kaiin/server/transport/edge"
	"kaiin/server/transport/edge/edgetest"
)

func TestCompression(t *testing.T) {
	t.Parallel()
	w := edgetest.New(t, nil)
	long := strings.Repeat("kaiin ", 10_000)
	huge := strings.Repeat(long, 20)
	w.Next = func(out http.ResponseWriter, r *http.Request) {
		out.Header().Set("Content-Type", "text/html; charset=utf-8")
		switch r.URL.Path {
		case "/short":
			_, _ = io.WriteString(out, "short")
		case "/huge":
			_, _ = io.WriteString(out, huge)
		case "/image":
			out.Header().Set("Content-Type", "image/png")
			_, _ = io.WriteString(out, long)
		case "/flushed":
			_, _ = io.WriteString(out, long[:100])
			_ = http.NewResponseController(out).Flush()
			_, _ = io.WriteString(out, long[100:])
		default:
			_, _ = io.WriteString(out, long)
		}
	}
	for _, c := range []struct {
		path, accept, encoding string
		size                   int
	}{
		{"/long", "gzip, deflate, br", "gzip", len(long)}, {"/huge", "gzip", "gzip", len(huge)}, {"/flushed", "gzip", "gzip", len(long)},
		{"/short", "gzip", "", 5}, {"/image", "gzip", "", len(long)}, {"/long", "", "", len(long)}, {"/long", "gzip;q=0", "", len(long)},
	} {
		r, _ := http.NewRequest("GET", w.Site.URL+c.path, nil)
		r.Header.Set("Accept-Encoding", c.accept)
		got, err := (&http.Transport{DisableCompression: true}).RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		text := edgetest.Unpacked(t, got)
		if got.Header.Get("Content-Encoding") != c.encoding || len(text) != c.size {
			t.Errorf("%+v: %q, %d bytes", c, got.Header.Get("Content-Encoding"), len(text))
		}
	}
}

func TestWhatCompressionLeavesAlone(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("kaiin ", 10_000)
	folder := t.TempDir()
	for _, name := range []string{"a.js", "b.js", "b.js.gz"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(long), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	w := edgetest.New(t, func(c *config.Config) { c.NextStatic = folder })
	w.Next = func(out http.ResponseWriter, r *http.Request) {
		out.Header().Set("Content-Type", "text/html; charset=utf-8")
		out.Header().Set("Etag", `"x"`)
		switch r.URL.Path {
		case "/packed":
			out.Header().Set("Content-Encoding", "br")
		case "/unchanged":
			out.WriteHeader(http.StatusNotModified)
			return
		}
		_, _ = io.WriteString(out, long)
	}
	for _, c := range []struct{ name, method, path, accept, encoding, tag string }{
		{"a page", "GET", "/x", "gzip", "gzip", `W/"x"`},
		{"a page for a caller who takes zstd first", "GET", "/x", "zstd, br, gzip", "gzip", `W/"x"`},
		{"a page for a caller who takes nothing", "GET", "/x", "", "", `"x"`},
		{"only its head", "HEAD", "/x", "gzip", "", `"x"`},
		{"what Next has compressed", "GET", "/packed", "gzip, br", "br", `"x"`},
		{"nothing new", "GET", "/unchanged", "gzip", "", `"x"`},
		{"a file", "GET", "/_next/static/a.js", "gzip", "gzip", ""},
		{"a file with a compressed twin", "GET", "/_next/static/b.js", "gzip", "gzip", ""},
	} {
		got := w.Call(c.method, c.path, "", "Accept-Encoding", c.accept)
		if got.Header.Get("Content-Encoding") != c.encoding || c.tag != "" && got.Header.Get("Etag") != c.tag {
			t.Errorf("%s: %v", c.name, got.Header)
		}
		if vary := got.Header["Vary"]; len(vary) != 1 || vary[0] != "Accept-Encoding" {
			t.Errorf("%s: Vary %v", c.name, vary)
		}
	}
	first := w.Call("GET", "/_next/static/a.js", "", "Accept-Encoding", "gzip")
	if again := w.Call("GET", "/_next/static/a.js", "", "Accept-Encoding", "gzip", "If-None-Match", first.Header.Get("Etag")); again.StatusCode != http.StatusNotModified {
		t.Errorf("the tag of a compressed answer is not known again: %d", again.StatusCode)
	}
	if twin := w.Call("GET", "/_next/static/b.js", "", "Accept-Encoding", "gzip"); twin.Text != long {
		t.Error("a compressed twin was compressed again")
	}
}

// What the development server of Next sends bit by bit, and its web sockets, pass although the
// browser takes gzip.
func TestStreamsAndUpgradesPass(t *testing.T) {
	t.Parallel()
	w := edgetest.New(t, func(c *config.Config) { c.Production = false }) // upgrades, of pages from source
	w.Next = func(out http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Upgrade") == "" {
			out.Header().Set("Content-Type", "text/event-stream")
			_, _ = io.WriteString(out, "data: 1\n\n")
			_ = http.NewResponseController(out).Flush()
			<-r.Context().Done()
			return
		}
		connection, buffer, err := http.NewResponseController(out).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer func() { _ = connection.Close() }()
		_, _ = buffer.WriteString("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n")
		_ = buffer.Flush()
		line, _ := buffer.ReadString('\n')
		_, _ = buffer.WriteString("echo " + line)
		_ = buffer.Flush()
	}
	for want, headers := range map[string]string{"data: 1\n": "", "echo hello\n": "Connection: Upgrade\r\nUpgrade: echo\r\n"} {
		connection, err := net.Dial("tcp", w.Site.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		_ = connection.SetDeadline(time.Now().Add(time.Minute))
		_, _ = io.WriteString(connection, "GET /_next/webpack-hmr HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n"+headers+"\r\n")
		lines := bufio.NewReader(connection)
		for got := ""; got != want; {
			if got, err = lines.ReadString('\n'); err != nil {
				t.Errorf("%q did not arrive: %v", want, err)
				break
			}
			if got == "\r\n" && headers != "" {
				_, _ = io.WriteString(connection, "hello\n")
			}
		}
		_ = connection.Close()
	}
}

// S-05: so many answers are compressed at once, since each holds memory; the next one leaves as it
// is.
func TestCompressionIsBounded(t *testing.T) {
	t.Parallel()
	w := edgetest.New(t, nil)
	arrived, leave := make(chan struct{}), make(chan struct{})
	w.Next = func(out http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/waits" {
			arrived <- struct{}{}
			<-leave
		}
		out.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(out, strings.Repeat("kaiin ", 1000))
	}
	get := func(path string) (encoding string) {
		r, _ := http.NewRequest("GET", w.Site.URL+path, nil)
		r.Header.Set("Accept-Encoding", "gzip")
		got, err := (&http.Transport{DisableCompression: true, DisableKeepAlives: true}).RoundTrip(r)
		if err != nil {
			t.Error(err)
			return ""
		}
		defer func() { _ = got.Body.Close() }()
		if _, err := io.Copy(io.Discard, got.Body); err != nil || got.Header.Get("Vary") == "" {
			t.Errorf("Vary %q, %v", got.Header.Get("Vary"), err)
		}
		return got.Header.Get("Content-Encoding")
	}
	var all sync.WaitGroup
	for range edge.GzippedAtOnce {
		all.Go(func() {
			if encoding := get("/waits"); encoding != "gzip" {
				t.Errorf("one of the first: %q", encoding)
			}
		})
	}
	for range edge.GzippedAtOnce {
		<-arrived
	}
	if encoding := get("/long"); encoding != "" {
		t.Errorf("one too many: %q", encoding)
	}
	close(leave)
	all.Wait()
	if encoding := get("/long"); encoding != "gzip" {
		t.Errorf("after them: %q", encoding)
	}
}
