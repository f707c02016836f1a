package profileimage

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"

	"golang.org/x/image/draw"

	"kaiin/schema"
	"kaiin/server/base/fault"
)

// ContentType is what every picture is.
const ContentType = "image/jpeg"

// quality is that of a JPEG.
const quality = 90

// maxMemory is how many bytes decoding one picture may take: a photo of 8 megapixels, 2 of a PNG of
// the deepest colours, 1.6 of a JPEG that comes in passes. With it the server stays below 150 MB.
// The page sends far less.
const maxMemory = 24 << 20

// kinds are what is taken, each by the bytes it begins with.
var kinds = []struct {
	magic  string
	config func(sent []byte) (image.Config, error)
	decode func(sent []byte) (image.Image, error)
	memory func(sent []byte, c image.Config) int64 // bytes of a pixel
}{
	{"\xff\xd8\xff", by(jpeg.DecodeConfig), by(jpeg.Decode), jpegMemory},
	{"\x89PNG\r\n\x1a\n", by(png.DecodeConfig), by(png.Decode), pngMemory},
	{"GIF87a", by(gif.DecodeConfig), by(gif.Decode), gifMemory}, // Decode reads the first frame only
	{"GIF89a", by(gif.DecodeConfig), by(gif.Decode), gifMemory},
}

// Paint makes our picture of the middle square of a JPEG, PNG or GIF. What is transparent becomes
// white. A JPEG is turned as its camera says.
//
// Faults on profileImage: INVALID_FORMAT for anything else; IMAGE_TOO_LARGE, before it is decoded,
// when decoding would take too much memory; IMAGE_UNREADABLE for a broken one.
func Paint(sent []byte) ([]byte, error) {
	for _, kind := range kinds {
		if !bytes.HasPrefix(sent, []byte(kind.magic)) {
			continue
		}
		c, err := kind.config(sent)
		if err != nil || c.Width <= 0 || c.Height <= 0 {
			return nil, fault.Invalid(fault.ImageUnreadable, field).Because(err)
		}
		if each := kind.memory(sent, c); int64(c.Width) > maxMemory/each/int64(c.Height) {
			return nil, fault.Invalid(fault.ImageTooLarge, field)
		}
		whole, err := kind.decode(sent)
		if err != nil || whole.Bounds().Empty() {
			return nil, fault.Invalid(fault.ImageUnreadable, field).Because(err)
		}
		return encode(whole, orientation(sent))
	}
	return nil, fault.Invalid(fault.InvalidFormat, field)
}

// encode is the middle square of a picture, turned as it is to be shown, in the size and the form
// of ours.
func encode(whole image.Image, turned int) ([]byte, error) {
	side := schema.Rules().ProfileImage.Side
	ours := image.NewRGBA(image.Rect(0, 0, side, side))
	draw.Draw(ours, ours.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
	draw.CatmullRom.Scale(ours, ours.Bounds(), whole, middle(whole.Bounds()), draw.Over, nil)
	var out bytes.Buffer
	err := jpeg.Encode(&out, upright(ours, turned), &jpeg.Options{Quality: quality})
	return out.Bytes(), err
}

// middle is the largest square in the middle of a rectangle.
func middle(r image.Rectangle) image.Rectangle {
	side := min(r.Dx(), r.Dy())
	corner := r.Min.Add(image.Pt((r.Dx()-side)/2, (r.Dy()-side)/2))
	return image.Rectangle{Min: corner, Max: corner.Add(image.Pt(side, side))}
}
