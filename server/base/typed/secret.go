package typed

import (
	"regexp"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// HoldsCardNumber reports whether the text has a number that is one of a card.
func HoldsCardNumber(text string) bool { return holdsNumber(text, 13, 19, luhn) }

// HoldsMyNumber reports whether the text has a number that is one of a person (My Number).
func HoldsMyNumber(text string) bool { return holdsNumber(text, 12, 12, isMyNumber) }

// anID is a UUID, whose digits may look like such a number by chance.
var anID = regexp.MustCompile(`(?i)\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b`)

// holdsNumber reports whether the text has a number of that length that passes the check, in any
// width and in groups with white space, hyphens or points between them.
func holdsNumber(text string, shortest, longest int, check func([]int) bool) bool {
	var groups [][]int
	begins := true
	for _, r := range anID.ReplaceAllString(norm.NFKC.String(seen(text)), "x") + "x" {
		switch {
		case r >= '0' && r <= '9':
			if begins {
				groups, begins = append(groups, nil), false
			}
			groups[len(groups)-1] = append(groups[len(groups)-1], int(r-'0'))
		case isHyphen(r) || unicode.IsSpace(r) || r == '.':
			begins = true
		default:
			if isIn(groups, shortest, longest, check) {
				return true
			}
			groups, begins = nil, true
		}
	}
	return false
}

// isIn is holdsNumber for whole groups that follow on one another.
func isIn(groups [][]int, shortest, longest int, check func([]int) bool) bool {
	for i := range groups {
		var number []int
		for _, group := range groups[i:] {
			if number = append(number, group...); len(number) > longest {
				break
			}
			if len(number) >= shortest && check(number) {
				return true
			}
		}
	}
	return false
}

// luhn is the check of the numbers of cards (ISO/IEC 7812-1).
func luhn(number []int) bool {
	sum := 0
	for i := range number {
		d := number[len(number)-1-i]
		if i%2 == 1 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return sum%10 == 0 && number[0] != 0
}

// isMyNumber is the check of an individual number (Order for Enforcement of the My Number Act).
func isMyNumber(number []int) bool {
	sum := 0
	for i := range 11 {
		n := i + 1 // the place from the right, without the check digit
		weight := n + 1
		if n > 6 {
			weight = n - 5
		}
		sum += number[10-i] * weight
	}
	check := 11 - sum%11
	if check > 9 {
		check = 0
	}
	return number[11] == check
}
