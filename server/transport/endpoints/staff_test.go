package endpoints_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"kaiin/server/base/actor"
	"kaiin/server/base/config"
	"kaiin/server/desk/people/peopletest"
	"kaiin/server/transport/edge/edgetest"
)

const staffCookie = "__Host-kaiin_staff"

// office is a site whose staff work from 198.51.100.0/24, and their desk.
func office(t *testing.T) *edgetest.World {
	t.Helper()
	w := edgetest.New(t, func(c *config.Config) { c.StaffNetworks = []netip.Prefix{netip.MustParsePrefix("198.51.100.0/24")} })
	w.Staff.People = peopletest.New(t)
	return w
}

// inOffice are the headers of a script of the desk.
func inOffice(more ...string) []string {
	return append([]string{"X-Forwarded-For", "198.51.100.9", "X-Kaiin-Staff", "1", "Content-Type", "application/json", "Origin", "https://member.example.jp", "Sec-Fetch-Site", "same-origin"}, more...)
}

func body(t *testing.T, fields map[string]string) string {
	t.Helper()
	text, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func cookieOf(t *testing.T, answer edgetest.Answer) *http.Cookie {
	t.Helper()
	for _, cookie := range answer.Cookies() {
		if cookie.Name == staffCookie {
			return cookie
		}
	}
	t.Fatalf("no cookie: %d %s", answer.StatusCode, answer.Text)
	return nil
}

// From an invitation over the login to the logout.
func TestTheStaffLogIn(t *testing.T) {
	t.Parallel()
	w := office(t)
	s := w.Staff.People
	in := peopletest.Invite(t, s, "Hanako", "support")
	got := w.Call("POST", "/staff/invite", body(t, map[string]string{"token": in.Token, "password": peopletest.Password}), inOffice()...)
	var e struct{ Name, Email, Secret, URI, QRCode string }
	if err := json.Unmarshal([]byte(got.Text), &e); err != nil || got.StatusCode != 200 || e.Name != "Hanako" || len(e.Secret) != 32 || !strings.HasPrefix(e.URI, "otpauth://totp/") || !strings.HasPrefix(e.QRCode, "<svg") || got.Header.Get("Cache-Control") != "no-store" {
		t.Fatalf("%d %s", got.StatusCode, got.Text)
	}
	got = w.Call("POST", "/staff/invite/confirm", body(t, map[string]string{"token": in.Token, "password": peopletest.Password, "code": peopletest.Code(t, e.Secret, s.Clock.Now())}), inOffice()...)
	first := cookieOf(t, got)
	if !first.Secure || !first.HttpOnly || first.SameSite != http.SameSiteStrictMode || first.Path != "/" || first.MaxAge != 43200 {
		t.Errorf("%+v", first)
	}
	give := func(code string) string {
		return body(t, map[string]string{"email": e.Email, "password": peopletest.Password, "code": code})
	}
	got = w.Call("POST", "/staff/session", give("000000"), inOffice()...)
	var refused struct {
		Errors []struct {
			Message    string
			Extensions struct {
				Code, RequestID string
				Status          int
				RedirectTo      string
			}
		}
		Data any
	}
	if err := json.Unmarshal([]byte(got.Text), &refused); err != nil || got.StatusCode != 401 || refused.Errors[0].Extensions.Code != "STAFF_LOGIN_FAILED" || refused.Errors[0].Extensions.RequestID == "" || refused.Errors[0].Message == "" || refused.Errors[0].Extensions.RedirectTo != "" || len(got.Cookies()) != 0 {
		t.Errorf("%d %s", got.StatusCode, got.Text)
	}
	s.Clock.Advance(31 * time.Second)
	got = w.Call("POST", "/staff/session", give(peopletest.Code(t, e.Secret, s.Clock.Now())), inOffice("Cookie", staffCookie+"="+first.Value)...)
	second := cookieOf(t, got)
	var told struct {
		Staff struct {
			Number int
			Name   string
			Scopes []string
		}
	}
	if err := json.Unmarshal([]byte(got.Text), &told); err != nil || told.Staff.Number != 1 || told.Staff.Name != "Hanako" || len(told.Staff.Scopes) != 7 || second.Value == first.Value {
		t.Errorf("%s", got.Text)
	}
	if who, err := s.Resume(t.Context(), first.Value); err != nil || who != nil {
		t.Errorf("the former session goes on: %v", err)
	}
	s.Clock.Advance(31 * time.Second)
	got = w.Call("POST", "/staff/confirm", body(t, map[string]string{"password": peopletest.Password, "code": peopletest.Code(t, e.Secret, s.Clock.Now())}), inOffice("Cookie", staffCookie+"="+second.Value)...)
	third := cookieOf(t, got)
	if got.StatusCode != 200 || third.Value == second.Value || !strings.Contains(got.Text, `"freshUntil":"`) {
		t.Errorf("%d %s", got.StatusCode, got.Text)
	}
	if got = w.Call("POST", "/staff/confirm", body(t, map[string]string{"password": "x", "code": "1"}), inOffice()...); got.StatusCode != 401 || strings.Contains(got.Text, "/login") {
		t.Errorf("without a session: %d %s", got.StatusCode, got.Text)
	}
	got = w.Call("DELETE", "/staff/session", "", inOffice("Cookie", staffCookie+"="+third.Value)...)
	if gone := cookieOf(t, got); got.StatusCode != 200 || gone.MaxAge >= 0 {
		t.Errorf("%d %+v", got.StatusCode, gone)
	}
	if who, err := s.Resume(t.Context(), third.Value); err != nil || who != nil {
		t.Errorf("it goes on after the logout: %v", err)
	}
	for _, text := range []string{`{"email":1}`, `{"email":"a","password":"b","code":"1","role":"owner"}`, `{"email":"a","email":"b"}`, `[]`, `{"email":"\u0000"}`} {
		if got := w.Call("POST", "/staff/session", text, inOffice()...); got.StatusCode != 400 {
			t.Errorf("%s: %d %s", text, got.StatusCode, got.Text)
		}
	}
}

// Attacks 7 and 8: from elsewhere there is nothing, byte for byte. No page of another site acts.
func TestNothingOfTheStaffElsewhere(t *testing.T) {
	t.Parallel()
	w := office(t)
	p := peopletest.Enrolled(t, w.Staff.People, "Hanako", "support")
	token := staffCookie + "=" + p.Token
	for _, c := range []struct{ method, path, body string }{
		{"POST", "/staff/session", "{}"}, {"DELETE", "/staff/session", ""}, {"POST", "/staff/confirm", "{}"}, {"GET", "/staff/issuer", ""}, {"GET", "/staff/callback?state=s&code=c", ""},
		{"POST", "/staff/invite", "{}"}, {"POST", "/staff/invite/confirm", "{}"}, {"OPTIONS", "/staff/session", ""}, {"PUT", "/staff/session", ""}, {"GET", "/staff/session", ""},
		{"GET", "/staff/schema.graphqls", ""}, {"POST", "/staff/schema.graphqls", "{}"},
	} {
		headers := func(more ...string) []string {
			return append([]string{"X-Kaiin-Staff", "1", "Content-Type", "application/json", "Cookie", token}, more...)
		}
		unknown := w.Call(c.method, strings.Replace(c.path, "/staff/", "/stuff/", 1), c.body, headers("X-Forwarded-For", "203.0.113.7")...)
		for name, from := range map[string]string{"elsewhere": "203.0.113.7", "the office, made up": "198.51.100.9, 203.0.113.7"} {
			got := w.Call(c.method, c.path, c.body, headers("X-Forwarded-For", from)...)
			if plain := strings.ReplaceAll(got.Text, "/staff/", "/stuff/"); got.StatusCode != unknown.StatusCode || len(plain) != len(unknown.Text) || got.Header.Get("Allow") != unknown.Header.Get("Allow") || len(got.Cookies()) != 0 {
				t.Errorf("%s %s from %s: %d %q, an unknown path %d %q", c.method, c.path, name, got.StatusCode, got.Text, unknown.StatusCode, unknown.Text)
			}
		}
	}
	const form = "application/x-www-form-urlencoded"
	for name, headers := range map[string][]string{
		"no mark":                    {"X-Forwarded-For", "198.51.100.9", "Content-Type", "application/json"},
		"another mark":               {"X-Forwarded-For", "198.51.100.9", "Content-Type", "application/json", "X-Kaiin-Staff", "0"},
		"another site":               {"X-Forwarded-For", "198.51.100.9", "Content-Type", "application/json", "X-Kaiin-Staff", "1", "Origin", "https://evil.example", "Sec-Fetch-Site", "cross-site"},
		"another site of the domain": {"X-Forwarded-For", "198.51.100.9", "Content-Type", "application/json", "X-Kaiin-Staff", "1", "Sec-Fetch-Site", "same-site"},
		"plain http":                 {"X-Forwarded-For", "198.51.100.9", "Content-Type", "application/json", "X-Kaiin-Staff", "1", "Origin", "http://member.example.jp"},
		"a form":                     {"X-Forwarded-For", "198.51.100.9", "Content-Type", form, "Origin", "https://evil.example"},
	} {
		if got := w.Call("POST", "/staff/session", "{}", append(headers, "Cookie", token)...); got.StatusCode != 403 {
			t.Errorf("%s: %d %s", name, got.StatusCode, got.Text)
		}
		if got := w.Call("DELETE", "/staff/session", "", append(headers, "Cookie", token)...); got.StatusCode != 403 {
			t.Errorf("%s logs out: %d %s", name, got.StatusCode, got.Text)
		}
	}
	for _, kind := range []string{"text/plain", form} {
		if got := w.Call("POST", "/staff/session", `{"email":"a"}`, "X-Forwarded-For", "198.51.100.9", "X-Kaiin-Staff", "1", "Content-Type", kind); got.StatusCode != 415 {
			t.Errorf("%s: %d", kind, got.StatusCode)
		}
	}
	if who, err := w.Staff.People.Resume(t.Context(), p.Token); err != nil || who == nil {
		t.Errorf("somebody was logged out: %v", err)
	}
	other := strings.Repeat("p", 43)
	if got := w.Call("POST", "/staff/confirm", `{"password":"x","code":"1"}`, inOffice("Cookie", token+"; "+staffCookie+"="+other)...); got.StatusCode != 401 {
		t.Errorf("one of two cookies was taken: %d %s", got.StatusCode, got.Text)
	}
}

// The schema is told to a person who is logged in and to a program, and to no others.
func TestTheSchemaOfTheDesk(t *testing.T) {
	t.Parallel()
	w := office(t)
	p := peopletest.Enrolled(t, w.Staff.People, "Hanako", "support")
	w.Staff.Schema = "type Query"
	w.Staff.Program = func(_ context.Context, token, ip string) (*actor.Staff, error) {
		if token == "good" && ip == "198.51.100.9" {
			return &actor.Staff{Program: "tool"}, nil
		}
		return nil, nil
	}
	for name, c := range map[string]struct {
		headers []string
		status  int
	}{
		"a person":                       {inOffice("Cookie", staffCookie+"="+p.Token), 200},
		"a program":                      {inOffice("Authorization", "Bearer good"), 200},
		"another program":                {inOffice("Authorization", "Bearer bad"), 401},
		"a program beside a person":      {inOffice("Authorization", "Bearer bad", "Cookie", staffCookie+"="+p.Token), 401},
		"nothing":                        {inOffice(), 401},
		"somebody who is logged out":     {inOffice("Cookie", staffCookie+"="+strings.Repeat("p", 43)), 401},
		"a member, whose cookie is none": {inOffice("Cookie", "sid="+p.Token), 401},
	} {
		got := w.Call("GET", "/staff/schema.graphqls", "", c.headers...)
		if got.StatusCode != c.status || (got.Text == "type Query") != (c.status == 200) || got.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d %q %q", name, got.StatusCode, got.Text, got.Header.Get("Cache-Control"))
		}
	}
}
