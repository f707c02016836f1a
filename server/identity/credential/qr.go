package credential

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"rsc.io/qr"
)

// OTPAddress is what an authenticator app reads: the key URI format of its makers, where a colon
// separates the issuer from the account and neither may hold one.
func OTPAddress(issuer, who, secret string) string {
	issuer = strings.ReplaceAll(issuer, ":", " ")
	parameters := url.Values{"secret": {secret}, "issuer": {issuer}, "algorithm": {"SHA1"}, "digits": {"6"}, "period": {"30"}}
	return "otpauth://totp/" + escaped(url.QueryEscape(issuer)) + ":" + escaped(url.QueryEscape(who)) + "?" + escaped(parameters.Encode())
}

// escaped is a text of a query with %20 for a space: apps take that everywhere, and not every one
// takes +. A plus sign or an ampersand of the text itself is escaped in both parts, as some apps
// read them as signs of a query in the label, too.
func escaped(query string) string { return strings.ReplaceAll(query, "+", "%20") }

// qrMargin is the quiet zone around a QR code, in modules (ISO/IEC 18004).
const qrMargin = 4

// QRCode is the text as a QR code in SVG, dark on light whatever the page's colours are, without
// anything a strict content security policy would stop. The encoder always takes mask 0, which
// readers understand like any other: weighing all eight, as the standard advises, would cost more
// than the whole page.
func QRCode(text string) (string, error) {
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return "", err
	}
	whole := code.Size + 2*qrMargin
	var svg strings.Builder
	fmt.Fprintf(&svg, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h%dv%dH0z"/><path fill="#000" d="`,
		whole, whole, whole, whole)
	var number [20]byte
	part := func(name string, value int) {
		svg.WriteString(name)
		svg.Write(strconv.AppendInt(number[:0], int64(value), 10))
	}
	for y := range code.Size {
		for x := 0; x < code.Size; x++ {
			began := x
			for code.Black(x, y) { // false outside the code
				x++
			}
			if dark := x - began; dark > 0 {
				part("M", began+qrMargin)
				part(" ", y+qrMargin)
				part("h", dark)
				part("v1h-", dark)
				svg.WriteByte('z')
			}
		}
	}
	svg.WriteString(`"/></svg>`)
	return svg.String(), nil
}
