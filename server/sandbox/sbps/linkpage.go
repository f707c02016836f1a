package sbps

import (
	"bytes"
	"crypto/rand"
	_ "embed"
	"html/template"
	"net/http"
)

//go:embed assets/link.html
var linkHTML string

var linkPages = template.Must(template.New("link").Parse(linkHTML))

// linkPage is what the carrier's pages show.
type linkPage struct {
	Nonce        string
	ID           string
	Carrier      string
	Item         string
	Amount       string // of a purchase, yen
	Ends, Agreed bool
	Code, Reason string
	ReturnTo     string
	Fields       []linkField
}

type linkField struct{ Name, Value string }

func pageOf(a *application) linkPage {
	return linkPage{ID: a.ID, Carrier: methodNames[a.method()], Item: a.Values["item_name"], Amount: a.Values["amount"], Ends: a.ends()}
}

// serveLink is the carrier's page.
func (s *Service) serveLink(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	a, ok := s.state.Applications[r.PathValue("id")]
	open := ok && !a.Answered
	s.mu.Unlock()
	if !open {
		showLink(w, http.StatusNotFound, "unknown", linkPage{})
		return
	}
	showLink(w, http.StatusOK, "ask", pageOf(a))
}

// answerLink takes the member's answer: the field payer names the account that approves; the field
// answer is cancel, refuse (the carrier refuses them), or close, when they close the tab instead of
// coming back.
func (s *Service) answerLink(w http.ResponseWriter, r *http.Request) {
	if foreign(w, r) {
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, 4<<10)
	payer, answer := r.PostFormValue("payer"), r.PostFormValue("answer")
	approves := payer == payerOK || payer == payerLimit
	if !approves && payer != "" || approves && answer != "" && answer != "close" || !approves && answer != "cancel" && answer != "refuse" && answer != "close" {
		http.Error(w, "payer must be ok or limit, or answer cancel, refuse or close", http.StatusBadRequest)
		return
	}
	s.mu.Lock()
	a, ok := s.state.Applications[r.PathValue("id")]
	if !ok || a.Answered {
		s.mu.Unlock()
		showLink(w, http.StatusNotFound, "unknown", linkPage{})
		return
	}
	page := pageOf(a)
	if answer == "close" && !approves {
		s.mu.Unlock()
		showLink(w, http.StatusOK, "closed", page)
		return
	}
	a.Answered = true
	result, tracking, code := "NG", "", a.method()+errCarrierDeclined+fieldNone
	if approves {
		s.chargeMonths()
		result, tracking, code = "OK", s.agree(a, payer), ""
	}
	s.mu.Unlock()
	defer s.Changed()
	if answer == "cancel" {
		page.ReturnTo = a.Values["cancel_url"]
		showLink(w, http.StatusOK, "return", page)
		return
	}
	values := s.resultOf(a, result, tracking, code)
	script, _ := s.Queue.Take(Name, isNotice)
	told := s.deliver(s.notice(a, values, script.Outcome), script)
	s.back(w, a, page, values, answer == "close", told)
}

// back sends the browser to the product, whose page learns nothing that the notice does not tell.
func (s *Service) back(w http.ResponseWriter, a *application, page linkPage, values map[string]string, closes, told bool) {
	approved := values["res_result"] == "OK"
	switch {
	case closes:
		page.Agreed = approved
		showLink(w, http.StatusOK, "closed", page)
	case !told:
		showLink(w, http.StatusOK, "refused", linkPage{Code: "1301", Reason: "the notice was not answered by OK", ReturnTo: a.Values["error_url"]})
	case !approved:
		page.ReturnTo = a.Values["error_url"]
		showLink(w, http.StatusOK, "return", page)
	default:
		page.ReturnTo = a.Values["success_url"]
		s.sign(values, true)
		for _, name := range append(noticeFields[:len(noticeFields):len(noticeFields)], "sps_hashcode") {
			if value, ok := values[name]; ok {
				page.Fields = append(page.Fields, linkField{name, value})
			}
		}
		showLink(w, http.StatusOK, "return", page)
	}
}

func showLink(w http.ResponseWriter, status int, name string, p linkPage) {
	p.Nonce = rand.Text()
	var b bytes.Buffer
	if err := linkPages.ExecuteTemplate(&b, name, p); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Referrer-Policy", "same-origin")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'nonce-"+p.Nonce+"'; script-src 'nonce-"+p.Nonce+"'; img-src data:; base-uri 'none'; frame-ancestors 'none'")
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes())
}
