package gatewaytest

import (
	"errors"
	"testing"

	"kaiin/server/money/gateway"
)

// WalletGateway is the whole of a provider on whose page members agree that we charge them.
type WalletGateway interface {
	gateway.Gateway
	gateway.Approvals
}

// Wallets is such a provider. With it a test also acts as the member and as the network.
type Wallets struct {
	Gateway WalletGateway
	// Answer is what the member does on the page of what was asked; it tells where the browser is
	// sent, "" when nowhere.
	Answer func(t *testing.T, asked gateway.Asked, answer Answer) string
	// End is the member ending the agreement at the provider.
	End func(t *testing.T, reference string)
	// Script decides how the next call of the kind ends.
	Script func(t *testing.T, call Call, ending Ending)
	// Kept are the provider's own books: yen that were settled and did not go back, by our
	// order ids.
	Kept func(t *testing.T) map[string]int
	// AgreesOnce is a provider that tells an agreement's key once: after an answer that was lost,
	// the member has to agree anew.
	AgreesOnce bool
}

// Answer is what a member does on the provider's page.
type Answer string

const (
	Approves          Answer = "approves"
	Refuses           Answer = "refuses"
	Closes            Answer = "closes the tab"
	ApprovesAndCloses Answer = "approves and closes the tab"
)

// Calls and endings of wallets alone.
const (
	Agree   Call = "agree"
	Release Call = "release of what is held"

	Failed   Ending = "effect, broken" // takes effect, status 500
	EndedOff Ending = "ended there"    // refused, since the member has ended the agreement
	HeldBack Ending = "held back"      // Commit: the money comes later, or never
)

const customer1 = "customer-1"

// RunWallets tells every story about a provider's wallets. Each has a provider of its own.
func RunWallets(t *testing.T, setup func(t *testing.T) Wallets) {
	for name, story := range map[string]func(*purse){
		"a wallet is kept, charged and forgotten":                          keptWallet,
		"without consent there is no agreement":                            noConsent,
		"the way back of the browser decides nothing":                      closedTab,
		"an agreement that the member ended is told apart":                 endedThere,
		"a declined charge moves nothing":                                  declinedWallet,
		"an order is charged once":                                         chargedOnce,
		"a charge goes back in parts, up to its amount":                    partsOfWallet,
		"what was released cannot be committed":                            releasedWallet,
		"an unknown agreement is refused":                                  unknownWallet,
		"what the provider holds back is open":                             heldBack,
		"agree: unclear endings":                                           (*purse).unclearAgreement,
		"forget: unclear endings":                                          (*purse).unclearForget,
		"charge: unclear endings":                                          (*purse).unclearCharge,
		"commit: unclear endings":                                          (*purse).unclearCommit,
		"refund: unclear endings":                                          (*purse).unclearRefund,
		"release: unclear endings":                                         (*purse).unclearRelease,
		"a refund that is said again while nothing went back is one alone": repeatedRefund,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			story(&purse{t, setup(t), setup})
		})
	}
}

// purse is one story with its provider.
type purse struct {
	*testing.T
	Wallets
	setup func(t *testing.T) Wallets
}

func (p *purse) bench() *bench { return &bench{T: p.T} }

func (p *purse) must(err error) { p.Helper(); p.bench().must(err) }

func (p *purse) refused(err error, reason gateway.Reason) { p.Helper(); p.bench().refused(err, reason) }

func (p *purse) unclear(err error) { p.Helper(); p.bench().unclear(err) }

// each tells a story for every ending after which the caller cannot know what happened.
func (p *purse) each(story func(*purse, Ending)) {
	for _, ending := range append([]Ending{Failed}, noAnswer...) {
		p.Run(string(ending), func(t *testing.T) {
			t.Parallel()
			story(&purse{t, p.setup(t), p.setup}, ending)
		})
	}
}

func (p *purse) ask() gateway.Asked {
	p.Helper()
	asked, err := p.Gateway.Ask(p.Context(), gateway.Approval{
		CustomerCode: customer1, Locale: "ja", ReturnURL: "https://shop.test/ok?a=1", CancelURL: "https://shop.test/ng?a=1",
	})
	p.must(err)
	if asked.ID == "" || asked.URL == "" {
		p.Fatalf("got %+v", asked)
	}
	return asked
}

func (p *purse) agree() gateway.Kept {
	p.Helper()
	asked := p.ask()
	p.Answer(p.T, asked, Approves)
	agreed, err := p.Gateway.Agreed(p.Context(), asked.ID)
	p.must(err)
	if agreed.Reference == "" || agreed.Shown == "" {
		p.Fatalf("got %+v", agreed)
	}
	return gateway.Kept{CustomerCode: customer1, Reference: agreed.Reference}
}

func walletRequest(orderID string, m gateway.Kept) gateway.ChargeRequest {
	r := request(orderID)
	r.Kept = m
	return r
}

func (p *purse) charge(orderID string) string {
	p.Helper()
	id, err := p.Gateway.Charge(p.Context(), walletRequest(orderID, p.agree()))
	p.must(err)
	if id == "" {
		p.Fatal("a charge without a tracking id")
	}
	return id
}

func (p *purse) settle(orderID string) string {
	p.Helper()
	id := p.charge(orderID)
	p.must(p.Gateway.Commit(p.Context(), id))
	return id
}

// checkState checks where a charge of 1,100 yen is, and how much of it went back.
func (p *purse) checkState(orderID, id string, state gateway.TransactionState, refunded int) string {
	p.Helper()
	tx, err := p.Gateway.Lookup(p.Context(), orderID, id)
	p.must(err)
	want := gateway.Transaction{State: state}
	if state != gateway.TransactionNone {
		want = gateway.Transaction{State: state, TrackingID: tx.TrackingID, Amount: 1100, Refunded: refunded}
	}
	if tx != want || id != "" && state != gateway.TransactionNone && tx.TrackingID != id {
		p.Fatalf("got %+v, want %+v", tx, want)
	}
	return tx.TrackingID
}

func (p *purse) keeps(orderID string, yen int) {
	p.Helper()
	if got := p.Kept(p.T); got[orderID] != yen {
		p.Fatalf("the provider's books: %v, want %d yen for %s", got, yen, orderID)
	}
}

func keptWallet(p *purse) {
	m := p.agree()
	p.checkState("order-1", "", gateway.TransactionNone, 0)
	id, err := p.Gateway.Charge(p.Context(), walletRequest("order-1", m))
	p.must(err)
	p.checkState("order-1", id, gateway.TransactionAuthorized, 0)
	p.keeps("order-1", 0)
	p.must(p.Gateway.Commit(p.Context(), id))
	p.must(p.Gateway.Commit(p.Context(), id))
	p.checkState("order-1", id, gateway.TransactionSettled, 0)
	p.keeps("order-1", 1100)
	p.must(p.Gateway.Forget(p.Context(), m))
	p.must(p.Gateway.Forget(p.Context(), m))
	p.must(p.Gateway.Forget(p.Context(), gateway.Kept{CustomerCode: customer1}))
	_, err = p.Gateway.Charge(p.Context(), walletRequest("order-2", m))
	p.refused(err, gateway.ReasonEnded)
	_, err = p.Gateway.Charge(p.Context(), walletRequest("order-2", gateway.Kept{CustomerCode: customer1}))
	p.refused(err, gateway.ReasonNoCard)
	p.checkState("order-2", "", gateway.TransactionNone, 0)
}

func noConsent(p *purse) {
	asked := p.ask()
	_, err := p.Gateway.Agreed(p.Context(), asked.ID)
	p.refused(err, gateway.ReasonDeclined)
	if to := p.Answer(p.T, asked, Refuses); len(to) < 24 || to[:24] != "https://shop.test/ng?a=1" {
		p.Errorf("the browser is sent to %q", to)
	}
	_, err = p.Gateway.Agreed(p.Context(), asked.ID)
	p.refused(err, gateway.ReasonDeclined)
	_, err = p.Gateway.Agreed(p.Context(), "never-asked")
	p.refused(err, gateway.ReasonDeclined)
}

func closedTab(p *purse) {
	asked := p.ask()
	p.Answer(p.T, asked, Closes)
	_, err := p.Gateway.Agreed(p.Context(), asked.ID)
	p.refused(err, gateway.ReasonDeclined)
	p.Answer(p.T, asked, ApprovesAndCloses)
	_, err = p.Gateway.Agreed(p.Context(), asked.ID)
	p.must(err)
}

func endedThere(p *purse) {
	m := p.agree()
	p.End(p.T, m.Reference)
	_, err := p.Gateway.Charge(p.Context(), walletRequest("order-1", m))
	p.refused(err, gateway.ReasonEnded)
	p.must(p.Gateway.Forget(p.Context(), m))
	again := p.agree()
	p.Script(p.T, Charge, EndedOff)
	_, err = p.Gateway.Charge(p.Context(), walletRequest("order-2", again))
	p.refused(err, gateway.ReasonEnded)
}

func declinedWallet(p *purse) {
	m := p.agree()
	for ending, reason := range map[Ending]gateway.Reason{Declined: gateway.ReasonDeclined, Reported: gateway.ReasonHardDecline} {
		p.Script(p.T, Charge, ending)
		id, err := p.Gateway.Charge(p.Context(), walletRequest("order-"+string(ending), m))
		p.refused(err, reason)
		p.checkState("order-"+string(ending), id, gateway.TransactionNone, 0)
	}
	_, err := p.Gateway.Charge(p.Context(), walletRequest("order-2", m)) // it may be tried again, under a new order id
	p.must(err)
	broken := walletRequest("order-3", m)
	broken.Amount = 0
	_, err = p.Gateway.Charge(p.Context(), broken)
	p.refused(err, gateway.ReasonRejected)
}

func chargedOnce(p *purse) {
	m := p.agree()
	p.Script(p.T, Charge, DeliveredTwice)
	id, err := p.Gateway.Charge(p.Context(), walletRequest("order-1", m))
	p.must(err)
	again, err := p.Gateway.Charge(p.Context(), walletRequest("order-1", m))
	if refusal, ok := errors.AsType[*gateway.Error](err); ok && refusal.Reason == gateway.ReasonDuplicate {
		again, err = id, nil
	}
	p.must(err)
	if again != id {
		p.Errorf("the same order was charged as %s and as %s", id, again)
	}
	p.must(p.Gateway.Commit(p.Context(), id))
	p.checkState("order-1", id, gateway.TransactionSettled, 0)
	p.keeps("order-1", 1100)
}

func partsOfWallet(p *purse) {
	id := p.charge("order-1")
	p.refused(p.Gateway.Refund(p.Context(), id, 100), gateway.ReasonRejected) // nothing is settled
	p.must(p.Gateway.Commit(p.Context(), id))
	p.must(p.Gateway.Refund(p.Context(), id, 300))
	p.must(p.Gateway.Refund(p.Context(), id, 300)) // another one of the same amount
	p.checkState("order-1", id, gateway.TransactionSettled, 600)
	p.refused(p.Gateway.Refund(p.Context(), id, 501), gateway.ReasonRejected)
	p.refused(p.Gateway.Refund(p.Context(), id, -1), gateway.ReasonRejected)
	p.must(p.Gateway.Refund(p.Context(), id, 0))
	p.checkState("order-1", id, gateway.TransactionCanceled, 1100)
	p.must(p.Gateway.Refund(p.Context(), id, 0))
	p.refused(p.Gateway.Refund(p.Context(), id, 1), gateway.ReasonRejected)
	p.keeps("order-1", 0)
}

func repeatedRefund(p *purse) {
	id := p.settle("order-1")
	p.Script(p.T, RefundPart, DeliveredTwice)
	p.must(p.Gateway.Refund(p.Context(), id, 300))
	p.checkState("order-1", id, gateway.TransactionSettled, 300)
	p.keeps("order-1", 800)
}

func releasedWallet(p *purse) {
	id := p.charge("order-1")
	p.must(p.Gateway.Refund(p.Context(), id, 0))
	p.must(p.Gateway.Refund(p.Context(), id, 0))
	p.checkState("order-1", id, gateway.TransactionCanceled, 0)
	p.refused(p.Gateway.Commit(p.Context(), id), gateway.ReasonRejected)
	p.refused(p.Gateway.Refund(p.Context(), id, 100), gateway.ReasonRejected)
	p.keeps("order-1", 0)
}
