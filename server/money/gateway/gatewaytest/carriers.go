package gatewaytest

import (
	"net/http"
	"slices"
	"testing"

	"kaiin/server/money/gateway"
)

// CarrierGateway is the whole of a provider that members join by a form, and whose notices tell
// what they did there.
type CarrierGateway interface {
	gateway.Gateway
	gateway.Forms
	gateway.Notices
}

// Carrier is such a provider. With it a test also acts as the member and as the network.
type Carrier struct {
	Gateway CarrierGateway
	Kind    gateway.MethodType
	Parts   bool // a part of a charge can go back
	Forgets bool // Forget ends the agreement; else a form does
	// NoticeURL is where Post waits for notices.
	NoticeURL string
	// Post is the browser posting a form, and what the member then does on the page. It tells the
	// notices that came of it.
	Post func(t *testing.T, form gateway.Form, answer Answer) []Sent
	// End is the member ending the agreement at the carrier.
	End func(t *testing.T, reference string)
	// Script decides how the next call of the kind ends.
	Script func(t *testing.T, call Call, ending Ending)
	// Kept are the provider's own books: yen that were settled and did not go back, by our
	// order ids.
	Kept func(t *testing.T) map[string]int
}

// Sent is what came to our address for notices.
type Sent struct {
	Header http.Header
	Body   []byte
}

// What happens to carriers alone.
const (
	Declines Answer = "is declined by the carrier"

	Shut Ending = "shut" // refused, since the carrier takes nothing at this hour
)

// RunCarrier tells every story about a carrier's agreements and their charges. Each has a provider
// of its own.
func RunCarrier(t *testing.T, setup func(t *testing.T) Carrier) {
	for name, story := range map[string]func(*line){
		"an agreement is kept, charged and ended":          keptAgreement,
		"without consent there is no agreement":            noAgreement,
		"an agreement that is over is told apart":          overThere,
		"a declined charge moves nothing":                  declinedByCarrier,
		"an order is charged once":                         chargedOnceByCarrier,
		"a charge goes back whole":                         wholeBack,
		"a charge goes back in parts, where there are any": partsBack,
		"what was released cannot be committed":            releasedByCarrier,
		"an unknown agreement is refused":                  unknownToCarrier,
		"a form ends an agreement":                         endedByForm,
		"forget: unclear endings":                          (*line).unclearForget,
		"charge: unclear endings":                          (*line).unclearCharge,
		"commit: unclear endings":                          (*line).unclearCommit,
		"refund: unclear endings":                          (*line).unclearRefund,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			story(&line{t, setup(t), setup})
		})
	}
}

// line is one story with its provider.
type line struct {
	*testing.T
	Carrier
	setup func(t *testing.T) Carrier
}

func (l *line) must(err error) { l.Helper(); (&bench{T: l.T}).must(err) }

func (l *line) refused(err error, reason gateway.Reason) {
	l.Helper()
	(&bench{T: l.T}).refused(err, reason)
}

func (l *line) unclear(err error) { l.Helper(); (&bench{T: l.T}).unclear(err) }

func (l *line) each(story func(*line, Ending)) {
	for _, ending := range noAnswer {
		l.Run(string(ending), func(t *testing.T) {
			t.Parallel()
			story(&line{t, l.setup(t), l.setup}, ending)
		})
	}
}

func (l *line) request(orderID string) gateway.FormRequest {
	return gateway.FormRequest{
		OrderID: orderID, Kind: l.Kind, CustomerCode: customer1, ItemID: "standard", ItemName: "スタンダード〜月額① <プラン>",
		ReturnURL: "https://shop.test/ok?a=1&b=2", CancelURL: "https://shop.test/cancel", ErrorURL: "https://shop.test/ng", NoticeURL: l.NoticeURL,
	}
}

func (l *line) form(in gateway.FormRequest) gateway.Form {
	l.Helper()
	form, err := l.Gateway.Form(in)
	l.must(err)
	if form.URL == "" || form.Charset == "" || len(form.Params) == 0 {
		l.Fatalf("got %+v", form)
	}
	return form
}

// notice reads the one notice that came, twice: reading changes nothing.
func (l *line) notice(sent []Sent) gateway.Notice {
	l.Helper()
	if len(sent) != 1 {
		l.Fatalf("%d notices came", len(sent))
	}
	first, err := l.Gateway.Notice(l.Context(), sent[0].Header, sent[0].Body)
	l.must(err)
	again, err := l.Gateway.Notice(l.Context(), sent[0].Header, sent[0].Body)
	if l.must(err); first.Key == "" || again.Key != first.Key || first.At.IsZero() {
		l.Fatalf("got %+v, then %+v", first, again)
	}
	return first
}

func (l *line) agree() gateway.Kept {
	l.Helper()
	n := l.notice(l.Post(l.T, l.form(l.request("form-1")), Approves))
	if n.Kind != gateway.NoticeAgreed || n.Reference == "" || n.OrderID != "form-1" {
		l.Fatalf("got %+v", n)
	}
	return gateway.Kept{CustomerCode: customer1, Reference: n.Reference}
}

func (l *line) charge(orderID string) string {
	l.Helper()
	id, err := l.Gateway.Charge(l.Context(), walletRequest(orderID, l.agree()))
	l.must(err)
	return id
}

func (l *line) settle(orderID string) string {
	l.Helper()
	id := l.charge(orderID)
	l.must(l.Gateway.Commit(l.Context(), id))
	return id
}

// checkState checks where a charge of 1,100 yen is, and how much of it went back, by its order id
// and then by its tracking id.
func (l *line) checkState(orderID string, state gateway.TransactionState, refunded int) (id string) {
	l.Helper()
	for range 2 {
		tx, err := l.Gateway.Lookup(l.Context(), orderID, id)
		l.must(err)
		want := gateway.Transaction{State: state}
		if state != gateway.TransactionNone {
			want = gateway.Transaction{State: state, TrackingID: tx.TrackingID, Amount: 1100, Refunded: refunded}
		}
		if tx != want || id != "" && tx.TrackingID != id {
			l.Fatalf("got %+v, want %+v", tx, want)
		}
		id = tx.TrackingID
	}
	return id
}

func (l *line) keeps(orderID string, yen int) {
	l.Helper()
	if got := l.Kept(l.T); got[orderID] != yen {
		l.Fatalf("the provider's books: %v, want %d yen for %s", got, yen, orderID)
	}
}

func keptAgreement(l *line) {
	m := l.agree()
	l.checkState("order-1", gateway.TransactionNone, 0)
	id, err := l.Gateway.Charge(l.Context(), walletRequest("order-1", m))
	l.must(err)
	if got := l.checkState("order-1", gateway.TransactionAuthorized, 0); got != id {
		l.Errorf("found %s, charged %s", got, id)
	}
	l.keeps("order-1", 0)
	l.must(l.Gateway.Commit(l.Context(), id))
	l.must(l.Gateway.Commit(l.Context(), id))
	l.checkState("order-1", gateway.TransactionSettled, 0)
	l.keeps("order-1", 1100)
	l.must(l.Gateway.Forget(l.Context(), m))
	l.must(l.Gateway.Forget(l.Context(), m))
	l.must(l.Gateway.Forget(l.Context(), gateway.Kept{CustomerCode: customer1}))
	l.must(l.Gateway.Forget(l.Context(), gateway.Kept{CustomerCode: customer1, Reference: "99999999999999"}))
	_, err = l.Gateway.Charge(l.Context(), walletRequest("order-2", gateway.Kept{CustomerCode: customer1}))
	l.refused(err, gateway.ReasonNoCard)
	_, err = l.Gateway.Charge(l.Context(), walletRequest("order-2", gateway.Kept{CustomerCode: customer1, Reference: "99999999999999"}))
	l.refused(err, gateway.ReasonNoCard)
	if l.Forgets {
		_, err = l.Gateway.Charge(l.Context(), walletRequest("order-3", m))
		l.refused(err, gateway.ReasonEnded)
	}
}

func noAgreement(l *line) {
	for i, answer := range []Answer{Refuses, Closes} {
		if sent := l.Post(l.T, l.form(l.request("form-"+string(rune('a'+i)))), answer); len(sent) != 0 {
			l.Errorf("%s: %d notices came", answer, len(sent))
		}
	}
	if n := l.notice(l.Post(l.T, l.form(l.request("form-d")), Declines)); n.Kind != gateway.NoticeRefused || n.OrderID != "form-d" || n.Code == "" || n.Reference != "" {
		l.Errorf("got %+v", n)
	}
	if n := l.notice(l.Post(l.T, l.form(l.request("form-e")), ApprovesAndCloses)); n.Kind != gateway.NoticeAgreed || n.OrderID != "form-e" {
		l.Errorf("got %+v", n) // the browser's return decides nothing
	}
}

func overThere(l *line) {
	m := l.agree()
	l.End(l.T, m.Reference)
	_, err := l.Gateway.Charge(l.Context(), walletRequest("order-1", m))
	l.refused(err, gateway.ReasonEnded)
	l.must(l.Gateway.Forget(l.Context(), m))
	l.checkState("order-1", gateway.TransactionNone, 0)
}

func declinedByCarrier(l *line) {
	m := l.agree()
	for ending, reason := range map[Ending]gateway.Reason{Declined: gateway.ReasonDeclined, Shut: gateway.ReasonTrouble} {
		l.Script(l.T, Charge, ending)
		_, err := l.Gateway.Charge(l.Context(), walletRequest("order-"+string(ending), m))
		l.refused(err, reason)
		l.checkState("order-"+string(ending), gateway.TransactionNone, 0)
	}
	_, err := l.Gateway.Charge(l.Context(), walletRequest("order-2", m))
	l.must(err)
	broken := walletRequest("order-3", m)
	broken.Amount = 0
	_, err = l.Gateway.Charge(l.Context(), broken)
	l.refused(err, gateway.ReasonRejected)
	l.Script(l.T, Charge, EndedOff)
	_, err = l.Gateway.Charge(l.Context(), walletRequest("order-4", m))
	l.refused(err, gateway.ReasonEnded)
}

func wholeBack(l *line) {
	id := l.settle("order-1")
	l.must(l.Gateway.Refund(l.Context(), id, 0))
	l.must(l.Gateway.Refund(l.Context(), id, 0))
	l.checkState("order-1", gateway.TransactionCanceled, 1100)
	l.keeps("order-1", 0)
}

func partsBack(l *line) {
	id := l.charge("order-1")
	l.refused(l.Gateway.Refund(l.Context(), id, 100), gateway.ReasonRejected) // nothing is settled
	l.must(l.Gateway.Commit(l.Context(), id))
	l.refused(l.Gateway.Refund(l.Context(), id, -1), gateway.ReasonRejected)
	if !l.Parts {
		l.refused(l.Gateway.Refund(l.Context(), id, 300), gateway.ReasonRejected)
		l.checkState("order-1", gateway.TransactionSettled, 0)
		l.keeps("order-1", 1100)
		return
	}
	l.must(l.Gateway.Refund(l.Context(), id, 300))
	l.must(l.Gateway.Refund(l.Context(), id, 300))
	l.checkState("order-1", gateway.TransactionSettled, 600)
	l.refused(l.Gateway.Refund(l.Context(), id, 501), gateway.ReasonRejected)
	l.must(l.Gateway.Refund(l.Context(), id, 0))
	l.checkState("order-1", gateway.TransactionCanceled, 1100)
	l.refused(l.Gateway.Refund(l.Context(), id, 1), gateway.ReasonRejected)
	l.keeps("order-1", 0)
}

func endedByForm(l *line) {
	m := l.agree()
	in := l.request("form-2")
	in.Ends = m.Reference
	n := l.notice(l.Post(l.T, l.form(in), Approves))
	if n.Kind != gateway.NoticeEnded || n.Reference != m.Reference || n.OrderID != "form-2" {
		l.Fatalf("got %+v", n)
	}
	_, err := l.Gateway.Charge(l.Context(), walletRequest("order-1", m))
	l.refused(err, gateway.ReasonEnded)
	l.must(l.Gateway.Forget(l.Context(), m))
}

// Param is the value of a form's field, "" where there is none.
func Param(form gateway.Form, name string) string {
	i := slices.IndexFunc(form.Params, func(p gateway.Param) bool { return p.Name == name })
	if i < 0 {
		return ""
	}
	return form.Params[i].Value
}
