package gatewaytest

import (
	"errors"
	"testing"

	"kaiin/server/money/gateway"
)

const (
	customer = "0198f000-0000-7000-8000-000000000001"
	suffix   = "1111"
)

type testCase struct {
	name string
	run  func(*bench)
}

// Run asks everything of the providers that setup makes.
func Run(t *testing.T, setup func(t *testing.T) Provider) {
	run(t, setup, []testCase{
		{"a saved card can be shown", savedCard},
		{"saving again replaces the card", replacedCard},
		{"a token works once", spentToken},
		{"deleting a card is final, and twice is no error", deletedCard},
		{"3-D Secure passed", authenticated},
		{"3-D Secure failed", notAuthenticated},
		{"3-D Secure needs a card", authenticateWithoutCard},
		{"saving a card: unclear endings", unclearSave},
		{"deleting a card: unclear endings", unclearDelete},
	})
	RunMoney(t, setup)
}

// RunMoney asks what concerns money, for which the provider needs no Visit and no InfoToken.
func RunMoney(t *testing.T, setup func(t *testing.T) Provider) {
	run(t, setup, []testCase{
		{"a charge settles with the commit", settled},
		{"committing again settles nothing more", committedTwice},
		{"an order id is charged once", duplicate},
		{"an order id delivered twice is charged once", deliveredTwice},
		{"a declined charge moves nothing", declined},
		{"a card reported lost is told apart", reported},
		{"an unknown order id is none", unknownOrder},
		{"an authorised charge can be cancelled", canceled},
		{"a settled charge can be refunded", refunded},
		{"a settled charge can be refunded in parts, up to its amount", refundedInParts},
		{"after a part the rest can be refunded", refundedTheRest},
		{"only a settled charge can be refunded in part", partOfNoSale},
		{"settlements list a day's sales and refunds", settlements},
		{"what was cancelled cannot be committed", commitAfterCancel},
		{"an unknown transaction is refused", unknownTransaction},
		{"charge: unclear endings", unclearCharge},
		{"commit: unclear endings", unclearCommit},
		{"refund: unclear endings", unclearRefund},
		{"refund of a part: unclear endings", unclearPart},
		{"settlements: unclear endings", unclearSettlements},
	})
}

func run(t *testing.T, setup func(t *testing.T) Provider, cases []testCase) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.run(&bench{t, setup(t), setup})
		})
	}
}

// bench is one case with its provider.
type bench struct {
	*testing.T
	Provider
	setup func(t *testing.T) Provider
}

// each runs one story for every ending, with a provider of its own.
func (b *bench) each(endings []Ending, story func(*bench, Ending)) {
	for _, ending := range endings {
		b.Run(string(ending), func(t *testing.T) {
			t.Parallel()
			story(&bench{t, b.setup(t), b.setup}, ending)
		})
	}
}

func (b *bench) must(err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}

// refused checks that the call ended with a refusal for the reason, and not with an unknown outcome
// at the same time.
func (b *bench) refused(err error, reason gateway.Reason) {
	b.Helper()
	refusal, ok := errors.AsType[*gateway.Error](err)
	if !ok || refusal.Reason != reason || errors.Is(err, gateway.ErrUnknownOutcome) {
		b.Fatalf("got %v, want a refusal for %q", err, reason)
	}
}

func (b *bench) unclear(err error) {
	b.Helper()
	if _, ok := errors.AsType[*gateway.Error](err); ok || !errors.Is(err, gateway.ErrUnknownOutcome) {
		b.Fatalf("got %v, want an unknown outcome", err)
	}
}

func (b *bench) save() {
	b.Helper()
	_, err := b.Gateway.SaveCard(b.Context(), customer, b.CardToken(b.T, suffix))
	b.must(err)
}

func request(orderID string) gateway.ChargeRequest {
	return gateway.ChargeRequest{
		OrderID: orderID, Kept: gateway.Kept{CustomerCode: customer}, ItemID: "standard", ItemName: "スタンダード〜月額① <プラン>", Amount: 1100, Tax: 100,
	}
}

// charge saves a card and authorises the order on it.
func (b *bench) charge(orderID string) (trackingID string) {
	b.Helper()
	b.save()
	id, err := b.Gateway.Charge(b.Context(), request(orderID))
	b.must(err)
	if id == "" {
		b.Fatal("a charge without a tracking id")
	}
	return id
}

// checkState checks the order's state at the provider, and gives its tracking id.
func (b *bench) checkState(orderID string, state gateway.TransactionState) string {
	b.Helper()
	tx, err := b.Gateway.Lookup(b.Context(), orderID, "")
	b.must(err)
	if tx.State != state || (tx.TrackingID == "") != (state == gateway.TransactionNone) {
		b.Fatalf("order %s: got %+v, want %s", orderID, tx, state)
	}
	if tx.Amount != 0 && tx.Amount != 1100 { // not every provider tells it
		b.Errorf("order %s: amount %d", orderID, tx.Amount)
	}
	return tx.TrackingID
}
