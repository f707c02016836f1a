package sbps

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"time"

	"kaiin/server/base/clock"
	"kaiin/server/sandbox/ledger"
	"kaiin/server/sandbox/outcome"
)

// listColumns are the names in the first row of the list.
var listColumns = []string{"マーチャントID", "サービスID", "受注ID", "トラッキングID", "処理区分", "金額", "処理日時", "決済手段", "自由欄2", "対象年月"}

const listStamp = "2006/01/02 15:04:05"

// Kinds of rows: money taken, money given back.
const (
	rowSale   = "売上"
	rowRefund = "返金"
)

// serveList answers GET /sbps/list.csv?date=YYYYMMDD: sales and refunds of one day in Tokyo,
// oldest first.
func (s *Service) serveList(w http.ResponseWriter, r *http.Request) {
	if !s.authenticated(r) {
		w.Header().Set("WWW-Authenticate", `Basic realm="SBPS"`)
		http.Error(w, "Basic authentication failed", http.StatusUnauthorized)
		return
	}
	from, err := time.ParseInLocation("20060102", r.URL.Query().Get("date"), clock.Tokyo)
	if err != nil {
		http.Error(w, "date must be YYYYMMDD", http.StatusBadRequest)
		return
	}
	call := Call{Function: fnList}
	script, _ := s.Queue.Take(Name, func(e outcome.Entry) bool { return e.Function == fnList })
	switch call.Outcome = script.Outcome; script.Outcome {
	case outcome.TimeoutBefore, outcome.TimeoutAfter, outcome.HTTP500:
		s.ignore(w, r, script, call)
		return
	case outcome.Slow:
		script.Linger(r.Context())
	}
	call.Result = "OK"
	s.record(call)
	w.Header().Set("Content-Type", "text/csv;charset=Shift_JIS")
	_, _ = w.Write(s.list(clock.DayOf(from), script.Outcome))
}

func (s *Service) list(day clock.Day, script string) []byte {
	rows := [][]string{listColumns}
	entries := s.Ledger()
	s.mu.Lock()
	charges := maps.Clone(s.state.Charges)
	s.mu.Unlock()
	for _, e := range entries {
		kind, listed := map[string]string{ledger.Settled: rowSale, ledger.Refunded: rowRefund}[e.Status]
		if !listed || !clock.DayOf(e.At).Equal(day) {
			continue
		}
		if script == outcome.WrongAmount {
			e.Amount++
		}
		ch := charges[e.TrackingID]
		rows = append(rows, []string{
			s.Merchant.MerchantID, s.Merchant.ServiceID, e.OrderID, ch.wireID(), kind, strconv.Itoa(e.Amount), e.At.In(clock.Tokyo).Format(listStamp),
			cmp.Or(ch.Method, methodCard), ch.Free2, ch.Month,
		})
	}
	if script == outcome.Doubled {
		rows = slices.Concat(rows, rows)
	}
	var b bytes.Buffer
	out := csv.NewWriter(&b)
	out.UseCRLF = true
	_ = out.WriteAll(rows) // a Buffer does not fail
	if script == outcome.Misencoded {
		return b.Bytes()
	}
	text := toShiftJIS(b.String())
	if script == outcome.Cut {
		text = text[:len(text)-len("\r\n")]
	}
	return text
}
