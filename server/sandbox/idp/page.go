package idp

import (
	"bytes"
	"crypto/rand"
	"embed"
	"html/template"
	"net/http"
	"net/url"
)

//go:embed assets/*.html
var assets embed.FS

var pages = template.Must(template.ParseFS(assets, "assets/*.html"))

// page is what the pages show.
type page struct {
	Nonce    string
	Title    string // the provider
	Action   string // where the form goes
	People   []person
	Outcomes []string
	Fields   url.Values // sent back by form_post
	Reason   string     // why it does not go on
	Faces    []faceRow
}

// faceRow is a provider in the list of all.
type faceRow struct{ Title, Name, Issuer, ClientID string }

// overview lists the faces.
func (s *Service) overview(w http.ResponseWriter, r *http.Request) {
	p := page{Title: "外部アカウント", People: people}
	for _, f := range s.faces {
		p.Faces = append(p.Faces, faceRow{f.title, f.name, s.issuer(f, r), f.client.ID})
	}
	show(w, http.StatusOK, "overview", p)
}

func show(w http.ResponseWriter, status int, name string, p page) {
	p.Nonce = rand.Text()
	var b bytes.Buffer
	if err := pages.ExecuteTemplate(&b, name, p); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Content-Type-Options", "nosniff")
	// No form-action: browsers hold the redirect after a form against it, and that leads to
	// the product.
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'nonce-"+p.Nonce+"'; script-src 'nonce-"+p.Nonce+"'; img-src data:; base-uri 'none'; frame-ancestors 'none'")
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes())
}
