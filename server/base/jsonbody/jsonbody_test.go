package jsonbody

import (
	"encoding/json"
	"errors"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
)

func TestRead(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat(`{"a":`, 40) + "1" + strings.Repeat("}", 40)
	for _, c := range []struct {
		name, kind, body string
		want             int // 0: accepted
	}{
		{"an object", "application/json", `{"a":[1,{"b":null}],"c":"ü"}`, 0},
		{"with a charset", "application/json; charset=UTF-8", `{}`, 0},
		{"nothing at all", "", "", 0},
		{"nothing, said to be JSON", "application/json", "", 0},
		{"no content type", "", `{}`, 415},
		{"text/plain, as a form of another site sends it", "text/plain", `{"a":1}`, 415},
		{"a form", "application/x-www-form-urlencoded", "a=1", 415},
		{"an empty form", "application/x-www-form-urlencoded", "", 415},
		{"another charset", "application/json; charset=shift_jis", `{}`, 415},
		{"broken content type", "application/json; charset", `{}`, 415},
		{"one byte too many", "application/json", `{"a":"` + strings.Repeat("x", Limit-7) + `"}`, 413},
		{"the most there may be", "application/json", `{"a":"` + strings.Repeat("x", Limit-8) + `"}`, 0},
		{"broken", "application/json", `{"a":`, 400},
		{"two objects", "application/json", `{}{}`, 400},
		{"something after it", "application/json", `{} x`, 400},
		{"a list (a batch)", "application/json", `[{},{}]`, 400},
		{"a number", "application/json", `1`, 400},
		{"null", "application/json", `null`, 400},
		{"a name twice", "application/json", `{"a":1,"a":2}`, 400},
		{"NUL in a text", "application/json", `{"a":"\u0000"}`, 400},
		{"not UTF-8", "application/json", "{\"a\":\"\xff\"}", 400},
		{"too deep", "application/json", deep, 400},
	} {
		r := httptest.NewRequest("POST", "/", strings.NewReader(c.body))
		if r.Header.Del("Content-Type"); c.kind != "" {
			r.Header.Set("Content-Type", c.kind)
		}
		_, err := Read(httptest.NewRecorder(), r)
		var e *Error
		got := 0
		if errors.As(err, &e) {
			got = e.Status
		}
		if got != c.want || (err != nil) != (c.want != 0) {
			t.Errorf("%s: %v, want status %d", c.name, err, c.want)
		}
	}
}

// What Parse accepts, encoding/json accepts too and reads as the same value.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{`{}`, `{"a":[1,2.5,"x",null,true,{"b":[]}]}`, `[1]`, `{"a":1,"a":2}`, `{"a":"\u0000"}`, `{"a":1e400}`, `{`, "\xff", `{"":{}}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		got, err := Parse(text)
		if err != nil {
			var e *Error
			if !errors.As(err, &e) || e.Status < 400 || e.Status > 499 {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		var want map[string]any
		d := json.NewDecoder(strings.NewReader(string(text)))
		d.UseNumber()
		if err := d.Decode(&want); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%q: got %v, encoding/json says %v, %v", text, got, want, err)
		}
	})
}
