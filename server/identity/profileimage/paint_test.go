package profileimage_test

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	"kaiin/server/base/fault/faulttest"
	"kaiin/server/identity/profileimage"
)

// painted is a picture of the size whose left half is red and whose right half is blue.
func painted(width, height int) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			c := color.NRGBA{R: 0xff, A: 0xff}
			if x >= width/2 {
				c = color.NRGBA{B: 0xff, A: 0xff}
			}
			m.SetNRGBA(x, y, c)
		}
	}
	return m
}

func asPNG(t testing.TB, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func asJPEG(t testing.TB, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// asGIF is an animation with a frame of each colour.
func asGIF(t testing.TB, side int, frames ...color.Color) []byte {
	t.Helper()
	all := &gif.GIF{}
	for _, c := range frames {
		m := image.NewPaletted(image.Rect(0, 0, side, side), color.Palette{c, color.Black})
		all.Image, all.Delay = append(all.Image, m), append(all.Delay, 1)
	}
	var b bytes.Buffer
	if err := gif.EncodeAll(&b, all); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// headerOf is a PNG of the size that says so and holds next to nothing.
func headerOf(width, height uint32) []byte {
	chunk := []byte("IHDR")
	chunk = binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(chunk, width), height)
	chunk = append(chunk, 8, 6, 0, 0, 0)
	b := binary.BigEndian.AppendUint32([]byte("\x89PNG\r\n\x1a\n"), uint32(len(chunk)-4))
	return binary.BigEndian.AppendUint32(append(b, chunk...), crc32.ChecksumIEEE(chunk))
}

// gps is what a phone writes into a photo: a segment of EXIF with a position.
const gps = "GPSLatitude 35.6586 GPSLongitude 139.7454"

// withEXIF is a JPEG with a segment of EXIF in it.
func withEXIF(jpeg []byte) []byte {
	text := "Exif\x00\x00MM\x00*\x00\x00\x00\x08" + gps
	segment := binary.BigEndian.AppendUint16([]byte{0xff, 0xe1}, uint16(len(text)+2))
	return bytes.Join([][]byte{jpeg[:2], segment, []byte(text), jpeg[2:]}, nil)
}

// cmyk is a JPEG of 8×8 pixels with four channels, as printers have them.
var cmyk = func() []byte {
	b := append([]byte{0xff, 0xd8, 0xff, 0xee, 0, 14}, "Adobe\x00\x64\x00\x00\x00\x00\x00"...)
	b = append(b, 0xff, 0xdb, 0, 67, 0)
	b = append(b, bytes.Repeat([]byte{1}, 64)...)
	b = append(b, 0xff, 0xc0, 0, 20, 8, 0, 8, 0, 8, 4, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0, 4, 0x11, 0)
	for _, table := range []byte{0x00, 0x10} { // one code of one bit, for "nothing"
		b = append(b, 0xff, 0xc4, 0, 20, table, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
	}
	b = append(b, 0xff, 0xda, 0, 14, 4, 1, 0, 2, 0, 3, 0, 4, 0, 0, 63, 0)
	return append(b, 0x00, 0xff, 0xd9)
}()

// withSize is a JPEG that says that it has another size, and says the kind of its frame.
func withSize(jpeg []byte, kind byte, width, height uint16) []byte {
	b := bytes.Clone(jpeg)
	at := bytes.Index(b, []byte{0xff, 0xc0})
	b[at+1] = kind
	binary.BigEndian.PutUint16(b[at+5:], height)
	binary.BigEndian.PutUint16(b[at+7:], width)
	return b
}

// seen decodes what Paint made: a JPEG, 200×200.
func seen(t *testing.T, ours []byte) image.Image {
	t.Helper()
	m, err := jpeg.Decode(bytes.NewReader(ours))
	if err != nil {
		t.Fatal(err)
	}
	if m.Bounds() != image.Rect(0, 0, 200, 200) {
		t.Errorf("the picture is %v", m.Bounds())
	}
	return m
}

// near reports whether a pixel is about of a colour.
func near(m image.Image, x, y int, want color.Color) bool {
	r, g, b, _ := m.At(x, y).RGBA()
	wr, wg, wb, _ := want.RGBA()
	apart := func(a, b uint32) bool { return max(a, b)-min(a, b) > 0x2000 }
	return !apart(r, wr) && !apart(g, wg) && !apart(b, wb)
}

func TestWhatIsTaken(t *testing.T) { // V-058 V-059 K-034
	t.Parallel()
	red, blue := color.NRGBA{R: 0xff, A: 0xff}, color.NRGBA{B: 0xff, A: 0xff}
	tall := asPNG(t, painted(300, 900))
	for name, sent := range map[string][]byte{
		"png": asPNG(t, painted(400, 400)), "jpeg": asJPEG(t, painted(400, 400)), "wide": asJPEG(t, painted(1200, 300)), "tall": tall,
		"smaller than ours": asPNG(t, painted(10, 10)),
	} {
		ours, err := profileimage.Paint(sent)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if m := seen(t, ours); !near(m, 20, 100, red) || !near(m, 180, 100, blue) {
			t.Errorf("%s: the middle square is not that of the picture: %v, %v", name, m.At(20, 100), m.At(180, 100))
		}
	}
	edged := painted(600, 200)
	draw.Draw(edged, image.Rect(0, 0, 190, 200), image.Black, image.Point{}, draw.Src)
	draw.Draw(edged, image.Rect(410, 0, 600, 200), image.Black, image.Point{}, draw.Src)
	if m, err := profileimage.Paint(asPNG(t, edged)); err != nil || !near(seen(t, m), 3, 100, red) || !near(seen(t, m), 196, 100, blue) {
		t.Errorf("what is outside the middle square came along: %v", err)
	}
	if m, err := profileimage.Paint(asGIF(t, 300, red, blue, blue)); err != nil || !near(seen(t, m), 100, 100, red) {
		t.Errorf("an animation: %v; the first frame counts", err)
	}
	if m, err := profileimage.Paint(asPNG(t, image.NewNRGBA(image.Rect(0, 0, 50, 50)))); err != nil || !near(seen(t, m), 100, 100, color.White) {
		t.Errorf("what is transparent is not white: %v", err)
	}
	if m, err := profileimage.Paint(cmyk); err != nil {
		t.Errorf("a JPEG of four channels: %v", err)
	} else {
		seen(t, m)
	}
}

// A polyglot is a picture and something else; a photo says where it was taken. Nothing of either
// comes through.
func TestNothingOfWhatWasSentComesThrough(t *testing.T) {
	t.Parallel()
	html, zip := "<html><script>alert(1)</script></html>", "PK\x03\x04evil.sh"
	for name, sent := range map[string][]byte{
		"HTML behind a PNG": append(asPNG(t, painted(200, 200)), html...), "ZIP behind a PNG": append(asPNG(t, painted(200, 200)), zip...),
		"HTML behind a JPEG": append(asJPEG(t, painted(200, 200)), html...), "ZIP behind a GIF": append(asGIF(t, 200, color.White), zip...),
		"a position": withEXIF(asJPEG(t, painted(200, 200))),
	} {
		ours, err := profileimage.Paint(sent)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		seen(t, ours)
		for _, trace := range []string{"<script", "PK\x03\x04", "evil", "Exif", "GPS", "139.7454"} {
			if bytes.Contains(ours, []byte(trace)) {
				t.Errorf("%s: %q came through", name, trace)
			}
		}
		if !bytes.HasSuffix(ours, []byte{0xff, 0xd9}) {
			t.Errorf("%s: something follows the picture", name)
		}
	}
}

func TestWhatIsRefused(t *testing.T) { // V-058
	t.Parallel()
	const format, large, broken = "profileImage:INVALID_FORMAT", "profileImage:IMAGE_TOO_LARGE", "profileImage:IMAGE_UNREADABLE"
	photo, drawn, moving := asJPEG(t, painted(300, 300)), asPNG(t, painted(300, 300)), asGIF(t, 300, color.White)
	outside := bytes.Clone(moving) // a frame that begins where the canvas ends
	at := bytes.IndexByte(outside, 0x2c)
	binary.LittleEndian.PutUint16(outside[at+1:], 299)
	small := bytes.Clone(moving) // a canvas smaller than the frame on it
	binary.LittleEndian.PutUint16(small[6:], 10)
	for _, c := range []struct {
		name string
		sent []byte
		want string
	}{
		{"an SVG", []byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`), format},
		{"a page", []byte("<!DOCTYPE html><html></html>"), format},
		{"a BMP", []byte("BM\x36\x00\x00\x00"), format},
		{"a WebP", []byte("RIFF\x24\x00\x00\x00WEBPVP8 "), format},
		{"one byte", []byte{0xff}, format},
		{"30,000 by 30,000", headerOf(30_000, 30_000), large},
		{"as large as a number", headerOf(0x7fffffff, 0x7fffffff), broken},
		{"wide and flat", headerOf(30_000_000, 1), large},
		{"no width", headerOf(0, 10), broken},
		{"a header only", headerOf(200, 200), broken},
		{"a photo of 65,000 by 65,000", withSize(photo, 0xc0, 65_000, 65_000), large},
		{"a photo of 4 megapixels that ends early", withSize(photo, 0xc0, 2_000, 2_000), broken},
		{"a photo of 4 megapixels in passes", withSize(photo, 0xc2, 2_000, 2_000), large},
		{"a photo that hides its frame", append([]byte{0xff, 0xd8, 0xff, 0xd0}, withSize(photo, 0xc0, 2_000, 2_000)[2:]...), large},
		{"a GIF of 65,000 by 65,000", append([]byte("GIF89a\xe8\xfd\xe8\xfd\x00\x00\x00"), moving[13:]...), large},
		{"a GIF with a frame outside", outside, broken},
		{"a GIF with a frame larger than its canvas", small, broken},
		{"half a JPEG", photo[:len(photo)/2], broken},
		{"half a PNG", drawn[:len(drawn)/2], broken},
		{"half a GIF", moving[:len(moving)/2], broken},
		{"a GIF without a frame", []byte("GIF89a\x10\x00\x10\x00\x00\x00\x00;"), broken},
		{"a JPEG of nothing", []byte("\xff\xd8\xff\xd9"), broken},
	} {
		if _, err := profileimage.Paint(c.sent); faulttest.Said(err) != c.want {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
}

// Whatever is sent, Paint answers with a JPEG of ours or a fault, and does not panic.
func FuzzPaint(f *testing.F) {
	for _, seed := range [][]byte{
		asPNG(f, painted(4, 4)), asJPEG(f, painted(4, 4)), asGIF(f, 4, color.White, color.Black), cmyk, headerOf(30_000, 30_000), headerOf(1, 1),
		withEXIF(asJPEG(f, painted(4, 4))), withSize(asJPEG(f, painted(4, 4)), 0xc2, 9, 9), []byte("GIF89a"), []byte("\xff\xd8\xff"),
		append(asPNG(f, painted(4, 4)), "<script>"...), []byte(strings.Repeat("\xff\xd8", 20)),
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, sent []byte) {
		ours, err := profileimage.Paint(sent)
		if err != nil {
			if said := faulttest.Said(err); !strings.HasPrefix(said, "profileImage:") {
				t.Fatalf("%v", err)
			}
			return
		}
		seen(t, ours)
	})
}
