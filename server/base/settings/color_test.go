package settings

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestEveryColourOfAStoreIsReadable(t *testing.T) { // F-018 F-019
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	colors := []rgb{white, black, {255, 255, 0}, {0, 0, 255}, {119, 119, 119}, {255, 0, 0}, {0, 255, 0}}
	for range 20000 {
		v := random.Uint32()
		colors = append(colors, rgb{uint8(v), uint8(v >> 8), uint8(v >> 16)})
	}
	for _, c := range colors {
		p := Colors{Accent: c.String(), SecondaryAccent: c.String(), Player: c.String()}.Palette()
		if p.Accent != c.String() || p.SecondaryAccent != c.String() || p.Player != c.String() {
			t.Fatalf("%s: the store's own colours changed: %+v", c, p)
		}
		for _, pair := range [][2]string{
			{p.OnAccent, p.Accent}, {p.OnSecondaryAccent, p.SecondaryAccent},
			{p.AccentText, "#ffffff"}, {p.AccentText, "#f5f7fa"}, {p.AccentText, p.AccentSubtle},
			{p.AccentTextDark, "#0e131b"}, {p.AccentTextDark, "#171e29"}, {p.AccentTextDark, "#1c2b4a"},
			{"#16202e", p.AccentSubtle},
		} {
			if got := contrast(parseColor(pair[0]), parseColor(pair[1])); got < minContrast {
				t.Fatalf("accent %s: %s on %s has %.2f:1", c, pair[0], pair[1], got)
			}
		}
	}
}

func TestContrastIsThatOfWCAG(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want float64
	}{{"#000000", "#ffffff", 21}, {"#ffffff", "#ffffff", 1}, {"#777777", "#ffffff", 4.48}, {"#1f5eff", "#ffffff", 5.1}} {
		if got := contrast(parseColor(c.a), parseColor(c.b)); math.Abs(got-c.want) > 0.05 {
			t.Errorf("%s on %s: %.3f, want %.2f", c.a, c.b, got, c.want)
		}
	}
}

func TestAReadableAccentIsKeptAsText(t *testing.T) {
	p := Colors{Accent: "#1d4ed8", SecondaryAccent: "#0f766e", Player: "#000000"}.Palette()
	if p.AccentText != "#1d4ed8" || p.OnAccent != "#ffffff" {
		t.Errorf("%+v", p)
	}
}

// The lettering of the demo store's logos can be seen on the grounds of both themes (WCAG
// 2.2, 1.4.11).
func TestDemoLogosShowInBothThemes(t *testing.T) { // P-10
	t.Parallel()
	for _, name := range []string{"logo-pc.svg", "logo-sp.svg"} {
		logo, err := os.ReadFile(filepath.Join("../../../web/public/demo", name))
		if err != nil {
			t.Fatal(err)
		}
		_, after, found := strings.Cut(string(logo), ` stroke="`)
		if !found {
			t.Fatalf("%s has no lettering", name)
		}
		for _, ground := range append(lightGrounds[:2:2], darkGrounds...) {
			if got := contrast(parseColor(after[:7]), ground); got < 3 {
				t.Errorf("%s on %v: %.2f", name, ground, got)
			}
		}
	}
}
