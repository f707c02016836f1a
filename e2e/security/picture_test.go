package security

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"net/http"
	"strings"
	"sync"
	"testing"
)

const setPicture = "/zapi/account/profile-image"

// pictureOf is the body of a call that sends a picture.
func pictureOf(kind string, sent []byte) map[string]any {
	return map[string]any{"profileImage": "data:image/" + kind + ";base64," + base64.StdEncoding.EncodeToString(sent)}
}

// drawn is a picture in one colour.
func drawn(side int) image.Image {
	m := image.NewNRGBA(image.Rect(0, 0, side, side))
	for i := range m.Pix {
		m.Pix[i] = 0xff
	}
	return m
}

func asPNG(t *testing.T, m image.Image) []byte {
	var b bytes.Buffer
	must(t, png.Encode(&b, m))
	return b.Bytes()
}

func asJPEG(t *testing.T, m image.Image) []byte {
	var b bytes.Buffer
	must(t, jpeg.Encode(&b, m, nil))
	return b.Bytes()
}

// Nothing but a picture of ours is ever served, whatever was sent; what is no picture, or a bomb,
// is refused and changes nothing.
func TestSecurity66ProfilePicturesArePaintedAnew(t *testing.T) {
	s := together(t)
	p, stranger := s.member(), s.visitor()
	address := func() string { return p.page("/mypage/profile/edit").Text("profileImageUrl") }
	fetch := func(at string) answer {
		t.Helper()
		a, err := stranger.Get(at)
		must(t, err)
		return a
	}

	where := binary.BigEndian.AppendUint16([]byte{0xff, 0xe1}, 2+34)
	photo := asJPEG(t, drawn(300))
	located := bytes.Join([][]byte{photo[:2], where, []byte("Exif\x00\x00GPSLatitude 35.6586 N 139.7454"), photo[2:]}, nil)
	former := ""
	for name, sent := range map[string]map[string]any{
		"HTML behind a PNG":  pictureOf("png", append(asPNG(t, drawn(300)), "<html><script>alert(1)</script>"...)),
		"ZIP behind a JPEG":  pictureOf("jpeg", append(bytes.Clone(photo), "PK\x03\x04evil"...)),
		"a position in EXIF": pictureOf("jpg", located),
		"a JPEG named gif":   pictureOf("gif", photo),
	} {
		p.ok(setPicture, sent)
		at := address()
		a := fetch(at)
		for header, want := range map[string]string{
			"Content-Type": "image/jpeg", "X-Content-Type-Options": "nosniff", "Content-Security-Policy": "default-src 'none'; sandbox",
			"Content-Disposition": "inline", "Cache-Control": "public, max-age=31536000, immutable", "Set-Cookie": "",
		} {
			if got := a.Header.Get(header); got != want {
				t.Errorf("%s: %s is %q, want %q", name, header, got, want)
			}
		}
		m, err := jpeg.Decode(bytes.NewReader(a.Raw))
		if err != nil || m.Bounds() != image.Rect(0, 0, 200, 200) {
			t.Fatalf("%s: %d, %v", name, a.Status, err)
		}
		for _, trace := range []string{"<script", "PK\x03\x04", "Exif", "GPS", "139.7454"} {
			if bytes.Contains(a.Raw, []byte(trace)) {
				t.Errorf("%s: %q is served", name, trace)
			}
		}
		if former != "" && fetch(former).Status != http.StatusNotFound {
			t.Errorf("%s: the former picture is still served", name)
		}
		former = at
	}

	header := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32([]byte("IHDR"), 30_000), 30_000)
	header = append(header, 8, 6, 0, 0, 0)
	bomb := binary.BigEndian.AppendUint32(append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0d"), header...), crc32.ChecksumIEEE(header))
	for name, c := range map[string]struct {
		sent   map[string]any
		status int
	}{
		"30,000 by 30,000":   {pictureOf("png", bomb), 400},
		"an SVG named png":   {pictureOf("png", []byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`)), 400},
		"an SVG":             {pictureOf("svg+xml", []byte("<svg/>")), 400},
		"half a JPEG":        {pictureOf("jpeg", photo[:len(photo)/2]), 400},
		"6 MB of JPEG":       {pictureOf("jpeg", append(bytes.Clone(photo), make([]byte, 6<<20)...)), 413},
		"a byte over 5 MB":   {pictureOf("jpeg", append(bytes.Clone(photo), make([]byte, 5<<20-len(photo)+1)...)), 400},
		"an address":         {map[string]any{"profileImage": "http://127.0.0.1/"}, 400},
		"no base64":          {map[string]any{"profileImage": "data:image/png;base64,<script>"}, 400},
		"nothing":            {map[string]any{"profileImage": ""}, 400},
		"no such field":      {map[string]any{}, 400},
		"a number":           {map[string]any{"profileImage": 1}, 400},
		"a list":             {map[string]any{"profileImage": []any{"data:image/png;base64,"}}, 400},
		"somebody else's id": {map[string]any{"profileImage": nil, "accountId": "x"}, 400},
	} {
		if a := p.send(setPicture, c.sent); a.Status != c.status {
			t.Errorf("%s: %.200s, want %d", name, a, c.status)
		}
		if address() != former {
			t.Fatalf("%s changed the picture", name)
		}
	}
	if a := fetch(former[:len(former)-1] + "!"); a.Status != http.StatusNotFound {
		t.Errorf("another name: %s", a)
	}
	p.ok(setPicture, map[string]any{"profileImage": nil})
	if got := fetch(former); got.Status != http.StatusNotFound || got.Header.Get("Cache-Control") != "no-store" || address() != "" {
		t.Errorf("a removed picture: %d", got.Status)
	}

	// Others may not send what is large, at all or to another call.
	large := pictureOf("png", make([]byte, 1<<20))
	refused(t, "a visitor's picture", stranger.send(setPicture, map[string]any{"profileImage": nil}), 401)
	refused(t, "a visitor's large picture", stranger.send(setPicture, large), 413)
	refused(t, "a large PIN", p.send("/zapi/account/pinCode/set", large), 413)
	refused(t, "a large operation", p.send("/graphql", map[string]any{"query": strings.Repeat("x", 100_000)}), 413)

	p.ok(setPicture, pictureOf("jpeg", photo))
	last := address()
	p.leave()
	if got := fetch(last); got.Status != http.StatusNotFound {
		t.Errorf("the picture of a member who has left: %d", got.Status)
	}
}

// Twenty members who send the largest pictures at once are answered, or told when to come back, and
// the server stays below 150 MB.
func TestSecurity66PicturesTakeLittleMemory(t *testing.T) {
	s := running(t, "GOGC=", "GOMEMLIMIT=") // as the server sets them for itself
	m := image.NewYCbCr(image.Rect(0, 0, 2_850, 2_850), image.YCbCrSubsampleRatio444)
	photo := append(asJPEG(t, m), make([]byte, 3<<20)...)
	deep := image.NewNRGBA64(image.Rect(0, 0, 1_400, 1_400))
	for y := range 1_400 {
		deep.SetNRGBA64(y, y, color.NRGBA64{0xffff, 0, 0, 0x8000})
	}
	sent := []map[string]any{pictureOf("jpeg", photo), pictureOf("png", append(asPNG(t, deep), make([]byte, 4<<20)...))}
	if len(photo) > 5<<20 {
		t.Fatalf("the photo has %d bytes", len(photo))
	}
	before := s.Peak()
	var all sync.WaitGroup
	var mu sync.Mutex
	statuses := map[int]int{}
	for i := range 20 {
		p := s.member()
		all.Go(func() {
			a, err := p.Post(setPicture, sent[i%2])
			if err != nil {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			statuses[a.Status]++
			if a.Status == http.StatusServiceUnavailable && a.Header.Get("Retry-After") == "" {
				t.Error("the answer does not say when to come back")
			}
		})
	}
	all.Wait()
	if statuses[200]+statuses[503] != 20 || statuses[200] == 0 {
		t.Errorf("statuses %v", statuses)
	}
	if most := s.Peak(); most > 150 {
		t.Errorf("the server took %d MB, %d before", most, before)
	} else {
		t.Logf("%d MB, %d before, %v", most, before, statuses)
	}
}
