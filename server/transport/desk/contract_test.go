package desk

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/base/actor"
	"kaiin/server/money/subscription"
	"kaiin/server/staff/scope"
)

// contracted is a contract of a new member.
func (b *bank) contracted() (*ent.Subscription, actor.Actor) {
	b.t.Helper()
	ctx, member := b.t.Context(), b.env.Member(b.t)
	p, err := b.env.Catalog.FindPlan(ctx, "standard")
	b.must(err)
	card := b.env.Card(b.t, member)
	var row *ent.Subscription
	b.must(b.env.Store.Tx(ctx, func(ctx context.Context) (err error) {
		row, err = b.Subscription.Begin(ctx, subscription.Agreement{
			AccountID: member.AccountID, OrderID: uuid.Must(uuid.NewV7()), PlanID: p.ID, MethodID: &card.ID, Basis: subscription.BasisOf(p, b.env.Clock.Today(), p.FreeTrialDays),
		})
		return err
	}))
	return row, member
}

const contractFields = "contract { subscriptionId status }"

// A contract is cancelled for its member once, with one mail, and the cancellation taken back. The
// book says that the staff cancelled it, as their act does.
func TestCancelContract(t *testing.T) {
	t.Parallel()
	b := openBank(t, nil)
	b.person("s", "support")
	row, member := b.contracted()
	cancel := func(key string) (map[string]any, answer) {
		return b.ask("s", "cancelContract", contractFields, map[string]any{"key": key, "subscriptionId": row.ID.String()})
	}
	done, got := cancel("k")
	contract, _ := done["contract"].(map[string]any)
	if done["actId"] == nil || contract["status"] == row.Status {
		t.Fatal(got.text)
	}
	if again, got := cancel("k"); again["isReplay"] != true || again["contract"].(map[string]any)["status"] != contract["status"] {
		t.Error(got.text)
	}
	if twice, got := cancel("l"); codeOf(twice) != "SUBSCRIPTION_ALREADY_CANCELLED" {
		t.Error(got.text)
	}
	if n := b.env.Mails(t, member, "contract-cancelled"); n != 1 {
		t.Errorf("%d mails", n)
	}
	var by string
	if b.must(b.env.Store.QueryRow(t.Context(), `SELECT by FROM cancellations`).Scan(&by)); by != "staff" {
		t.Errorf("it is kept as cancelled by %s", by)
	}
	undo := func(key string) (map[string]any, answer) {
		return b.ask("s", "undoCancelContract", contractFields, map[string]any{"key": key, "subscriptionId": row.ID.String()})
	}
	kept, got := undo("m")
	if kept["actId"] == nil || kept["contract"].(map[string]any)["status"] != row.Status {
		t.Error(got.text)
	}
	if nothing, got := undo("n"); codeOf(nothing) != "" || nothing["actId"] != nil {
		t.Error("of one that is not cancelled: " + got.text)
	}
	ended, got := b.ask("s", "cancelContract", contractFields, map[string]any{"key": "o", "subscriptionId": row.ID.String(), "at": "NOW"})
	if status := ended["contract"].(map[string]any)["status"]; status != string(subscription.Terminated) {
		t.Error(got.text)
	}
	if over, got := undo("p"); codeOf(over) != "NOT_FOUND" {
		t.Error(got.text)
	}
	want := []string{"contract.ended done by person s", "contracts.read done by person s", "contract.ended refused by person s", "contract.kept done by person s", "contract.ended done by person s", "contract.kept refused by person s"}
	if got := b.written(); !slices.Equal(got, want) {
		t.Errorf("acts %q", got)
	}
}

// On the billing day the staff hear what a member hears.
func TestCancelWhileRenewing(t *testing.T) {
	t.Parallel()
	b := openBank(t, nil)
	b.person("s", "support")
	row, _ := b.contracted()
	b.env.Clock.Advance(row.NextSettlementDay.Start().Sub(b.env.Clock.Now()) + time.Hour)
	if payload, got := b.ask("s", "cancelContract", "", map[string]any{"key": "k", "subscriptionId": row.ID.String()}); codeOf(payload) != "SUBSCRIPTION_RENEWING" {
		t.Error(got.text)
	}
}

// A program proposes to cancel, and a person who approves acts about members has it done.
func TestAProgramProposesToCancel(t *testing.T) {
	t.Parallel()
	b := openBank(t, nil)
	b.program("t", scope.Propose(scope.ContractsWrite))
	b.person("lead", "supportLead")
	row, _ := b.contracted()
	asked, got := b.ask("t", "cancelContract", proposalFields, map[string]any{"key": "k", "subscriptionId": row.ID.String()})
	if asked["proposal"] == nil {
		t.Fatal(got.text)
	}
	if now := b.env.Store.Client(t.Context()).Subscription.GetX(t.Context(), row.ID); now.Status != row.Status {
		t.Fatal(now.Status)
	}
	id, hash := proposalOf(t, asked)
	if done, got := b.approve("lead", "a", id, hash); codeOf(done) != "" || done["actId"] == nil {
		t.Error(got.text)
	}
	if now := b.env.Store.Client(t.Context()).Subscription.GetX(t.Context(), row.ID); now.Status == row.Status {
		t.Error("it was not cancelled")
	}
	delete(b.tokens, "t")
	other, _ := b.contracted()
	b.program("u", scope.Propose(scope.ContractsWrite))
	asked, _ = b.ask("u", "cancelContract", proposalFields, map[string]any{"key": "k", "subscriptionId": other.ID.String()})
	id, hash = proposalOf(t, asked)
	delete(b.tokens, "u")
	if void, got := b.approve("lead", "b", id, hash); codeOf(void) != "PROPOSAL_VOID" {
		t.Error("of a program that is disabled: " + got.text)
	}
}

// What is stuck is ended an hour later, once, and what is over or unknown is told as such.
func TestDecideCharge(t *testing.T) {
	t.Parallel()
	b := openBank(t, nil)
	p := b.person("p", "billing")
	started := b.sold(b.env.Member(t), 1000)
	decide := func(key, as, id string) (map[string]any, answer) {
		return b.ask("p", "decideCharge", "", map[string]any{"key": key, "id": id, "as": as})
	}
	if early, got := decide("k", "SETTLED", started.ID.String()); codeOf(early) != "TOO_EARLY" {
		t.Error(got.text)
	}
	b.env.Clock.Advance(time.Hour)
	p.FreshAt = b.Clock.Now()
	if wrong, got := decide("l", "DONE", started.ID.String()); codeOf(wrong) != "INVALID_CHOICE" {
		t.Error(got.text)
	}
	if done, got := decide("m", "DECLINED", started.ID.String()); done["actId"] == nil {
		t.Error(got.text)
	}
	if again, got := decide("m", "DECLINED", started.ID.String()); again["isReplay"] != true {
		t.Error(got.text)
	}
	if over, got := decide("n", "DECLINED", started.ID.String()); codeOf(over) != "ALREADY_DONE" {
		t.Error(got.text)
	}
	for field, input := range map[string]map[string]any{
		"decideCharge": {"id": uuid.NewString(), "as": "DONE"}, "closeEvent": {"eventId": uuid.NewString()}, "closeAgreement": {"paymentMethodId": uuid.NewString()},
		"answerQuestion": {"eventId": uuid.NewString(), "as": "PAID"}, "cancelContract": {"subscriptionId": uuid.NewString()},
	} {
		b.person("all", "billing", "support")
		input["key"] = field
		if none, got := b.ask("all", field, "", input); codeOf(none) != "NOT_FOUND" {
			t.Errorf("%s: %s", field, got.text)
		}
	}
	p.FreshAt = b.Clock.Now().Add(-15 * time.Minute)
	if stale := b.sendMutation("p", "decideCharge", "", map[string]any{"key": "o", "id": started.ID.String(), "as": "SETTLED"}); stale.code() != "REAUTHENTICATION_REQUIRED" {
		t.Error(stale.text)
	}
}
