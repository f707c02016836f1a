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

	"github.com/google/uuid"

	"kaiin/ent/paymentmethod"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/step"
	"kaiin/server/money/gateway"
	"kaiin/server/money/payment"
	"kaiin/server/money/payment/paymenttest"
	"kaiin/server/transport/paths"
)

// carrier is a provider whose page is reached by a form. Its money moves in the gateway of
// the test.
type carrier struct {
	*paymenttest.Gateway
	mu        sync.Mutex
	refuses   error
	asked     []gateway.FormRequest
	forgotten []gateway.Kept
}

func (p *carrier) Form(in gateway.FormRequest) (gateway.Form, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.refuses != nil {
		return gateway.Form{}, p.refuses
	}
	p.asked = append(p.asked, in)
	return gateway.Form{
		URL: "https://carrier.example/link", Charset: "Shift_JIS",
		Params: []gateway.Param{{Name: "order_id", Value: in.OrderID}, {Name: "sps_hashcode", Value: "0"}},
	}, nil
}

func (p *carrier) Forget(_ context.Context, m gateway.Kept) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.forgotten = append(p.forgotten, m)
	return nil
}

// key is the one-time key with which the browser comes back from the n-th form, from 0.
func (p *carrier) key(n int) string { return path.Base(path.Dir(p.asked[n].ReturnURL)) }

const docomo = string(gateway.SbpsDocomo)

// linking is a world with a carrier beside the provider of cards, and one beside it.
func linking(t *testing.T) (*till, *carrier) {
	t.Helper()
	w := wallet(t)
	p := &carrier{Gateway: w.Gateway}
	w.Payment.NoticeBase = "https://member.example.jp/payment/notice/"
	w.Payment.Providers = append(w.Payment.Providers, gateway.Provider{
		Name: "sbps_docomo", Gateway: p, Forms: p,
		Kinds: []gateway.Kind{{Type: gateway.SbpsDocomo, Joins: gateway.JoinsByForm}},
	}, gateway.Provider{
		Name: "sbps_au", Gateway: p, Forms: p,
		Kinds: []gateway.Kind{{Type: gateway.SbpsAuone, Joins: gateway.JoinsByForm}},
	})
	return w, p
}

func (w *till) link(t *testing.T, member actor.Actor) gateway.Form {
	t.Helper()
	form, err := w.Payment.Link(t.Context(), member, docomo, "/plans/standard")
	if err != nil {
		t.Fatal(err)
	}
	return form
}

// told is the carrier's notice of the n-th form: the member agreed.
func (w *till) told(t *testing.T, p *carrier, n int) gateway.Agreement {
	t.Helper()
	agreement := gateway.Agreement{Reference: fmt.Sprintf("contract-%d", n)}
	if found, err := w.Payment.Linked(t.Context(), "sbps_docomo", p.asked[n].OrderID, true, agreement); !found || err != nil {
		t.Fatalf("the notice: %t, %v", found, err)
	}
	return agreement
}

// comesBack is where the browser is led that comes back from the n-th form.
func (w *till) comesBack(t *testing.T, p *carrier, n int) string {
	t.Helper()
	row, err := w.Payment.Return(t.Context(), p.key(n))
	if err != nil {
		t.Fatal(err)
	}
	return paths.Of(payment.AfterRegistration(row))
}

func (w *till) methodState(t *testing.T, member actor.Actor) paymentmethod.State {
	t.Helper()
	return w.methods(t, member)[0].State
}

func TestLink(t *testing.T) { // F-205 C-077 R-076
	t.Parallel()
	w, p := linking(t)
	member := w.Member(t)
	form := w.link(t, member)
	asked, pending := p.asked[0], w.methods(t, member)[0]
	if form.URL != "https://carrier.example/link" || len(form.Params) != 2 || form.Params[0].Value != asked.OrderID {
		t.Errorf("the form is %+v", form)
	}
	if asked.Kind != gateway.SbpsDocomo || asked.CustomerCode != pending.CustomerCode || len(asked.OrderID) > 38 || asked.Amount != 0 ||
		asked.Ends != "" || asked.ItemID == "" || asked.ItemName == "" || asked.NoticeURL != "https://member.example.jp/payment/notice/sbps_docomo" {
		t.Errorf("asked %+v", asked)
	}
	back := strings.TrimSuffix(asked.ReturnURL, "ok")
	if !strings.HasPrefix(back, "https://member.example.jp/payment/tds/") || asked.ErrorURL != asked.ReturnURL || asked.CancelURL != back+"ng" ||
		strings.Contains(asked.NoticeURL+asked.OrderID, p.key(0)) {
		t.Errorf("ways back: %+v", asked)
	}
	if w.held(t, member) != 0 || pending.State != paymentmethod.StatePending || w.Payment.Usable(pending) {
		t.Errorf("a method that was not agreed to can be paid with: %+v", pending)
	}
	agreement := w.told(t, p, 0)
	kept, err := w.Payment.Wallet(t.Context(), member.AccountID)
	if err != nil || len(kept.Methods) != 1 || len(kept.Awaited) != 0 {
		t.Fatalf("wallet %+v, %v", kept, err)
	}
	got := kept.Methods[0]
	if got.Reference != agreement.Reference || got.Provider != "sbps_docomo" || !w.Payment.Usable(got) || w.Payment.Authenticates(got) || payment.Label(got, "ja") != "d払い" {
		t.Errorf("kept %+v", got)
	}
	if to := w.comesBack(t, p, 0); to != "/plans/standard?paymentMethodId="+got.ID.String() {
		t.Errorf("leads to %s", to)
	}
	w.remove(t, member, got)
	w.forget(t)
	if !slices.Equal(p.forgotten, []gateway.Kept{{CustomerCode: got.CustomerCode, Reference: agreement.Reference}}) {
		t.Errorf("deleted: the carrier forgot %v", p.forgotten)
	}
}

// The browser's return decides nothing: until the notice comes, the method waits and the wallet
// says so.
func TestLinkIsDecidedByTheNotice(t *testing.T) {
	t.Parallel()
	w, p := linking(t)
	member, stranger := w.Member(t), w.Member(t)
	w.link(t, member)
	waits := "/mypage/payment-method/complete?paymentMethodId=" + w.methods(t, member)[0].ID.String()
	for range 3 {
		if to := w.comesBack(t, p, 0); to != waits {
			t.Errorf("without a notice the browser is led to %s", to)
		}
	}
	w.Clock.Advance(40 * time.Minute) // past the time for the page, not past that for the notice
	if to := w.comesBack(t, p, 0); to != waits {
		t.Errorf("late: led to %s", to)
	}
	kept, err := w.Payment.Wallet(t.Context(), member.AccountID)
	if err != nil || len(kept.Methods) != 0 || len(kept.Awaited) != 1 || kept.Awaited[0].PaymentMethodType != gateway.SbpsDocomo {
		t.Errorf("wallet %+v, %v", kept, err)
	}
	id := w.methods(t, member)[0].ID.String()
	awaits := func(a actor.Actor, id string) (bool, step.Step, error) { return w.Payment.Awaits(t.Context(), a, id) }
	if awaited, _, err := awaits(member, id); !awaited || err != nil {
		t.Errorf("awaited: %t, %v", awaited, err)
	}
	for _, c := range []struct {
		name string
		who  actor.Actor
		id   string
	}{{"a stranger", stranger, id}, {"no id", member, "x"}, {"none", member, uuid.NewString()}} {
		if _, _, err := awaits(c.who, c.id); !fault.Is(err, fault.CodeNotFound) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	w.told(t, p, 0)
	if awaited, next, err := awaits(member, id); awaited || err != nil || paths.Of(next) != "/plans/standard?paymentMethodId="+id {
		t.Errorf("after the notice: %t, %+v, %v", awaited, next, err)
	}
	if w.methodState(t, member) != paymentmethod.StateActive || w.held(t, stranger) != 0 {
		t.Error("the notice did not decide")
	}
}

func TestLinkRefused(t *testing.T) { // E-075
	t.Parallel()
	for name, refuse := range map[string]func(w *till, p *carrier) error{
		"by the notice": func(w *till, p *carrier) error {
			_, err := w.Payment.Linked(t.Context(), "sbps_docomo", p.asked[0].OrderID, false, gateway.Agreement{})
			return err
		},
		"given up by the member": func(w *till, p *carrier) error { return w.Payment.GiveUp(t.Context(), p.key(0)) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, p := linking(t)
			member := w.Member(t)
			w.link(t, member)
			for range 2 {
				if err := refuse(w, p); err != nil {
					t.Fatal(err)
				}
			}
			kept, err := w.Payment.Wallet(t.Context(), member.AccountID)
			if err != nil || len(kept.Methods)+len(kept.Awaited) != 0 || kept.Failure != fault.PaymentMethodRegisterFailed {
				t.Errorf("wallet %+v, %v", kept, err)
			}
			if to := w.comesBack(t, p, 0); to != "/plans/standard" {
				t.Errorf("led to %s", to)
			}
			w.forget(t)
			if len(p.forgotten) != 0 {
				t.Errorf("forgotten, where nothing was agreed: %v", p.forgotten)
			}
			for range 2 { // they agreed all the same, in another tab
				w.told(t, p, 0)
			}
			w.forget(t)
			if w.methodState(t, member) != paymentmethod.StateDeleted || len(p.forgotten) != 1 || p.forgotten[0].Reference != "contract-0" {
				t.Errorf("an agreement that came late: forgotten %v", p.forgotten)
			}
		})
	}
}

// An agreement that comes when its method is gone pays for nothing, and the provider is made to
// forget it.
func TestLinkAgreedTooLate(t *testing.T) {
	t.Parallel()
	for name, away := range map[string]func(t *testing.T, w *till, member actor.Actor){
		"the member left": func(t *testing.T, w *till, member actor.Actor) {
			t.Helper()
			if err := w.Store.Tx(t.Context(), func(ctx context.Context) error { return w.Payment.Leave(ctx, member.AccountID) }); err != nil {
				t.Error(err)
			}
		},
		"no news of it for an hour": func(t *testing.T, w *till, _ actor.Actor) {
			t.Helper()
			w.Clock.Advance(time.Hour + time.Minute)
			if _, err := w.Payment.Due(t.Context()); err != nil {
				t.Error(err)
			}
		},
		"no news of it for two months": func(t *testing.T, w *till, _ actor.Actor) {
			t.Helper()
			w.Clock.Advance(60 * 24 * time.Hour)
			if _, err := w.Payment.Due(t.Context()); err != nil {
				t.Error(err)
			}
			if err := w.Payment.Purge(t.Context()); err != nil {
				t.Error(err)
			}
			if n := w.Store.Client(t.Context()).CardAuthentication.Query().CountX(t.Context()); n != 0 {
				t.Errorf("%d challenges are left", n)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, p := linking(t)
			member := w.Member(t)
			w.link(t, member)
			away(t, w, member)
			w.forget(t)
			if len(p.forgotten) != 0 {
				t.Errorf("forgotten, where nothing was agreed: %v", p.forgotten)
			}
			// A job that found nothing to forget is not marked as done yet.
			err := w.Store.Tx(t.Context(), func(ctx context.Context) error {
				return errors.Join(w.Store.Enqueue(ctx, payment.ForgetArgs{MethodID: w.methods(t, member)[0].ID}, nil),
					w.Store.Exec(ctx, "UPDATE river_job SET state = 'running', attempted_at = now() WHERE kind = 'payment.forget'"))
			})
			if err != nil {
				t.Fatal(err)
			}
			for range 2 {
				w.told(t, p, 0)
			}
			w.forget(t)
			if m := w.methods(t, member)[0]; m.State != paymentmethod.StateDeleted || w.Payment.Usable(m) || len(p.forgotten) != 1 || p.forgotten[0].Reference != "contract-0" {
				t.Errorf("forgotten %v, the method is %+v", p.forgotten, m)
			}
		})
	}
}
