package paymenttest_test

import (
	"errors"
	"testing"
	"time"

	"kaiin/server/base/clock"
	"kaiin/server/money/gateway"
	"kaiin/server/money/gateway/gatewaytest"
	"kaiin/server/money/payment/paymenttest"
)

var calls = map[gatewaytest.Call]paymenttest.Call{
	gatewaytest.Charge: paymenttest.Charge, gatewaytest.Commit: paymenttest.Commit, gatewaytest.Refund: paymenttest.Refund,
	gatewaytest.RefundPart: paymenttest.Refund, gatewaytest.List: paymenttest.Settlements,
}

// Here an answer that is damaged is one that is lost.
var outcomes = map[gatewaytest.Ending]paymenttest.Outcome{
	gatewaytest.Declined: paymenttest.Declined, gatewaytest.Reported: paymenttest.HardDeclined, gatewaytest.DeliveredTwice: paymenttest.DeliveredTwice,
	gatewaytest.Ignored: paymenttest.TimeoutBefore, gatewaytest.Broken: paymenttest.TimeoutBefore, gatewaytest.Unanswered: paymenttest.TimeoutAfter,
	gatewaytest.Cut: paymenttest.TimeoutAfter, gatewaytest.Doubled: paymenttest.TimeoutAfter, gatewaytest.Misencoded: paymenttest.TimeoutAfter,
}

func TestTheProviderInMemoryMovesMoneyAsRealOnesDo(t *testing.T) {
	t.Parallel()
	gatewaytest.RunMoney(t, func(*testing.T) gatewaytest.Provider {
		g := paymenttest.NewGateway()
		g.Clock = clock.At(time.Date(2027, 1, 1, 3, 0, 0, 0, time.UTC))
		return gatewaytest.Provider{
			Gateway:   g,
			CardToken: func(*testing.T, string) gateway.CardToken { return gateway.CardToken{Token: "token", Key: "key"} },
			Script: func(t *testing.T, call gatewaytest.Call, ending gatewaytest.Ending) {
				t.Helper()
				g.Next(calls[call], outcomes[ending])
			},
			Today: g.Clock.Today,
		}
	})
}

func TestMoneyThatWasNotAskedForIsListed(t *testing.T) {
	t.Parallel()
	g := paymenttest.NewGateway()
	g.Book(paymenttest.Entry{OrderID: "a carrier's own", Amount: 980})
	list, err := g.Settlements(t.Context(), g.Clock.Today())
	if err != nil || len(list) != 1 || list[0].OrderID != "a carrier's own" || list[0].Amount != 980 || list[0].TrackingID == "" {
		t.Fatalf("got %+v, %v", list, err)
	}
	if e := g.Entry("a carrier's own"); e.Kept() != 980 || e.State != gateway.TransactionSettled {
		t.Errorf("the ledger has %+v", e)
	}
	g.Misreport(func(all []gateway.Settlement) []gateway.Settlement { return all[:0] })
	if list, err := g.Settlements(t.Context(), g.Clock.Today()); err != nil || len(list) != 0 {
		t.Errorf("misreported: got %+v, %v", list, err)
	}
}

func TestACallUnderWayLandsOnce(t *testing.T) {
	t.Parallel()
	g := paymenttest.NewGateway()
	request := gateway.ChargeRequest{OrderID: "order-1", Kept: gateway.Kept{CustomerCode: "member-1"}, Amount: 980}
	if _, err := g.SaveCard(t.Context(), "member-1", gateway.CardToken{}); err != nil {
		t.Fatal(err)
	}
	g.Next(paymenttest.Charge, paymenttest.UnderWay, paymenttest.Duplicate)
	if _, err := g.Charge(t.Context(), request); !errors.Is(err, gateway.ErrUnknownOutcome) {
		t.Fatalf("got %v", err)
	}
	if _, err := g.Charge(t.Context(), request); err == nil {
		t.Fatal("charged while the first call was under way")
	}
	if tx, err := g.Lookup(t.Context(), "order-1", ""); err != nil || tx.State != gateway.TransactionNone {
		t.Fatalf("got %+v, %v", tx, err)
	}
	g.Land()
	g.Land()
	if tx, err := g.Lookup(t.Context(), "order-1", ""); err != nil || tx.State != gateway.TransactionAuthorized || len(g.Ledger()) != 1 {
		t.Fatalf("got %+v, %v", tx, err)
	}
}
