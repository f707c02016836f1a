package payment_test

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kaiin/ent/cardauthentication"
	"kaiin/ent/paymentmethod"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/money/gateway"
	"kaiin/server/money/payment"
	"kaiin/server/money/payment/paymenttest"
)

// agreements is a provider on whose page members agree. Its money moves in the gateway of the test.
type agreements struct {
	*paymenttest.Gateway
	mu        sync.Mutex
	down      error
	asked     []gateway.Approval
	agreed    map[string]gateway.Agreement // by the id of what was asked
	forgotten []gateway.Kept
	revoked   []string
	meanwhile func() // runs once, after the member's agreement was taken
}

func (p *agreements) Ask(_ context.Context, in gateway.Approval) (gateway.Asked, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.down != nil {
		return gateway.Asked{}, p.down
	}
	p.asked = append(p.asked, in)
	id := fmt.Sprintf("asked-%d", len(p.asked)-1)
	return gateway.Asked{ID: id, URL: "https://paypal.example/approve/" + id}, nil
}

func (p *agreements) Agreed(_ context.Context, id string) (gateway.Agreement, error) {
	p.mu.Lock()
	agreement, ok := p.agreed[id]
	down, meanwhile := p.down, p.meanwhile
	p.meanwhile = nil
	p.mu.Unlock()
	switch {
	case down != nil:
		return gateway.Agreement{}, down
	case !ok:
		return gateway.Agreement{}, &gateway.Error{Reason: gateway.ReasonDeclined, Code: "not approved"}
	}
	if meanwhile != nil {
		meanwhile()
	}
	return agreement, nil
}

func (p *agreements) Revoke(_ context.Context, _, id string) (reference string, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.revoked = append(p.revoked, id)
	return p.agreed[id].Reference, p.down
}

func (p *agreements) Forget(_ context.Context, m gateway.Kept) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.forgotten = append(p.forgotten, m)
	return nil
}

// agree has the member agree to what was asked as the n-th, from 0.
func (p *agreements) agree(n int) gateway.Agreement {
	p.mu.Lock()
	defer p.mu.Unlock()
	agreement := gateway.Agreement{Reference: fmt.Sprintf("token-%d", n), Shown: fmt.Sprintf("payer%d@paypal.example", n)}
	p.agreed[fmt.Sprintf("asked-%d", n)] = agreement
	return agreement
}

// key is the one-time key with which the browser comes back from the n-th.
func (p *agreements) key(n int) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return path.Base(path.Dir(p.asked[n].ReturnURL))
}

const paypalRest = string(gateway.PaypalRest)

// joining is a world with such a provider beside the one of cards.
func joining(t *testing.T) (*till, *agreements) {
	t.Helper()
	w := wallet(t)
	p := &agreements{Gateway: w.Gateway, agreed: map[string]gateway.Agreement{}}
	w.Payment.Providers = append(w.Payment.Providers, gateway.Provider{
		Name: "paypal", Gateway: p, Approvals: p,
		Kinds: []gateway.Kind{{Type: gateway.PaypalRest, Joins: gateway.JoinsByApproval}},
	})
	return w, p
}

func (w *till) join(t *testing.T, member actor.Actor) {
	t.Helper()
	if _, err := w.Payment.Join(t.Context(), member, paypalRest, "/plans/standard"); err != nil {
		t.Fatal(err)
	}
}

// held is how many methods the member may pay with.
func (w *till) held(t *testing.T, member actor.Actor) int {
	t.Helper()
	kept, err := w.Payment.Wallet(t.Context(), member.AccountID)
	if err != nil {
		t.Fatal(err)
	}
	return len(kept.Methods)
}

func TestJoin(t *testing.T) { // F-201 E-075
	t.Parallel()
	w, p := joining(t)
	member := w.Member(t)
	page, err := w.Payment.Join(t.Context(), member, paypalRest, "https://evil.example/")
	if err != nil || page != "https://paypal.example/approve/asked-0" {
		t.Fatalf("%q, %v", page, err)
	}
	pending := w.methods(t, member)[0]
	asked := p.asked[0]
	if !strings.HasPrefix(asked.ReturnURL, "https://member.example.jp/payment/tds/") || !strings.HasSuffix(asked.ReturnURL, "/ok") ||
		asked.CancelURL != strings.TrimSuffix(asked.ReturnURL, "ok")+"ng" || asked.Locale != "ja" || asked.CustomerCode != pending.CustomerCode {
		t.Errorf("asked %+v", asked)
	}
	if w.held(t, member) != 0 || pending.State != paymentmethod.StatePending || w.Payment.Usable(pending) {
		t.Errorf("a method that was not agreed to can be paid with: %+v", pending)
	}
	agreement := p.agree(0)
	row, err := w.Payment.Return(t.Context(), p.key(0))
	if err != nil || row.State != cardauthentication.StateSucceeded || row.ReturnTo != "" {
		t.Fatalf("%+v, %v", row, err)
	}
	kept, err := w.Payment.Wallet(t.Context(), member.AccountID)
	if err != nil || len(kept.Methods) != 1 || !kept.FailedAt.IsZero() {
		t.Fatalf("wallet %+v, %v", kept, err)
	}
	got := kept.Methods[0]
	if got.Provider != "paypal" || got.PaymentMethodType != gateway.PaypalRest || got.Reference != agreement.Reference ||
		got.Shown != agreement.Shown || got.AuthenticatedAt == nil || !w.Payment.Usable(got) || w.Payment.Authenticates(got) {
		t.Errorf("kept %+v", got)
	}
	if label := payment.Label(got, "ja"); label != "PayPal（payer0@paypal.example）" {
		t.Error(label)
	}
	w.forget(t)
	if len(p.forgotten) != 0 {
		t.Errorf("forgotten %v", p.forgotten)
	}
	w.remove(t, member, got)
	w.forget(t)
	if !slices.Equal(p.forgotten, []gateway.Kept{{CustomerCode: got.CustomerCode, Reference: agreement.Reference}}) {
		t.Errorf("a deleted method: the provider forgot %v", p.forgotten)
	}
}

// A member who agreed, and whose way back was lost, has no method: nothing stays agreed at
// the provider.
func TestJoinAnswerLost(t *testing.T) { // C-075
	t.Parallel()
	w, p := joining(t)
	member := w.Member(t)
	w.join(t, member)
	agreement := p.agree(0)
	p.down = fmt.Errorf("no answer: %w", gateway.ErrUnknownOutcome)
	if _, err := w.Payment.Return(t.Context(), p.key(0)); !fault.Is(err, fault.PaymentUnavailable) {
		t.Errorf("coming back: %v", err)
	}
	w.Clock.Advance(61 * time.Minute)
	if _, err := w.Payment.Due(t.Context()); err != nil {
		t.Error(err)
	}
	method := w.methods(t, member)[0]
	if method.State != paymentmethod.StateDeleted {
		t.Errorf("after an hour the method is %s", method.State)
	}
	if err := w.Payment.Forget(t.Context(), method.ID); err == nil {
		t.Error("while it does not answer, the agreement is forgotten")
	}
	p.down, p.revoked = nil, nil
	w.forget(t)
	if w.held(t, member) != 0 || !slices.Equal(p.revoked, []string{"asked-0"}) {
		t.Errorf("%d methods, revoked %v", w.held(t, member), p.revoked)
	}
	if method = w.methods(t, member)[0]; method.Reference != agreement.Reference { // by which the provider's notice is known
		t.Errorf("the deleted method is kept as %q", method.Reference)
	}
}

// An agreement that comes when its method is gone pays for nothing, and the provider is made to
// forget it.
func TestJoinWithdrawnMeanwhile(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		away func(w *till, p *agreements, leave func())
	}{
		{"before the browser came back", func(_ *till, _ *agreements, leave func()) { leave() }},
		{"while the provider was asked", func(_ *till, p *agreements, leave func()) { p.meanwhile = leave }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w, p := joining(t)
			member := w.Member(t)
			w.join(t, member)
			agreement := p.agree(0)
			c.away(w, p, func() {
				err := w.Store.Tx(t.Context(), func(ctx context.Context) error { return w.Payment.Leave(ctx, member.AccountID) })
				if err != nil {
					t.Error(err)
				}
				w.forget(t) // knows no reference yet
			})
			row, err := w.Payment.Return(t.Context(), p.key(0))
			if err != nil || row.State != cardauthentication.StateFailed {
				t.Errorf("%+v, %v", row, err)
			}
			if m := w.methods(t, member)[0]; m.State != paymentmethod.StateDeleted || w.Payment.Usable(m) {
				t.Errorf("the method is %+v", m)
			}
			w.forget(t)
			if len(p.revoked) != 1 || len(p.forgotten) != 1 || p.forgotten[0].Reference != agreement.Reference {
				t.Errorf("forgotten %v, revoked %v", p.forgotten, p.revoked)
			}
		})
	}
}

// Where the provider does not answer, nothing is begun, and what was begun stays open.
func TestJoinWhileTheProviderIsDown(t *testing.T) {
	t.Parallel()
	w, p := joining(t)
	member := w.Member(t)
	p.down = &gateway.Error{Reason: gateway.ReasonTrouble, Code: "down"}
	if _, err := w.Payment.Join(t.Context(), member, paypalRest, ""); !fault.Is(err, fault.PaymentUnavailable) {
		t.Errorf("trouble: %v", err)
	}
	p.down = &gateway.Error{Reason: gateway.ReasonRejected, Code: "no"}
	if _, err := w.Payment.Join(t.Context(), member, paypalRest, ""); !fault.Is(err, fault.PaymentMethodRegisterFailed) {
		t.Errorf("rejected: %v", err)
	}
	for _, m := range w.methods(t, member) {
		if m.State != paymentmethod.StateDeleted {
			t.Errorf("left: %+v", m)
		}
	}
	if n := w.Store.Client(t.Context()).CardAuthentication.Query().CountX(t.Context()); n != 0 {
		t.Errorf("%d challenges are left", n)
	}

	p.down = nil
	w.join(t, member)
	p.agree(0)
	p.down = &gateway.Error{Reason: gateway.ReasonTrouble, Code: "down"}
	if _, err := w.Payment.Return(t.Context(), p.key(0)); !fault.Is(err, fault.PaymentUnavailable) {
		t.Errorf("coming back: %v", err)
	}
	p.down = fmt.Errorf("no answer: %w", gateway.ErrUnknownOutcome)
	if _, err := w.Payment.Return(t.Context(), p.key(0)); !fault.Is(err, fault.PaymentUnavailable) || !errors.Is(err, gateway.ErrUnknownOutcome) {
		t.Errorf("the answer was lost: %v", err)
	}
	p.down = nil
	if row, err := w.Payment.Return(t.Context(), p.key(0)); err != nil || row.State != cardauthentication.StateSucceeded {
		t.Errorf("reloading the page: %+v, %v", row, err)
	}
}
