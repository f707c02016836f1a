package spoken

import (
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"regexp"
	"strings"

	"github.com/google/uuid"
)

// Kind is what a number is of: its first letter.
type Kind string

// Kinds.
const (
	Cancellation  Kind = "K"
	Order         Kind = "C"
	Invoice       Kind = "S"
	ReturnInvoice Kind = "H"
)

// letters are those of numbers: none that looks like another one (0 and O, 1 and I). There are 32,
// so that five bits choose one.
const letters = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"

const (
	inGroup = 4
	places  = 3 * inGroup
	bits    = 5
)

// New is a number that a stranger cannot guess.
func New(kind Kind) string {
	var random [8]byte
	_, _ = rand.Read(random[:]) // never fails (crypto/rand)
	return write(kind, binary.BigEndian.Uint64(random[:]))
}

// Of is the number of the row with the id.
func Of(kind Kind, id uuid.UUID) string { return write(kind, binary.BigEndian.Uint64(id[8:])) }

// write has the last 60 bits of the value.
func write(kind Kind, value uint64) string {
	number := []byte(kind)
	for place := range places {
		if place%inGroup == 0 {
			number = append(number, '-')
		}
		number = append(number, letters[value>>(bits*(places-1-place))%uint64(len(letters))])
	}
	return string(number)
}

// written is a number as people type it. One of an order or of an invoice needs what parts its
// first letter from the rest: a user ID could be written the same without that.
var written = regexp.MustCompile(`^(?:(K)[- ]?|([CHS])[- ])([2-9A-HJ-NP-Z]{4})[- ]?([2-9A-HJ-NP-Z]{4})[- ]?([2-9A-HJ-NP-Z]{4})$`)

// Read is the number that was typed, without care for capitals, hyphens and blanks. ok is false for
// what is none.
func Read(typed string) (number string, kind Kind, ok bool) {
	found := written.FindStringSubmatch(strings.ToUpper(typed))
	if found == nil {
		return "", "", false
	}
	kind = Kind(found[1] + found[2])
	return string(kind) + "-" + strings.Join(found[3:], "-"), kind, true
}

// Tail is what the text of an id ends with, 16 characters, when its row has the number: the indexes
// are on right(id::text, 16).
func Tail(number string) string {
	var value uint64
	for _, letter := range strings.ReplaceAll(number[1:], "-", "") {
		value = value<<bits | uint64(strings.IndexRune(letters, letter))
	}
	digits := fmt.Sprintf("%015x", value)
	return digits[:3] + "-" + digits[3:]
}
