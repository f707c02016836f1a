package sbps

import (
	"io"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/encoding/japanese"

	"kaiin/server/sandbox/ledger"
	"kaiin/server/sandbox/outcome"
)

// fresh makes a connection for every call: on an old one a GET without an answer would be
// sent again.
var fresh = &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}

// listOf fetches the list of a day as bytes; status 0 is no answer.
func (s *shop) listOf(date string) (status int, text []byte) {
	s.Helper()
	req, err := http.NewRequestWithContext(s.Context(), http.MethodGet, s.url+"/sbps/list.csv?date="+date, nil)
	if err != nil {
		s.Fatal(err)
	}
	req.SetBasicAuth(merchant.BasicUser, s.password)
	answer, err := fresh.Do(req)
	if err != nil {
		return 0, nil
	}
	defer answer.Body.Close()
	text, err = io.ReadAll(answer.Body)
	if err != nil {
		s.Fatal(err)
	}
	return answer.StatusCode, text
}

const listHead = "マーチャントID,サービスID,受注ID,トラッキングID,処理区分,金額,処理日時,決済手段,自由欄2,対象年月\r\n"

func (s *shop) wantList(date string, rows ...string) {
	s.Helper()
	status, text := s.listOf(date)
	for i := range rows {
		rows[i] += ",101,,"
	}
	got, err := japanese.ShiftJIS.NewDecoder().String(string(text))
	if want := listHead + strings.Join(append(rows, ""), "\r\n"); status != http.StatusOK || err != nil || got != want {
		s.Fatalf("the list of %s is %d %q, %v, want %q", date, status, got, err, want)
	}
}

// sale takes money, and gives the tracking id.
func (s *shop) sale(order string, amount int) string {
	s.Helper()
	tracking := s.want(s.bySavedCard("m", order, amount), "OK")["res_tracking_id"]
	s.want(s.onCharge(fnCommit, tracking), "OK")
	return tracking
}

func TestTheListOfADayHasItsSalesAndRefunds(t *testing.T) {
	t.Parallel()
	s := setup(t) // 12:00 in Tokyo on 2026-12-01
	s.saveCard("m", "4111111111111111")
	s.want(s.bySavedCard("m", "only-held", 500), "OK")
	released := s.want(s.bySavedCard("m", "released", 500), "OK")["res_tracking_id"]
	s.want(s.onCharge(fnCancel, released), "OK")
	first := s.sale("o-1", 1100)
	s.clock.advance(12*time.Hour - time.Second) // 23:59:59
	s.want(s.onCharge(fnPartialRefund, first, at{"pay_option_manage.amount", "100"}), "OK")
	s.clock.advance(time.Second) // the next day
	second := s.sale("o-2", 980)
	s.want(s.onCharge(fnCancel, first), "OK")

	s.wantList("20261130")
	s.wantList("20261201", "12345,678,o-1,"+first+",売上,1100,2026/12/01 12:00:00", "12345,678,o-1,"+first+",返金,100,2026/12/01 23:59:59")
	s.wantList("20261202", "12345,678,o-1,"+first+",返金,1000,2026/12/02 00:00:00", "12345,678,o-2,"+second+",売上,980,2026/12/02 00:00:00")
	if got, want := ledger.Kept(s.service.Ledger()), map[string]int{"o-1": 0, "o-2": 980}; !maps.Equal(got, want) {
		t.Errorf("kept %v, want %v", got, want)
	}
	if status, _ := s.listOf("tomorrow"); status != http.StatusBadRequest {
		t.Errorf("a day that is none is answered with %d", status)
	}
	s.password = "wrong"
	if status, text := s.listOf("20261201"); status != http.StatusUnauthorized || strings.Contains(string(text), "o-1") {
		t.Errorf("without the password: %d %s", status, text)
	}
}

func TestScriptedLists(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		outcome string
		status  int
		want    func(whole, got string) bool
	}{
		{outcome.TimeoutBefore, 0, nil},
		{outcome.TimeoutAfter, 0, nil},
		{outcome.HTTP500, 500, nil},
		{outcome.Slow, 200, func(whole, got string) bool { return got == whole }},
		{outcome.Cut, 200, func(whole, got string) bool {
			return got != whole && strings.HasPrefix(whole, got) && !strings.HasSuffix(got, "\n")
		}},
		{outcome.Doubled, 200, func(whole, got string) bool { return got == whole+whole }},
		{outcome.Misencoded, 200, func(whole, got string) bool { return got != whole && strings.Contains(got, ",1100,") }},
		{outcome.WrongAmount, 200, func(whole, got string) bool { return got == strings.Replace(whole, ",1100,", ",1101,", 1) }},
	} {
		t.Run(c.outcome, func(t *testing.T) {
			t.Parallel()
			s := setup(t)
			s.saveCard("m", "4111111111111111")
			s.sale("o-1", 1100)
			_, whole := s.listOf("20261201")
			s.push(outcome.Entry{Outcome: c.outcome, Function: fnList})
			status, got := s.listOf("20261201")
			if status != c.status || c.want != nil && !c.want(string(whole), string(got)) {
				t.Errorf("answered %d %q, the list is %q", status, got, whole)
			}
			if _, again := s.listOf("20261201"); string(again) != string(whole) {
				t.Errorf("then %q", again)
			}
		})
	}
}

// The call takes effect, and its answer is of no use.
func TestDamagedAnswers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		outcome string
		want    func(text string) bool
	}{
		{outcome.Cut, func(text string) bool {
			return strings.Contains(text, "<sps-api-response") && !strings.Contains(text, "</sps-api-response>")
		}},
		{outcome.Doubled, func(text string) bool { return strings.Count(text, "</sps-api-response>") == 2 }},
		{outcome.Misencoded, func(text string) bool {
			read, err := japanese.ShiftJIS.NewDecoder().String(text)
			return strings.Contains(text, `encoding="Shift_JIS"`) && err == nil && strings.Contains(read, "\uFFFD")
		}},
	} {
		t.Run(c.outcome, func(t *testing.T) {
			t.Parallel()
			s := setup(t)
			s.saveCard("m", "4111111111111111")
			s.push(outcome.Entry{Outcome: c.outcome})
			answer, text, err := s.send(s.xmlOf(fnAuthorize, order("m", "o-1", 980)))
			if err != nil || answer.StatusCode != http.StatusOK || !c.want(string(text)) {
				t.Fatalf("answered %v, %v: %s", answer, err, text)
			}
			s.wantBooks("charge o-1 980 authorized")
		})
	}
}

func TestScriptedAmountsOfALookUp(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.saveCard("m", "4111111111111111")
	s.push(outcome.Entry{Outcome: outcome.WrongAmount})
	s.push(outcome.Entry{Outcome: outcome.NoAmount})
	s.sale("o-1", 980) // no look-up: both wait
	for _, want := range []string{"981", "", "980"} {
		r := s.want(s.lookup(at{"order_id", "o-1"}), "OK")
		if _, told := r["refund_amount"]; r["amount"] != want || told != (want != "") || r["payment_status"] != "2" {
			t.Errorf("answered %v, want %q", r, want)
		}
	}
}
