package written

import (
	"errors"
	"regexp"
	"strconv"
)

var (
	wholeForm   = regexp.MustCompile(`^(?:0|-?[1-9][0-9]*)$`)
	decimalForm = regexp.MustCompile(`^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$`)
)

const (
	notWhole   = "must be a whole number, such as 1100: digits alone, no zero before them, no fraction and no exponent"
	notDecimal = "must be a number, such as 1 or 1.5: no zero before it and no exponent"
	notBool    = "must be true or false"
)

// WholeNumber reads a number as people write it: 01100 is refused, which other readers take
// for 576.
func WholeNumber(text string) (int, error) {
	if !wholeForm.MatchString(text) {
		return 0, errors.New(notWhole)
	}
	return strconv.Atoi(text)
}
