package sbps

import (
	"bytes"
	"crypto/sha1"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/text/encoding/japanese"

	"kaiin/server/base/clock"
	"kaiin/server/sandbox/outcome"
)

var merchant = Merchant{
	MerchantID: "12345", ServiceID: "678", HashKey: "sandbox-hash-key", BasicUser: "12345678", BasicPassword: "sandbox-password",
	TDESKey: "abcdefghijklmnopqrstuvwx", TDESIV: "12345678",
}

// testClock does not move by itself.
type testClock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *testClock) Now() time.Time { c.mu.Lock(); defer c.mu.Unlock(); return c.now }

func (c *testClock) Slowest() time.Time { return c.Now() }

func (c *testClock) advance(d time.Duration) { c.mu.Lock(); defer c.mu.Unlock(); c.now = c.now.Add(d) }

// shop is a merchant in front of a service: a small client of its own that shares no code with what
// it tests.
type shop struct {
	*testing.T
	service  *Service
	clock    *testClock
	queue    *outcome.Queue
	url      string
	http     *http.Client
	password string
	hashKey  string
	date     time.Time // request_date; zero: the clock's time
}

func setup(t *testing.T) *shop {
	t.Helper()
	s := &shop{T: t, clock: &testClock{now: time.Date(2026, 12, 1, 3, 0, 0, 0, time.UTC)}, password: merchant.BasicPassword, hashKey: merchant.HashKey}
	s.queue = outcome.NewQueue(map[string]outcome.Service{Name: {Outcomes: Outcomes, Functions: FunctionIDs()}})
	var err error
	s.service, err = New(Config{Merchant: merchant, Clock: s.clock, Queue: s.queue, Changed: func() {}})
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	s.service.Routes(mux)
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	s.url = server.URL
	s.http = &http.Client{Transport: new(http.Transport), CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }, Timeout: 10 * time.Second}
	return s
}

// at is one field of a request; the path's parts are the groups around it.
type at struct{ path, value string }

var multiByte = map[string]bool{"item_name": true, "free1": true, "dtl_item_name": true, "resrv1": true}

func sjis(text string) []byte {
	out, err := japanese.ShiftJIS.NewEncoder().Bytes([]byte(text))
	if err != nil {
		panic(err)
	}
	return out
}

// xmlOf writes a request with its hash.
func (s *shop) xmlOf(function string, fields []at) []byte {
	date := s.date
	if date.IsZero() {
		date = s.clock.Now()
	}
	fields = append(fields, at{"request_date", date.In(clock.Tokyo).Format("20060102150405")})
	var hashed, b bytes.Buffer
	b.WriteString(`<?xml version="1.0" encoding="Shift_JIS"?>` + `<sps-api-request id="` + function + `">`)
	var open []string
	write := func(path []string, text string) {
		for len(open) > 0 && (len(open) > len(path)-1 || strings.Join(open, "/") != strings.Join(path[:len(open)], "/")) {
			b.WriteString("</" + strings.Split(open[len(open)-1], "#")[0] + ">\n")
			open = open[:len(open)-1]
		}
		for len(open) < len(path)-1 {
			open = append(open, path[len(open)])
			b.WriteString("<" + strings.Split(open[len(open)-1], "#")[0] + ">\n")
		}
		if len(path) > 0 {
			b.WriteString("<" + path[len(path)-1] + ">" + text + "</" + path[len(path)-1] + ">\n")
		}
	}
	for _, f := range fields {
		path := strings.Split(f.path, ".")
		text := f.value
		if multiByte[path[len(path)-1]] {
			hashed.Write(bytes.TrimSpace(sjis(text)))
			text = base64.StdEncoding.EncodeToString(sjis(text))
		} else {
			hashed.WriteString(strings.TrimSpace(text))
		}
		write(path, text)
	}
	sum := sha1.Sum(append(hashed.Bytes(), s.hashKey...))
	write([]string{"sps_hashcode"}, hex.EncodeToString(sum[:]))
	b.WriteString("</sps-api-request>")
	return b.Bytes()
}

// reply is an answer: its fields by name, wherever they are.
type reply map[string]string

func (r reply) code() string { return r["res_result"] + r["res_err_code"] }

var valueElement = regexp.MustCompile(`<([a-z_0-9]+)>([^<>\n]*)</[a-z_0-9]+>`)

func (s *shop) send(body []byte) (*http.Response, []byte, error) {
	req, err := http.NewRequestWithContext(s.Context(), http.MethodPost, s.url+"/api/xmlapi.do", bytes.NewReader(body))
	if err != nil {
		s.Fatal(err)
	}
	req.Header.Set("Content-Type", "text/xml")
	req.SetBasicAuth(merchant.BasicUser, s.password)
	answer, err := s.http.Do(req)
	if err != nil {
		return nil, nil, err
	}
	defer answer.Body.Close()
	content, err := io.ReadAll(answer.Body)
	return answer, content, err
}

// call makes a call that must be answered.
func (s *shop) call(function string, fields ...at) reply {
	s.Helper()
	answer, content, err := s.send(s.xmlOf(function, fields))
	if err != nil {
		s.Fatal(err)
	}
	if answer.StatusCode != http.StatusOK || answer.Header.Get("Content-Type") != "text/xml;charset=Shift_JIS" {
		s.Fatalf("answered %s %s: %s", answer.Status, answer.Header.Get("Content-Type"), content)
	}
	return parseReply(content)
}

func parseReply(content []byte) reply {
	text, err := japanese.ShiftJIS.NewDecoder().Bytes(content)
	if err != nil {
		panic(err)
	}
	r := reply{}
	for _, m := range valueElement.FindAllStringSubmatch(string(text), -1) {
		r[m[1]] = m[2]
	}
	if m := regexp.MustCompile(`<sps-api-response id="([^"]*)">`).FindStringSubmatch(string(text)); m != nil {
		r["id"] = m[1]
	}
	return r
}

func (s *shop) want(r reply, code string) reply {
	s.Helper()
	if r.code() != code {
		s.Fatalf("answered %s, want %s; the sandbox says: %s", r.code(), code, s.service.Calls()[0].Reason)
	}
	return r
}

// The requests, with the fields a shop would send.

func head(custCode string) []at {
	return []at{{"merchant_id", merchant.MerchantID}, {"service_id", merchant.ServiceID}, {"cust_code", custCode}}
}

func order(custCode, orderID string, amount int) []at {
	return append(head(custCode), at{"order_id", orderID}, at{"item_id", "plan-1"}, at{"item_name", "月額プラン（見放題）"},
		at{"tax", "100"}, at{"amount", fmt.Sprint(amount)}, at{"sps_cust_info_return_flg", "1"},
		at{"dtls.dtl#1.dtl_rowno", "1"}, at{"dtls.dtl#1.dtl_item_name", "基本料金"}, at{"dtls.dtl#2.dtl_rowno", "2"}, at{"dtls.dtl#2.dtl_item_name", "割引"},
		at{"pay_method_info.dealings_type", "10"})
}

func (s *shop) byToken(custCode, orderID string, amount int, token, key string) reply {
	s.Helper()
	return s.call(fnAuthorize, append(order(custCode, orderID, amount), at{"pay_option_manage.token", token}, at{"pay_option_manage.token_key", key},
		at{"pay_option_manage.cust_manage_flg", "0"}, at{"pay_option_manage.cardbrand_return_flg", "1"}, at{"encrypted_flg", "0"})...)
}

func (s *shop) bySavedCard(custCode, orderID string, amount int) reply {
	s.Helper()
	return s.call(fnAuthorize, append(order(custCode, orderID, amount), at{"pay_option_manage.cust_manage_flg", "0"}, at{"encrypted_flg", "0"})...)
}

func (s *shop) byAuthentication(custCode, orderID string, amount int, id string) reply {
	s.Helper()
	return s.call(fnAuthorizeTDS, append(order(custCode, orderID, amount), at{"pay_option_manage.cust_manage_flg", "1"},
		at{"pay_option_manage.cardbrand_return_flg", "1"}, at{"pay_option_manage.tds_authentication_id", id}, at{"encrypted_flg", "0"})...)
}

func (s *shop) onCharge(function, tracking string, option ...at) reply {
	s.Helper()
	return s.call(function, append(append(head("")[:2], at{"tracking_id", tracking}), option...)...)
}

func (s *shop) lookup(option ...at) reply {
	s.Helper()
	return s.call(fnLookup, append(append(head("")[:2], option...), at{"response_info_type", "2"}, at{"pay_option_manage.cardbrand_return_flg", "1"}, at{"encrypted_flg", "0"})...)
}

func (s *shop) saveCard(custCode, number string) {
	s.Helper()
	token, key := s.token(number)
	s.want(s.cardCall(fnSaveCard, custCode, at{"pay_option_manage.token", token}, at{"pay_option_manage.token_key", key}), "OK")
}

func (s *shop) cardCall(function, custCode string, option ...at) reply {
	s.Helper()
	return s.call(function, append(append(head(custCode), append([]at{{"sps_cust_info_return_flg", "1"}}, option...)...), at{"encrypted_flg", "0"})...)
}

// authenticate asks for 3-D Secure; without a number for the saved card.
func (s *shop) authenticate(custCode string, amount int, number string) reply {
	s.Helper()
	fields := append(head(custCode), at{"amount", fmt.Sprint(amount)})
	if number != "" {
		token, key := s.token(number)
		fields = append(fields, at{"pay_option_manage.token", token}, at{"pay_option_manage.token_key", key})
	}
	token, key := s.tdsToken()
	return s.call(fnTDSRequest, append(fields, at{"pay_option_manage.tds_info_token", token}, at{"pay_option_manage.tds_info_token_key", key},
		at{"pay_option_manage.ok_return_url", "http://shop.test/ok?key=1"}, at{"pay_option_manage.ng_return_url", "http://shop.test/ng?key=1"}, at{"encrypted_flg", "0"})...)
}

func (s *shop) verdict(id string) string {
	s.Helper()
	return s.want(s.call(fnTDSResult, append(head("")[:2], at{"tds_authentication_id", id}, at{"encrypted_flg", "0"})...), "OK")["res_tds_result"]
}
