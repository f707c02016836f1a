package sbps

import (
	"crypto/rand"
	_ "embed"
	"html/template"
	"net/http"
)

//go:embed assets/tds.html
var tdsHTML string

var tdsPages = template.Must(template.New("tds").Parse(tdsHTML))

// tdsPage is what the pages of 3-D Secure show.
type tdsPage struct {
	Nonce    string
	ID       string
	Card     string
	Amount   int
	CanPass  bool
	ReturnTo string
}

// serveTDS is where the product sends the browser. Unless the card holder must be asked, it sends
// it straight back. Coming again after the verdict changes nothing.
func (s *Service) serveTDS(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	a, ok := s.state.Authentications[r.PathValue("id")]
	if !ok {
		s.mu.Unlock()
		showTDS(w, http.StatusNotFound, "unknown", tdsPage{})
		return
	}
	switch {
	case a.Plan.asks():
	case a.Plan == planAttempted:
		a.settle(verdictAttempted)
	case a.Plan == planRefused:
		a.settle(verdictFailed)
	default:
		a.settle(verdictPassed)
	}
	now := *a
	s.mu.Unlock()
	if now.Verdict == verdictOutstanding {
		showTDS(w, http.StatusOK, "challenge", tdsPage{ID: now.ID, Card: now.Card.masked(), Amount: now.Amount, CanPass: now.Plan == planChallenge})
		return
	}
	s.Changed()
	sendBack(w, r, now, http.StatusFound)
}

// answerTDS takes the card holder's answer, the form field result: success, fail or abandon.
func (s *Service) answerTDS(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, 4<<10)
	result := r.PostFormValue("result")
	if result != "success" && result != "fail" && result != "abandon" {
		http.Error(w, "result must be success, fail or abandon", http.StatusBadRequest)
		return
	}
	s.mu.Lock()
	a, ok := s.state.Authentications[r.PathValue("id")]
	if !ok {
		s.mu.Unlock()
		showTDS(w, http.StatusNotFound, "unknown", tdsPage{})
		return
	}
	if result == "success" && a.Plan != planChallengeFail && a.Plan != planRefused {
		a.settle(verdictPassed)
	} else {
		a.settle(verdictFailed)
	}
	now := *a
	s.mu.Unlock()
	s.Changed()
	sendBack(w, r, now, http.StatusSeeOther)
}

// sendBack returns the browser to the product, by GET or by a form that submits itself.
func sendBack(w http.ResponseWriter, r *http.Request, a authentication, status int) {
	if a.Post {
		showTDS(w, http.StatusOK, "return", tdsPage{ReturnTo: a.target()})
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, a.target(), status)
}

func showTDS(w http.ResponseWriter, status int, name string, page tdsPage) {
	page.Nonce = rand.Text()
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'nonce-"+page.Nonce+"'; script-src 'nonce-"+page.Nonce+"'; base-uri 'none'")
	w.WriteHeader(status)
	_ = tdsPages.ExecuteTemplate(w, name, page)
}
