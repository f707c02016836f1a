package desk

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/server/money/payment/paymenttest"
	"kaiin/server/staff/scope"
	"kaiin/server/transport/desk/gate"
)

// A refund is asked for once, however often its key comes; another input under it is none.
func TestARefund(t *testing.T) {
	t.Parallel()
	b := openBank(t, nil)
	b.person("p", "billing")
	member := b.env.Member(t)
	c := b.settled(b.sold(member, 5000))
	wish := map[string]any{"key": "k-1", "chargeId": c.ID.String(), "amount": 3000}
	first, got := b.refund("p", wish)
	refund, _ := first["refund"].(map[string]any)
	if first["actId"] == nil || refund["amount"] != 3000.0 || refund["state"] != "attempting" || first["proposal"] != nil {
		t.Fatal(got.text)
	}
	again, got := b.refund("p", wish)
	if again["isReplay"] != true || again["actId"] != first["actId"] || again["refund"].(map[string]any)["refundId"] != refund["refundId"] {
		t.Error("a retry after a lost answer: " + got.text)
	}
	for name, c := range map[string]struct {
		token string
		input map[string]any
		want  string
	}{
		"another amount under the key": {"p", map[string]any{"key": "k-1", "chargeId": c.ID.String(), "amount": 2000}, "KEY_REUSED"},
		"more than is left":            {"p", map[string]any{"key": "k-2", "chargeId": c.ID.String(), "amount": 2001}, "REFUND_EXCEEDS_LEFT"},
		"nothing":                      {"p", map[string]any{"key": "k-3", "chargeId": c.ID.String(), "amount": 0}, "INVALID_FORMAT"},
		"less than nothing":            {"p", map[string]any{"key": "k-4", "chargeId": c.ID.String(), "amount": -1}, "INVALID_FORMAT"},
		"too many yen":                 {"p", map[string]any{"key": "k-5", "chargeId": c.ID.String(), "amount": 1<<31 - 1}, "INVALID_FORMAT"},
		"no charge":                    {"p", map[string]any{"key": "k-6", "chargeId": uuid.NewString()}, "NOT_FOUND"},
		"nothing named":                {"p", map[string]any{"key": "k-7"}, "INVALID_CHOICE"},
		"two things named":             {"p", map[string]any{"key": "k-8", "chargeId": c.ID.String(), "receipt": "K-1"}, "INVALID_CHOICE"},
		"an unknown receipt":           {"p", map[string]any{"key": "k-9", "receipt": "K-7QXM-2PZC-HT5W"}, "NOT_FOUND"},
	} {
		b.door.Desk.Meter = &gate.Meter{}
		if payload, got := b.refund(c.token, c.input); codeOf(payload) != c.want || payload["actId"] != nil || payload["refund"] != nil {
			t.Errorf("%s: %s", name, got.text)
		}
	}
	for name, yen := range map[string]any{"a fraction": 1.5, "more than a number": 1 << 31, "a text": "100"} {
		if got := b.sendMutation("p", "refund", "refund { refundId }", map[string]any{"key": "k-x", "chargeId": c.ID.String(), "amount": yen}); got.code() != "INVALID_REQUEST" {
			t.Errorf("%s: %s", name, got.text)
		}
	}
	if yen, n := b.given(); yen != 3000 || n != 1 {
		t.Errorf("%d yen in %d refunds", yen, n)
	}
	if got := b.written("refund.asked"); len(got) != 10 || got[0] != "refund.asked done by person p" || slices.Contains(got[1:], got[0]) {
		t.Errorf("acts %v", got)
	}
}

// What is named without a charge is found, and none is chosen among many.
func TestARefundOfAnOrder(t *testing.T) {
	t.Parallel()
	b := openBank(t, nil)
	b.person("p", "billing")
	member, order := b.env.Member(t), uuid.New()
	b.settled(b.soldAgain(member, order, 1000))
	one, got := b.refund("p", map[string]any{"key": "k", "orderId": order.String()})
	if refund, _ := one["refund"].(map[string]any); refund["amount"] != 1000.0 {
		t.Fatal(got.text)
	}
	again := uuid.New()
	b.settled(b.soldAgain(member, again, 700))
	b.must(b.env.Store.Exec(t.Context(), `INSERT INTO charges SELECT (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'attempt', 2, 'state', 'orphaned', 'provider_order_id', 'twice', 'tracking_id', 'twice'))).*
		FROM charges AS c WHERE amount = 700`))
	many, got := b.ask("p", "refund", "candidates { chargeId amount } refund { refundId }", map[string]any{"key": "l", "orderId": again.String()})
	if codeOf(many) != "SEVERAL_CHARGES" || len(many["candidates"].([]any)) != 2 || many["refund"] != nil {
		t.Error(got.text)
	}
}

// A charge in flight has nothing to give back.
func TestARefundOfAChargeInFlight(t *testing.T) {
	t.Parallel()
	b := openBank(t, nil)
	b.person("p", "billing")
	c := b.sold(b.env.Member(t), 1000)
	if payload, got := b.refund("p", map[string]any{"key": "k", "chargeId": c.ID.String()}); codeOf(payload) != "CHARGE_NOT_SETTLED" {
		t.Error(got.text)
	}
}

// Two people who refund the same meet at the charge: the second has to say that it is meant.
func TestTwoPeopleRefundTheSame(t *testing.T) {
	t.Parallel()
	b := openBank(t, nil)
	b.person("p", "billing")
	b.person("q", "billing")
	c := b.settled(b.sold(b.env.Member(t), 5000))
	wish := func(token, key string, even bool) (map[string]any, answer) {
		return b.refund(token, map[string]any{"key": key, "chargeId": c.ID.String(), "amount": 1000, "evenSo": even})
	}
	var at sync.WaitGroup
	codes := make([]string, 2)
	for i, token := range []string{"p", "q"} {
		at.Go(func() {
			payload, _ := wish(token, "same", false)
			codes[i] = codeOf(payload)
		})
	}
	at.Wait()
	slices.Sort(codes)
	if !slices.Equal(codes, []string{"", "REFUNDED_JUST_NOW"}) {
		t.Errorf("codes %v", codes)
	}
	second, got := wish("q", "even so", true)
	if codeOf(second) != "" || second["refund"] == nil {
		t.Error(got.text)
	}
	b.env.Clock.Advance(10*time.Minute - time.Second)
	b.tokens["p"].FreshAt = b.Clock.Now()
	if payload, got := wish("p", "in time", false); codeOf(payload) != "REFUNDED_JUST_NOW" {
		t.Error(got.text)
	}
	b.env.Clock.Advance(time.Second)
	if payload, got := wish("p", "later", false); codeOf(payload) != "" {
		t.Error(got.text)
	}
	if yen, n := b.given(); yen != 3000 || n != 3 {
		t.Errorf("%d yen in %d refunds", yen, n)
	}
}

// Fifty refunds just under the limit at once, of as many members and from as many sessions, give no
// more back than the limit of a day; the others are proposals.
func TestFiftyRefundsAtOnce(t *testing.T) {
	t.Parallel()
	b := openBank(t, nil)
	b.person("p", "billing")
	const all = 50
	var charges [all]string
	for i := range charges {
		charges[i] = b.settled(b.sold(b.env.Member(t), 9999)).ID.String()
	}
	var at sync.WaitGroup
	var mu sync.Mutex
	done, proposed := 0, 0
	slots := make(chan struct{}, 4)
	for i, c := range charges {
		at.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			payload, got := b.refund("p", map[string]any{"key": fmt.Sprint("k", i), "chargeId": c, "amount": 9999})
			mu.Lock()
			defer mu.Unlock()
			switch {
			case payload["refund"] != nil:
				done++
			case payload["proposal"] != nil:
				proposed++
			default:
				t.Error(got.text)
			}
		})
	}
	at.Wait()
	if yen, n := b.given(); yen != 5*9999 || n != 5 || done != 5 || proposed != all-5 {
		t.Errorf("%d yen in %d refunds, %d done, %d proposed", yen, n, done, proposed)
	}
	b.env.Clock.Advance(24*time.Hour - time.Minute) // past midnight in Tokyo; the clock went on during the fifty
	b.tokens["p"].FreshAt = b.Clock.Now()
	more := b.settled(b.sold(b.env.Member(t), 9999)).ID.String()
	if payload, got := b.refund("p", map[string]any{"key": "in time", "chargeId": more}); payload["proposal"] == nil {
		t.Error("within 24 hours: " + got.text)
	}
	b.env.Clock.Advance(time.Minute)
	if payload, got := b.refund("p", map[string]any{"key": "later", "chargeId": more}); payload["refund"] == nil {
		t.Error("after 24 hours: " + got.text)
	}
}

// The limits of one wish and of a member hold for all who ask, and to the yen.
func TestLimitsOfRefunds(t *testing.T) {
	t.Parallel()
	b := openBank(t, nil)
	for _, token := range []string{"p", "q", "s"} {
		b.person(token, "billing")
	}
	member := b.env.Member(t)
	c := b.settled(b.sold(member, 60_000)).ID.String()
	other := b.settled(b.sold(member, 60_000)).ID.String()
	for i, step := range []struct {
		token, charge string
		yen           int
		done          bool
	}{
		{"p", c, 10_001, false}, {"p", c, 10_000, true}, {"q", other, 9_999, true}, {"s", c, 2, false}, {"q", c, 2, false}, {"s", c, 1, true}, {"s", c, 1, false},
	} {
		payload, got := b.refund(step.token, map[string]any{"key": fmt.Sprint("k", i), "chargeId": step.charge, "amount": step.yen, "evenSo": true})
		if (payload["refund"] != nil) != step.done || (payload["proposal"] != nil) == step.done {
			t.Errorf("step %d: %s", i, got.text)
		}
	}
	b.env.Clock.Advance(30 * 24 * time.Hour)
	b.tokens["s"].FreshAt = b.Clock.Now()
	if payload, got := b.refund("s", map[string]any{"key": "later", "chargeId": c, "amount": 10_000}); payload["refund"] == nil {
		t.Error("after 30 days: " + got.text)
	}
}

const propose = "propose:money.refund"

// A program that may only propose never does anything, and reads nothing.
func TestAProgramOnlyProposes(t *testing.T) {
	t.Parallel()
	b := openBank(t, nil)
	b.program("t", propose)
	b.program("reader", propose, scope.MoneyRead)
	b.program("none", scope.MoneyRead)
	c := b.settled(b.sold(b.env.Member(t), 5000)).ID.String()
	only := func(token string, input map[string]any) (map[string]any, answer) {
		return b.ask(token, "refund", "proposal { proposalId inputHash state changes { field from to } input }", input)
	}
	payload, got := only("t", map[string]any{"key": "k", "chargeId": c, "amount": 100})
	p, _ := payload["proposal"].(map[string]any)
	if p["state"] != "proposed" || len(p["changes"].([]any)) != 0 || payload["actId"] == nil {
		t.Fatal(got.text)
	}
	again, got := only("t", map[string]any{"key": "k", "chargeId": c, "amount": 100})
	if again["isReplay"] != true || again["proposal"].(map[string]any)["proposalId"] != p["proposalId"] {
		t.Error(got.text)
	}
	if payload, got := only("t", map[string]any{"key": "l", "chargeId": c}); codeOf(payload) != "REQUIRED" {
		t.Error("it learns what is left: " + got.text)
	}
	if payload, got := only("t", map[string]any{"key": "m", "chargeId": c, "amount": 99_999}); payload["proposal"] == nil {
		t.Error("it learns what is left: " + got.text)
	}
	if payload, got := only("reader", map[string]any{"key": "k", "chargeId": c}); payload["proposal"] == nil || len(payload["proposal"].(map[string]any)["changes"].([]any)) != 2 {
		t.Error(got.text)
	}
	if payload, got := only("reader", map[string]any{"key": "l", "chargeId": c, "amount": 5001}); codeOf(payload) != "REFUND_EXCEEDS_LEFT" {
		t.Error(got.text)
	}
	for name, got := range map[string]answer{
		"without the scope":    b.sendMutation("none", "refund", "", map[string]any{"key": "k", "chargeId": c, "amount": 100}),
		"what it may not read": b.sendMutation("t", "refund", "refund { refundId }", map[string]any{"key": "n", "chargeId": c, "amount": 100}),
		"another mutation":     b.sendMutation("t", "closeEvent", "", map[string]any{"key": "k", "eventId": uuid.NewString()}),
		"to approve it": b.sendMutation("t", "approveProposal", "", map[string]any{
			"key": "o", "proposalId": p["proposalId"], "inputHash": p["inputHash"],
		}),
	} {
		if got.code() != "MISSING_SCOPE" {
			t.Errorf("%s: %s", name, got.text)
		}
	}
	if yen, n := b.given(); yen != 0 || n != 0 {
		t.Errorf("%d yen in %d refunds", yen, n)
	}
	b.person("q", "billing")
	id, hash := proposalOf(t, payload)
	if done, got := b.approve("q", "a", id, hash); codeOf(done) != "" || done["proposal"].(map[string]any)["state"] != "approved" {
		t.Error(got.text)
	}
	if yen, n := b.given(); yen != 100 || n != 1 {
		t.Errorf("%d yen in %d refunds", yen, n)
	}
}

// Only people and programs who may decide about a charge have its provider asked, which costs as
// much as a hundred rows.
func TestAskProvider(t *testing.T) {
	t.Parallel()
	b := openBank(t, nil)
	b.person("p", "billing")
	b.person("s", "support")
	c := b.settled(b.sold(b.env.Member(t), 1100))
	ask := func(token string) answer {
		return b.send(by(token, `query($id: ID!) { charge(chargeId: $id) { chargeId askProvider { state amount refunded } } }`, map[string]any{"id": c.ID.String()}))
	}
	if got := ask("p"); !strings.Contains(got.text, `"askProvider":{"state":"settled","amount":1100,"refunded":0}`) || !strings.Contains(got.text, `"requested":101`) {
		t.Error(got.text)
	}
	b.must(b.env.Gateway.Refund(t.Context(), c.TrackingID, 100))
	if got := ask("p"); !strings.Contains(got.text, `"refunded":100`) {
		t.Error(got.text)
	}
	if got := ask("s"); got.code() != "MISSING_SCOPE" {
		t.Error(got.text)
	}
	b.env.Gateway.Next(paymenttest.Lookup, paymenttest.Trouble)
	if got := ask("p"); got.code() != "UNAVAILABLE" || !strings.Contains(got.text, c.ID.String()) {
		t.Error(got.text)
	}
}
