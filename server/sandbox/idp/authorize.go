package idp

import (
	"crypto/rand"
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"
)

const (
	codeLife  = 10 * time.Minute
	tokenLife = time.Hour
)

// authorization is what the product asks of the person.
type authorization struct {
	clientID, redirectURI, state, nonce, challenge string
	acr                                            string // of the login that is asked for
	scopes                                         []string
	formPost                                       bool
}

// grant is what a person gave the product: a code, then an access token.
type grant struct {
	authorization
	face    *face
	person  person
	outcome string // of the token call; empty: the scripted one
	removed bool   // the person took it back
	spent   bool
	until   time.Time
}

// decision is what the person chose.
type decision struct {
	User          string `json:"user"`
	Subject       string `json:"subject"`
	Email         string `json:"email"`
	EmailVerified bool   `json:"emailVerified"`
	Name          string `json:"name"`
	Deny          bool   `json:"deny"`
	Outcome       string `json:"outcome"`
}

// decided is where the browser goes with which fields.
type decided struct {
	to       *url.URL
	fields   url.Values
	formPost bool
}

var challengeForm = regexp.MustCompile(`^[A-Za-z0-9_-]{43}$`)

// read checks the query of an authorize address. Nothing wrong with it is sent back to the product:
// the engineer who builds it shall see it here.
func (f *face) read(q url.Values) (authorization, error) {
	a := authorization{
		clientID: q.Get("client_id"), redirectURI: q.Get("redirect_uri"), state: q.Get("state"), nonce: q.Get("nonce"),
		challenge: q.Get("code_challenge"), acr: q.Get("acr_values"), formPost: q.Get("response_mode") == "form_post",
		scopes: strings.FieldsFunc(q.Get("scope"), func(c rune) bool { return c == ' ' || c == ',' }),
	}
	back, err := url.Parse(a.redirectURI)
	switch mode := q.Get("response_mode"); {
	case a.clientID != f.client.ID:
		return a, errors.New("client_id is not the client of " + f.title)
	case err != nil || back.Host == "" || back.Scheme != "http" && back.Scheme != "https" || back.Fragment != "":
		return a, errors.New("redirect_uri is not an absolute http address")
	case q.Get("response_type") != "code":
		return a, errors.New("response_type is not code")
	case mode != "" && mode != "query" && mode != "form_post":
		return a, errors.New("response_mode is neither query nor form_post")
	case a.formPost && !f.openID():
		return a, errors.New(f.title + " knows no response_mode")
	case a.state == "":
		return a, errors.New("state is missing")
	case q.Get("code_challenge_method") != "S256" || !challengeForm.MatchString(a.challenge):
		return a, errors.New("code_challenge by S256 is missing")
	case f.openID() && !slices.Contains(a.scopes, "openid"):
		return a, errors.New("scope does not hold openid")
	case f.openID() && a.nonce == "":
		return a, errors.New("nonce is missing")
	}
	return a, nil
}

// decide takes the person's choice and makes the way back of it.
func (s *Service) decide(f *face, a authorization, d decision) (decided, error) {
	to, err := url.Parse(a.redirectURI)
	if err != nil {
		return decided{}, err
	}
	if known := Scripts()[f.name].Outcomes; d.Outcome != "" && !slices.Contains(known, d.Outcome) {
		return decided{}, errors.New("unknown outcome: use one of " + strings.Join(known, ", "))
	}
	back := decided{to: to, fields: url.Values{"state": {a.state}}, formPost: a.formPost}
	if d.Deny || isDenial(d.Outcome) || d.Outcome == "" && isDenial(s.scripted(f, isDenial)) {
		back.fields.Set("error", accessDenied)
		back.fields.Set("error_description", "The person declined.")
		return back, nil
	}
	g := &grant{authorization: a, face: f, outcome: d.Outcome, until: s.Clock.Now().Add(codeLife)}
	switch p, ok := f.find(d.User); {
	case ok:
		g.person = p
	case d.User != "":
		return decided{}, errors.New("unknown user: use one of the page, or a subject")
	case d.Subject == "" || len(d.Subject) > 255:
		return decided{}, errors.New("a person needs a subject of up to 255 bytes")
	default:
		g.person = person{Subject: d.Subject, FullName: d.Name, Email: d.Email, EmailVerified: d.EmailVerified}
	}
	code := rand.Text()
	s.mu.Lock()
	s.purge()
	s.codes[code] = g
	s.mu.Unlock()
	back.fields.Set("code", code)
	return back, nil
}

// purge forgets what has run out; the service is locked.
func (s *Service) purge() {
	now := s.Clock.Now()
	for _, all := range []map[string]*grant{s.codes, s.tokens} {
		for key, g := range all {
			if now.After(g.until) {
				delete(all, key)
			}
		}
	}
}

// query is the way back as an address to be opened.
func (d decided) query() string {
	to := *d.to
	q := to.Query()
	for name, values := range d.fields {
		q[name] = values
	}
	to.RawQuery = q.Encode()
	return to.String()
}

// showPicker is where the product sends the browser.
func (s *Service) showPicker(f *face, w http.ResponseWriter, r *http.Request) {
	if _, err := f.read(r.URL.Query()); err != nil {
		show(w, http.StatusBadRequest, "wrong", page{Title: f.title, Reason: err.Error()})
		return
	}
	show(w, http.StatusOK, "picker", page{Title: f.title, Action: r.URL.RequestURI(), People: f.people(), Outcomes: Scripts()[f.name].Outcomes})
}

// choose takes the picker's form.
func (s *Service) choose(f *face, w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, 16<<10)
	a, err := f.read(r.URL.Query())
	var back decided
	if err == nil {
		back, err = s.decide(f, a, decision{
			User: r.PostFormValue("user"), Subject: r.PostFormValue("subject"), Email: r.PostFormValue("email"),
			EmailVerified: r.PostFormValue("emailVerified") != "", Name: r.PostFormValue("name"),
			Deny: r.PostFormValue("deny") != "", Outcome: r.PostFormValue("outcome"),
		})
	}
	switch {
	case err != nil:
		show(w, http.StatusBadRequest, "wrong", page{Title: f.title, Reason: err.Error()})
	case back.formPost:
		show(w, http.StatusOK, "return", page{Title: f.title, Action: back.to.String(), Fields: back.fields})
	default:
		w.Header().Set("Cache-Control", "no-store")
		http.Redirect(w, r, back.query(), http.StatusSeeOther)
	}
}
