package payment_test

import (
	"encoding/json"
	"net/http"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent/paymentmethod"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/money/gateway"
	"kaiin/server/staff/acts"
	"kaiin/server/staff/acts/actstest"
	"kaiin/server/transport/paths"
)

// lasting is a world whose carrier cannot be told to end an agreement, with a member who has joined
// it as the n-th of the world.
func lasting(t *testing.T) (*till, *carrier, func(n int) (actor.Actor, string)) {
	t.Helper()
	w, p := linking(t)
	for i := range w.Payment.Providers {
		w.Payment.Providers[i].EndsByForm = w.Payment.Providers[i].Name == "sbps_docomo"
		w.Payment.Providers[i].Notices = teller{}
	}
	return w, p, func(n int) (actor.Actor, string) {
		member := w.Member(t)
		w.link(t, member)
		w.told(t, p, n)
		return member, w.methods(t, member)[0].ID.String()
	}
}

// A member who deletes a method is led to the carrier by a form of its own each time, until its
// notice says that the agreement is over. No other member is, and an agreement that is in the
// wallet, or was never made, is not ended.
func TestEnding(t *testing.T) { // F-203
	t.Parallel()
	w, p, joined := lasting(t)
	member, id := joined(0)
	if m, form, err := w.Payment.Ending(t.Context(), member, id); m != nil || form.URL != "" || err != nil {
		t.Errorf("while it is in the wallet: %v, %v, %v", m, form, err)
	}
	var orders []string
	for range 3 { // the answer was lost, or they came back without having ended it
		form, err := w.Payment.Remove(t.Context(), member, id)
		if err != nil || form.URL == "" || form.Charset != "Shift_JIS" {
			t.Fatalf("%+v, %v", form, err)
		}
		asked := p.asked[len(p.asked)-1]
		if asked.Ends != "contract-0" || asked.CustomerCode != w.methods(t, member)[0].CustomerCode || asked.Amount != 0 || slices.Contains(orders, asked.OrderID) {
			t.Errorf("asked %+v", asked)
		}
		orders = append(orders, asked.OrderID)
		next, found := w.Payment.BackFromEnding(path.Base(path.Dir(asked.ReturnURL)))
		if !found || paths.Of(next) != "/mypage/payment-method/delete/complete?paymentMethodId="+id {
			t.Errorf("back to %+v, %t", next, found)
		}
	}
	stranger := w.Member(t)
	for _, c := range []struct {
		who actor.Actor
		id  string
	}{{stranger, id}, {member, "x"}, {member, uuid.NewString()}} {
		if _, form, err := w.Payment.Ending(t.Context(), c.who, c.id); !fault.Is(err, fault.CodeNotFound) || form.URL != "" {
			t.Errorf("%s: %v, %v", c.id, form, err)
		}
		if form, err := w.Payment.Remove(t.Context(), c.who, c.id); !fault.Is(err, fault.CodeNotFound) || form.URL != "" {
			t.Errorf("%s: removed: %v, %v", c.id, form, err)
		}
	}
	p.refuses = &gateway.Error{Reason: gateway.ReasonRejected, Code: "form"}
	if _, _, err := w.Payment.Ending(t.Context(), member, id); !fault.Is(err, fault.PaymentUnavailable) {
		t.Errorf("a form that the carrier does not want: %v", err)
	}
	p.refuses = nil
	if open := w.open(t); !slices.Equal(open, []string{id}) {
		t.Errorf("the staff see %v", open)
	}
	kept, err := w.Payment.Wallet(t.Context(), member.AccountID)
	if err != nil || len(kept.Methods) != 0 || len(kept.Open) != 1 || kept.Open[0].ID.String() != id || !kept.FailedAt.IsZero() {
		t.Errorf("the wallet has %+v, %v", kept, err)
	}
	w.forget(t)
	if len(w.open(t)) != 1 {
		t.Error("the job that makes providers forget has ended it")
	}
}

// open are the agreements that the staff see, by method.
func (w *till) open(t *testing.T) (ids []string) {
	t.Helper()
	open, err := w.Payment.OpenAgreements(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range open {
		ids = append(ids, m.ID.String())
	}
	return ids
}

// The end is noted once: by the notice of it, however often it comes, or by the staff. A member who
// never agreed has none.
func TestEndedAgreements(t *testing.T) {
	t.Parallel()
	w, _, joined := lasting(t)
	member, id := joined(0)
	_, kept := joined(1)
	if _, err := w.Payment.Remove(t.Context(), member, id); err != nil {
		t.Fatal(err)
	}
	ends := gateway.Notice{Key: "1", Kind: gateway.NoticeEnded, Reference: "contract-0", At: w.Clock.Now()}
	var at time.Time
	for range 2 {
		body, err := json.Marshal(ends)
		if err != nil {
			t.Fatal(err)
		}
		if status, _ := w.Payment.Receive(t.Context(), "sbps_docomo", "192.0.2.1", nil, body); status != http.StatusOK {
			t.Fatalf("answered %d", status)
		}
		w.act(t)
		m := w.methods(t, member)[0]
		if m.EndedAt == nil || m.State != paymentmethod.StateDeleted || !at.IsZero() && !m.EndedAt.Equal(at) {
			t.Fatalf("after the notice: %+v", m)
		}
		at, ends.Key = *m.EndedAt, "2"
		w.Clock.Advance(time.Minute)
	}
	if form, err := w.Payment.Remove(t.Context(), member, id); !fault.Is(err, fault.CodeNotFound) || form.URL != "" {
		t.Errorf("once it is over: %v, %v", form, err)
	}
	if open := w.open(t); len(open) != 0 {
		t.Errorf("the staff see %v", open)
	}

	owner, err := w.Payment.Method(t.Context(), uuid.MustParse(kept))
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Payment.CloseAgreement(t.Context(), actstest.By(w.Store), owner.ID); err == nil {
		t.Error("the staff closed what is in a wallet")
	}
	other := actor.Actor{AccountID: owner.AccountID, Locale: "en"}
	if _, err := w.Payment.Remove(t.Context(), other, kept); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		by acts.Decision
		id uuid.UUID
	}{{acts.Decision{}, owner.ID}, {actstest.By(w.Store), uuid.New()}, {actstest.By(w.Store), uuid.MustParse(id)}} {
		if err := w.Payment.CloseAgreement(t.Context(), c.by, c.id); err == nil {
			t.Errorf("closed %+v", c)
		}
	}
	if err := w.Payment.CloseAgreement(t.Context(), actstest.By(w.Store), owner.ID); err != nil || len(w.open(t)) != 0 {
		t.Errorf("the staff closed it: %v, and see %v", err, w.open(t))
	}
}

// What outlives the membership: methods of such carriers, in the wallet or deleted, and nothing
// of others.
func TestOutliving(t *testing.T) {
	t.Parallel()
	w, _, joined := lasting(t)
	member, id := joined(0)
	w.Card(t, member)
	for _, state := range []string{"in the wallet", "deleted", "of a carrier that can be told"} {
		want := 1
		switch state {
		case "deleted":
			if err := w.Payment.Delete(t.Context(), member, id); err != nil {
				t.Fatal(err)
			}
		case "of a carrier that can be told":
			for i := range w.Payment.Providers {
				w.Payment.Providers[i].EndsByForm = false
			}
			want = 0
		}
		got, err := w.Payment.Outliving(t.Context(), member.AccountID)
		if err != nil || len(got) != want || want == 1 && got[0].ID.String() != id {
			t.Errorf("%s: %v, %v", state, got, err)
		}
	}
}

// A stranger's forged notices stop being looked at, theirs alone; what is good is never counted,
// however much comes at once.
func TestForgedNoticesAreThrottled(t *testing.T) { // security 52
	t.Parallel()
	w, _ := listening(t)
	send := func(network, body string) int {
		status, _ := w.Payment.Receive(t.Context(), "sbps", network, nil, []byte(body))
		return status
	}
	for n := range 300 {
		w.hear(t, gateway.Notice{Kind: gateway.NoticeOther, Key: strings.Repeat("k", n%200+1)})
	}
	for range 200 { // it cannot be told who sent these
		send("203.0.113.9", "later")
	}
	answers := map[int]int{}
	for range 1000 {
		answers[send("203.0.113.9", "x")]++
	}
	if answers[http.StatusBadRequest] != 100 || answers[http.StatusTooManyRequests] != 900 {
		t.Errorf("a stranger's thousand: %v", answers)
	}
	good := `{"Key":"good","Kind":"other"}`
	if got := send("203.0.113.9", good); got != http.StatusTooManyRequests {
		t.Errorf("from the stranger's network: %d", got)
	}
	if got := send("192.0.2.1", good); got != http.StatusOK {
		t.Errorf("from the provider's: %d", got)
	}
	w.Clock.Advance(31 * time.Second)
	if got := send("203.0.113.9", good); got != http.StatusOK {
		t.Errorf("after the wait: %d", got)
	}
}
