package profileimage

import (
	"bytes"
	"encoding/binary"
	"image"
)

// orientationTag is the field of Exif (CIPA DC-008, 4.6.4) that says how a picture is to be turned:
// cameras keep the rows of their sensor and note how they were held.
const orientationTag = 0x0112

// orientation is what a JPEG says of how it is to be turned, 1 to 8; 1, as it is, for what says
// nothing and for other kinds.
func orientation(sent []byte) int {
	if !bytes.HasPrefix(sent, []byte("\xff\xd8")) {
		return 1
	}
	for rest := sent[2:]; len(rest) >= 4 && rest[0] == 0xff && rest[1] != 0xda; { // up to the data of the picture
		size := 2 + int(binary.BigEndian.Uint16(rest[2:]))
		if size < 4 || size > len(rest) {
			break
		}
		if tiff, ok := bytes.CutPrefix(rest[4:size], []byte("Exif\x00\x00")); ok && rest[1] == 0xe1 {
			return ofTIFF(tiff)
		}
		rest = rest[size:]
	}
	return 1
}

func ofTIFF(tiff []byte) int {
	var order binary.ByteOrder
	switch {
	case bytes.HasPrefix(tiff, []byte("II*\x00")):
		order = binary.LittleEndian
	case bytes.HasPrefix(tiff, []byte("MM\x00*")):
		order = binary.BigEndian
	default:
		return 1
	}
	if len(tiff) < 8 {
		return 1
	}
	at := int64(order.Uint32(tiff[4:]))
	if at+2 > int64(len(tiff)) {
		return 1
	}
	fields := tiff[at+2:]
	for range order.Uint16(tiff[at:]) {
		if len(fields) < 12 {
			break
		}
		if order.Uint16(fields) == orientationTag {
			if turned := int(order.Uint16(fields[8:])); turned >= 1 && turned <= 8 {
				return turned
			}
			break
		}
		fields = fields[12:]
	}
	return 1
}

// upright is a square picture turned as it is to be shown.
func upright(p *image.RGBA, turned int) *image.RGBA {
	if turned <= 1 {
		return p
	}
	out, last := image.NewRGBA(p.Rect), p.Rect.Dx()-1
	for y := range last + 1 {
		for x := range last + 1 {
			out.SetRGBA(x, y, p.RGBAAt(source(turned, x, y, last)))
		}
	}
	return out
}

// source is the point of the picture that is shown at a point.
func source(turned, x, y, last int) (int, int) {
	switch turned {
	case 2:
		return last - x, y
	case 3:
		return last - x, last - y
	case 4:
		return x, last - y
	case 5:
		return y, x
	case 6:
		return y, last - x
	case 7:
		return last - y, last - x
	case 8:
		return last - y, x
	}
	return x, y
}
