package credential

import (
	"fmt"
	"image/color"
	"net/url"
	"strings"

	"github.com/boombuler/barcode/qr"
)

// otpAddress is what an authenticator app reads: the key URI format of its makers, where a colon parts the issuer from the account
// and may stand in neither.
func otpAddress(issuer, who, secret string) string {
	issuer = strings.ReplaceAll(issuer, ":", " ")
	parameters := url.Values{"secret": {secret}, "issuer": {issuer}, "algorithm": {"SHA1"}, "digits": {"6"}, "period": {"30"}}
	// Apps take %20 for a space, and not every one takes +.
	return "otpauth://totp/" + url.PathEscape(issuer+":"+who) + "?" + strings.ReplaceAll(parameters.Encode(), "+", "%20")
}

// qrMargin is the quiet zone around a QR code, in modules (ISO/IEC 18004).
const qrMargin = 4

// qrCode is the text as a QR code in SVG, dark on light whatever the page's colours are, without anything a strict content
// security policy would stop.
func qrCode(text string) (string, error) {
	code, err := qr.Encode(text, qr.M, qr.Auto)
	if err != nil {
		return "", err
	}
	size := code.Bounds().Dx()
	var path strings.Builder
	for y := range size {
		for x := range size {
			if gray, ok := color.GrayModel.Convert(code.At(x, y)).(color.Gray); ok && gray.Y < 128 {
				fmt.Fprintf(&path, "M%d %dh1v1h-1z", x+qrMargin, y+qrMargin)
			}
		}
	}
	whole := size + 2*qrMargin
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h%dv%dH0z"/><path fill="#000" d="%s"/></svg>`,
		whole, whole, whole, whole, path.String()), nil
}
