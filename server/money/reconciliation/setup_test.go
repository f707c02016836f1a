package reconciliation_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/charge"
	"kaiin/server/base/settings"
	"kaiin/server/money/gateway"
	"kaiin/server/money/payment"
	"kaiin/server/money/payment/paymenttest"
	"kaiin/server/money/reconciliation"
	"kaiin/server/staff/acts/actstest"
)

// till is a world with one member's card, the lists of its provider, and a ledger that writes down
// what it is told.
type till struct {
	*paymenttest.Env
	payment.Ledger
	Lists    *reconciliation.Service
	mu       sync.Mutex
	applied  int   // outcomes
	refunded []int // yen
}

func setup(t *testing.T) *till {
	t.Helper()
	return setupWith(t, nil)
}

// setupWith is setup in a store whose settings are changed first.
func setupWith(t *testing.T, change func(*settings.Settings)) *till {
	t.Helper()
	env := paymenttest.Setup(t, "2026-05-15", change)
	w := &till{Env: env, Lists: &reconciliation.Service{Store: env.Store, Clock: env.Clock, Settings: env.Settings, Payment: env.Payment}}
	w.Ledger, w.Payment.Ledger = w.Billing, w
	return w
}

func (w *till) Recorded(context.Context, payment.Outcome) error { return nil }

func (w *till) GivenUp(context.Context, *ent.Charge) error { return nil }

func (w *till) Applied(context.Context, payment.Outcome) (bool, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.applied++
	return true, nil
}

func (w *till) Refunded(_ context.Context, _ *ent.Charge, r *ent.Refund) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.refunded = append(w.refunded, r.Amount)
	return nil
}

func (w *till) attempt(t *testing.T, renewal bool) (started payment.Started) {
	t.Helper()
	member := w.Member(t)
	in := payment.NewCharge{
		AccountID: member.AccountID, BillID: uuid.Must(uuid.NewV7()), Attempt: 1, Name: "プラン", Method: w.Card(t, member), Amount: 1100, Tax: 100,
		ProviderOrderID: "t" + strings.ReplaceAll(uuid.NewString(), "-", ""), Initiator: charge.InitiatorMember, GiveUpAt: w.Clock.Now().Add(24 * time.Hour),
	}
	if renewal {
		in.Initiator = charge.InitiatorMerchant
	}
	err := w.Store.Tx(t.Context(), func(ctx context.Context) (err error) {
		started, err = w.Payment.Attempt(ctx, in)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return started
}

func (w *till) settled(t *testing.T) payment.Started {
	t.Helper()
	started := w.attempt(t, false)
	if c, err := w.Payment.Execute(t.Context(), started); err != nil || c.State != charge.StateSettled {
		t.Fatal(c, err)
	}
	return started
}

// must has the staff give money of the charge back.
func (w *till) must(t *testing.T, s payment.Started, amount int, key string) {
	t.Helper()
	if _, err := w.Payment.Refund(t.Context(), actstest.By(w.Store), payment.Refund{ChargeID: s.ID, Amount: amount, Key: key}); err != nil {
		t.Fatal(err)
	}
}

// work finds what is due now and works the jobs, once.
func (w *till) work(t *testing.T) {
	t.Helper()
	if _, err := w.Payment.Due(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, job := range paymenttest.Jobs[payment.ResolveArgs](t, w.Store, payment.ResolveArgs{}.Kind()) {
		paymenttest.Dying(func() { _, _ = w.Payment.Resolve(context.Background(), job.ChargeID) }) // what stays open is found again
	}
	for _, job := range paymenttest.Jobs[payment.RefundArgs](t, w.Store, payment.RefundArgs{}.Kind()) {
		paymenttest.Dying(func() { _ = w.Payment.CarryOut(context.Background(), job.RefundID) })
	}
}

// notices are those of a provider that says what the test says.
type notices struct{}

func (notices) Notice(_ context.Context, _ http.Header, body []byte) (n gateway.Notice, err error) {
	return n, json.Unmarshal(body, &n)
}

func (notices) Answer(error) (int, string) { return http.StatusOK, "" }

// reversed has the provider tell that it took the money of the charge back.
func (w *till) reversed(t *testing.T, c *ent.Charge) {
	t.Helper()
	w.Payment.Providers[0].Notices = notices{}
	body, err := json.Marshal(gateway.Notice{Key: uuid.NewString(), Kind: gateway.NoticeReversed, TrackingID: c.TrackingID, Amount: c.Amount, At: w.Clock.Now()})
	if err != nil {
		t.Fatal(err)
	}
	w.Payment.Receive(t.Context(), "sbps", "192.0.2.1", nil, body)
	for _, job := range paymenttest.Jobs[payment.NoticeArgs](t, w.Store, payment.NoticeArgs{}.Kind()) {
		if err := w.Payment.Act(t.Context(), job.EventID); err != nil {
			t.Fatal(err)
		}
	}
}

func (w *till) row(t *testing.T, s payment.Started) *ent.Charge {
	t.Helper()
	return w.Store.Client(t.Context()).Charge.GetX(t.Context(), s.ID)
}

func (w *till) state(t *testing.T, s payment.Started) charge.State {
	t.Helper()
	return w.row(t, s).State
}

// entry is the provider's line of the charge.
func (w *till) entry(t *testing.T, s payment.Started) paymenttest.Entry {
	t.Helper()
	return w.Gateway.Entry(w.row(t, s).ProviderOrderID)
}

// logged is what the tests of this package have logged so far.
var logged log

type log struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *log) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(line)
}

// lines counts the lines of the level that speak of the id.
func (l *log) lines(level slog.Level, id uuid.UUID) (n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for line := range strings.Lines(l.text.String()) {
		if strings.Contains(line, "level="+level.String()) && strings.Contains(line, id.String()) {
			n++
		}
	}
	return n
}

func TestMain(m *testing.M) {
	slog.SetDefault(slog.New(slog.NewTextHandler(&logged, nil)))
	os.Exit(m.Run())
}

func TestFailpointsAreNamed(t *testing.T) {
	want := []string{"reconcile.comparing", "reconcile.compared", "reconcile.missed", "reconcile.unknown-returned"}
	if !slices.Equal(reconciliation.Failpoints, want) {
		t.Errorf("failpoints %v", reconciliation.Failpoints)
	}
}
