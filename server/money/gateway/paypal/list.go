package paypal

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"kaiin/server/base/clock"
	"kaiin/server/money/gateway"
)

// What PayPal calls a list that is too long to be asked for at once.
const tooLong = "RESULTSET_TOO_LARGE"

const (
	listPage  = 500         // transactions a page, the most there may be
	shortest  = time.Minute // of the times for which a list is asked for
	classic   = "nvp-"      // what the custom field of charges by the Classic API begins with (package paypalnvp)
	stampForm = "2006-01-02T15:04:05Z"
)

// transactionInfo is a line of PayPal's Transaction Search.
type transactionInfo struct {
	ID        string `json:"transaction_id"`
	Reference string `json:"paypal_reference_id"`
	Code      string `json:"transaction_event_code"`
	At        string `json:"transaction_initiation_date"`
	Amount    money  `json:"transaction_amount"`
	Status    string `json:"transaction_status"`
	Invoice   string `json:"invoice_id"`
	Custom    string `json:"custom_field"`
}

type transactionPage struct {
	Details []struct {
		Info transactionInfo `json:"transaction_info"`
	} `json:"transaction_details"`
	Pages     int    `json:"total_pages"`
	Refreshed string `json:"last_refreshed_datetime"`
}

// Settlements reads PayPal's Transaction Search: payments that were captured, refunds, and what
// PayPal took back, of the whole account. Its lines have no tracking ids, and are completed by
// Detail. PayPal tells of a transaction hours later: of a day that is over and not all told yet,
// there is no list.
func (c *Client) Settlements(ctx context.Context, day clock.Day) ([]gateway.Settlement, error) {
	from, to := day.Start(), day.AddDays(1).Start()
	lines, refreshed, err := c.transactions(ctx, from, to.Add(-time.Second))
	if err != nil {
		return nil, err
	}
	if !c.clock.Now().Before(to) && refreshed.Before(to) {
		return nil, opReport.troubled("", "the list of "+day.String()+" is not whole yet")
	}
	var list []gateway.Settlement
	for _, line := range lines {
		s, counts, err := line.settlement()
		if err != nil {
			return nil, opReport.troubled("", err.Error())
		}
		if counts {
			list = append(list, s)
		}
	}
	slices.SortStableFunc(list, func(a, b gateway.Settlement) int { return a.At.Compare(b.At) })
	return list, nil
}

// transactions reads all lines of a time, in halves where they are too many, and until when PayPal
// has told everything.
func (c *Client) transactions(ctx context.Context, from, to time.Time) (all []transactionInfo, refreshed time.Time, err error) {
	for page := 1; ; page++ {
		var out transactionPage
		query := url.Values{
			"start_date": {from.UTC().Format(stampForm)}, "end_date": {to.UTC().Format(stampForm)}, "fields": {"transaction_info"},
			"page_size": {strconv.Itoa(listPage)}, "page": {strconv.Itoa(page)},
		}
		err = c.call(ctx, opReport, request{method: http.MethodGet, path: "/v1/reporting/transactions?" + query.Encode()}, &out)
		refused, ok := errors.AsType[*gateway.Error](err)
		if ok && refused.Code == tooLong && to.Sub(from) > shortest {
			middle := from.Add(to.Sub(from) / 2).Truncate(time.Second)
			first, until, err := c.transactions(ctx, from, middle)
			if err != nil {
				return nil, until, err
			}
			second, until, err := c.transactions(ctx, middle.Add(time.Second), to)
			return append(first, second...), until, err
		}
		if err != nil {
			return nil, refreshed, err
		}
		at, err := time.Parse(time.RFC3339, zoned(out.Refreshed))
		if err != nil {
			return nil, refreshed, opReport.troubled("", "the list does not say until when it is whole")
		}
		if page == 1 {
			refreshed = at
		}
		for _, d := range out.Details {
			all = append(all, d.Info)
		}
		if page >= out.Pages {
			return all, refreshed, nil
		}
	}
}

// zoned is a time of PayPal's, which writes +0000 for +00:00, as RFC 3339 has it.
func zoned(text string) string {
	if n := len(text); n > 5 && (text[n-5] == '+' || text[n-5] == '-') {
		return text[:n-2] + ":" + text[n-2:]
	}
	return text
}

// settlement reads a line. Those that are no payment to us and nothing that went back do not count:
// holds, fees, transfers to a bank, other currencies, and what was paid by the Classic API.
func (t transactionInfo) settlement() (s gateway.Settlement, counts bool, err error) {
	s = gateway.Settlement{OrderID: t.Invoice, Ref: t.ID}
	value, negative := strings.CutPrefix(t.Amount.Value, "-")
	switch {
	case t.Amount.Currency != "JPY" || strings.HasPrefix(t.Custom, classic):
		return s, false, nil
	case strings.HasPrefix(t.Code, "T00") && !negative && (t.Status == "S" || t.Status == "V" || t.Status == "F"):
		s.Kind = gateway.SettlementSale
	case (t.Code == "T1106" || t.Code == "T1107" || t.Code == "T1201") && negative && t.Status != "D":
		s.Kind, s.Of, s.Reversed = gateway.SettlementRefund, t.Reference, t.Code != "T1107"
	default:
		return s, false, nil
	}
	if s.Amount, err = (money{"JPY", value}).yen(); err != nil || s.Amount == 0 || t.ID == "" {
		return s, false, errors.New("the list has a line that makes no sense")
	}
	if s.At, err = time.Parse(time.RFC3339, zoned(t.At)); err != nil {
		return s, false, errors.New("the list has a line without a time")
	}
	return s, true, nil
}

// Detail finds the order that a line of the list belongs to. What was not captured for an order of
// ours is gateway.ErrForeign.
func (c *Client) Detail(ctx context.Context, line gateway.Settlement) (gateway.Settlement, error) {
	id := line.Ref
	if line.Kind == gateway.SettlementRefund {
		id = line.Of
	}
	foreign := fmt.Errorf("paypal %s: %w", opTaken.name, gateway.ErrForeign)
	part, err := escape(id)
	if err != nil {
		return line, foreign
	}
	var out struct {
		ID      string `json:"id"`
		Invoice string `json:"invoice_id"`
		Related struct {
			IDs struct {
				Order string `json:"order_id"`
			} `json:"related_ids"`
		} `json:"supplementary_data"`
	}
	err = c.call(ctx, opTaken, request{method: http.MethodGet, path: "/v2/payments/captures/" + part}, &out)
	switch {
	case missing.is(err):
		return line, foreign
	case err != nil:
		return line, err
	case out.ID != id:
		return line, opTaken.troubled("", "the answer is about another capture")
	case out.Invoice == "" || out.Related.IDs.Order == "":
		return line, foreign
	}
	line.OrderID, line.TrackingID = out.Invoice, out.Related.IDs.Order
	return line, nil
}
