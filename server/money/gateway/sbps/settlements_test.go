package sbps

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/encoding/japanese"

	"kaiin/server/base/clock"
	"kaiin/server/base/config"
	"kaiin/server/money/gateway"
)

const listHead = "マーチャントID,サービスID,受注ID,トラッキングID,処理区分,金額,処理日時\r\n"

var newYear = clock.Date(2027, 1, 1)

func listed(order, kind, amount, at string) string {
	return "12345,678," + order + ",00000000000001," + kind + "," + amount + "," + at + "\r\n"
}

// lister is a client whose list is served by the handler.
func lister(t *testing.T, handler http.HandlerFunc) *Client {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return merchant(t, "https://api.test", func(c *config.SBPS) {
		u, err := url.Parse(server.URL + "/lists?kind=all")
		if err != nil {
			t.Fatal(err)
		}
		c.ListURL = u
	})
}

func says(status int, text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = w.Write([]byte(text))
	}
}

func sjis(t *testing.T, text string) string {
	t.Helper()
	out, err := japanese.ShiftJIS.NewEncoder().String(text)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func tokyo(hour, minute, second int) time.Time {
	return time.Date(2027, 1, 1, hour, minute, second, 0, clock.Tokyo)
}

func TestSettlementsAreAskedForByDay(t *testing.T) {
	t.Parallel()
	client := lister(t, func(w http.ResponseWriter, r *http.Request) {
		if user, password, _ := r.BasicAuth(); r.Method != http.MethodGet || r.URL.String() != "/lists?date=20270101&kind=all" || user != "basic-user" || password != "basic-password" {
			t.Errorf("asked %s %s as %s", r.Method, r.URL, user)
		}
		_, _ = w.Write([]byte(sjis(t, listHead)))
	})
	if list, err := client.Settlements(t.Context(), newYear); err != nil || len(list) != 0 {
		t.Errorf("got %+v, %v", list, err)
	}
}

func TestSettlementsAreRead(t *testing.T) {
	t.Parallel()
	sale := gateway.Settlement{Kind: gateway.SettlementSale, OrderID: "order-1", TrackingID: "00000000000001", Amount: 1100, At: tokyo(0, 0, 0)}
	refund := gateway.Settlement{Kind: gateway.SettlementRefund, OrderID: "order-1", TrackingID: "00000000000001", Amount: 1, At: tokyo(23, 59, 59)}
	for name, c := range map[string]struct {
		text string
		want []gateway.Settlement
	}{
		"nothing":       {listHead, nil},
		"in order":      {listHead + listed("order-1", "返金", "1", "2027/01/01 23:59:59") + listed("order-1", "売上", "1100", "2027/01/01 00:00:00"), []gateway.Settlement{sale, refund}},
		"line feeds":    {strings.ReplaceAll(listHead+listed("order-1", "売上", "1100", "2027/01/01 00:00:00"), "\r", ""), []gateway.Settlement{sale}},
		"quoted":        {`"マーチャントID","サービスID","受注ID","トラッキングID","処理区分","金額","処理日時"` + "\r\n" + `"12345","678","order-1","00000000000001","売上","1100","2027/01/01 00:00:00"` + "\r\n", []gateway.Settlement{sale}},
		"other columns": {"処理日時,備考,金額,処理区分,受注ID,トラッキングID,サービスID,マーチャントID\r\n2027/01/01 00:00:00,メモ,1100,売上,order-1,00000000000001,678,12345\r\n", []gateway.Settlement{sale}},
		"other service": {listHead + "12345,999,x,y,z,0,never\r\n" + listed("order-1", "売上", "1100", "2027/01/01 00:00:00"), []gateway.Settlement{sale}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := lister(t, says(200, sjis(t, c.text))).Settlements(t.Context(), newYear)
			if err != nil || !slices.EqualFunc(got, c.want, func(a, b gateway.Settlement) bool {
				same := a.At.Equal(b.At)
				a.At, b.At = time.Time{}, time.Time{}
				return same && a == b
			}) {
				t.Errorf("got %+v, %v", got, err)
			}
		})
	}
}

// A list is taken whole or not at all: what is missing in it would look like money that is
// missing there.
func TestListsThatSayNothing(t *testing.T) {
	t.Parallel()
	good := listed("order-1", "売上", "1100", "2027/01/01 12:00:00")
	for name, answer := range map[string]http.HandlerFunc{
		"empty":                 says(200, ""),
		"HTML":                  says(200, "<html><body>maintenance</body></html>\n"),
		"error page":            says(500, "<html/>"),
		"redirect":              says(302, ""),
		"no content":            says(204, ""),
		"no names":              says(200, sjis(t, good)),
		"a column is missing":   says(200, sjis(t, strings.Replace(listHead, "金額", "額", 1)+good)),
		"a column twice":        says(200, sjis(t, strings.Replace(listHead, "処理日時", "金額,処理日時", 1))),
		"UTF-8":                 says(200, listHead+good),
		"UTF-8 with a mark":     says(200, "\ufeff"+listHead+good),
		"cut in a row":          says(200, sjis(t, strings.TrimSuffix(listHead+good, "00\r\n"))),
		"cut in an amount":      says(200, sjis(t, "マーチャントID,サービスID,受注ID,トラッキングID,処理区分,処理日時,金額\r\n12345,678,order-1,00000000000001,売上,2027/01/01 12:00:00,11")),
		"cut at a value":        says(200, sjis(t, listHead+good+"12345,678\r\n")),
		"an open quote":         says(200, sjis(t, listHead+good+`"12345`+"\r\n")),
		"twice":                 says(200, sjis(t, strings.Repeat(listHead+good, 2))),
		"a row too long":        says(200, sjis(t, listHead+strings.Replace(good, "\r", ",x\r", 1))),
		"another merchant":      says(200, sjis(t, listHead+strings.Replace(good, "12345", "54321", 1))),
		"another kind":          says(200, sjis(t, listHead+listed("order-1", "チャージバック", "1100", "2027/01/01 12:00:00"))),
		"no order":              says(200, sjis(t, listHead+listed("", "売上", "1100", "2027/01/01 12:00:00"))),
		"no tracking id":        says(200, sjis(t, listHead+strings.Replace(good, "00000000000001", "", 1))),
		"no yen":                says(200, sjis(t, listHead+listed("order-1", "売上", "0", "2027/01/01 12:00:00"))),
		"no amount":             says(200, sjis(t, listHead+listed("order-1", "売上", "", "2027/01/01 12:00:00"))),
		"less than nothing":     says(200, sjis(t, listHead+listed("order-1", "返金", "-1100", "2027/01/01 12:00:00"))),
		"a comma in the amount": says(200, sjis(t, listHead+listed("order-1", "売上", `"1,100"`, "2027/01/01 12:00:00"))),
		"full-width digits":     says(200, sjis(t, listHead+listed("order-1", "売上", "１１００", "2027/01/01 12:00:00"))),
		"too much":              says(200, sjis(t, listHead+listed("order-1", "売上", "18446744073709551616", "2027/01/01 12:00:00"))),
		"no time":               says(200, sjis(t, listHead+listed("order-1", "売上", "1100", "2027-01-01"))),
		"the day before":        says(200, sjis(t, listHead+listed("order-1", "売上", "1100", "2026/12/31 23:59:59"))),
		"the day after":         says(200, sjis(t, listHead+listed("order-1", "売上", "1100", "2027/01/02 00:00:00"))),
		"no such day":           says(200, sjis(t, listHead+listed("order-1", "売上", "1100", "2027/02/30 00:00:00"))),
		"broken off": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "5000")
			_, _ = w.Write([]byte(sjis(t, listHead+good)))
			panic(http.ErrAbortHandler)
		},
		"no answer": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			list, err := lister(t, answer).Settlements(t.Context(), newYear)
			if !isUnclear(fnList, err) || len(list) > 0 {
				t.Fatalf("got %+v, %v", list, err)
			}
			for _, secret := range []string{"order-1", "127.0.0.1", "basic-password"} {
				if strings.Contains(err.Error(), secret) {
					t.Errorf("%q is told by %v", secret, err)
				}
			}
		})
	}
}

func TestAHugeListIsNotRead(t *testing.T) {
	t.Parallel()
	line := []byte(sjis(t, strings.Repeat(listed("order-1", "売上", "1100", "2027/01/01 12:00:00"), 10_000)))
	client := lister(t, func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(sjis(t, listHead)))
		for range maxList/len(line) + 1 {
			if _, err := w.Write(line); err != nil {
				return
			}
		}
	})
	if list, err := client.Settlements(t.Context(), newYear); !isUnclear(fnList, err) || len(list) > 0 {
		t.Fatalf("got %d rows, %v", len(list), err)
	}
}

func TestALateListIsNone(t *testing.T) {
	t.Parallel()
	client := lister(t, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if _, err := client.Settlements(ctx, newYear); !isUnclear(fnList, err) {
		t.Fatalf("got %v", err)
	}
}

func TestListsThatAreRefused(t *testing.T) {
	t.Parallel()
	refused := func(err error) bool {
		r, ok := errors.AsType[*gateway.Error](err)
		return ok && r.Reason == gateway.ReasonRejected
	}
	for _, status := range []int{400, 401, 403, 404} {
		if _, err := lister(t, says(status, "")).Settlements(t.Context(), newYear); !refused(err) {
			t.Errorf("%d: got %v", status, err)
		}
	}
	if _, err := merchant(t, "https://api.test").Settlements(t.Context(), newYear); !refused(err) {
		t.Errorf("without an address: got %v", err)
	}
}

func FuzzReadList(f *testing.F) {
	encode := func(text string) []byte {
		out, err := japanese.ShiftJIS.NewEncoder().Bytes([]byte(text))
		if err != nil {
			f.Fatal(err)
		}
		return out
	}
	whole := encode(listHead + listed("order-1", "売上", "1100", "2027/01/01 12:00:00") + listed("order-1", "返金", "100", "2027/01/01 12:00:00"))
	f.Add(whole)
	f.Add(whole[:len(whole)-3])
	f.Add(slices.Concat(whole, whole))
	f.Add([]byte(listHead))
	f.Add(encode(listHead + "12345,999,,,,,\r\n"))
	f.Add(encode(`"マーチャントID` + "\n" + `","サービスID"` + "\n"))
	f.Add([]byte("\n"))
	client := &Client{cfg: config.SBPS{MerchantID: "12345", ServiceID: "678"}}
	f.Fuzz(func(t *testing.T, text []byte) {
		list, err := client.readList(text, newYear, func(string, string) bool { return true })
		if err != nil && len(list) > 0 {
			t.Errorf("a part of a list: %+v, %v", list, err)
		}
		for _, s := range list {
			if s.Amount < 1 || s.Amount > 9_999_999 || s.OrderID == "" || s.Kind == "" || !trackingForm.MatchString(strings.Split(s.TrackingID, "/")[0]) || !clock.DayOf(s.At).Equal(newYear) {
				t.Errorf("taken for a settlement: %+v", s)
			}
		}
	})
}
