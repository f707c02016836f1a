package sbps

import (
	"bytes"
	"crypto/sha1"
	"encoding/hex"
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestHashRunsOverTrimmedShiftJISBeforeBase64(t *testing.T) {
	t.Parallel()
	// The constants were computed apart from this code: SHA-1 of "12345" "678" "月額プラン" in Shift_JIS
	// and the key.
	for _, c := range []struct {
		name string
		xml  string
		want string
	}{
		{
			"in order, the text as Shift_JIS",
			`<merchant_id>12345</merchant_id><service_id>678</service_id><item_name>jI6KeoN2g4mDkw==</item_name>`,
			"cab723434b82665cc70ca934eaec930eb73d5604",
		},
		{
			"spaces around a value do not count, empty fields contribute nothing",
			`<merchant_id>12345</merchant_id><service_id>678</service_id><item_name>jI6KeoN2g4mDkyAg</item_name><free1></free1><free2/>`,
			"cab723434b82665cc70ca934eaec930eb73d5604",
		},
		{
			"nested groups are flattened",
			`<merchant_id>12345</merchant_id><service_id>678</service_id><item_name>jI6KeoN2g4mDkw==</item_name><pay_option_manage><amount>1100</amount></pay_option_manage>`,
			"f6e6629dd5ea8f2bb96ebda2fb30d7530b5e6487",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, sent, err := decode([]byte(`<?xml version="1.0" encoding="Shift_JIS"?><sps-api-request id="X">` + c.xml + `</sps-api-request>`))
			if err != nil {
				t.Fatal(err)
			}
			req := &request{values: map[string]string{}}
			rd := reader{request: req}
			fields := []field{merchantID, serviceID, itemName, free1, free2, options(amount)}
			if err := rd.readGroup("", fields, sent); err != nil {
				t.Fatal(err)
			}
			sum := sha1.Sum(append(req.hashed, merchant.HashKey...))
			if got := hex.EncodeToString(sum[:]); got != c.want {
				t.Fatalf("hash %s, want %s", got, c.want)
			}
			for _, sent := range []string{c.want, strings.ToUpper(c.want)} {
				req.values["sps_hashcode"] = sent
				if !req.hashMatches(merchant.HashKey) {
					t.Fatalf("%s is not taken", sent)
				}
			}
		})
	}
}

func TestTripleDESIsTheServicesOwn(t *testing.T) {
	t.Parallel()
	c, err := newTripleDES(merchant.TDESKey, merchant.TDESIV)
	if err != nil {
		t.Fatal(err)
	}
	if got := c.encrypt([]byte("10")); got != "kxvC/ZfcEDE=" { // openssl enc -des-ede3-cbc -nopad over "10" and six spaces
		t.Fatalf("got %s", got)
	}
	for _, text := range []string{"", "1", "12345678", "リザーブ領域"} {
		back, err := c.decrypt(c.encrypt(sjis(text)))
		if err != nil || !bytes.Equal(back, sjis(text)) {
			t.Fatalf("%q came back as %q, %v", text, back, err)
		}
	}
	if _, err := c.decrypt("AAAA"); err == nil {
		t.Fatal("half a block was decrypted")
	}
}

func TestRefusesBadRequests(t *testing.T) {
	t.Parallel()
	good := func(s *shop) []at { return append(order("c1", "o1", 1100), at{"encrypted_flg", "0"}) }
	change := func(path, value string) func(*shop) []byte {
		return func(s *shop) []byte {
			fields := good(s)
			for i := range fields {
				if fields[i].path == path {
					fields[i].value = value
				}
			}
			return s.xmlOf(fnAuthorize, fields)
		}
	}
	replace := func(old, new string) func(*shop) []byte {
		return func(s *shop) []byte {
			return bytes.Replace(s.xmlOf(fnAuthorize, good(s)), []byte(old), []byte(new), 1)
		}
	}
	for _, c := range []struct {
		name string
		body func(*shop) []byte
		want string
	}{
		{"no XML", func(*shop) []byte { return []byte("hello") }, "NG99900999"},
		{"empty", func(*shop) []byte { return nil }, "NG99900999"},
		{"cut off", func(s *shop) []byte { return s.xmlOf(fnAuthorize, good(s))[:200] }, "NG99900999"},
		{"says UTF-8", replace("Shift_JIS", "UTF-8"), "NG99900999"},
		{"says nothing", replace(` encoding="Shift_JIS"`, ""), "NG99900999"},
		{"no declaration", replace(`<?xml version="1.0" encoding="Shift_JIS"?>`, ""), "NG99900999"},
		{"another root", func(s *shop) []byte {
			return bytes.ReplaceAll(s.xmlOf(fnAuthorize, good(s)), []byte("sps-api-request"), []byte("request"))
		}, "NG99900999"},
		{"document type", replace("?><", "?><!DOCTYPE x [<!ENTITY e \"x\">]><"), "NG99900999"},
		{"unknown function", func(s *shop) []byte { return s.xmlOf("ST99-00001-101", good(s)) }, "NG99902000"},
		{"unknown field", replace("<order_id>", "<surprise>1</surprise><order_id>"), "NG10100999"},
		{"field twice", replace("<order_id>", "<cust_code>c1</cust_code><order_id>"), "NG10100999"},
		{"out of order", func(s *shop) []byte {
			fields := good(s)
			fields[2], fields[3] = fields[3], fields[2]
			return s.xmlOf(fnAuthorize, fields)
		}, "NG10100999"},
		{"missing order id", change("order_id", ""), "NG10103004"},
		{"missing item id", change("item_id", ""), "NG10103005"},
		{"letters in the amount", change("amount", "1e3"), "NG10104008"},
		{"space in the amount", change("amount", " 1100"), "NG10104008"},
		{"line break in a value", change("order_id", "o\n1"), "NG10104004"},
		{"order id too long", change("order_id", strings.Repeat("x", 39)), "NG10105004"},
		{"dealings type too long", change("pay_method_info.dealings_type", "100"), "NG10105202"},
		{"dealings type undefined", change("pay_method_info.dealings_type", "11"), "NG10107202"},
		{"item name not Base64", replace("<item_name>", "<item_name>*"), "NG10104006"},
		{"another merchant", change("merchant_id", "54321"), "NG10114001"},
		{"another service", change("service_id", "999"), "NG10114002"},
		{"wrong hash", replace("<amount>1100<", "<amount>1<"), "NG10109025"},
		{"hash with another key", func(s *shop) []byte { s.hashKey = "guess"; return s.xmlOf(fnAuthorize, good(s)) }, "NG10109025"},
		{"eleven minutes old", func(s *shop) []byte {
			s.date = s.clock.Now().Add(-11 * time.Minute)
			return s.xmlOf(fnAuthorize, good(s))
		}, "NG10110999"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := setup(t)
			answer, content, err := s.send(c.body(s))
			if err != nil || answer.StatusCode != http.StatusOK {
				t.Fatalf("%v %v", answer, err)
			}
			s.want(parseReply(content), c.want)
			s.wantBooks()
		})
	}
}

func TestRequestLife(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 12, 1, 3, 0, 0, 0, time.UTC) // 12:00 in Tokyo
	for _, c := range []struct{ name, date, limit, want string }{
		{"just now", "20261201120000", "", ""},
		{"ten minutes old", "20261201115000", "", ""},
		{"older", "20261201114959", "", errLate},
		{"limit of 30 seconds kept", "20261201115930", "30", ""},
		{"limit of 30 seconds passed", "20261201115929", "30", errLate},
		{"ahead of our clock", "20261201130000", "", ""},
		{"UTC instead of Tokyo's time", "20261201030000", "", errLate},
		{"no such month", "20261301120000", "", errFormat},
		{"cut short", "20261201", "", errFormat},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			err := (&request{values: map[string]string{"request_date": c.date, "limit_second": c.limit}}).alive(noon)
			got := ""
			if err != nil {
				got = err.(*refusal).kind
			}
			if got != c.want {
				t.Fatalf("type %q (%v), want %q", got, err, c.want)
			}
		})
	}
}

func TestTransport(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		status int
		do     func(*shop) *http.Request
	}{
		{"wrong password", http.StatusUnauthorized, func(s *shop) *http.Request {
			s.password = "guess"
			return nil
		}},
		{"another content type", http.StatusUnsupportedMediaType, func(s *shop) *http.Request {
			r, _ := http.NewRequest(http.MethodPost, s.url+"/api/xmlapi.do", strings.NewReader("{}"))
			r.Header.Set("Content-Type", "application/json")
			r.SetBasicAuth(merchant.BasicUser, merchant.BasicPassword)
			return r
		}},
		{"too large", http.StatusRequestEntityTooLarge, func(s *shop) *http.Request {
			r, _ := http.NewRequest(http.MethodPost, s.url+"/api/xmlapi.do", strings.NewReader(strings.Repeat("x", maxBody+1)))
			r.Header.Set("Content-Type", "application/xml")
			r.SetBasicAuth(merchant.BasicUser, merchant.BasicPassword)
			return r
		}},
		{"GET", http.StatusMethodNotAllowed, func(s *shop) *http.Request {
			r, _ := http.NewRequest(http.MethodGet, s.url+"/api/xmlapi.do", nil)
			return r
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := setup(t)
			var answer *http.Response
			var err error
			if r := c.do(s); r != nil {
				answer, err = s.http.Do(r)
			} else {
				answer, _, err = s.send(s.xmlOf(fnLookup, nil))
			}
			if err != nil {
				t.Fatal(err)
			}
			_ = answer.Body.Close()
			if answer.StatusCode != c.status {
				t.Fatalf("status %d, want %d", answer.StatusCode, c.status)
			}
		})
	}
}

// FuzzDecode feeds the decoder anything: it must neither panic nor accept what it could not
// write again.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(`<?xml version="1.0" encoding="Shift_JIS"?><sps-api-request id="MG01-00101-101"><merchant_id>12345</merchant_id><pay_option_manage><amount>1</amount></pay_option_manage></sps-api-request>`))
	f.Add([]byte(`<?xml version="1.0" encoding="Shift_JIS"?><sps-api-request><a/></sps-api-request>`))
	f.Add(append([]byte(`<?xml version="1.0" encoding="Shift_JIS"?><sps-api-request><item_name>`), append(sjis("表示ソ―"), []byte(`</item_name></sps-api-request>`)...)...))
	f.Add([]byte(`<?xml version="1.0" encoding="UTF-8"?><x>`))
	f.Add([]byte("\x81"))
	f.Fuzz(func(t *testing.T, body []byte) {
		function, fields, err := decode(body)
		if err != nil {
			return
		}
		for _, fn := range functions {
			rd := reader{request: &request{values: map[string]string{}}}
			_ = rd.read(fn.fields, fields)
		}
		again := bytes.ReplaceAll(encode("", fields), []byte(responseRoot), []byte(requestRoot))
		if _, _, err := decode(again); err != nil {
			t.Fatalf("%q (function %q) was read, but what was written from it was not: %v\n%q", body, function, err, again)
		}
	})
}
