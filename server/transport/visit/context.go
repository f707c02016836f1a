package visit

import (
	"encoding/base64"
	"encoding/json"
	"strings"
	"time"
)

// pageContext is what a page's calls have to keep of the request the page is made for.
type pageContext struct {
	ID     string `json:"id"`
	IP     string `json:"ip"`
	Behind string `json:"behind,omitempty"`
	Locale string `json:"locale"`
	Agent  string `json:"agent"`
	At     int64  `json:"at"` // Unix seconds

	CrossSite bool `json:"crossSite,omitempty"` // another site led here
}

const (
	contextLife    = time.Minute // longer than any page takes
	contextPurpose = "page context"
)

// Seal is the header HeaderContext, which Next gets and sends back: the context in JSON and its
// MAC, both in base64. It is no secret, but only this server can make one.
func (a *Arrivals) Seal(v *Visit) string {
	text, err := json.Marshal(pageContext{v.ID, v.IP, v.Behind, v.Locale, v.Agent, v.Began.Unix(), v.CrossSite})
	if err != nil {
		panic(err) // texts and a number
	}
	return base64.RawURLEncoding.EncodeToString(text) + "." + base64.RawURLEncoding.EncodeToString(a.Secrets.MAC(contextPurpose, text))
}

// open reads the header; false unless this server, or another with the same secret, made it within
// the last minute.
func (a *Arrivals) open(header string, now time.Time) (pageContext, bool) {
	var c pageContext
	payload, mac, ok := strings.Cut(header, ".")
	if !ok {
		return c, false
	}
	text, err := base64.RawURLEncoding.DecodeString(payload)
	if err != nil {
		return c, false
	}
	sum, err := base64.RawURLEncoding.DecodeString(mac)
	if err != nil || !a.Secrets.IsMAC(sum, contextPurpose, text) {
		return c, false
	}
	if err := json.Unmarshal(text, &c); err != nil {
		return pageContext{}, false
	}
	age := now.Sub(time.Unix(c.At, 0))
	return c, age > -contextLife && age < contextLife
}
