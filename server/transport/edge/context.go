package edge

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

// sealContext is the header Next gets and sends back: the context in JSON and its MAC, both in base64. It is no secret, but
// only this server can make one.
func (e *Edge) sealContext(v *visit) string {
	text, err := json.Marshal(pageContext{v.id, v.ip, v.behind, v.locale, v.agent, v.began.Unix(), v.crossSite})
	if err != nil {
		panic(err) // texts and a number
	}
	return base64.RawURLEncoding.EncodeToString(text) + "." + base64.RawURLEncoding.EncodeToString(e.Secrets.MAC(contextPurpose, text))
}

// openContext reads the header; false unless this server, or another with the same secret, made it within the last minute.
func (e *Edge) openContext(header string, now time.Time) (pageContext, bool) {
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
	if err != nil || !e.Secrets.IsMAC(sum, contextPurpose, text) {
		return c, false
	}
	if err := json.Unmarshal(text, &c); err != nil {
		return pageContext{}, false
	}
	age := now.Sub(time.Unix(c.At, 0))
	return c, age > -contextLife && age < contextLife
}
