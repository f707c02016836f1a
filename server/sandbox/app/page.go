package app

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strings"
	"time"

	"kaiin/server/base/clock"
)

//go:embed assets/*.html
var assets embed.FS

var pages = template.Must(template.New("").Funcs(template.FuncMap{"tokyo": tokyo}).ParseFS(assets, "assets/*.html"))

// tokyo is a time as people read it.
func tokyo(t time.Time) string { return t.In(clock.Tokyo).Format("2006/01/02 15:04:05") }

// row is something that is read out.
type row struct {
	Key, Value string
	text
}

// homePage is the diary.
type homePage struct {
	Issuer      string
	Left, Ended bool
	Session     *sessionView // nil: no member is logged in
}

// sessionView is a session, read out.
type sessionView struct {
	Name                 string // what the app calls the member
	IDToken, Userinfo    []row
	RawIDToken, RawInfo  string
	Problem              *fault // why there is no userinfo
	Scopes, More, Refuse []row
	Got, Until           time.Time
	MayRefresh           bool
}

func (s *Service) home(w http.ResponseWriter, r *http.Request) {
	p := homePage{Issuer: s.Issuer, Left: s.left(r)}
	s.mu.Lock()
	b := s.browsers.of(r)
	var now *session
	if b != nil {
		now, p.Ended = b.session, b.ended
	}
	s.mu.Unlock()
	if now != nil {
		p.Session = s.view(r, now)
	}
	show(w, http.StatusOK, "home", p)
}

func (s *Service) view(r *http.Request, now *session) *sessionView {
	v := &sessionView{
		Name: now.id.Subject, IDToken: read(now.id.all), RawIDToken: now.tokens.IDToken + "\n\n" + indented(now.id.all), Got: now.got,
		Until: now.got.Add(time.Duration(now.tokens.Expires) * time.Second), MayRefresh: now.tokens.Refresh != "",
	}
	for _, one := range scopes {
		line := row{Key: one.Key, text: one.text}
		switch {
		case slices.Contains(now.scopes, one.Key):
			v.Scopes = append(v.Scopes, line)
		default:
			v.More = append(v.More, line)
		}
		if slices.Contains(now.refused, one.Key) {
			v.Refuse = append(v.Refuse, line)
		}
	}
	about, err := s.userinfo(r.Context(), now.tokens.Access, now.id.Subject)
	if err != nil {
		v.Problem = asFault(err)
		return v
	}
	v.Userinfo, v.RawInfo = read(about), indented(about)
	for _, key := range []string{"nickname", "name"} {
		if name, ok := about[key].(string); ok && name != "" {
			v.Name = name
			break
		}
	}
	return v
}

// watchingPage is what the member may watch, and the events that came.
type watchingPage struct {
	LoggedIn  bool
	Held      bool // the scope
	Watchable []watchable
	Problem   *fault
	Events    []event
}

func (s *Service) watching(w http.ResponseWriter, r *http.Request) {
	var p watchingPage
	if now := s.current(r); now != nil {
		p.LoggedIn, p.Held, p.Events = true, slices.Contains(now.scopes, "entitlements"), s.eventsOf(now.id.Subject)
		p.Watchable, p.Problem = s.mayWatch(r, now)
	}
	show(w, http.StatusOK, "watching", p)
}

// mayWatch is what the provider lets the app know of what the member may watch.
func (s *Service) mayWatch(r *http.Request, now *session) ([]watchable, *fault) {
	about, err := s.userinfo(r.Context(), now.tokens.Access, now.id.Subject)
	if err != nil {
		return nil, asFault(err)
	}
	var all []watchable
	document, err := json.Marshal(about["entitlements"])
	if err != nil || json.Unmarshal(document, &all) != nil {
		return nil, &fault{"unreadable", "entitlements"}
	}
	return all, nil
}

func asFault(err error) *fault {
	f, ok := err.(fault)
	if !ok {
		f = fault{"unreadable", err.Error()}
	}
	return &f
}

func about(name string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { show(w, http.StatusOK, name, nil) }
}

// read reads claims out: those that are known in their order, then all others.
func read(all map[string]any) []row {
	var rows []row
	left := map[string]any{}
	for key, value := range all {
		left[key] = value
	}
	delete(left, "entitlements") // they have a page of their own
	for _, one := range claimWords {
		if value, ok := left[one.Key]; ok {
			rows = append(rows, row{one.Key, spoken(one.Key, value), one.text})
			delete(left, one.Key)
		}
	}
	var others []row
	for key, value := range left {
		others = append(others, row{Key: key, Value: spoken(key, value), text: text{key, key}})
	}
	slices.SortFunc(others, func(a, b row) int { return strings.Compare(a.Key, b.Key) })
	return append(rows, others...)
}

// spoken is a claim's value in words.
func spoken(key string, value any) string {
	switch v := value.(type) {
	case string:
		return v
	case bool:
		return map[bool]string{true: "はい", false: "いいえ"}[v]
	case float64:
		if slices.Contains([]string{"iat", "exp", "auth_time", "updated_at"}, key) {
			return tokyo(time.Unix(int64(v), 0))
		}
	case []any:
		var parts []string
		for _, one := range v {
			part := fmt.Sprint(one)
			if word, ok := methods[part]; ok && key == "amr" {
				part = word
			}
			parts = append(parts, part)
		}
		return strings.Join(parts, "・")
	case map[string]any:
		var parts []string
		for _, part := range []string{"postal_code", "region", "locality", "street_address", "country"} {
			if one, ok := v[part].(string); ok {
				parts = append(parts, one)
			}
		}
		return strings.Join(parts, " ")
	}
	return fmt.Sprint(value)
}

func indented(value any) string {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	_ = encoder.Encode(value)
	return b.String()
}

// policy of the pages: no scripts. No form-action: browsers hold the redirect after a form against
// it, and that leads to the product.
const policy = "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'"

func show(w http.ResponseWriter, status int, name string, page any) {
	var b bytes.Buffer
	if err := pages.ExecuteTemplate(&b, name, page); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", policy)
	h.Set("Referrer-Policy", "same-origin")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes())
}
