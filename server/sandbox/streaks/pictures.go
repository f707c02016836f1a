package streaks

import "encoding/binary"

// The pictures are coded as H.264 (ISO/IEC 14496-10) in its simplest shape: a part begins with a
// picture that codes every block of 16 by 16 dots as it is (I_PCM); the others repeat the one
// before, apart from the blocks that have changed.
const (
	columns = 16 // blocks in a row
	rows    = 9
	rate    = 10 // pictures a second
	codec   = "avc1.42C01E"

	row    = 4  // of the square that moves
	whole  = 25 // mb_type I_PCM in a picture of its own
	within = 30 // and in one that repeats
)

// colour of a block: Y, Cb, Cr. All values are from 16 to 240, so that none looks like the
// beginning of a unit.
type colour [3]byte

// bars are the colours of the columns, and white is that of the square.
var (
	bars  = [8]colour{{180, 128, 128}, {162, 44, 142}, {131, 156, 44}, {112, 72, 58}, {84, 184, 198}, {65, 100, 212}, {35, 212, 114}, {16, 128, 128}}
	white = colour{235, 128, 128}
)

// bits is a sequence of bits in the making, the first one highest.
type bits struct {
	bytes []byte
	free  int // bits that are left in the last byte
}

func (b *bits) put(value uint32, count int) {
	for i := count - 1; i >= 0; i-- {
		if b.free == 0 {
			b.bytes, b.free = append(b.bytes, 0), 8
		}
		b.free--
		b.bytes[len(b.bytes)-1] |= byte(value>>i&1) << b.free
	}
}

// ue writes numbers as the standard's ue(v), an Exp-Golomb code; 0 of se(v) is the same.
func (b *bits) ue(values ...uint32) {
	for _, v := range values {
		length := 0
		for v+1 > 1<<(length+1)-1 {
			length++
		}
		b.put(0, length)
		b.put(v+1, length+1)
	}
}

// block writes a block of one colour, dot by dot.
func (b *bits) block(kind uint32, c colour) {
	b.ue(kind)
	b.free = 0
	for plane, dots := range [3]int{256, 64, 64} {
		for range dots {
			b.bytes = append(b.bytes, c[plane])
		}
	}
}

// unit ends the bits and makes a unit of the stream of them. Three bytes that would look like a
// beginning are kept apart.
func (b *bits) unit(header byte) []byte {
	b.put(1, 1)
	out, zeros := []byte{header}, 0
	for _, value := range b.bytes {
		if zeros == 2 && value <= 3 {
			out, zeros = append(out, 3), 0
		}
		if out = append(out, value); value == 0 {
			zeros++
		} else {
			zeros = 0
		}
	}
	return out
}

// sequenceSet says how large pictures are and how they are counted.
func sequenceSet() []byte {
	var b bits
	b.put(0x42C01E, 24)     // constrained baseline, level 3
	b.ue(0, 0, 2, 1)        // id, 4 bits count pictures, shown in the order of coding, one is referred to
	b.put(0, 1)             // no gaps in the count
	b.ue(columns-1, rows-1) // size
	b.put(0b1100, 4)        // whole pictures, direct_8x8_inference, no cropping, no VUI
	return b.unit(0x67)
}

// pictureSet says how the parts of a picture are coded.
func pictureSet() []byte {
	var b bits
	b.ue(0, 0)      // ids
	b.put(0, 2)     // CAVLC, no order of fields
	b.ue(0, 0, 0)   // one group of slices, one reference
	b.put(0, 3)     // no weights
	b.ue(0, 0, 0)   // quantisation
	b.put(0b100, 3) // slices say whether edges are smoothed
	return b.unit(0x68)
}

// square is the column of the square in the picture with the number.
func square(picture int) int { return picture % columns }

// coloured is the colour of a block in a picture.
func coloured(column, line, picture int) colour {
	if line == row && column == square(picture) {
		return white
	}
	return bars[column*len(bars)/columns]
}

// first is the first picture of a part, which needs no other one. turn differs from that of the
// part before.
func first(picture int, turn uint32) []byte {
	var b bits
	b.ue(0, 7, 0) // first block, I, picture set
	b.put(0, 4)   // count
	b.ue(turn)    // idr_pic_id
	b.put(0, 2)   // marking
	b.ue(0, 1)    // quantisation; edges are not smoothed
	for line := range rows {
		for column := range columns {
			b.block(whole, coloured(column, line, picture))
		}
	}
	return b.unit(0x65)
}

// next is a later picture of a part: the square is where it was not, and its old place is
// as before.
func next(picture, count int) []byte {
	var b bits
	b.ue(0, 5, 0) // first block, P, picture set
	b.put(uint32(count)%16, 4)
	b.put(0, 3) // references as they come, marking
	b.ue(0, 1)  // quantisation; edges are not smoothed
	done := 0
	for column := range columns {
		if column == square(picture) || column == square(picture-1) {
			at := row*columns + column
			b.ue(uint32(at - done))
			b.block(within, coloured(column, row, picture))
			done = at + 1
		}
	}
	b.ue(uint32(columns*rows - done))
	return b.unit(0x41)
}

// pictures are those of the part with the number, each with its length before it.
func pictures(n int64) [][]byte {
	perPart := rate * int(part.Seconds())
	start := int(n%columns) * perPart // the square goes on where it was in the part before
	all := make([][]byte, perPart)
	for i := range all {
		coded := first(start, uint32(n%2))
		if i > 0 {
			coded = next(start+i, i)
		}
		all[i] = append(binary.BigEndian.AppendUint32(nil, uint32(len(coded))), coded...)
	}
	return all
}
