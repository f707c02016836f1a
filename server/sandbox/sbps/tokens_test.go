package sbps

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestCardTokenErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, number, expiry, cvc, want string }{
		{"good", "4111111111111111", "203012", "123", ""},
		{"this month", "4111111111111111", "202612", "123", ""},
		{"Amex with four digits", "378282246310005", "203012", "1234", ""},
		{"Diners with 14 digits", "30569309025904", "203012", "123", ""},
		{"Mastercard of the 2 series", "2223003122003222", "203012", "123", ""},
		{"no number", "", "203012", "123", "03003"},
		{"number with spaces", "4111 1111 1111 1111", "203012", "123", "04003"},
		{"full-width digits", "４１１１１１１１１１１１１１１１", "203012", "123", "04003"},
		{"15 digits of Visa", "411111111111111", "203012", "123", "05003"},
		{"one digit", "4", "203012", "123", "05003"},
		{"Luhn", "4111111111111112", "203012", "123", "07003"},
		{"no brand's", "9111111111111111", "203012", "123", "07003"},
		{"no expiry", "4111111111111111", "", "123", "03004"},
		{"expiry MM/YY", "4111111111111111", "12/30", "123", "04004"},
		{"expiry MMYY", "4111111111111111", "1230", "123", "05004"},
		{"month 13", "4111111111111111", "203013", "123", "07004"},
		{"last month", "4111111111111111", "202611", "123", "07004"},
		{"far away", "4111111111111111", "209912", "123", "07004"},
		{"no security code", "4111111111111111", "203012", "", "03005"},
		{"letters", "4111111111111111", "203012", "12a", "04005"},
		{"four digits for Visa", "4111111111111111", "203012", "1234", "05005"},
		{"three digits for Amex", "378282246310005", "203012", "123", "05005"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := setup(t)
			status, got := s.post("/sbps/tokens", map[string]string{"ccNumber": c.number, "ccExpiration": c.expiry, "securityCode": c.cvc})
			if got["errorCode"] != c.want || (status == http.StatusOK) != (c.want == "") {
				t.Fatalf("status %d, %v, want code %q", status, got, c.want)
			}
			if c.want == "" && (got["token"] == "" || got["tokenKey"] == "" || !strings.HasSuffix(got["maskedCcNumber"], c.number[len(c.number)-4:]) || strings.Contains(got["maskedCcNumber"], c.number[:4])) {
				t.Fatalf("token: %v", got)
			}
		})
	}
}

func TestTDSTokenErrors(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("A", 46)
	for _, c := range []struct {
		name string
		body map[string]string
		want string
	}{
		{"nothing: a test's default", map[string]string{}, ""},
		{"by email", map[string]string{"billingLastName": "YAMADA", "billingFirstName": "TARO", "email": "taro@example.jp"}, ""},
		{"by telephone", map[string]string{"billingLastName": "O'HARA", "billingFirstName": "MARY ANN", "billingPhone": "0312345678"}, ""},
		{"no last name", map[string]string{"billingFirstName": "TARO", "email": "taro@example.jp"}, "03003"},
		{"no first name", map[string]string{"billingLastName": "YAMADA", "email": "taro@example.jp"}, "03004"},
		{"kanji", map[string]string{"billingLastName": "山田", "billingFirstName": "TARO", "email": "taro@example.jp"}, "04003"},
		{"too long", map[string]string{"billingLastName": "YAMADA", "billingFirstName": long, "email": "taro@example.jp"}, "05004"},
		{"neither email nor telephone", map[string]string{"billingLastName": "YAMADA", "billingFirstName": "TARO"}, "03017"},
		{"telephone with hyphens", map[string]string{"billingLastName": "YAMADA", "billingFirstName": "TARO", "billingPhone": "03-1234-5678"}, "04010"},
		{"email without @", map[string]string{"billingLastName": "YAMADA", "billingFirstName": "TARO", "email": "taro"}, "04017"},
		{"from the script, nothing filled in", map[string]string{"merchantId": "12345", "serviceId": "678"}, "03003"},
		{"from the script, no merchant", map[string]string{"merchantId": "", "serviceId": "678"}, "03001"},
		{"from the script, another service", map[string]string{"merchantId": "12345", "serviceId": "999"}, "07002"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := setup(t)
			status, got := s.post("/sbps/tds-tokens", c.body)
			if got["errorCode"] != c.want || (status == http.StatusOK) != (c.want == "") || (got["tds2infoToken"] != "" && got["tds2infoTokenKey"] != "") != (c.want == "") {
				t.Fatalf("status %d, %v, want code %q", status, got, c.want)
			}
		})
	}
}

func TestTokensServeOnceAndRunOut(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		do   func(s *shop, token, key string) reply
		want string
	}{
		{"used before", func(s *shop, token, key string) reply {
			s.want(s.byToken("m", "first", 980, token, key), "OK")
			return s.byToken("m", "o", 980, token, key)
		}, "NG101T1227"},
		{"unknown", func(s *shop, _, key string) reply { return s.byToken("m", "o", 980, "nonsense", key) }, "NG101T1227"},
		{"another's key", func(s *shop, token, _ string) reply {
			_, key := s.token("4111111111111111")
			return s.byToken("m", "o", 980, token, key)
		}, "NG101T1227"},
		{"a token of 3-D Secure", func(s *shop, _, _ string) reply {
			token, key := s.tdsToken()
			return s.byToken("m", "o", 980, token, key)
		}, "NG101T1227"},
		{"after an hour", func(s *shop, token, key string) reply {
			s.clock.advance(time.Hour + time.Second)
			return s.byToken("m", "o", 980, token, key)
		}, "NG101T2227"},
		{"after a month and a restart", func(s *shop, token, key string) reply {
			s.clock.advance(31 * 24 * time.Hour)
			saved, err := s.service.Save()
			if err == nil {
				err = s.service.Restore(saved)
			}
			if err != nil {
				s.Fatal(err)
			}
			return s.byToken("m", "o", 980, token, key)
		}, "NG101T2227"},
		{"within the hour", func(s *shop, token, key string) reply {
			s.clock.advance(time.Hour)
			return s.byToken("m", "o", 980, token, key)
		}, "OK"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := setup(t)
			token, key := s.token("4111111111111111")
			s.want(c.do(s, token, key), c.want)
		})
	}
}

func TestTokenBodiesAreStrict(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for _, body := range []string{"", "null x", `{"ccNumber":1}`, `{"pan":"4111"}`, `{}{}`, `[` + strings.Repeat(`"x",`, 9000) + `1]`} {
		answer, err := s.http.Post(s.url+"/sbps/tokens", "application/json", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		content, _ := io.ReadAll(answer.Body)
		_ = answer.Body.Close()
		if answer.StatusCode != http.StatusBadRequest || !strings.Contains(string(content), `"errorCode":"99999"`) {
			t.Errorf("%.20q: status %d, %s", body, answer.StatusCode, content)
		}
	}
}

func TestPreflightAndScripts(t *testing.T) {
	t.Parallel()
	s := setup(t)
	r, _ := http.NewRequest(http.MethodOptions, s.url+"/sbps/tokens", nil)
	answer, err := s.http.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusNoContent || answer.Header.Get("Access-Control-Allow-Headers") != "Content-Type" {
		t.Errorf("preflight: %s %v", answer.Status, answer.Header)
	}
	for path, want := range map[string]string{
		"/sbpstoken/com_sbps_system_token.js":         "window.com_sbps_system = {",
		"/sbpstoken/com_sbps_system_tds2infotoken.js": "window.com_sbps_system_tds2 = {",
		"/sbpstoken/tds.html":                         "404",
		"/sbpstoken/..%2Fdoc.go":                      "404",
	} {
		if _, page := s.visit(s.url + path); !strings.Contains(page, want) {
			t.Errorf("%s does not hold %q", path, want)
		}
	}
}
