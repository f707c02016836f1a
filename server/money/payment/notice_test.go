package payment_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/charge"
	"kaiin/ent/gatewayevent"
	"kaiin/server/base/store"
	"kaiin/server/money/gateway"
	"kaiin/server/money/payment"
	"kaiin/server/money/payment/paymenttest"
	"kaiin/server/staff/acts/actstest"
)

// teller is a provider whose notices are what gateway.Notice is in JSON, unsigned.
type teller struct{}

func (teller) Notice(ctx context.Context, _ http.Header, body []byte) (n gateway.Notice, err error) {
	switch {
	case store.InTx(ctx):
		return n, fmt.Errorf("verified inside a transaction")
	case strings.HasPrefix(string(body), "later"):
		return n, fmt.Errorf("x: %w", gateway.ErrUnverified)
	case json.Unmarshal(body, &n) != nil:
		return n, fmt.Errorf("x: %w", gateway.ErrForged)
	}
	return n, nil
}

func (teller) Answer(err error) (int, string) {
	if err == nil {
		return http.StatusOK, "OK,"
	}
	return http.StatusBadRequest, "NG,"
}

// listening is a world whose provider sends notices; ended are the methods that contracts were
// told of.
func listening(t *testing.T) (w *till, ended func() []uuid.UUID) {
	t.Helper()
	w = setup(t)
	w.Payment.Providers[0].Notices = teller{}
	var mu sync.Mutex
	var told []uuid.UUID
	w.Payment.Contracts = paymenttest.Contracts{Ended: func(ctx context.Context, method uuid.UUID) error {
		mu.Lock()
		defer mu.Unlock()
		if !store.InTx(ctx) {
			t.Error("told outside the transaction")
		}
		told = append(told, method)
		return nil
	}}
	return w, func() []uuid.UUID { mu.Lock(); defer mu.Unlock(); return slices.Clone(told) }
}

// hear has the provider send a notice, under a key of its own unless it has one.
func (w *till) hear(t *testing.T, n gateway.Notice) gateway.Notice {
	t.Helper()
	if n.Key == "" {
		n.Key = uuid.NewString()
	}
	if n.At.IsZero() {
		n.At = w.Clock.Now()
	}
	body, err := json.Marshal(n)
	if err != nil {
		t.Fatal(err)
	}
	if status, answer := w.Payment.Receive(t.Context(), "sbps", "192.0.2.1", nil, body); status != http.StatusOK || answer != "OK," {
		t.Fatalf("%+v is answered %d %q", n, status, answer)
	}
	return n
}

// act works the jobs of notices that wait, with those of refunds and methods.
func (w *till) act(t *testing.T) {
	t.Helper()
	for _, job := range paymenttest.Jobs[payment.NoticeArgs](t, w.Store, payment.NoticeArgs{}.Kind()) {
		_ = w.Payment.Act(context.Background(), job.EventID) // what fails is found again
	}
	w.jobs(t)
}

func (w *till) notice(t *testing.T, n gateway.Notice) *ent.GatewayEvent {
	t.Helper()
	return w.Store.Client(t.Context()).GatewayEvent.Query().Where(gatewayevent.EventKey("notice:" + n.Key)).OnlyX(t.Context())
}

func (w *till) events(t *testing.T) int {
	t.Helper()
	return w.Store.Client(t.Context()).GatewayEvent.Query().CountX(t.Context())
}

// applied fails unless the notice has been dealt with.
func (w *till) dealtWith(t *testing.T, n gateway.Notice) {
	t.Helper()
	if e := w.notice(t, n); e.AppliedAt == nil || e.NextCheckAt != nil || e.Shown != "" {
		t.Errorf("%+v", e)
	}
}

func (w *till) left(t *testing.T, n gateway.Notice) {
	t.Helper()
	open, err := w.Payment.OpenEvents(t.Context())
	if err != nil || !slices.ContainsFunc(open, func(e *ent.GatewayEvent) bool { return e.EventKey == "notice:"+n.Key && e.EscalatedAt != nil }) {
		t.Errorf("%+v is not left to the staff: %+v, %v", n, open, err)
	}
}

// unsure is a charge whose outcome is unknown though the provider took the money.
func (w *till) unsure(t *testing.T) payment.Started {
	t.Helper()
	s := w.attempt(t, false)
	w.Gateway.Next(paymenttest.Commit, paymenttest.TimeoutAfter)
	if c, err := w.Payment.Execute(t.Context(), s); err != nil || c.State != charge.StateUnknown {
		t.Fatal(c, err)
	}
	paymenttest.Jobs[payment.ResolveArgs](t, w.Store, payment.ResolveArgs{}.Kind())
	return s
}

// A notice is kept once and has one job, however often and at once it comes; what the provider did
// not send, or is not readable, is not kept.
func TestANoticeIsKeptOnce(t *testing.T) {
	t.Parallel()
	w, _ := listening(t)
	s := w.unsure(t)
	n := gateway.Notice{Key: "WH-1", Kind: gateway.NoticeSettled, OrderID: w.row(t, s).ProviderOrderID, Amount: 1100, At: w.Clock.Now(), Shown: "taro@example.com"}
	var all sync.WaitGroup
	for range 12 {
		all.Go(func() { w.hear(t, n) })
	}
	all.Wait()
	if got := w.events(t); got != 1 {
		t.Errorf("%d events", got)
	}
	jobs := paymenttest.Jobs[payment.NoticeArgs](t, w.Store, payment.NoticeArgs{}.Kind())
	if len(jobs) != 1 {
		t.Fatalf("%d jobs", len(jobs))
	}
	for range 12 {
		all.Go(func() { _ = w.Payment.Act(context.Background(), jobs[0].EventID) })
	}
	all.Wait()
	w.dealtWith(t, n)
	w.hear(t, n)
	w.act(t)
	if got := w.events(t); got != 1 || w.state(t, s) != charge.StateSettled || len(w.applied) != 1 {
		t.Errorf("%d events, the charge is %s, applied %d times", got, w.state(t, s), len(w.applied))
	}
	if count, yen := w.Gateway.Settled(); count != 1 || yen != 1100 {
		t.Errorf("settled %d, %d yen", count, yen)
	}

	for body, want := range map[string]int{"": 400, "x": 400, "later": 400, "{}": 400, `{"Key":""}`: 400, "null": 400} {
		if status, _ := w.Payment.Receive(t.Context(), "sbps", "192.0.2.1", nil, []byte(body)); status != want {
			t.Errorf("%q is answered %d", body, status)
		}
	}
	for _, unknown := range []string{"", "paypal", "SBPS", "../../sbps"} {
		if status, answer := w.Payment.Receive(t.Context(), unknown, "192.0.2.1", nil, []byte(`{"Key":"1"}`)); status != http.StatusNotFound || answer != "" {
			t.Errorf("a notice of %q is answered %d %q", unknown, status, answer)
		}
	}
	odd := w.hear(t, gateway.Notice{Kind: gateway.NoticeOther, OrderID: "a\x00b" + strings.Repeat("長", 1000), Body: []byte(`{"a":"\u0000"}`)})
	if e := w.notice(t, odd); e.Body != nil || e.AppliedAt == nil || strings.Contains(e.ProviderOrderID, "\x00") {
		t.Errorf("%+v", e)
	}
	if got := w.events(t); got != 2 {
		t.Errorf("%d events", got)
	}
}

// M-27: a notice that comes again under its key and says otherwise is a notice of its own, once for
// each content: the staff sees a sum that is not the charge's.
func TestANoticeThatSaysOtherwise(t *testing.T) {
	t.Parallel()
	w, _ := listening(t)
	s := w.unsure(t)
	n := gateway.Notice{Key: "WH-2", Kind: gateway.NoticeSettled, OrderID: w.row(t, s).ProviderOrderID, Amount: 1100, At: w.Clock.Now()}
	other := n
	other.Amount = 900
	for range 2 {
		w.hear(t, n)
		w.hear(t, other)
		w.act(t)
	}
	w.dealtWith(t, n)
	other.Key = "WH-2#2"
	w.left(t, other)
	if got := w.events(t); got != 2 || w.row(t, s).Amount != 1100 {
		t.Errorf("%d events, %d yen", got, w.row(t, s).Amount)
	}
}

// Whatever a notice says of a charge, the look-up decides, in any order: its amount is
// never booked.
func TestANoticeHasTheChargeLookedUp(t *testing.T) {
	t.Parallel()
	w, _ := listening(t)
	for name, kinds := range map[string][]gateway.NoticeKind{
		"settled":          {gateway.NoticeSettled},
		"before its time":  {gateway.NoticePending, gateway.NoticeSettled},
		"the wrong way":    {gateway.NoticeSettled, gateway.NoticePending},
		"denied, a lie":    {gateway.NoticeDeclined},
		"refunded, a lie":  {gateway.NoticeDeclined, gateway.NoticeSettled},
		"only that it may": {gateway.NoticePending},
	} {
		s := w.unsure(t)
		before, _ := w.Gateway.Settled()
		for _, kind := range kinds {
			n := w.hear(t, gateway.Notice{Kind: kind, OrderID: w.row(t, s).ProviderOrderID})
			w.act(t)
			w.dealtWith(t, n)
		}
		if after, _ := w.Gateway.Settled(); w.state(t, s) != charge.StateSettled || after != before {
			t.Errorf("%s: the charge is %s", name, w.state(t, s))
		}
	}
	// By its transaction alone, with another amount: told, booked as it is, and left to the staff.
	s := w.unsure(t)
	n := w.hear(t, gateway.Notice{Kind: gateway.NoticeSettled, TrackingID: w.row(t, s).TrackingID, Amount: 1})
	w.act(t)
	if c := w.row(t, s); c.State != charge.StateSettled || c.Amount != 1100 || logged.lines(slog.LevelError, s.ID) != 1 {
		t.Errorf("%s of %d yen, %d errors", c.State, c.Amount, logged.lines(slog.LevelError, s.ID))
	}
	w.left(t, n)
	id := w.notice(t, n).ID
	if err := w.Payment.CloseEvent(t.Context(), actstest.By(w.Store), id); err != nil {
		t.Error(err)
	}
	if of := w.row(t, s).AccountID; w.Store.Client(t.Context()).GatewayEvent.GetX(t.Context(), id).ChargeID == nil {
		t.Error("the notice is of no charge")
	} else if err := w.Store.QueryRow(t.Context(), "SELECT FROM acts WHERE account_id = $1 AND target_id = $2", of, id.String()).Scan(); err != nil {
		t.Errorf("the act is not its member's: %v", err)
	}
	if err := w.Payment.CloseEvent(t.Context(), actstest.By(w.Store), id); err == nil {
		t.Error("it was closed twice")
	}
	if open, err := w.Payment.OpenEvents(t.Context()); err != nil || len(open) != 0 {
		t.Errorf("open: %+v, %v", open, err)
	}
}

// A charge that is being carried out just now is not touched: nothing is asked twice.
func TestANoticeThatIsFasterThanOurCommit(t *testing.T) {
	t.Parallel()
	w, _ := listening(t)
	s := w.attempt(t, false)
	var n gateway.Notice
	w.Gateway.After(paymenttest.Commit, func() {
		n = w.hear(t, gateway.Notice{Kind: gateway.NoticeSettled, OrderID: w.row(t, s).ProviderOrderID, Amount: 1100})
		w.act(t)
	})
	if c, err := w.Payment.Execute(t.Context(), s); err != nil || c.State != charge.StateSettled {
		t.Fatal(c, err)
	}
	if e := w.notice(t, n); e.AppliedAt != nil || e.Tries != 1 || w.Gateway.Calls(paymenttest.Lookup) != 0 {
		t.Errorf("%+v", e)
	}
	w.Clock.Advance(payment.Patience)
	if _, err := w.Payment.Due(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.act(t)
	w.dealtWith(t, n)
	if got := w.Gateway.Calls(paymenttest.Charge); got != 1 {
		t.Errorf("charged %d times", got)
	}
}

// What a notice is about may be unknown to us. It is looked for again and again, less and less
// often, and is then left to the staff with one line.
func TestANoticeAboutNothingWeKnow(t *testing.T) {
	t.Parallel()
	w, _ := listening(t)
	var all []gateway.Notice
	for _, kind := range []gateway.NoticeKind{gateway.NoticeSettled, gateway.NoticeRefunded, gateway.NoticeDisputed, gateway.NoticeEnded, gateway.NoticeAgreed} {
		all = append(all, w.hear(t, gateway.Notice{Kind: kind, OrderID: "unknown", Reference: "unknown"}), w.hear(t, gateway.Notice{Kind: kind}))
	}
	for range 40 {
		w.act(t)
		w.Clock.Advance(5 * time.Minute)
		if _, err := w.Payment.Due(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	for _, n := range all {
		w.left(t, n)
		if e := w.notice(t, n); e.Tries != 8 || logged.lines(slog.LevelError, e.ID) != 1 {
			t.Errorf("tried %d times, %d lines", e.Tries, logged.lines(slog.LevelError, e.ID))
		}
	}
	if count, _ := w.Gateway.Settled(); count != 0 || w.Gateway.Calls(paymenttest.Refund) != 0 {
		t.Errorf("money moved")
	}
}
