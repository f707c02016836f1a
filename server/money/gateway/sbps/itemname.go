package sbps

import (
	"strings"

	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/unicode/norm"
)

// maxItemName is in characters.
const maxItemName = 40

// itemName makes of a title what every Shift_JIS can hold: ① becomes 1, ㈱ becomes (株), and what the
// services on the way disagree about, or refuse, becomes a space: marks, most dashes, the yen sign,
// letters outside JIS X 0208, emoji.
func itemName(title string) string {
	encoder := japanese.ShiftJIS.NewEncoder()
	safe := strings.Map(func(r rune) rune {
		raw, err := encoder.Bytes([]byte(string(r)))
		if err != nil || !unambiguous(raw) {
			return ' '
		}
		return r
	}, norm.NFKC.String(title))
	name := []rune(strings.Join(strings.Fields(safe), " "))
	return strings.TrimSpace(string(name[:min(len(name), maxItemName)]))
}

// unambiguous tells whether a character's code means the same in JIS X 0208 and in the vendors'
// extensions of it.
func unambiguous(raw []byte) bool {
	if len(raw) == 1 {
		return raw[0] >= ' ' && raw[0] < 0x7f && !strings.ContainsRune("^`{|}~&<>\"'\\", rune(raw[0])) || raw[0] >= 0xa1
	}
	switch lead := raw[0]; {
	case lead == 0x87, lead == 0xed, lead == 0xee, lead >= 0xf0: // NEC's and IBM's additions, private use
		return false
	}
	switch uint16(raw[0])<<8 | uint16(raw[1]) {
	case 0x8150, // overline
		0x815c, 0x815f, 0x8160, 0x8161, 0x817c, // dash, backslash, wave dash, parallel bars, minus
		0x818f, 0x8191, 0x8192, 0x81ca: // yen, cent, pound, not
		return false
	}
	return true
}
