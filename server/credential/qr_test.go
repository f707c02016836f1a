package credential_test

import (
	"encoding/base32"
	"encoding/xml"
	"image/color"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/boombuler/barcode/qr"
	"github.com/pquerna/otp"

	"kaiin/server/account/accounttest"
	"kaiin/server/catalog"
	"kaiin/server/credential"
)

// What the page shows is read by the apps' own format: one secret, the store's name and whose it is.
func TestFactorOTPAddress(t *testing.T) {
	for _, name := range []string{"灯台座", "Cinema & Co +", "Cinema: East / West?"} {
		t.Run(name, func(t *testing.T) {
			e := factors(t, func(s *catalog.Settings) { s.ServiceName = catalog.Text{"ja": name, "en": name} })
			row, a := e.memberIn(accounttest.Email("taro+film@example.com"))
			page, err := e.FactorPage(t.Context(), a, credential.FactorOTP)
			if err != nil {
				t.Fatal(err)
			}
			if raw, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(page.Secret); err != nil || len(raw) != 20 {
				t.Errorf("%d bytes of secret, %v", len(raw), err)
			}
			key, err := otp.NewKeyFromURL(page.OTPAddress)
			if err != nil {
				t.Fatal(err)
			}
			if key.Secret() != page.Secret || key.Issuer() != strings.ReplaceAll(name, ":", " ") || key.AccountName() != *row.Email {
				t.Errorf("%s: secret %s, issuer %q, account %q", page.OTPAddress, key.Secret(), key.Issuer(), key.AccountName())
			}
			if _, query, _ := strings.Cut(page.OTPAddress, "?"); strings.Contains(query, "+") {
				t.Errorf("%s: some apps show the + of a query as it is", page.OTPAddress)
			}
		})
	}
}

// The picture holds the address, module for module, inside a quiet zone, and nothing that a strict policy stops.
func TestFactorOTPPicture(t *testing.T) {
	e := factors(t, nil)
	_, a := e.memberIn()
	page, err := e.FactorPage(t.Context(), a, credential.FactorOTP)
	if err != nil {
		t.Fatal(err)
	}
	code, err := qr.Encode(page.OTPAddress, qr.M, qr.Auto)
	if err != nil {
		t.Fatal(err)
	}
	const quiet = 4
	size := code.Bounds().Dx()
	dark := map[string]bool{}
	path := ""
	for decoder := xml.NewDecoder(strings.NewReader(page.QRCode)); ; {
		token, err := decoder.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		element, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		if element.Name.Local != "svg" && element.Name.Local != "path" {
			t.Errorf("<%s> in the picture", element.Name.Local)
		}
		for _, attribute := range element.Attr {
			switch name := attribute.Name.Local; {
			case name == "style" || strings.HasPrefix(name, "on") || name == "href":
				t.Errorf("%s in the picture", name)
			case name == "viewBox":
				whole := strconv.Itoa(size + 2*quiet)
				if attribute.Value != "0 0 "+whole+" "+whole {
					t.Errorf("viewBox %s, of %d modules", attribute.Value, size)
				}
			case name == "d":
				path = attribute.Value // the last one is the code
			}
		}
	}
	for _, square := range strings.Split(strings.TrimPrefix(path, "M"), "M") {
		at, drawn := strings.CutSuffix(square, "h1v1h-1z")
		if !drawn {
			t.Fatalf("drawn by %q", square)
		}
		dark[at] = true
	}
	for y := range size {
		for x := range size {
			at := strconv.Itoa(x+quiet) + " " + strconv.Itoa(y+quiet)
			gray := color.GrayModel.Convert(code.At(x, y)).(color.Gray)
			if dark[at] != (gray.Y < 128) {
				t.Errorf("module %s", at)
			}
			delete(dark, at)
		}
	}
	if len(dark) != 0 {
		t.Errorf("%d modules in the quiet zone", len(dark))
	}
}
