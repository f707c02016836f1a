package protocol

import (
	"context"
	"encoding/json"
	"html/template"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"
	"github.com/ory/fosite"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/secret"
	"kaiin/server/oidc"
	"kaiin/server/oidc/clientfile"
)

// requestPrefix begins the request_uri of what an app has pushed (RFC 9126 2.2).
const requestPrefix = "urn:ietf:params:oauth:request_uri:"

// back is where answers to a request go.
type back struct {
	address, mode, state string
}

// authorize takes a request that a browser brings.
func (e *Endpoints) authorize(w http.ResponseWriter, r *http.Request) {
	form := r.URL.Query()
	if r.Method == http.MethodPost {
		var err error
		if form, err = postedOnce(w, r); err != nil {
			e.fail(w, r, back{}, err)
			return
		}
	}
	request, to, err := e.parseRequest(w, r, form)
	if err != nil {
		e.fail(w, r, to, err)
		return
	}
	if a := e.Actor(r); r.Method == http.MethodPost && !a.SignedIn() && len(a.AppBrowsers) == 0 {
		e.again(w, r, a, request)
		return
	}
	asked, err := e.Provider.ScopeStates(r.Context(), e.Actor(r).AccountID, request)
	if err != nil {
		e.fail(w, r, to, err)
		return
	}
	e.advance(w, r, "", request, asked)
}

// again has the browser bring a request once more by GET: the cookies that say who it is stay
// behind where another site posts.
func (e *Endpoints) again(w http.ResponseWriter, r *http.Request, a actor.Actor, request *oidc.Request) {
	key, err := e.Provider.Hold(r.Context(), a, request)
	if err != nil {
		e.fail(w, r, backTo(request), err)
		return
	}
	bringAgain(w, pathAuthorize, url.Values{"client_id": {request.ClientID}, "request_uri": {requestPrefix + key}})
}

// bringAgain has the browser ask by GET, with its cookies, for what it has posted.
func bringAgain(w http.ResponseWriter, path string, parameters url.Values) {
	if len(parameters) > 0 {
		path += "?" + parameters.Encode()
	}
	redirect(w, path)
}

// parseRequest reads what a browser asks for: in its own words, or in those that the app has
// pushed before.
func (e *Endpoints) parseRequest(w http.ResponseWriter, r *http.Request, form url.Values) (*oidc.Request, back, error) {
	if err := once(form); err != nil {
		return nil, back{}, err
	}
	key, pushed := strings.CutPrefix(form.Get("request_uri"), requestPrefix)
	if !form.Has("request_uri") || !pushed {
		return e.parseDirect(r, form)
	}
	request, err := e.Provider.Pushed(r.Context(), key)
	if err != nil {
		return nil, back{}, err
	}
	if request == nil || request.ClientID != form.Get("client_id") {
		return nil, back{}, fosite.ErrInvalidRequestURI.WithHint("The pushed request is over, was used, or is another client's.")
	}
	request.AskedAt = e.Provider.Clock.Now()
	return request, backTo(request), nil
}

func backTo(r *oidc.Request) back { return back{r.RedirectURI, r.Mode, r.State} }

// parseDirect checks a request. As soon as it says where answers go, errors go there, too.
func (e *Endpoints) parseDirect(r *http.Request, form url.Values) (*oidc.Request, back, error) {
	for _, fetched := range []string{"request", "request_uri"} { // before fosite, which would fetch it
		if form.Has(fetched) {
			form.Del(fetched)
			form.Set("unsupported", fetched)
		}
	}
	asked, err := e.fosite.NewAuthorizeRequest(r.Context(), withForm(r, form))
	to := back{state: form.Get("state"), mode: form.Get("response_mode")}
	if asked != nil && asked.GetRedirectURI() != nil && asked.IsRedirectURIValid() {
		to.address = form.Get("redirect_uri")
	}
	if to.mode != "form_post" {
		to.mode = "query"
	}
	if err != nil {
		return nil, to, err
	}
	switch form.Get("unsupported") {
	case "request":
		return nil, to, fosite.ErrRequestNotSupported
	case "request_uri":
		return nil, to, fosite.ErrRequestURINotSupported
	}
	request := &oidc.Request{
		ClientID: form.Get("client_id"), RedirectURI: to.address, Mode: to.mode, State: to.state, Nonce: form.Get("nonce"),
		Scopes: oidc.Split(form.Get("scope")), Challenge: form.Get("code_challenge"), Prompt: strings.Fields(form.Get("prompt")),
		LoginHint: form.Get("login_hint"), ACR: strings.Fields(form.Get("acr_values")), AskedAt: e.Provider.Clock.Now(),
	}
	return request, to, e.complete(r.Context(), request, form)
}

var challengeForm = regexp.MustCompile(`^[A-Za-z0-9_-]{43}$`)

var prompts = []string{"none", "login", "consent", "select_account", "create"}

// complete reads what fosite knows nothing of.
func (e *Endpoints) complete(ctx context.Context, request *oidc.Request, form url.Values) error {
	c, err := e.Provider.Client(ctx, request.ClientID)
	if err != nil {
		return err
	}
	switch {
	case c == nil || !c.May(clientfile.GrantCode):
		return fosite.ErrUnauthorizedClient
	case form.Get("code_challenge_method") != "S256" || !challengeForm.MatchString(request.Challenge):
		return fosite.ErrInvalidRequest.WithHint("code_challenge and code_challenge_method=S256 are needed (RFC 7636).")
	case len(request.Scopes) == 0:
		return fosite.ErrInvalidScope.WithHint("scope is missing.")
	case slices.ContainsFunc(request.Prompt, func(one string) bool { return !slices.Contains(prompts, one) }):
		return fosite.ErrInvalidRequest.WithHint("prompt is not known.")
	case request.Has("none") && len(request.Prompt) > 1:
		return fosite.ErrInvalidRequest.WithHint("prompt=none goes with no other.")
	}
	if text := form.Get("max_age"); form.Has("max_age") {
		seconds, err := strconv.Atoi(text)
		if err != nil || seconds < 0 {
			return fosite.ErrInvalidRequest.WithHint("max_age is no number of seconds.")
		}
		request.MaxAge = &seconds
	}
	for tag := range strings.FieldsSeq(form.Get("ui_locales")) {
		if base, _, _ := strings.Cut(tag, "-"); base == "ja" || base == "en" {
			request.Locale = base
			break
		}
	}
	if err := e.readClaims(ctx, c, request, form.Get("claims")); err != nil {
		return err
	}
	if hint := form.Get("id_token_hint"); hint != "" {
		subject, _, err := e.Provider.ReadHint(ctx, c, hint)
		if err != nil {
			return err
		}
		if subject == uuid.Nil {
			return fosite.ErrInvalidRequest.WithHint("id_token_hint is not an ID token for this client.")
		}
		request.Subject = subject
	}
	return nil
}

// readClaims reads the parameter claims (OpenID Connect Core 5.5).
func (e *Endpoints) readClaims(ctx context.Context, c *oidc.Client, request *oidc.Request, text string) error {
	if text == "" {
		return nil
	}
	wrong := fosite.ErrInvalidRequest.WithHint("claims is not what OpenID Connect Core 5.5 says.")
	if json.Unmarshal([]byte(text), &request.Claims) != nil {
		return wrong
	}
	if slices.Contains(request.Scopes, oidc.ScopeOpenID) { // else the parameter means nothing
		for _, scope := range request.Claims.Scopes() {
			if slices.Contains(c.Scopes, scope) && !slices.Contains(request.Scopes, scope) {
				request.Scopes = append(request.Scopes, scope)
			}
		}
	}
	if sub := request.Claims.IDToken["sub"]; sub != nil && sub.Value != nil {
		name, ok := sub.Value.(string)
		if !ok {
			return wrong
		}
		subject, err := e.Provider.AccountOf(ctx, c, name)
		if err != nil {
			return err
		}
		request.Subject = subject
	}
	return nil
}

// resume goes on with a request whose key is in the address: after a login, a sign-up, a proof.
func (e *Endpoints) resume(w http.ResponseWriter, r *http.Request) {
	key := r.URL.Query().Get("request")
	request, asked, err := e.Provider.FindAsked(r.Context(), e.Actor(r), key)
	if err != nil {
		e.fail(w, r, back{}, err)
		return
	}
	if request == nil {
		e.Page(w, r, &PageFault{http.StatusBadRequest, "request_expired", ""})
		return
	}
	e.advance(w, r, key, request, asked)
}

// advance answers a request that waits for nothing, or leads on to what it waits for.
func (e *Endpoints) advance(w http.ResponseWriter, r *http.Request, key string, request *oidc.Request, asked oidc.AskedScopes) {
	a, to := e.Actor(r), backTo(request)
	need := request.Need(a, asked.Consented(), e.Provider.Clock.Now())
	if need == oidc.NeedsNothing {
		if e.unmet(request, a) {
			e.fail(w, r, to, errUnmet)
			return
		}
		code, err := e.Provider.Answer(r.Context(), a, key, request)
		f, isFault := fault.As(err)
		switch {
		case err == nil:
			e.send(w, r, to, url.Values{"code": {code}})
			return
		case isFault && f.Kind == fault.KindUnauthenticated: // the session has just ended: the request waits for a login
			a = a.SignedOut()
			need = request.Need(a, false, e.Provider.Clock.Now())
		case isFault && f.Kind == fault.KindNotFound: // consent went meanwhile, or another tab was faster
			e.fail(w, r, to, errBusy)
			return
		default:
			e.fail(w, r, to, err)
			return
		}
	}
	e.lead(w, r, a, key, request, need)
}

// lead leads on to what a request waits for, which is an error of one that must not be
// seen (prompt=none).
func (e *Endpoints) lead(w http.ResponseWriter, r *http.Request, a actor.Actor, key string, request *oidc.Request, need oidc.Need) {
	to := backTo(request)
	if request.Has("none") || isFramed(r) {
		e.fail(w, r, to, &fosite.RFC6749Error{ErrorField: need.Silent(), DescriptionField: "The member would have to be asked.", CodeField: http.StatusBadRequest})
		return
	}
	language := ""
	if key == "" {
		browser := secret.Token()
		if len(a.AppBrowsers) > 0 {
			browser = a.AppBrowsers[0]
		}
		a.AppBrowsers = []string{browser}
		e.Remember(r, browser)
		var err error
		if key, err = e.Provider.Keep(r.Context(), a, request); err != nil {
			e.fail(w, r, to, err)
			return
		}
		if request.Locale != "" {
			language = "&ui_locales=" + request.Locale
		}
	}
	redirect(w, e.page(need, key, request)+language)
}

// page is the page for what a request waits for.
func (e *Endpoints) page(need oidc.Need, key string, request *oidc.Request) string {
	return e.Path(need, key, request.AskedAt)
}

// fail answers an error to the app, or shows it where nothing says who that is (RFC 6749 4.1.2.1).
// That too much was asked for is shown, too: many an app asks again at once.
func (e *Endpoints) fail(w http.ResponseWriter, r *http.Request, to back, err error) {
	as := told(r, err)
	if as == errTooMany {
		retryAfter(w, as, err)
		e.Page(w, r, &PageFault{as.CodeField, string(fault.TooManyRequests), described(as)})
		return
	}
	if to.address == "" {
		status := as.CodeField
		if status == http.StatusUnauthorized { // an unknown app; no visitor is asked to log in
			status = http.StatusBadRequest
		}
		retryAfter(w, as, err)
		e.Page(w, r, &PageFault{status, as.ErrorField, described(as)})
		return
	}
	e.send(w, r, to, url.Values{"error": {as.ErrorField}, "error_description": {described(as)}})
}

// send sends an answer to the app, with its state and who answers (RFC 9207).
func (e *Endpoints) send(w http.ResponseWriter, r *http.Request, to back, values url.Values) {
	values.Set("iss", e.Provider.Issuer)
	if to.state != "" {
		values.Set("state", to.state)
	}
	w.Header().Set("Cache-Control", "no-store")
	if to.mode == "form_post" {
		e.sendForm(w, to, values)
		return
	}
	joint := "?"
	if strings.Contains(to.address, "?") {
		joint = "&"
	}
	redirect(w, to.address+joint+values.Encode())
}

func redirect(w http.ResponseWriter, address string) {
	w.Header().Set("Location", address)
	w.Header().Set("Referrer-Policy", "no-referrer")
	w.WriteHeader(http.StatusSeeOther)
}

var formPost = template.Must(template.New("form").Parse(`<!DOCTYPE html>
<html lang="ja"><head><meta charset="utf-8"><title>…</title></head><body>
<form method="post" action="{{.Address}}">{{range .Fields}}<input type="hidden" name="{{.Name}}" value="{{.Value}}">{{end}}
<noscript><p>アプリに戻ります。 / Going back to the app.</p><button>続ける / Continue</button></noscript></form>
<script nonce="{{.Nonce}}">document.forms[0].submit()</script></body></html>
`))

// sendForm sends an answer as a form that posts itself (OAuth 2.0 Form Post Response Mode).
func (e *Endpoints) sendForm(w http.ResponseWriter, to back, values url.Values) {
	type field struct{ Name, Value string }
	data := struct {
		Address template.URL
		Nonce   string
		Fields  []field
	}{Address: template.URL(to.address), Nonce: secret.Token()} // registered, so no javascript:
	for _, name := range slices.Sorted(maps.Keys(values)) {
		data.Fields = append(data.Fields, field{name, values.Get(name)})
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", "default-src 'none'; script-src 'nonce-"+data.Nonce+"'; form-action "+Origin(to.address)+"; frame-ancestors 'none'; base-uri 'none'")
	h.Set("Referrer-Policy", "no-referrer")
	_ = formPost.Execute(w, data)
}

// unmet reports whether a claim acr that is essential cannot be met by how the member has logged in
// (OpenID Connect Core 5.5.1.1).
func (e *Endpoints) unmet(request *oidc.Request, a actor.Actor) bool {
	acr := request.Claims.IDToken["acr"]
	if acr == nil || !acr.Essential {
		return false
	}
	wanted := acr.Values
	if acr.Value != nil {
		wanted = append(wanted, acr.Value)
	}
	has := oidc.ACROf(a)
	return len(wanted) > 0 && !slices.ContainsFunc(wanted, func(one any) bool { return one == has })
}

// Origin is the part of an address that a Content-Security-Policy names; a scheme of an app's own
// is all there is.
func Origin(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return strings.SplitAfter(address, ":")[0]
	}
	return u.Scheme + "://" + u.Host
}

func list(all []string) string { return strings.Join(all, ", ") }
