package credential_test

import (
	"encoding/base32"
	"encoding/xml"
	"fmt"
	"image/color"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/boombuler/barcode/qr"
	"github.com/pquerna/otp"

	"kaiin/server/base/settings"
	"kaiin/server/base/words"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/credential"
)

// What the page shows is read by the apps' own format: one secret, the store's name and whose
// it is.
func TestFactorOTPAddress(t *testing.T) {
	for _, name := range []string{"灯台座", "Cinema & Co +", "Cinema: East / West?"} {
		t.Run(name, func(t *testing.T) {
			e := factors(t, func(s *settings.Settings) { s.ServiceName = words.Text{"ja": name, "en": name} })
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

// The picture holds the address, module for module as another encoder writes it but for the mask,
// inside a quiet zone, and nothing that a strict policy stops.
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
	dark := map[[2]int]bool{}
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
	for _, row := range strings.Split(strings.TrimPrefix(path, "M"), "M") {
		var x, y, long, back int
		if _, err := fmt.Sscanf(row, "%d %dh%dv1h-%dz", &x, &y, &long, &back); err != nil || long < 1 || back != long {
			t.Fatalf("drawn by %q: %v", row, err)
		}
		for i := range long {
			if at := [2]int{x - quiet + i, y - quiet}; dark[at] {
				t.Fatalf("module %v is drawn twice", at)
			} else {
				dark[at] = true
			}
		}
	}
	reference := func(x, y int) bool { return color.GrayModel.Convert(code.At(x, y)).(color.Gray).Y < 128 }
	ours, theirs := maskOf(t, func(x, y int) bool { return dark[[2]int{x, y}] }, size), maskOf(t, reference, size)
	for y := range size {
		for x := range size {
			at := [2]int{x, y}
			switch bit := dark[at]; {
			case isFormat(x, y, size): // maskOf has read it
			case isPattern(x, y, size):
				if bit != reference(x, y) {
					t.Errorf("module %v of the patterns", at)
				}
			case bit != ours(x, y) != (reference(x, y) != theirs(x, y)):
				t.Errorf("module %v of the data", at)
			}
			delete(dark, at)
		}
	}
	if len(dark) != 0 {
		t.Errorf("%d modules in the quiet zone", len(dark))
	}
}

// maskOf is the mask that a code of level M says it has, in both places where it says so (ISO/IEC
// 18004, 7.8 and 7.9).
func maskOf(t *testing.T, dark func(x, y int) bool, size int) func(x, y int) bool {
	t.Helper()
	var first, second string
	bit := func(x, y int) string { return map[bool]string{true: "1", false: "0"}[dark(x, y)] }
	for i, at := range [15][2]int{{0, 8}, {1, 8}, {2, 8}, {3, 8}, {4, 8}, {5, 8}, {7, 8}, {8, 8}, {8, 7}, {8, 5}, {8, 4}, {8, 3}, {8, 2}, {8, 1}, {8, 0}} {
		first += bit(at[0], at[1])
		if i < 7 {
			second += bit(8, size-1-i)
		} else {
			second += bit(size-15+i, 8)
		}
	}
	if first != second {
		t.Fatalf("the format is %s here and %s there", first, second)
	}
	masks := map[string]func(x, y int) bool{
		"101010000010010": func(x, y int) bool { return (y+x)%2 == 0 },
		"101000100100101": func(_, y int) bool { return y%2 == 0 },
		"101111001111100": func(x, _ int) bool { return x%3 == 0 },
		"101101101001011": func(x, y int) bool { return (y+x)%3 == 0 },
		"100010111111001": func(x, y int) bool { return (y/2+x/3)%2 == 0 },
		"100000011001110": func(x, y int) bool { return y*x%2+y*x%3 == 0 },
		"100111110010111": func(x, y int) bool { return (y*x%2+y*x%3)%2 == 0 },
		"100101010100000": func(x, y int) bool { return ((y+x)%2+y*x%3)%2 == 0 },
	}
	mask := masks[first]
	if mask == nil || !dark(8, size-8) {
		t.Fatalf("%s is no format of level M", first)
	}
	return mask
}

func isFormat(x, y, size int) bool {
	return y == 8 && (x < 9 && x != 6 || x >= size-8) || x == 8 && (y < 9 && y != 6 || y >= size-8)
}

// isPattern holds for what is the same in all codes of a size, from version 2 to 13 (17 modules and
// 4 for each version a side).
func isPattern(x, y, size int) bool {
	near, far := func(n int) bool { return n < 8 }, func(n int) bool { return n >= size-8 }
	if near(x) && near(y) || near(x) && far(y) || far(x) && near(y) || x == 6 || y == 6 {
		return true // the three finders and the timing
	}
	centres := []int{6, size - 7}
	if size >= 45 {
		if x < 6 && y >= size-11 || y < 6 && x >= size-11 {
			return true // the version
		}
		centres = append(centres, (size-1)/2)
	}
	for _, cx := range centres {
		for _, cy := range centres {
			finder := cx == 6 && cy == 6 || cx == 6 && cy == size-7 || cx == size-7 && cy == 6
			if !finder && max(x-cx, cx-x, y-cy, cy-y) <= 2 {
				return true
			}
		}
	}
	return false
}
