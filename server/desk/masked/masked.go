package masked

import (
	"net/netip"
	"strings"
	"unicode/utf8"
)

// Text is what is shown of a personal value. The zero one shows nothing: there is no value.
type Text struct{ shown string }

// String is what is shown; "" where there is no value.
func (t Text) String() string { return t.shown }

// IsNone reports that there is no value.
func (t Text) IsNone() bool { return t.shown == "" }

// Open is the value itself, for a caller who has opened it.
func Open(value string) Text { return Text{value} }

const (
	wide   = "＊＊＊"
	narrow = "***"
)

// Name is the first character of a name, or of a reading: 山＊＊＊.
func Name(value string) Text { return first(value, 1, wide) }

// UserID is its first two characters.
func UserID(value string) Text { return first(value, 2, narrow) }

func first(value string, n int, marks string) Text {
	if value == "" {
		return Text{}
	}
	if utf8.RuneCountInString(value) <= n { // else it would be whole
		return Text{marks}
	}
	end := 0
	for range n {
		_, size := utf8.DecodeRuneInString(value[end:])
		end += size
	}
	return Text{value[:end] + marks}
}

// Email keeps the first character and the domain: t***@example.jp.
func Email(value string) Text {
	if value == "" {
		return Text{}
	}
	at := strings.LastIndexByte(value, '@')
	if at < 0 {
		return Text{narrow}
	}
	return Text{first(value[:at], 1, narrow).shown + value[at:]}
}

// Phone keeps the last four digits.
func Phone(value string) Text {
	if value == "" {
		return Text{}
	}
	if len(value) <= 4 {
		return Text{narrow}
	}
	return Text{"***-****-" + value[len(value)-4:]}
}

// Birthday keeps the century: 19**. The value begins with the year.
func Birthday(value string) Text {
	if value == "" {
		return Text{}
	}
	return Text{first(value, 2, "").shown + "**"}
}

// PostalCode keeps the first three digits.
func PostalCode(value string) Text {
	if value == "" {
		return Text{}
	}
	return Text{first(strings.ReplaceAll(value, "-", ""), 3, "").shown + "-****"}
}

// Hidden shows that there is a value, and no part of it.
func Hidden(value string) Text {
	if value == "" {
		return Text{}
	}
	return Text{narrow}
}

// IP keeps the network: 203.0.113.*, or the first 48 bits of an IPv6 address.
func IP(value string) Text {
	address, err := netip.ParseAddr(value)
	switch {
	case value == "":
		return Text{}
	case err != nil:
		return Text{narrow}
	}
	address = address.Unmap()
	if address.Is4() {
		text := address.String()
		return Text{text[:strings.LastIndexByte(text, '.')+1] + "*"}
	}
	return Text{netip.PrefixFrom(address, 48).Masked().String()}
}
