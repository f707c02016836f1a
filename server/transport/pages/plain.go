package pages

import (
	"embed"
	"html/template"
	"net/http"
	"strconv"

	"kaiin/server/base/words"
	"kaiin/server/transport/visit"
)

// plainPage is what is shown when Next cannot: the same three parts in the member's language, and
// the way back.
func (p *Pages) plainPage(w http.ResponseWriter, r *http.Request, status int) {
	v := visit.Of(r.Context())
	if s, ok := w.(*statusWriter); ok { // the error page failed too; its own status is the one to tell
		status, w = s.status, s.ResponseWriter
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'nonce-"+v.Nonce+"'; base-uri 'none'; frame-ancestors 'none'")
	if status == http.StatusServiceUnavailable || status == http.StatusBadGateway || status == http.StatusGatewayTimeout {
		h.Set("Retry-After", "10")
	}
	w.WriteHeader(status)
	_ = plainHTML.Execute(w, map[string]any{"Locale": v.Locale, "Nonce": v.Nonce, "Status": status, "Text": plainIn(v.Locale, status), "ID": v.ID})
}

//go:embed plain.html plain.ja.json plain.en.json
var plainFiles embed.FS

var (
	plainHTML  = template.Must(template.ParseFS(plainFiles, "plain.html"))
	plainTexts = words.Read(plainFiles, "plain")
)

type plainText struct{ Title, Message, Code, Back string }

func plainIn(locale string, status int) plainText {
	texts, key := plainTexts.In(locale), strconv.Itoa(status)
	if _, ok := texts.Lookup(key + ".title"); !ok {
		key = strconv.Itoa(http.StatusInternalServerError)
	}
	return plainText{texts.Say(key + ".title"), texts.Say(key + ".message"), texts.Say("code"), texts.Say("back")}
}
