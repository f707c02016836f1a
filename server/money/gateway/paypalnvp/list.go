package paypalnvp

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"kaiin/server/base/clock"
	"kaiin/server/money/gateway"
)

const (
	most     = 100 // transactions that one search finds
	shortest = time.Second
	stamp    = "2006-01-02T15:04:05Z"
	// marked is what CUSTOM of our charges begins with, by which they are told apart from those of
	// the REST API.
	marked = "nvp-"
)

// Settlements searches the transactions of a day, of the whole account. Its lines have neither
// order ids nor tracking ids, and are completed by Detail.
func (c *Client) Settlements(ctx context.Context, day clock.Day) ([]gateway.Settlement, error) {
	list, err := c.between(ctx, day.Start(), day.AddDays(1).Start().Add(-time.Second))
	slices.SortStableFunc(list, func(a, b gateway.Settlement) int { return a.At.Compare(b.At) })
	return list, err
}

// between reads what moved in a time, both ends included, in halves where it is more than one
// search finds.
func (c *Client) between(ctx context.Context, from, to time.Time) (list []gateway.Settlement, err error) {
	a, err := c.call(ctx, search, pair{"STARTDATE", from.UTC().Format(stamp)}, pair{"ENDDATE", to.UTC().Format(stamp)})
	if err != nil {
		return nil, err
	}
	n := 0
	for ; ; n++ {
		at := strconv.Itoa(n)
		if _, ok := a["L_TRANSACTIONID"+at]; !ok {
			break
		}
		s, counts, err := line(a, at)
		if err != nil {
			return nil, err
		}
		if counts {
			list = append(list, s)
		}
	}
	if n < most && !slices.Contains(a.codes(), "11002") { // a warning that there are more
		return list, nil
	}
	if to.Sub(from) <= shortest {
		return nil, search.troubled("", "more transactions in a second than can be listed")
	}
	middle := from.Add(to.Sub(from) / 2).Truncate(time.Second)
	first, err := c.between(ctx, from, middle)
	if err != nil {
		return nil, err
	}
	second, err := c.between(ctx, middle.Add(time.Second), to)
	return append(first, second...), err
}

// line reads a transaction that was found: a payment to us, or what went back of one. Others do
// not count.
func line(a answer, n string) (s gateway.Settlement, counts bool, err error) {
	amount, err := yen(a["L_AMT"+n])
	kind, status := a["L_TYPE"+n], a["L_STATUS"+n]
	switch {
	case a["L_CURRENCYCODE"+n] != "JPY":
		return s, false, nil
	case err != nil || !plain(a["L_TRANSACTIONID"+n]):
		return s, false, search.troubled("", "the list of transactions makes no sense")
	case kind == "Payment" && amount > 0 && slices.Contains([]string{"Completed", "Refunded", "PartiallyRefunded", "Partially Refunded", "Reversed"}, status):
		s.Kind = gateway.SettlementSale
	case amount < 0 && (kind == "Refund" || kind == "Reversal" || kind == "Chargeback"):
		s.Kind, s.Reversed, amount = gateway.SettlementRefund, kind != "Refund", -amount
	default:
		return s, false, nil
	}
	s.Ref, s.Amount = a["L_TRANSACTIONID"+n], amount
	if s.At, err = time.Parse(stamp, a["L_TIMESTAMP"+n]); err != nil {
		return s, false, search.troubled("", "a transaction has no time")
	}
	return s, true, nil
}

// Detail finds the order and the authorisation that a line belongs to. What was not charged by us
// through this API is gateway.ErrForeign.
func (c *Client) Detail(ctx context.Context, line gateway.Settlement) (gateway.Settlement, error) {
	foreign := fmt.Errorf("paypalnvp %s: %w", details.name, gateway.ErrForeign)
	id, steps := line.Ref, 1 // from the capture to its authorisation
	if line.Kind == gateway.SettlementRefund {
		steps = 2
	}
	for range steps {
		a, err := c.call(ctx, details, pair{"TRANSACTIONID", id})
		switch {
		case err != nil:
			return line, err
		case a["TRANSACTIONID"] != id:
			return line, details.troubled("", "the answer is about another transaction")
		case !strings.HasPrefix(a["CUSTOM"], marked), !ascii(a["INVNUM"]), !plain(a["PARENTTRANSACTIONID"]):
			return line, foreign
		}
		line.OrderID, id = a["INVNUM"], a["PARENTTRANSACTIONID"]
	}
	line.TrackingID = id
	return line, nil
}
