package profileimage

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"io"
)

// by makes a function that reads a stream read bytes.
func by[T any](read func(io.Reader) (T, error)) func(sent []byte) (T, error) {
	return func(sent []byte) (T, error) { return read(bytes.NewReader(sent)) }
}

// gifMemory: a pixel is an index into the palette; but looking colours up while it is made smaller
// takes as long as decoding four bytes.
func gifMemory([]byte, image.Config) int64 { return 4 }

// pngMemory: four channels of one or two bytes, and half as much again while a picture in passes is
// put together.
func pngMemory(_ []byte, c image.Config) int64 {
	switch c.ColorModel {
	case color.RGBA64Model, color.NRGBA64Model:
		return 12
	case color.Gray16Model:
		return 12 // with a transparent colour it becomes one of four channels
	default:
		return 6
	}
}

// jpegMemory: a byte for each channel, and four more of each where a picture comes in passes, which
// are kept until the last one. Four channels are copied once more.
func jpegMemory(sent []byte, c image.Config) int64 {
	channels := int64(3)
	switch c.ColorModel {
	case color.GrayModel:
		channels = 1
	case color.CMYKModel:
		channels = 4
	}
	each := channels
	if !isBaseline(sent) {
		each += 4 * channels
	}
	if channels == 4 {
		each += channels
	}
	return each
}

// isBaseline reports whether a JPEG comes in one pass: whether of its segments, one right after the
// other, the first that begins a frame is of that kind (ITU-T T.81, B.1.1.3). Whatever is not that
// orderly counts as one in passes, which takes more memory.
func isBaseline(sent []byte) bool {
	for at := 2; at+4 <= len(sent) && sent[at] == 0xff; {
		switch marker := sent[at+1]; {
		case marker == 0xc0 || marker == 0xc1: // baseline, extended sequential
			return true
		case marker == 0xc4 || marker >= 0xdb && marker <= 0xdd || marker >= 0xe0 && marker <= 0xef || marker == 0xfe: // tables, of applications, comments
			at += 2 + int(binary.BigEndian.Uint16(sent[at+2:]))
		default:
			return false
		}
	}
	return false
}
