package paypal

import (
	"bytes"
	"crypto/rand"
	_ "embed"
	"html/template"
	"net/http"
	"net/url"
	"slices"
)

//go:embed assets/approve.html
var approveHTML string

var approvePages = template.Must(template.New("approve").Parse(approveHTML))

// approvePage is what the page of approval shows.
type approvePage struct {
	Nonce       string
	ID          string
	Brand       string
	Description string
	Payers      []TestPayer
	Closed      bool // the member closed the tab
}

// showCheckout is the address that the Classic API sends browsers to.
func (s *Service) showCheckout(w http.ResponseWriter, r *http.Request) {
	if r.URL.Query().Get("cmd") != "_express-checkout" {
		http.Error(w, "cmd must be _express-checkout", http.StatusBadRequest)
		return
	}
	s.approval(w, r.URL.Query().Get("token"), true)
}

func (s *Service) showApproval(w http.ResponseWriter, r *http.Request) {
	s.approval(w, r.PathValue("id"), false)
}

func (s *Service) approval(w http.ResponseWriter, id string, nvp bool) {
	s.mu.Lock()
	t, ok := s.state.Setups[id]
	var now setup
	if ok {
		now = *t
	}
	over := ok && s.Clock.Now().After(t.At.Add(setupLife))
	s.mu.Unlock()
	switch {
	case !ok || now.NVP != nvp || over || now.Status != setupOpen:
		showApprove(w, http.StatusNotFound, "unknown", approvePage{})
	default:
		showApprove(w, http.StatusOK, "approve", approvePage{ID: now.ID, Brand: now.Brand, Description: now.Description, Payers: TestPayers})
	}
}

// answerApproval takes the member's answer: the field payer names who approves; the field answer is
// close, when they close the tab instead of coming back, or refuse.
func (s *Service) answerApproval(w http.ResponseWriter, r *http.Request) {
	if foreign(w, r) {
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, 4<<10)
	payer, answer := r.PostFormValue("payer"), r.PostFormValue("answer")
	known := slices.ContainsFunc(TestPayers, func(p TestPayer) bool { return p.Key == payer })
	if answer != "refuse" && answer != "close" && answer != "" || !known && answer == "" || payer != "" && !known {
		http.Error(w, "payer must be one of those offered, or answer refuse or close", http.StatusBadRequest)
		return
	}
	s.mu.Lock()
	t, ok := s.state.Setups[r.PathValue("id")]
	if !ok || t.Status != setupOpen || s.Clock.Now().After(t.At.Add(setupLife)) {
		s.mu.Unlock()
		showApprove(w, http.StatusNotFound, "unknown", approvePage{})
		return
	}
	switch {
	case answer == "refuse":
		t.Status = setupRefused
	case payer != "":
		t.Status, t.Payer = setupApproved, payer
	}
	now := *t
	s.mu.Unlock()
	s.Changed()
	if answer == "close" {
		showApprove(w, http.StatusOK, "closed", approvePage{Closed: now.Status == setupApproved})
		return
	}
	http.Redirect(w, r, now.back(), http.StatusSeeOther)
}

// back is where the browser belongs, with what PayPal adds to the address.
func (t setup) back() string {
	address := t.Return
	if t.Status == setupRefused {
		address = t.Cancel
	}
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	query := u.Query()
	switch {
	case t.NVP:
		query.Set("token", t.ID)
		if t.Status == setupApproved {
			query.Set("PayerID", payerOf(t.Payer).ID)
		}
	default:
		query.Set("approval_token_id", t.ID)
	}
	u.RawQuery = query.Encode()
	return u.String()
}

// foreign turns away what another site's page sends.
func foreign(w http.ResponseWriter, r *http.Request) bool {
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" && site != "none" {
		http.Error(w, "another site's page cannot do this", http.StatusForbidden)
		return true
	}
	return false
}

func showApprove(w http.ResponseWriter, status int, name string, p approvePage) {
	p.Nonce = rand.Text()
	var b bytes.Buffer
	if err := approvePages.ExecuteTemplate(&b, name, p); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Referrer-Policy", "same-origin")
	h.Set("X-Content-Type-Options", "nosniff")
	// No form-action: browsers hold the redirect after a form against it, and that leads to
	// the product.
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'nonce-"+p.Nonce+"'; img-src data:; base-uri 'none'; frame-ancestors 'none'")
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes())
}
