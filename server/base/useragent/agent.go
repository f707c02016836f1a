package useragent

import (
	"regexp"
	"strings"

	parser "github.com/mileusna/useragent"
)

const maxLength = 500 // characters (K-001)

// Truncate returns the header as the rest of the program sees it: shortened before it is parsed or
// stored, and text that the database can keep.
func Truncate(header string) string {
	header = strings.ToValidUTF8(header, "")
	n := 0
	for i := range header {
		if n == maxLength {
			return header[:i]
		}
		n++
	}
	return header
}

// Agent is what pages ask of a user agent.
type Agent struct {
	App     bool // one of the store's own apps
	Android bool
	Mobile  bool // a telephone or a tablet
}

// app matches the token of the store's own apps, such as PVS/1.4.0/ios, between spaces or inside
// a comment.
var app = regexp.MustCompile(`(?:^|[\s(;,])PVS/[^\s/();,]+/[^\s/();,]+(?:$|[\s);,])`)

// Parse reads a header that Truncate returned.
func Parse(header string) Agent {
	ua := parser.Parse(header)
	android := ua.IsAndroid()
	return Agent{App: app.MatchString(header), Android: android, Mobile: android || ua.Mobile || ua.Tablet}
}

// Header is a header that Parse reads as a, and that tells nothing else.
func (a Agent) Header() string {
	header := "Mozilla/5.0"
	switch {
	case a.Android:
		header += " (Linux; Android) Mobile"
	case a.Mobile:
		header += " (iPhone) Mobile"
	}
	if a.App {
		header += " PVS/0/0"
	}
	return header
}
