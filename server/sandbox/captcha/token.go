package captcha

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"net/http"
	"net/url"
	"time"

	"kaiin/server/sandbox/outcome"
)

// token is what a page got for a person.
type token struct {
	vendor *vendor
	host   string
	action string
	scored bool // reCAPTCHA v3
	at     time.Time
	spent  bool
}

// kept is how long it is remembered that a token was there, so that a late one is told from an
// invented one.
const kept = time.Hour

// issue gives a page a token. Only pages call it, so the browser says where it is.
func (s *Service) issue(v *vendor, w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, 4<<10)
	w.Header().Set("Access-Control-Allow-Origin", "*")
	page, err := url.Parse(r.Header.Get("Origin"))
	if err != nil || page.Hostname() == "" || r.PostFormValue("sitekey") == "" {
		answer(w, http.StatusBadRequest, map[string]string{"message": "an Origin and a sitekey are needed"})
		return
	}
	t := &token{vendor: v, host: page.Hostname(), action: r.PostFormValue("action"), scored: r.PostFormValue("scored") == "true", at: s.Clock.Now()}
	text := rand.Text()
	s.mu.Lock()
	for old, other := range s.tokens {
		if t.at.Sub(other.at) > kept {
			delete(s.tokens, old)
		}
	}
	s.tokens[text] = t
	s.mu.Unlock()
	answer(w, http.StatusOK, map[string]string{"token": text})
}

// verify is siteverify. It uses the token up, whatever it comes to.
func (s *Service) verify(v *vendor, w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, 16<<10)
	secret, response := r.PostFormValue("secret"), r.PostFormValue("response")
	switch {
	case secret == "":
		refuse(w, "missing-input-secret")
		return
	case subtle.ConstantTimeCompare([]byte(secret), []byte(s.Secret)) != 1:
		refuse(w, "invalid-input-secret")
		return
	case response == "":
		refuse(w, "missing-input-response")
		return
	}
	t, fault := s.spend(v, response)
	script, _ := s.Queue.Take(Name, func(e outcome.Entry) bool { return e.Outcome != lowScore || t.scored })
	switch {
	case script.Outcome == outcome.HTTP500:
		outcome.InternalServerError(w)
	case script.Outcome == timeout:
		script.HangUp(r.Context())
	case fault != "":
		refuse(w, fault)
	case script.Outcome == fail:
		refuse(w, "invalid-input-response")
	case script.Outcome == reuse:
		refuse(w, "timeout-or-duplicate")
	default:
		answer(w, http.StatusOK, t.verdict(script.Outcome))
	}
}

func (s *Service) spend(v *vendor, text string) (token, string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t, ok := s.tokens[text]
	if !ok || t.vendor != v {
		return token{}, "invalid-input-response"
	}
	before := *t
	t.spent = true
	if before.spent || s.Clock.Now().Sub(t.at) > v.life {
		return before, "timeout-or-duplicate"
	}
	return before, ""
}

// verdict is a success in the vendor's words.
func (t token) verdict(scripted string) map[string]any {
	body := map[string]any{"success": true, "challenge_ts": t.at.UTC().Format(time.RFC3339), "hostname": t.host}
	if scripted == wrongHostname {
		body["hostname"] = "another.example"
	}
	if t.vendor.name == "turnstile" {
		body["error-codes"], body["action"], body["cdata"] = []string{}, t.action, ""
	}
	if t.scored {
		body["score"], body["action"] = 0.9, t.action
		if scripted == lowScore {
			body["score"] = 0.1
		}
	}
	return body
}

func refuse(w http.ResponseWriter, code string) {
	answer(w, http.StatusOK, map[string]any{"success": false, "error-codes": []string{code}})
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}
