package paypal

import (
	"cmp"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"time"
)

// reportDelay is how long after it happened Transaction Search tells of something.
const reportDelay = 3 * time.Hour

const (
	reportMost = 10_000 // lines that may be asked for at once
	reportSpan = 31 * 24 * time.Hour
)

// moved is a line of Transaction Search.
type moved struct {
	p                    *payment
	id, of, code, status string
	amount               int
	at                   time.Time
}

// moves are all lines of the account, of both wires, oldest first; the service is locked.
func (s *Service) moves() (all []moved) {
	for _, id := range slices.Sorted(maps.Keys(s.state.Payments)) {
		p := s.state.Payments[id]
		all = append(all, moved{p: p, id: p.ID, code: "T1300", status: "S", amount: p.Amount, at: p.HeldAt})
		if p.Capture == "" {
			continue
		}
		status := map[string]string{takenCompleted: "S", takenPending: "P", takenDeclined: "D"}[p.Taken]
		all = append(all, moved{p: p, id: p.Capture, of: p.ID, code: "T0006", status: status, amount: p.Amount, at: p.At})
		for _, back := range p.Refunds {
			code := "T1107"
			if back.Reversed {
				code = "T1106"
			}
			all = append(all, moved{p: p, id: back.ID, of: p.Capture, code: code, status: "S", amount: -back.Amount, at: back.At})
		}
	}
	slices.SortStableFunc(all, func(a, b moved) int { return cmp.Or(a.at.Compare(b.at)) })
	return all
}

// report is GET /v1/reporting/transactions.
func (s *Service) report(r restRequest) (int, object, *fault) {
	from, fromErr := time.Parse(time.RFC3339, r.query.Get("start_date"))
	to, toErr := time.Parse(time.RFC3339, r.query.Get("end_date"))
	size, sizeErr := strconv.Atoi(cmp.Or(r.query.Get("page_size"), "100"))
	page, pageErr := strconv.Atoi(cmp.Or(r.query.Get("page"), "1"))
	if fromErr != nil || toErr != nil || to.Before(from) || to.Sub(from) > reportSpan || sizeErr != nil || size < 1 || size > 500 || pageErr != nil || page < 1 {
		return 0, nil, missing("/start_date")
	}
	until, lines := s.Clock.Now().Add(-reportDelay), []object{}
	for _, m := range s.moves() {
		if at := m.at.Truncate(time.Second); at.Before(from) || at.After(to) || at.After(until) {
			continue
		}
		info := object{
			"transaction_id": m.id, "transaction_event_code": m.code, "transaction_status": m.status, "transaction_initiation_date": reportStamp(m.at),
			"transaction_updated_date": reportStamp(m.at), "transaction_amount": object{"currency_code": "JPY", "value": strconv.Itoa(m.amount)},
			"invoice_id": m.p.Invoice, "custom_field": m.p.Custom,
		}
		if m.of != "" {
			info["paypal_reference_id"], info["paypal_reference_id_type"] = m.of, "TXN"
		}
		lines = append(lines, object{"transaction_info": info})
	}
	if len(lines) > reportMost {
		return 0, nil, &fault{http.StatusBadRequest, "RESULTSET_TOO_LARGE", "", "Result set size is greater than the maximum limit."}
	}
	pages, first := (len(lines)+size-1)/size, min((page-1)*size, len(lines))
	return http.StatusOK, object{
		"transaction_details": lines[first:min(first+size, len(lines))], "account_number": "SANDBOX", "page": page, "total_items": len(lines), "total_pages": pages,
		"start_date": reportStamp(from), "end_date": reportStamp(to), "last_refreshed_datetime": reportStamp(until),
	}, nil
}

// reportStamp is a time as Transaction Search writes it.
func reportStamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05+0000") }

// readCapture is GET /v2/payments/captures/{id}.
func (s *Service) readCapture(r restRequest) (int, object, *fault) {
	p := s.byCapture(r.id)
	if p == nil || p.Order == "" {
		return 0, nil, notFound
	}
	return http.StatusOK, captureBody(p, r.base), nil
}
