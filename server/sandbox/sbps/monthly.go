package sbps

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"time"

	"kaiin/server/base/clock"
	"kaiin/server/sandbox/outcome"
)

// chargeHour is when a carrier charges on the first day of a month, in Tokyo.
const chargeHour = 9

// nextMonth is when the carrier charges next.
func nextMonth(now time.Time) time.Time {
	at := now.In(clock.Tokyo)
	return time.Date(at.Year(), at.Month()+1, 1, chargeHour, 0, 0, 0, clock.Tokyo)
}

// result is what came of a month that was not charged, or the end of an agreement.
type result struct {
	Month string    `json:"month"`
	Kind  string    `json:"kind"`
	Code  string    `json:"code"`
	At    time.Time `json:"at"`
}

// Kinds of rows of a result file, apart from those of a list.
const (
	resultDeclined = "失敗"
	resultEnded    = "解約"
)

// chargeMonths does what carriers have done by themselves until now; the service is locked. Anyone
// who asks finds the months done that the clock has gone by, however far it was moved.
func (s *Service) chargeMonths() {
	now := s.Clock.Now()
	for _, id := range slices.Sorted(maps.Keys(s.state.Contracts)) {
		c := s.state.Contracts[id]
		for c.Simple && c.State == contractOpen && !c.NextAt.After(now) {
			at := c.NextAt
			c.NextAt = nextMonth(at)
			s.chargeNext(c, at)
		}
	}
}

func (s *Service) chargeNext(c *contract, at time.Time) {
	script, _ := s.Queue.Take(Name, func(e outcome.Entry) bool { return e.Function == fnMonthly })
	month := at.In(clock.Tokyo).Format("200601")
	if script.Outcome == agreementCancelled {
		c.State, c.EndedAt = contractEndedByPayer, at
		c.Results = append(c.Results, result{month, resultEnded, c.Method + errEndedByCarrier + fieldNone, at})
		return
	}
	if decline := c.declines(script.Outcome); decline != "" {
		c.Results = append(c.Results, result{month, resultDeclined, c.Method + decline + fieldNone, at})
		return
	}
	amount := c.Amount
	if script.Outcome == outcome.WrongAmount {
		amount++
	}
	s.chargeMonth(c, at, amount).Unlisted = script.Outcome == noticeLost
}

// chargeMonth takes a month's money.
func (s *Service) chargeMonth(c *contract, at time.Time, amount int) *charge {
	month := at.In(clock.Tokyo).Format("200601")
	ch := &charge{
		TrackingID: c.TrackingID + "/" + month, OrderID: c.OrderID, CustCode: c.CustCode, Amount: amount, Method: c.Method, Contract: c.TrackingID,
		Month: month, Free2: c.Free2, State: stateSold, AuthorizedAt: at, StateAt: at,
	}
	s.state.Charges[ch.TrackingID] = ch
	return ch
}

var resultColumns = []string{"マーチャントID", "サービスID", "受注ID", "トラッキングID", "対象年月", "処理区分", "金額", "エラーコード", "処理日時"}

// serveResults answers GET /sbps/results.csv, with month=YYYYMM for one month: what became of the
// months that carriers charged by themselves, oldest first.
func (s *Service) serveResults(w http.ResponseWriter, r *http.Request) {
	month := r.URL.Query().Get("month")
	if _, err := time.Parse("200601", month); month != "" && err != nil {
		http.Error(w, "month must be YYYYMM", http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "text/csv;charset=Shift_JIS")
	w.Header().Set("Content-Disposition", `attachment; filename="results.csv"`)
	_, _ = w.Write(s.results(month))
}

func (s *Service) results(month string) []byte {
	s.mu.Lock()
	s.chargeMonths()
	type line struct {
		result
		contract *contract
		amount   int
	}
	var lines []line
	for _, id := range slices.Sorted(maps.Keys(s.state.Contracts)) {
		for _, r := range s.state.Contracts[id].Results {
			lines = append(lines, line{r, s.state.Contracts[id], 0})
			if r.Kind == resultDeclined {
				lines[len(lines)-1].amount = s.state.Contracts[id].Amount
			}
		}
	}
	for _, id := range slices.Sorted(maps.Keys(s.state.Charges)) {
		ch := s.state.Charges[id]
		if ch.Month == "" || ch.Unlisted {
			continue
		}
		c := s.state.Contracts[ch.Contract]
		lines = append(lines, line{result{ch.Month, rowSale, "", ch.StateAt}, c, ch.Amount})
		for _, back := range ch.Refunds {
			lines = append(lines, line{result{ch.Month, rowRefund, "", back.At}, c, back.Amount})
		}
	}
	slices.SortStableFunc(lines, func(a, b line) int { return cmp.Or(a.At.Compare(b.At)) })
	rows := [][]string{resultColumns}
	for _, l := range lines {
		if month != "" && l.Month != month {
			continue
		}
		rows = append(rows, []string{
			s.Merchant.MerchantID, s.Merchant.ServiceID, l.contract.OrderID, l.contract.TrackingID, l.Month, l.Kind, strconv.Itoa(l.amount), l.Code,
			l.At.In(clock.Tokyo).Format(listStamp),
		})
	}
	s.mu.Unlock()
	s.Changed()
	var b bytes.Buffer
	out := csv.NewWriter(&b)
	out.UseCRLF = true
	_ = out.WriteAll(rows) // a Buffer does not fail
	return toShiftJIS(b.String())
}

// ContractRow is an agreement for people to look at.
type ContractRow struct {
	TrackingID string    `json:"trackingId"`
	OrderID    string    `json:"orderId"`
	Method     string    `json:"method"`
	Simple     bool      `json:"simple"`
	Amount     int       `json:"amount"` // of a simple one, yen
	State      string    `json:"state"`
	At         time.Time `json:"at"`
	Last       string    `json:"last"` // the last month of a simple one and what came of it
}

// Contracts lists the agreements, newest first.
func (s *Service) Contracts() []ContractRow {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.chargeMonths()
	rows := []ContractRow{}
	for _, id := range slices.Backward(slices.Sorted(maps.Keys(s.state.Contracts))) {
		c := s.state.Contracts[id]
		row := ContractRow{c.TrackingID, c.OrderID, methodNames[c.Method], c.Simple, c.Amount, c.State, c.At, ""}
		for key := range s.state.Charges {
			if ch := s.state.Charges[key]; ch.Contract == id && ch.Month != "" {
				row.Last = max(row.Last, ch.Month+" "+rowSale)
			}
		}
		for _, r := range c.Results {
			row.Last = max(row.Last, r.Month+" "+r.Kind)
		}
		rows = append(rows, row)
	}
	return rows
}

func writeJSON(w http.ResponseWriter, body any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	_ = json.NewEncoder(w).Encode(body)
}
