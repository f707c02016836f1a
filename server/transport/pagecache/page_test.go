package pagecache

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

const (
	holeNonce = "PLACEHOLDER-of-22-byte"
	mine      = "abcdefghijklmnopqrstuv"
)

func pageOf(t testing.TB, body string) *Page {
	t.Helper()
	p, err := NewPage(http.Header{"Content-Type": {"text/html"}}, []byte(body), holeNonce)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// served is what a visitor reads of a page; the length in its header must be that of its body.
func served(t testing.TB, p *Page, nonce string, zipped bool) (string, http.Header) {
	t.Helper()
	w := httptest.NewRecorder()
	p.Serve(w, httptest.NewRequest(http.MethodGet, "/", nil), nonce, zipped)
	if got, want := w.Header().Get("Content-Length"), fmt.Sprint(w.Body.Len()); got != want {
		t.Fatalf("Content-Length %s of %s bytes", got, want)
	}
	if w.Header().Get("Content-Encoding") == "" {
		return w.Body.String(), w.Header()
	}
	z, err := gzip.NewReader(w.Body)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z) // checks the sum and the length, too
	if err != nil {
		t.Fatal(err)
	}
	return string(text), w.Header()
}

// S-07: every visitor reads the same page, with their own nonce and no other, whether they take
// gzip or not.
func TestEveryAnswerHasItsOwnNonce(t *testing.T) {
	t.Parallel()
	row := `<script nonce="` + holeNonce + `" src="/a.js"></script><p>料金は月額1,100円です。</p>`
	for name, body := range map[string]string{
		"a page":            "<html>" + strings.Repeat(row, 300) + "</html>",
		"at both ends":      holeNonce + strings.Repeat(row, 20) + holeNonce,
		"one after another": strings.Repeat(holeNonce, 50) + strings.Repeat("x", 2000),
		"nothing but holes": strings.Repeat(holeNonce, 50),
		"no hole":           strings.Repeat("x", 2000),
		"short":             "<p>" + holeNonce,
		"empty":             "",
		"nonces look alike": strings.Repeat(mine+holeNonce+holeNonce[:21]+mine[1:], 100),
	} {
		p := pageOf(t, body)
		for _, nonce := range []string{mine, strings.Repeat("z", 22), holeNonce} {
			want := strings.ReplaceAll(body, holeNonce, nonce)
			for _, zipped := range []bool{false, true} {
				if got, _ := served(t, p, nonce, zipped); got != want {
					t.Errorf("%s, gzip %t: %d bytes, want %d, or others", name, zipped, len(got), len(want))
				}
			}
		}
	}
	long := pageOf(t, strings.Repeat(row+strings.Repeat("<p>一度に一人</p>", 20), 20))
	_, plain := served(t, long, mine, false)
	_, zipped := served(t, long, mine, true)
	if plain.Get("Content-Encoding") != "" || zipped.Get("Content-Encoding") != "gzip" || len(zipped.Get("Content-Length")) >= len(plain.Get("Content-Length")) {
		t.Errorf("%v, %v", plain, zipped)
	}
	if _, short := served(t, pageOf(t, "short"), mine, true); short.Get("Content-Encoding") != "" {
		t.Error("compressed though it is longer that way")
	}
}

func TestHeadIsTheSameWithoutBody(t *testing.T) { // S-07
	t.Parallel()
	p := pageOf(t, strings.Repeat("kaiin ", 1000)+holeNonce)
	for _, zipped := range []bool{false, true} {
		_, want := served(t, p, mine, zipped)
		w := httptest.NewRecorder()
		p.Serve(w, httptest.NewRequest(http.MethodHead, "/", nil), mine, zipped)
		if w.Body.Len() != 0 || fmt.Sprint(w.Header()) != fmt.Sprint(want) {
			t.Errorf("%d bytes, %v, want %v", w.Body.Len(), w.Header(), want)
		}
	}
}

func TestAnswersDoNotShareTheirHeader(t *testing.T) { // S-07
	t.Parallel()
	p := pageOf(t, "x")
	_, first := served(t, p, mine, false)
	first["Content-Type"][0] = "text/plain"
	first.Set("Set-Cookie", "a=b")
	if _, second := served(t, p, mine, false); second.Get("Content-Type") != "text/html" || second.Get("Set-Cookie") != "" {
		t.Errorf("%v", second)
	}
}

func TestWhatIsNoPageToShare(t *testing.T) { // S-07
	t.Parallel()
	for name, c := range map[string]struct {
		header http.Header
		body   string
		nonce  string
	}{
		"not UTF-8":            {nil, "a\xffb", holeNonce},
		"no nonce":             {nil, "x", ""},
		"a nonce in a header":  {http.Header{"Link": {"</a.css>", "</a.js>; nonce=" + holeNonce}}, "x", holeNonce},
		"a picture by mistake": {nil, "\x89PNG\r\n", holeNonce},
	} {
		if _, err := NewPage(c.header, []byte(c.body), c.nonce); err == nil {
			t.Errorf("%s: kept", name)
		}
	}
}

// Whatever is around the holes, each visitor reads exactly the text with their nonce.
func FuzzPage(f *testing.F) {
	f.Add("<p>", "</p>", uint64(1), uint16(300))
	f.Add("", "", uint64(2), uint16(3))
	f.Add(mine, strings.Repeat("あ", 100), uint64(3), uint16(1000))
	f.Fuzz(func(t *testing.T, a, b string, seed uint64, rows uint16) {
		random := rand.New(rand.NewPCG(seed, 0))
		var body bytes.Buffer
		for range rows % 2000 {
			body.WriteString([]string{a, b, holeNonce, mine, fmt.Sprint(random.Uint64())}[random.IntN(5)])
		}
		p, err := NewPage(http.Header{}, body.Bytes(), holeNonce)
		if err != nil {
			return // not UTF-8
		}
		for _, zipped := range []bool{false, true} {
			if got, _ := served(t, p, mine, zipped); got != strings.ReplaceAll(body.String(), holeNonce, mine) {
				t.Fatalf("gzip %t: another text", zipped)
			}
		}
	})
}

// What a page of about the size and with the holes of the home page costs, once to be made and then
// each answer.
func BenchmarkPage(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 2))
	var body strings.Builder
	for range 20 {
		body.WriteString(`<script nonce="` + holeNonce + `">`)
		for body.Len()%2000 < 1950 {
			fmt.Fprintf(&body, `<a class="inline-flex" href="/plans/%d">`, random.IntN(1000))
		}
	}
	b.Run("made", func(b *testing.B) {
		for b.Loop() {
			pageOf(b, body.String())
		}
	})
	p := pageOf(b, body.String())
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	for _, zipped := range []bool{false, true} {
		b.Run(fmt.Sprintf("gzip=%t", zipped), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				p.Serve(nowhere{http.Header{}}, r, mine, zipped)
			}
		})
	}
}

type nowhere struct{ header http.Header }

func (n nowhere) Header() http.Header       { return n.header }
func (nowhere) WriteHeader(int)             {}
func (nowhere) Write(p []byte) (int, error) { return len(p), nil }
