package profileimage

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"testing"
)

// F-11: a photo is shown as its camera was held, whichever byte order it writes. Of the four
// quarters only the top left one of the upright picture is red.
func TestAPhotoIsTurnedAsItsCameraSays(t *testing.T) {
	t.Parallel()
	corners := map[int]image.Point{1: {0, 0}, 2: {1, 0}, 3: {1, 1}, 4: {0, 1}, 5: {0, 0}, 6: {0, 1}, 7: {1, 1}, 8: {1, 0}} // where it lies in the file
	for turned, corner := range corners {
		for _, exif := range []string{
			"II*\x00\x08\x00\x00\x00\x01\x00\x12\x01\x03\x00\x01\x00\x00\x00" + string(rune(turned)) + "\x00\x00\x00\x00\x00\x00\x00",
			"MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00" + string(rune(turned)) + "\x00\x00\x00\x00\x00\x00",
		} {
			shown := painted(t, withExif(t, corner, exif))
			if r, _, b, _ := shown.At(50, 50).RGBA(); r < 0xa000 || b > 0x6000 {
				t.Errorf("%d %.2s: the top left quarter is not red", turned, exif)
			}
			if r, _, b, _ := shown.At(150, 150).RGBA(); r > 0x6000 || b < 0xa000 {
				t.Errorf("%d %.2s: the bottom right quarter is not blue", turned, exif)
			}
		}
	}
	for _, broken := range []string{"", "II*\x00", "II*\x00\xff\xff\xff\xff", "II*\x00\x08\x00\x00\x00\xff\xff", "II*\x00\x08\x00\x00\x00\x01\x00\x12\x01\x03\x00\x01\x00\x00\x00\x09\x00\x00\x00"} {
		shown := painted(t, withExif(t, image.Point{}, broken))
		if r, _, _, _ := shown.At(50, 50).RGBA(); r < 0xa000 {
			t.Errorf("%q turns the picture", broken)
		}
	}
}

// withExif is a blue JPEG with one red quarter and what its camera says.
func withExif(t *testing.T, corner image.Point, exif string) []byte {
	t.Helper()
	const side = 64
	p := image.NewRGBA(image.Rect(0, 0, side, side))
	for y := range side {
		for x := range side {
			p.Set(x, y, color.RGBA{B: 0xff, A: 0xff})
			if image.Pt(2*x/side, 2*y/side) == corner {
				p.Set(x, y, color.RGBA{R: 0xff, A: 0xff})
			}
		}
	}
	var file bytes.Buffer
	if err := jpeg.Encode(&file, p, nil); err != nil {
		t.Fatal(err)
	}
	head := "\xff\xe1\x00" + string([]byte{byte(2 + 6 + len(exif))}) + "Exif\x00\x00" + exif
	return append([]byte("\xff\xd8"+head), file.Bytes()[2:]...)
}

func painted(t *testing.T, sent []byte) image.Image {
	t.Helper()
	ours, err := Paint(sent)
	if err != nil {
		t.Fatal(err)
	}
	shown, err := jpeg.Decode(bytes.NewReader(ours))
	if err != nil {
		t.Fatal(err)
	}
	return shown
}
