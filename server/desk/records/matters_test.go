package records

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/fault"
	"kaiin/server/base/keyset"
	"kaiin/server/money/gateway"
	"kaiin/server/money/payment"
	"kaiin/server/money/providerbilling"
)

// waiting are the matters as the commands list them, by kind and id, with since when they wait.
func (d *desk) waiting(t *testing.T) map[string]time.Time {
	t.Helper()
	ctx, found := t.Context(), map[string]time.Time{}
	add := func(kind MatterKind, id uuid.UUID, since time.Time) {
		found[fmt.Sprintf("%s %s", kind, id)] = since.UTC()
	}
	charges, refunds, err := d.Payment.Stuck(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range charges {
		add(MatterCharge, c.ID, c.CreatedAt)
	}
	for _, r := range refunds {
		add(MatterRefund, r.ID, r.CreatedAt)
	}
	events, err := d.Payment.OpenEvents(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		add(MatterEvent, e.ID, e.ReceivedAt)
	}
	agreements, err := d.Payment.OpenAgreements(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range agreements {
		add(MatterAgreement, m.ID, *m.DeletedAt)
	}
	questions, err := (&providerbilling.Service{Store: d.Store}).Questions(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range questions {
		add(MatterResult, e.ID, e.ReceivedAt)
	}
	months, err := d.Subscription.Unanswered(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range months {
		add(MatterMonth, b.ID, b.DueDay.Start())
	}
	return found
}

// What waits for the staff is what the commands list, whatever states things are in.
func TestMattersAreWhatTheCommandsList(t *testing.T) {
	t.Parallel()
	d := setup(t, "2026-05-20")
	d.Payment.Providers = append(d.Payment.Providers, gateway.Provider{Name: "byform", EndsByForm: true})
	d.exec(t, fill(1, 200, since)...)
	recent := d.Clock.Now().Add(-30 * time.Minute)
	d.exec(t, fill(201, 215, recent)...)
	d.exec(t,
		`UPDATE refunds SET asked_by = 'provider', reason = 'reversed' WHERE state = 'refused' AND get_byte(uuid_send(id), 0) % 3 = 0`,
		`UPDATE gateway_events SET kind = (ARRAY['`+payment.EventMonth+`', '`+payment.EventQuestion+`', 'disputed'])[1 + get_byte(uuid_send(id), 1) % 3] WHERE get_byte(uuid_send(id), 0) % 3 = 0`,
		`UPDATE gateway_events SET left_at = received_at WHERE get_byte(uuid_send(id), 0) % 2 = 0`,
		`UPDATE payment_methods SET provider = CASE WHEN get_byte(uuid_send(id), 0) % 4 = 0 THEN 'sbps' ELSE 'byform' END, state = 'deleted', deleted_at = created_at + interval '1 day',
			reference = CASE WHEN get_byte(uuid_send(id), 1) % 4 = 0 THEN '' ELSE 'x' END, ended_at = CASE WHEN get_byte(uuid_send(id), 2) % 4 = 0 THEN created_at END
			WHERE get_byte(uuid_send(id), 3) % 2 = 0`,
		`UPDATE subscriptions SET biller = 'provider', next_settlement_day = next_settlement_day + get_byte(uuid_send(id), 0) % 25`,
		`UPDATE bills SET state = 'open' WHERE state <> 'void' AND get_byte(uuid_send(id), 0) % 3 = 0`,
		`UPDATE bills SET period = 2 WHERE period = 3 AND state = 'open' AND NOT EXISTS (SELECT FROM bills AS b WHERE b.subscription_id = bills.subscription_id AND b.period = 2 AND b.state <> 'void')`,
	)
	want := d.waiting(t)
	byKind := map[MatterKind]int{}
	var last *Matter
	for _, m := range walked(t, Cursor[Matter], func() {}, func(ctx context.Context, p keyset.Page) ([]Matter, bool, error) {
		return d.Matters(ctx, MatterFilter{}, p)
	}) {
		name := fmt.Sprintf("%s %s", m.Kind, m.ID)
		if at, ok := want[name]; !ok || !at.Equal(m.Since) {
			t.Errorf("%s since %s: the commands list it %v, since %s", name, m.Since, ok, at)
		}
		delete(want, name)
		byKind[m.Kind]++
		if last != nil && m.Since.After(last.Since) {
			t.Errorf("%s comes after %s", m.Since, last.Since)
		}
		last = &m
		if m.Kind == MatterCharge && (m.AccountID == nil || *m.ChargeID != m.ID || m.Provider == "") || m.Kind == MatterMonth && m.ContractID == nil {
			t.Errorf("%+v", m)
		}
	}
	for name := range want {
		t.Errorf("%s is not listed", name)
	}
	for _, kind := range MatterKinds {
		if byKind[kind] == 0 {
			t.Errorf("there is no %s to prove anything by", kind)
		}
		rows, _, err := d.Matters(t.Context(), MatterFilter{Kinds: []MatterKind{kind}}, keyset.Page{First: 100})
		if err != nil || len(rows) != min(100, byKind[kind]) || slices.ContainsFunc(rows, func(m Matter) bool { return m.Kind != kind }) {
			t.Errorf("%d of kind %s, want %d, %v", len(rows), kind, byKind[kind], err)
		}
	}
	member := named("member", 13)
	rows, _, err := d.Matters(t.Context(), MatterFilter{AccountIDs: []uuid.UUID{member}}, keyset.Page{First: 100})
	if err != nil || len(rows) == 0 || slices.ContainsFunc(rows, func(m Matter) bool { return m.AccountID == nil || *m.AccountID != member }) {
		t.Errorf("%d of one member, %v", len(rows), err)
	}
	for _, kinds := range [][]MatterKind{{"OTHER"}, {MatterCharge, ""}} {
		if _, _, err := d.Matters(t.Context(), MatterFilter{Kinds: kinds}, keyset.Page{First: 1}); !fault.Is(err, fault.InvalidFormat) {
			t.Errorf("%v: %v", kinds, err)
		}
	}
	if n := statements(t, func(ctx context.Context) error {
		_, _, err := d.Matters(ctx, MatterFilter{}, keyset.Page{First: 100})
		return err
	}); n > 2 { // the settings may have to be read
		t.Errorf("%d statements", n)
	}
}
