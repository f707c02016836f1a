package settings

import (
	"fmt"
	"math"
	"strconv"

	"kaiin/server/base/memo"
)

// Palette is the store's colours and what is derived from them, as #rrggbb, so that every text has
// a contrast of at least 4.5:1 to its background (WCAG 2.2, 1.4.3), whatever colours the store
// chose. The store's own stay as they are, for fills.
type Palette struct {
	Accent, SecondaryAccent, Player string

	OnAccent          string // text on Accent
	AccentText        string // the accent as text on the light grounds and on their subtle fill
	AccentTextDark    string // the accent as text on the dark grounds
	AccentSubtle      string // a quiet fill in the accent's hue, for the light theme; the dark one has a neutral of its own
	OnSecondaryAccent string // text on SecondaryAccent
}

// minContrast is what WCAG 2.2 AA asks of text.
const minContrast = 4.5

// The backgrounds of text in the accent's colour in the two themes (as the site's styles have
// them), and the colour of text on fills.
var (
	lightGrounds = []rgb{{255, 255, 255}, {245, 247, 250}}
	darkGrounds  = []rgb{{14, 19, 27}, {23, 30, 41}, {28, 43, 74}}
	white        = rgb{255, 255, 255}
	black        = rgb{0, 0, 0}
	ink          = rgb{22, 32, 46}
)

// Palette derives the readable colours. The colours must be valid.
func (c Colors) Palette() Palette { return palettes(c) }

var palettes = memo.Remember(Colors.derive)

func (c Colors) derive() Palette {
	accent, second := parseColor(c.Accent), parseColor(c.SecondaryAccent)
	subtle := accent.mix(white, 0.9)
	return Palette{
		Accent: c.Accent, SecondaryAccent: c.SecondaryAccent, Player: c.Player,
		OnAccent:          accent.on().String(),
		AccentText:        accent.until(black, append(lightGrounds[:2:2], subtle)).String(),
		AccentTextDark:    accent.until(white, darkGrounds).String(),
		AccentSubtle:      subtle.String(),
		OnSecondaryAccent: second.on().String(),
	}
}

type rgb [3]uint8

func parseColor(s string) rgb {
	v, err := strconv.ParseUint(s[1:], 16, 32)
	if err != nil {
		return black // Validate has refused what is no colour
	}
	return rgb{uint8(v >> 16), uint8(v >> 8), uint8(v)}
}

func (c rgb) String() string { return fmt.Sprintf("#%02x%02x%02x", c[0], c[1], c[2]) }

// mix is c with a share of other in it.
func (c rgb) mix(other rgb, share float64) rgb {
	var m rgb
	for i := range m {
		m[i] = uint8(math.Round(float64(c[i])*(1-share) + float64(other[i])*share))
	}
	return m
}

// on is the text to put on c: white, else our ink, else black, whichever is the first to be
// readable. One always is.
func (c rgb) on() rgb {
	for _, text := range []rgb{white, ink} {
		if contrast(text, c) >= minContrast {
			return text
		}
	}
	return black
}

// until is c, moved towards the goal as little as makes it readable on all grounds.
func (c rgb) until(goal rgb, grounds []rgb) rgb {
	for percent := range 100 {
		moved := c.mix(goal, float64(percent)/100)
		if readable(moved, grounds) {
			return moved
		}
	}
	return goal
}

func readable(text rgb, grounds []rgb) bool {
	for _, ground := range grounds {
		if contrast(text, ground) < minContrast {
			return false
		}
	}
	return true
}

// contrast is WCAG's contrast ratio, 1 to 21.
func contrast(a, b rgb) float64 {
	la, lb := a.luminance(), b.luminance()
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

// luminance is WCAG's relative luminance, 0 to 1.
func (c rgb) luminance() float64 {
	linear := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c[0]) + 0.7152*linear(c[1]) + 0.0722*linear(c[2])
}
