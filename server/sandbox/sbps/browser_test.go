package sbps

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"strings"
)

// The browser's part.

func (s *shop) post(path string, body any) (int, map[string]string) {
	s.Helper()
	content, err := json.Marshal(body)
	if err != nil {
		s.Fatal(err)
	}
	answer, err := s.http.Post(s.url+path, "application/json", bytes.NewReader(content))
	if err != nil {
		s.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.Header.Get("Access-Control-Allow-Origin") != "*" {
		s.Fatalf("%s cannot be called from a shop's page", path)
	}
	fields := map[string]string{}
	if err := json.NewDecoder(answer.Body).Decode(&fields); err != nil {
		s.Fatal(err)
	}
	return answer.StatusCode, fields
}

func (s *shop) token(number string) (token, key string) {
	s.Helper()
	cvc := "123"
	if strings.HasPrefix(number, "3782") {
		cvc = "1234"
	}
	_, fields := s.post("/sbps/tokens", map[string]string{"ccNumber": number, "ccExpiration": "203012", "securityCode": cvc})
	if fields["token"] == "" {
		s.Fatalf("no token for %s: %v", number, fields)
	}
	return fields["token"], fields["tokenKey"]
}

func (s *shop) tdsToken() (token, key string) {
	s.Helper()
	_, fields := s.post("/sbps/tds-tokens", struct{}{})
	return fields["tds2infoToken"], fields["tds2infoTokenKey"]
}

// visit opens an address as the browser and gives where it is sent, or the page.
func (s *shop) visit(address string) (location, page string) {
	s.Helper()
	answer, err := s.http.Get(address)
	if err != nil {
		s.Fatal(err)
	}
	defer answer.Body.Close()
	content, _ := io.ReadAll(answer.Body)
	return answer.Header.Get("Location"), string(content)
}

// press answers a challenge.
func (s *shop) press(address, result string) (location, page string) {
	s.Helper()
	answer, err := s.http.PostForm(address, url.Values{"result": {result}})
	if err != nil {
		s.Fatal(err)
	}
	defer answer.Body.Close()
	content, _ := io.ReadAll(answer.Body)
	return answer.Header.Get("Location"), string(content)
}

// books is the ledger in short: "kind order amount status", in order.
func (s *shop) books() []string {
	lines := []string{}
	for _, e := range s.service.Ledger() {
		lines = append(lines, fmt.Sprintf("%s %s %d %s", e.Kind, e.OrderID, e.Amount, e.Status))
	}
	return lines
}

func (s *shop) wantBooks(want ...string) {
	s.Helper()
	if got := s.books(); strings.Join(got, "\n") != strings.Join(want, "\n") {
		s.Fatalf("the ledger says %q, want %q", got, want)
	}
}
