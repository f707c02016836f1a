package golden

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kaiin/e2e/blackbox"
)

// steady gives what differs from run to run a name. ids are numbered as they come, so that an id
// that is another one shows.
type steady struct {
	ids     map[string]string
	fixed   []string // pairs of text and name, for strings.NewReplacer
	secrets []string // values that only this story knows, by pairs too
}

func newSteady(s *blackbox.Stack) *steady {
	text := &steady{ids: map[string]string{}}
	for _, pair := range [][2]string{{s.Origin, "<site>"}, {s.Outside.URL, "<outside>"}} {
		host := strings.TrimPrefix(pair[0], "http://")
		text.fixed = append(text.fixed, pair[0], pair[1], url.QueryEscape(pair[0]), pair[1], host, pair[1])
	}
	return text
}

// hide gives a value that is random a name.
func (s *steady) hide(value, name string) {
	if value != "" {
		s.secrets = append(s.secrets, value, "<"+name+">")
	}
}

var (
	uuids   = regexp.MustCompile(`\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b`)
	tokens  = regexp.MustCompile(`([^A-Za-z0-9_-]|^|%3D)[A-Za-z0-9_-]{43}([^A-Za-z0-9_-]|$)`)
	secrets = regexp.MustCompile(`\b([A-Z2-7]{26}|[A-Z2-7]{32})\b`)
	spoken  = regexp.MustCompile(`\b([CSH])-[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}\b`)
	backups = regexp.MustCompile(`\b[a-z2-7]{5}-[a-z2-7]{5}\b`)
	times   = regexp.MustCompile(`\b(2031-\d\d-\d\d)T\d\d:\d\d:\d\d(\.\d{1,6})?Z`)
	codes   = regexp.MustCompile(`"\d{6}"`)
	wallets = regexp.MustCompile(`(/paypal/approve/)[0-9A-Z]{17}`)
	picture = regexp.MustCompile(`"qrCode":"(?:[^"\\]|\\.)+"`)
	nations = regexp.MustCompile(`"countries":\[\{[^\]]+\]`) // some 250, the same everywhere
)

func (s *steady) text(text string) string {
	text = strings.NewReplacer(s.secrets...).Replace(text)
	text = strings.NewReplacer(s.fixed...).Replace(text)
	text = picture.ReplaceAllString(text, `"qrCode":"<picture>"`)
	text = nations.ReplaceAllString(text, `"countries":["<countries>"]`)
	text = uuids.ReplaceAllStringFunc(text, func(id string) string {
		if s.ids[id] == "" {
			s.ids[id] = fmt.Sprintf("<id %d>", len(s.ids)+1)
		}
		return s.ids[id]
	})
	text = tokens.ReplaceAllString(text, "$1<token>$2")
	text = secrets.ReplaceAllString(text, "<secret>")
	text = backups.ReplaceAllString(text, "<backup code>")
	text = spoken.ReplaceAllString(text, "$1-<number>")
	text = wallets.ReplaceAllString(text, "$1<wallet>")
	return times.ReplaceAllString(text, "${1}T<time>Z")
}

// request is a request as it is in a file. The codes in it are right or wrong as the case says.
func (s *steady) request(method, path, body string) string {
	line := method + " " + path
	if body != "" {
		line += "\n" + codes.ReplaceAllString(body, `"<code>"`)
	}
	return s.text(line)
}

// answer is an answer as it is in a file: what every answer has alike (JSON that no cache keeps) is
// left out.
func (s *steady) answer(t testing.TB, a blackbox.Answer) string {
	t.Helper()
	lines := []string{fmt.Sprint(a.Status)}
	if kind := a.Header.Get("Content-Type"); kind != "application/json; charset=utf-8" && kind != "" {
		lines = append(lines, "Content-Type: "+kind)
	}
	if keep := a.Header.Get("Cache-Control"); keep != "no-store" {
		lines = append(lines, "Cache-Control: "+keep)
	}
	if a.Header.Get("Retry-After") != "" {
		lines = append(lines, "Retry-After: <seconds>")
	}
	for _, name := range []string{"Allow", "Location", "Referrer-Policy"} {
		if value := a.Header.Get(name); value != "" && (name != "Referrer-Policy" || a.Header.Get("Location") != "") {
			lines = append(lines, name+": "+s.text(value))
		}
	}
	var cookies []string
	for _, line := range a.Header["Set-Cookie"] {
		cookies = append(cookies, "Set-Cookie: "+nameOnly(t, line))
	}
	slices.Sort(cookies)
	lines = append(lines, cookies...)
	if len(a.Raw) > 0 {
		lines = append(lines, s.body(t, a))
	}
	return strings.Join(lines, "\n")
}

// nameOnly is a cookie without its value; an empty value stays empty.
func nameOnly(t testing.TB, line string) string {
	t.Helper()
	if _, err := http.ParseSetCookie(line); err != nil {
		t.Errorf("cookie %q: %v", line, err)
	}
	pair, rest, _ := strings.Cut(line, ";")
	name, value, _ := strings.Cut(pair, "=")
	if strings.HasPrefix(name, "external-") { // named after the visit to the provider
		name = "external-<visit>"
	}
	if base, _, ok := strings.Cut(name, "apps-"); ok { // named after its value
		name = base + "apps-<browser>"
	}
	if value != "" {
		value = "<value>"
	}
	return name + "=" + value + ";" + rest
}

// body is JSON with a line for each member, in the order and with the bytes they came in; of a page
// it is its size in words.
func (s *steady) body(t testing.TB, a blackbox.Answer) string {
	t.Helper()
	if !json.Valid(a.Raw) {
		return "<a page>"
	}
	raw := string(a.Raw)
	if id := a.Header.Get("X-Request-Id"); id != "" {
		raw = strings.ReplaceAll(raw, id, "<request>")
	}
	var tight, wide bytes.Buffer
	must(t, json.Compact(&tight, []byte(raw)))
	if tight.String() != raw {
		return s.text(raw) // with white space, which is kept as it is
	}
	must(t, json.Indent(&wide, []byte(s.text(raw)), "", "  "))
	return wide.String()
}

// inEnglish is what is different of an answer in English: the lines that are, or all of it when the
// lines do not match.
func inEnglish(ja, en string) string {
	if ja == en {
		return ""
	}
	a, b := strings.Split(ja, "\n"), strings.Split(en, "\n")
	if len(a) != len(b) {
		return "en\n" + en
	}
	var different []string
	for i := range b {
		if a[i] != b[i] {
			different = append(different, b[i])
		}
	}
	return "en\n" + strings.Join(different, "\n") + "\n"
}
