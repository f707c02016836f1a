package streaks

import (
	"bytes"
	"encoding/binary"
	"slices"
)

// Boxes of fragmented MP4 (ISO/IEC 14496-12), of one track of pictures.
const (
	timescale = 1000 // units of time a second
	tick      = timescale / rate

	syncFlags  = 0x02000000 // a picture that needs no other one
	deltaFlags = 0x01010000 // one that does
)

func box(kind string, content ...[]byte) []byte {
	body := slices.Concat(content...)
	out := binary.BigEndian.AppendUint32(nil, uint32(8+len(body)))
	return append(append(out, kind...), body...)
}

// u32 and u16 are numbers as boxes have them.
func u32(values ...uint32) []byte {
	var out []byte
	for _, v := range values {
		out = binary.BigEndian.AppendUint32(out, v)
	}
	return out
}

func u16(values ...uint16) []byte {
	var out []byte
	for _, v := range values {
		out = binary.BigEndian.AppendUint16(out, v)
	}
	return out
}

// matrix turns and shifts nothing.
var matrix = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)

// opening is what comes before all parts: what kind of stream it is.
func opening() []byte {
	const width, height = columns * 16, rows * 16
	sps, pps := sequenceSet(), pictureSet()
	config := box("avcC", []byte{1}, sps[1:4], []byte{0xFF, 0xE1}, u16(uint16(len(sps))), sps, []byte{1}, u16(uint16(len(pps))), pps)
	entry := box("avc1", make([]byte, 6), u16(1), make([]byte, 16), u16(width, height), u32(0x480000, 0x480000, 0), u16(1),
		make([]byte, 32), u16(0x18, 0xFFFF), config)
	table := box("stbl", box("stsd", u32(0, 1), entry), box("stts", u32(0, 0)), box("stsc", u32(0, 0)), box("stsz", u32(0, 0, 0)), box("stco", u32(0, 0)))
	information := box("minf", box("vmhd", u32(1, 0, 0)), box("dinf", box("dref", u32(0, 1), box("url ", u32(1)))), table)
	handler := box("hdlr", u32(0, 0), []byte("vide"), make([]byte, 12), []byte("pictures\x00"))
	track := box("trak",
		box("tkhd", u32(3, 0, 0, 1, 0, 0, 0, 0, 0, 0), matrix, u32(width<<16, height<<16)),
		box("mdia", box("mdhd", u32(0, 0, 0, timescale, 0), u16(0x55C4, 0)), handler, information))
	header := box("mvhd", u32(0, 0, 0, timescale, 0, 0x10000), u16(0x100, 0), u32(0, 0), matrix, make([]byte, 24), u32(2))
	return slices.Concat(
		box("ftyp", []byte("iso6"), u32(1), []byte("iso6avc1mp41")),
		box("moov", header, track, box("mvex", box("trex", u32(0, 1, 1, tick, 0, deltaFlags)))))
}

// fragment is the part with the number.
func fragment(n int64) []byte {
	samples := pictures(n)
	start := uint64(n) * uint64(len(samples)) * tick
	header := func(offset uint32) []byte {
		sizes := u32(0x000205, uint32(len(samples)), offset, syncFlags) // offset, flags of the first, size of each
		for _, sample := range samples {
			sizes = append(sizes, u32(uint32(len(sample)))...)
		}
		return box("moof", box("mfhd", u32(0, uint32(n)+1)), box("traf",
			box("tfhd", u32(0x020000, 1)),
			box("tfdt", u32(0x01000000), binary.BigEndian.AppendUint64(nil, start)),
			box("trun", sizes)))
	}
	offset := uint32(len(header(0)) + 8)
	return slices.Concat(header(offset), box("mdat", bytes.Join(samples, nil)))
}
