package paypalnvp

import (
	"errors"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"
)

// pair is a name with its value, in the order in which they are sent.
type pair struct{ name, value string }

// encode writes pairs as a form. Every byte but letters, digits and "-_.~" is percent-encoded, a
// space as "+".
func encode(pairs []pair) string {
	var b strings.Builder
	for i, p := range pairs {
		if i > 0 {
			b.WriteByte('&')
		}
		b.WriteString(url.QueryEscape(p.name))
		b.WriteByte('=')
		b.WriteString(url.QueryEscape(p.value))
	}
	return b.String()
}

// answer is the names and values that came back.
type answer map[string]string

var errUnreadable = errors.New("the answer is not in name-value pairs, or not whole")

// decode reads an answer. PayPal percent-encodes nearly everything, "-" and "." included
// ("EC%2d8P7…"). A name that comes twice, a broken encoding, or one of the fields missing that
// every answer has, and it is no answer: it was cut short, or is a page of HTML.
func decode(text []byte) (answer, error) {
	a := answer{}
	if !utf8.Valid(text) || len(text) == 0 {
		return nil, errUnreadable
	}
	for part := range strings.SplitSeq(strings.TrimRight(string(text), "\r\n"), "&") {
		name, value, found := strings.Cut(part, "=")
		name, nameErr := url.QueryUnescape(name)
		value, err := url.QueryUnescape(value)
		if _, twice := a[name]; twice || !found || name == "" || nameErr != nil || err != nil || !utf8.ValidString(name) || !utf8.ValidString(value) {
			return nil, errUnreadable
		}
		a[name] = value
	}
	for _, name := range []string{"TIMESTAMP", "CORRELATIONID", "ACK", "VERSION", "BUILD"} {
		if a[name] == "" {
			return nil, errUnreadable
		}
	}
	switch a["ACK"] {
	case "Success", "SuccessWithWarning", "Failure", "FailureWithWarning":
		return a, nil
	}
	return nil, errUnreadable
}

// codes are L_ERRORCODE0, 1 and so on; warnings are among them.
func (a answer) codes() []string {
	var codes []string
	for n := 0; n < 32; n++ {
		code, ok := a["L_ERRORCODE"+strconv.Itoa(n)]
		if !ok {
			break
		}
		codes = append(codes, code)
	}
	return codes
}

// succeeded tells whether the method was carried out.
func (a answer) succeeded() bool { return strings.HasPrefix(a["ACK"], "Success") }
