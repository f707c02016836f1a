package gatewaytest

import (
	"slices"
	"time"

	"kaiin/server/base/clock"
	"kaiin/server/money/gateway"
)

// noAnswer are the endings after which the caller cannot know what happened.
var noAnswer = []Ending{Ignored, Unanswered, Broken, Cut, Doubled, Misencoded}

func settled(b *bench) {
	id := b.charge("order-1")
	if b.checkState("order-1", gateway.TransactionAuthorized) != id {
		b.Error("another transaction is found under the order id")
	}
	b.must(b.Gateway.Commit(b.Context(), id))
	b.checkState("order-1", gateway.TransactionSettled)
}

func committedTwice(b *bench) {
	id := b.charge("order-1")
	b.must(b.Gateway.Commit(b.Context(), id))
	b.must(b.Gateway.Commit(b.Context(), id))
	b.checkState("order-1", gateway.TransactionSettled)
}

func duplicate(b *bench) {
	id := b.charge("order-1")
	_, err := b.Gateway.Charge(b.Context(), request("order-1"))
	b.refused(err, gateway.ReasonDuplicate)
	if b.checkState("order-1", gateway.TransactionAuthorized) != id {
		b.Error("the first charge is lost")
	}
	b.must(b.Gateway.Commit(b.Context(), id))
	_, err = b.Gateway.Charge(b.Context(), request("order-1"))
	b.refused(err, gateway.ReasonDuplicate)
	if b.checkState("order-1", gateway.TransactionSettled) != id {
		b.Error("the first charge is lost")
	}
}

func deliveredTwice(b *bench) {
	b.save()
	b.Script(b.T, Charge, DeliveredTwice)
	_, err := b.Gateway.Charge(b.Context(), request("order-1"))
	b.refused(err, gateway.ReasonDuplicate)
	b.must(b.Gateway.Commit(b.Context(), b.checkState("order-1", gateway.TransactionAuthorized)))
	b.checkState("order-1", gateway.TransactionSettled)
}

func declined(b *bench) {
	b.save()
	b.Script(b.T, Charge, Declined)
	_, err := b.Gateway.Charge(b.Context(), request("order-1"))
	b.refused(err, gateway.ReasonDeclined)
	b.checkState("order-1", gateway.TransactionNone)
	_, err = b.Gateway.Charge(b.Context(), request("order-2")) // the card may be tried again, under a new order id
	b.must(err)
}

func reported(b *bench) {
	b.save()
	b.Script(b.T, Charge, Reported)
	_, err := b.Gateway.Charge(b.Context(), request("order-1"))
	b.refused(err, gateway.ReasonHardDecline)
	b.checkState("order-1", gateway.TransactionNone)
}

func unknownOrder(b *bench) {
	b.checkState("never-charged", gateway.TransactionNone)
}

func canceled(b *bench) {
	id := b.charge("order-1")
	b.must(b.Gateway.Refund(b.Context(), id, 0))
	b.checkState("order-1", gateway.TransactionCanceled)
	b.must(b.Gateway.Refund(b.Context(), id, 0))
	b.checkState("order-1", gateway.TransactionCanceled)
}

func refunded(b *bench) {
	id := b.charge("order-1")
	b.must(b.Gateway.Commit(b.Context(), id))
	b.must(b.Gateway.Refund(b.Context(), id, 0))
	b.checkState("order-1", gateway.TransactionCanceled)
	b.must(b.Gateway.Refund(b.Context(), id, 0))
	b.checkState("order-1", gateway.TransactionCanceled)
}

func commitAfterCancel(b *bench) {
	id := b.charge("order-1")
	b.must(b.Gateway.Refund(b.Context(), id, 0))
	b.refused(b.Gateway.Commit(b.Context(), id), gateway.ReasonRejected)
	b.checkState("order-1", gateway.TransactionCanceled)
}

func unknownTransaction(b *bench) {
	b.refused(b.Gateway.Commit(b.Context(), "00000000009999"), gateway.ReasonRejected)
	b.refused(b.Gateway.Refund(b.Context(), "00000000009999", 0), gateway.ReasonRejected)
}

func unclearCharge(b *bench) {
	b.each(noAnswer, func(b *bench, ending Ending) {
		b.save()
		b.Script(b.T, Charge, ending)
		_, err := b.Gateway.Charge(b.Context(), request("order-1"))
		b.unclear(err)
		if !ending.tookEffect() {
			b.checkState("order-1", gateway.TransactionNone)
			return
		}
		b.must(b.Gateway.Commit(b.Context(), b.checkState("order-1", gateway.TransactionAuthorized)))
		b.checkState("order-1", gateway.TransactionSettled)
	})
}

func unclearCommit(b *bench) {
	b.each(noAnswer, func(b *bench, ending Ending) {
		id := b.charge("order-1")
		b.Script(b.T, Commit, ending)
		b.unclear(b.Gateway.Commit(b.Context(), id))
		b.checkState("order-1", map[bool]gateway.TransactionState{
			true: gateway.TransactionSettled, false: gateway.TransactionAuthorized,
		}[ending.tookEffect()])
		b.must(b.Gateway.Commit(b.Context(), id)) // whatever happened, it can be said again
		b.checkState("order-1", gateway.TransactionSettled)
	})
}

func unclearRefund(b *bench) {
	b.each(noAnswer, func(b *bench, ending Ending) {
		id := b.charge("order-1")
		b.must(b.Gateway.Commit(b.Context(), id))
		b.Script(b.T, Refund, ending)
		b.unclear(b.Gateway.Refund(b.Context(), id, 0))
		b.checkState("order-1", map[bool]gateway.TransactionState{
			true: gateway.TransactionCanceled, false: gateway.TransactionSettled,
		}[ending.tookEffect()])
		b.must(b.Gateway.Refund(b.Context(), id, 0))
		b.checkState("order-1", gateway.TransactionCanceled)
	})
}

// settle charges and commits the order.
func (b *bench) settle(orderID string) (trackingID string) {
	b.Helper()
	id := b.charge(orderID)
	b.must(b.Gateway.Commit(b.Context(), id))
	return id
}

// gone checks how much of a settled order has gone back. All of it is 1100 yen.
func (b *bench) gone(orderID string, yen int) {
	b.Helper()
	tx, err := b.Gateway.Lookup(b.Context(), orderID, "")
	b.must(err)
	want := gateway.TransactionSettled
	if yen == 1100 {
		want = gateway.TransactionCanceled
	}
	if tx.State != want || tx.Amount != 0 && tx.Refunded != yen {
		b.Fatalf("order %s: got %+v, want %d yen gone", orderID, tx, yen)
	}
}

func refundedInParts(b *bench) {
	id := b.settle("order-1")
	b.gone("order-1", 0)
	b.must(b.Gateway.Refund(b.Context(), id, 300))
	b.gone("order-1", 300)
	b.must(b.Gateway.Refund(b.Context(), id, 1))
	b.gone("order-1", 301)
	b.refused(b.Gateway.Refund(b.Context(), id, 800), gateway.ReasonRejected)
	b.refused(b.Gateway.Refund(b.Context(), id, -1), gateway.ReasonRejected)
	b.gone("order-1", 301)
	b.must(b.Gateway.Refund(b.Context(), id, 799))
	b.gone("order-1", 1100)
	b.refused(b.Gateway.Refund(b.Context(), id, 1), gateway.ReasonRejected)
	b.must(b.Gateway.Refund(b.Context(), id, 0)) // nothing is left, which is no error
	b.gone("order-1", 1100)
}

func refundedTheRest(b *bench) {
	id := b.settle("order-1")
	b.must(b.Gateway.Refund(b.Context(), id, 300))
	b.must(b.Gateway.Refund(b.Context(), id, 0))
	b.gone("order-1", 1100)
}

func partOfNoSale(b *bench) {
	id := b.charge("order-1")
	b.refused(b.Gateway.Refund(b.Context(), id, 100), gateway.ReasonRejected)
	b.checkState("order-1", gateway.TransactionAuthorized)
	b.must(b.Gateway.Refund(b.Context(), id, 0))
	b.refused(b.Gateway.Refund(b.Context(), id, 100), gateway.ReasonRejected)
	b.checkState("order-1", gateway.TransactionCanceled)
	b.refused(b.Gateway.Refund(b.Context(), "00000000009999", 100), gateway.ReasonRejected)
}

// unclearPart: a part may not be said again. What went back tells whether it was heard.
func unclearPart(b *bench) {
	b.each(noAnswer, func(b *bench, ending Ending) {
		id := b.settle("order-1")
		b.must(b.Gateway.Refund(b.Context(), id, 100))
		b.Script(b.T, RefundPart, ending)
		b.unclear(b.Gateway.Refund(b.Context(), id, 300))
		b.gone("order-1", map[bool]int{true: 400, false: 100}[ending.tookEffect()])
	})
}

// listed checks the lists since the day, on which the case began: kind, order and amount of their
// lines, in any order.
func (b *bench) listed(begun clock.Day, want ...gateway.Settlement) {
	b.Helper()
	var got []gateway.Settlement
	for day := begun; !day.After(b.Today()); day = day.AddDays(1) { // a second one at midnight
		list, err := b.Gateway.Settlements(b.Context(), day)
		b.must(err)
		for i, s := range list {
			if i > 0 && s.At.Before(list[i-1].At) || !clock.DayOf(s.At).Equal(day) {
				b.Errorf("%+v is out of order, or of another day", s)
			}
			s.At = time.Time{}
			got = append(got, s)
		}
	}
	left := slices.Clone(want)
	for _, s := range got {
		at := slices.Index(left, s)
		if at < 0 {
			b.Fatalf("got %+v, want %+v", got, want)
		}
		left = slices.Delete(left, at, at+1)
	}
	if len(left) > 0 {
		b.Fatalf("got %+v, want %+v", got, want)
	}
}

func settlements(b *bench) {
	begun := b.Today()
	b.listed(begun)
	first := b.settle("order-1")
	held := b.charge("order-2")
	sale := gateway.Settlement{Kind: gateway.SettlementSale, OrderID: "order-1", TrackingID: first, Amount: 1100}
	b.listed(begun, sale)
	b.must(b.Gateway.Refund(b.Context(), held, 0)) // was never settled, and no money went back
	b.must(b.Gateway.Refund(b.Context(), first, 300))
	part := gateway.Settlement{Kind: gateway.SettlementRefund, OrderID: "order-1", TrackingID: first, Amount: 300}
	b.listed(begun, sale, part)
	b.must(b.Gateway.Refund(b.Context(), first, 0))
	rest := part
	rest.Amount = 800
	b.listed(begun, sale, part, rest)
	for _, day := range []clock.Day{begun.AddDays(-1), b.Today().AddDays(1)} {
		if list, err := b.Gateway.Settlements(b.Context(), day); err != nil || len(list) != 0 {
			b.Errorf("%s: got %+v, %v", day, list, err)
		}
	}
}

// unclearSettlements: a list that cannot be read as a whole is none. Asking again is harmless.
func unclearSettlements(b *bench) {
	b.each([]Ending{Broken, Cut, Doubled, Misencoded}, func(b *bench, ending Ending) {
		begun := b.Today()
		id := b.settle("order-1")
		b.Script(b.T, List, ending)
		list, err := b.Gateway.Settlements(b.Context(), begun)
		b.refused(err, gateway.ReasonTrouble)
		if len(list) > 0 {
			b.Errorf("and yet %+v", list)
		}
		b.listed(begun, gateway.Settlement{Kind: gateway.SettlementSale, OrderID: "order-1", TrackingID: id, Amount: 1100})
	})
}
