package contract

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kaiin/server/app/apptest"
	"kaiin/server/base/fault"
)

// said calls in a language ("ja", "en" or any Accept-Language) with a JSON body; nil is no body.
func said(t *testing.T, b *apptest.Browser, locale, method, path string, body any) apptest.Answer {
	t.Helper()
	content := ""
	if body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		content = string(encoded)
	}
	return b.Do(method, path, content, "Accept-Language", locale)
}

// good is the object of an answer that must be a 200 in JSON that no cache may keep.
func good(t *testing.T, a apptest.Answer) map[string]any {
	t.Helper()
	if a.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d %s", a.Request.URL.Path, a.StatusCode, a.Text)
	}
	if kind, keep := a.Header.Get("Content-Type"), a.Header.Get("Cache-Control"); !strings.HasPrefix(kind, "application/json") || keep != "no-store" {
		t.Errorf("%s: Content-Type %q, Cache-Control %q", a.Request.URL.Path, kind, keep)
	}
	return a.JSON(t)
}

// get is the data of a page.
func get(t *testing.T, b *apptest.Browser, page string) map[string]any {
	t.Helper()
	return good(t, b.Get(page+"/screen-data"))
}

// post is the answer of an action that succeeds.
func post(t *testing.T, b *apptest.Browser, path string, body any) map[string]any {
	t.Helper()
	return good(t, b.Post(path, body))
}

// at reads a value by its path, such as "plans.0.planId".
func at(object any, path string) (value any, ok bool) {
	if path == "" {
		return object, true
	}
	name, rest, _ := strings.Cut(path, ".")
	switch node := object.(type) {
	case map[string]any:
		if value, ok = node[name]; ok {
			return at(value, rest)
		}
	case []any:
		if i, err := strconv.Atoi(name); err == nil && i < len(node) {
			return at(node[i], rest)
		}
	}
	return nil, false
}

// member is a value an answer must have: want nil is null, and something is anything but null.
type member struct {
	row, path string
	want      any
}

// something is any value that is there and not null.
type something struct{}

func has(t *testing.T, object any, members []member) {
	t.Helper()
	for _, m := range members {
		value, ok := at(object, m.path)
		if _, any := m.want.(something); any {
			if value == nil {
				t.Errorf("%s: %s is missing or null", m.row, m.path)
			}
			continue
		}
		got, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		want, err := json.Marshal(m.want)
		if err != nil {
			t.Fatal(err)
		}
		if !ok || string(got) != string(want) {
			t.Errorf("%s: %s is %s (there: %t), want %s", m.row, m.path, got, ok, want)
		}
	}
}

// exactly wants an object with these members and no others.
func exactly(t *testing.T, what string, object any, names string) {
	t.Helper()
	o, ok := object.(map[string]any)
	want := strings.Fields(names)
	slices.Sort(want)
	if got := slices.Sorted(maps.Keys(o)); !ok || !slices.Equal(got, want) {
		t.Errorf("%s has the members\n%v, want\n%v", what, got, want)
	}
}

// refused wants the error object with the status and code, and the message the code has in the
// language; field, when not empty, is the one field that is wrong.
func refused(t *testing.T, what string, a apptest.Answer, locale string, status int, code, field string, args map[string]any) {
	t.Helper()
	body := a.JSON(t)
	names, message := "status code message requestId", fault.Text(locale, fault.Code(code), field, args)
	if field != "" {
		names += " fields"
		has(t, body, []member{{what, "fields", []any{map[string]any{"field": field, "code": code, "message": message}}}})
	}
	if code == string(fault.CodeUnauthenticated) || code == string(fault.ReauthenticationRequired) {
		names += " redirectTo"
	}
	exactly(t, what, body, names) // F-050
	has(t, body, []member{{what, "status", status}, {what, "code", code}, {what, "message", message}, {what, "requestId", something{}}})
	if a.StatusCode != status {
		t.Errorf("%s: status %d, want %d: %s", what, a.StatusCode, status, a.Text)
	}
	if fallback := fault.Text(locale, "NO_SUCH_CODE", "", nil); message == fallback || strings.Contains(message, "{") {
		t.Errorf("%s: %s says %q in %s", what, code, message, locale)
	}
	if other := fault.Text(map[string]string{"ja": "en", "en": "ja"}[locale], fault.Code(code), field, args); message == other {
		t.Errorf("%s: %s says %q in both languages", what, code, message)
	}
}
