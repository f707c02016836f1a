package desk

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/charge"
	"kaiin/server/base/actor"
	"kaiin/server/base/notify"
	"kaiin/server/base/settings"
	"kaiin/server/desk/proposal"
	"kaiin/server/desk/records"
	"kaiin/server/identity/login/logintest"
	"kaiin/server/money/billing"
	"kaiin/server/money/payment"
	"kaiin/server/money/payment/paymenttest"
	"kaiin/server/money/subscription"
	"kaiin/server/staff/scope"
)

// bank is a room in which members pay, on 15 May 2026.
type bank struct {
	*room
	env      *paymenttest.Env
	mu       sync.Mutex
	disabled map[uuid.UUID]bool
	told     []string // to those who may approve
}

// owner wants all that is paid.
type owner struct{ billing.Owner }

func (owner) Settled(context.Context, billing.Outcome) (bool, error) { return true, nil }
func (owner) Unknown(context.Context, *ent.Bill) error               { return nil }
func (owner) Returned(context.Context, *ent.Bill) error              { return nil }

func openBank(t *testing.T, change func(*settings.Settings)) *bank {
	t.Helper()
	env := paymenttest.Setup(t, "2026-05-15", change)
	b := &bank{room: setupOn(t, logintest.On(t, env.Store, env.Catalog)), env: env, disabled: map[uuid.UUID]bool{}}
	b.Payment, b.Billing, b.ProviderBilling = env.Payment, env.Billing, env.ProviderBilling
	b.Subscription = &subscription.Service{
		Store: env.Store, Clock: env.Clock, Catalog: env.Catalog, Settings: env.Settings, Account: env.Account, Payment: env.Payment, ProviderBilling: env.ProviderBilling,
		Billing: env.Billing, Entitlement: env.Entitlement, Throttle: env.Throttle, Secrets: env.Secrets, Notify: env.Notify,
	}
	b.Records = &records.Service{Store: env.Store, Clock: env.Clock, Settings: env.Settings, Payment: env.Payment, Subscription: b.Subscription}
	env.Billing.Orders, env.Billing.Contracts, env.Payment.Contracts, env.ProviderBilling.Contracts = owner{}, b.Subscription, b.Subscription, b.Subscription
	b.Proposals = &proposal.Service{
		Store: env.Store, Clock: env.Clock, Path: "/staff/proposals",
		Tell: func(_ context.Context, _ *actor.Staff, both [2]scope.Scope, told notify.StaffAsked) error {
			b.mu.Lock()
			defer b.mu.Unlock()
			b.told = append(b.told, fmt.Sprintf("%v %s %s %s", both, told.By, told.Field, told.Path))
			return nil
		},
		Staff: func(_ context.Context, id uuid.UUID) (*actor.Staff, error) {
			return b.found(func(s *actor.Staff) bool { return s.IsPerson() && s.ID == id }), nil
		},
		Program: func(_ context.Context, client string) (*actor.Staff, error) {
			return b.found(func(s *actor.Staff) bool { return s.Program == client }), nil
		},
	}
	return b
}

func (b *bank) found(is func(*actor.Staff) bool) *actor.Staff {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, s := range b.tokens {
		if is(s) && !b.disabled[s.ID] {
			found := *s
			return &found
		}
	}
	return nil
}

// sold is a charge of so many yen of the member for an order, which is not executed yet.
func (b *bank) sold(member actor.Actor, yen int) payment.Started {
	b.t.Helper()
	return b.soldAgain(member, uuid.New(), yen)
}

func (b *bank) soldAgain(member actor.Actor, order uuid.UUID, yen int) payment.Started {
	b.t.Helper()
	ctx := b.t.Context()
	plan, err := b.env.Catalog.PlanOfContract(ctx, "standard")
	b.must(err)
	today := b.env.Clock.Today()
	owed, err := b.env.Billing.Owe(ctx, billing.New{AccountID: member.AccountID, OrderID: &order, Start: today, End: today.AddDays(30), Plan: plan, List: yen, TaxRate: 10})
	b.must(err)
	card := b.env.Card(b.t, member)
	var begun payment.Started
	b.must(b.env.Store.Tx(ctx, func(ctx context.Context) (err error) {
		begun, err = b.env.Billing.Attempt(ctx, owed, billing.Try{
			Method: card, ProviderOrderID: "t" + strings.ReplaceAll(uuid.NewString(), "-", ""), Initiator: charge.InitiatorMember, GiveUpAt: b.env.Clock.Now().Add(24 * time.Hour),
		})
		return err
	}))
	return begun
}

// settled is the charge once its money is taken.
func (b *bank) settled(s payment.Started) *ent.Charge {
	b.t.Helper()
	c, err := b.env.Payment.Execute(b.t.Context(), s)
	b.must(err)
	return c
}

func (b *bank) must(err error) {
	b.t.Helper()
	if err != nil {
		b.t.Fatal(err)
	}
}

// ask sends a mutation, with a reason, and answers its payload.
func (b *bank) ask(token, field, answers string, input map[string]any) (map[string]any, answer) {
	b.t.Helper()
	a := b.sendMutation(token, field, answers, input)
	payload, _ := a.Data[field].(map[string]any)
	return payload, a
}

func (b *bank) sendMutation(token, field, answers string, input map[string]any) answer {
	b.t.Helper()
	given := map[string]any{"reasonKind": "BILLING", "reason": fmt.Sprintf("because of %v", input["key"])}
	for k, v := range input {
		given[k] = v
	}
	name := strings.ToUpper(field[:1]) + field[1:]
	query := fmt.Sprintf("mutation($input: %sInput!) { %s(input: $input) { userErrors { code field args } actId isReplay %s } }", name, field, answers)
	variables := map[string]any{"input": given}
	if b.tokens[token].IsPerson() {
		return b.send(by(token, query, variables))
	}
	return b.send(byProgram(token, query, variables))
}

const proposalFields = "proposal { proposalId inputHash state changes { field from to } input }"

func (b *bank) refund(token string, input map[string]any) (map[string]any, answer) {
	b.t.Helper()
	return b.ask(token, "refund", "refund { refundId amount state } "+proposalFields, input)
}

func codeOf(payload map[string]any) string {
	errs, _ := payload["userErrors"].([]any)
	if len(errs) == 0 {
		return ""
	}
	code, _ := errs[0].(map[string]any)["code"].(string)
	return code
}

// given are the yen that the staff have asked to give back.
func (b *bank) given() (yen, refunds int) {
	b.t.Helper()
	b.must(b.env.Store.QueryRow(b.t.Context(), `SELECT coalesce(sum(amount), 0), count(*) FROM refunds`).Scan(&yen, &refunds))
	return yen, refunds
}

// written are acts with their proposer and approver, the oldest first.
func (b *bank) written(kinds ...string) (all []string) {
	b.t.Helper()
	rows, err := b.env.Store.Query(b.t.Context(), `SELECT kind || ' ' || outcome || ' by ' || name || CASE WHEN approver_id IS NULL THEN '' ELSE ', approved' END || CASE WHEN proposal_id IS NULL THEN '' ELSE ' #' END
		FROM acts ORDER BY id`)
	b.must(err)
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var line string
		b.must(rows.Scan(&line))
		if kind, _, _ := strings.Cut(line, " "); len(kinds) == 0 || slices.Contains(kinds, kind) {
			all = append(all, line)
		}
	}
	b.must(rows.Err())
	return all
}

// proposalOf are the id and hash of the proposal of a payload.
func proposalOf(t *testing.T, payload map[string]any) (id, hash string) {
	t.Helper()
	p, ok := payload["proposal"].(map[string]any)
	if !ok {
		text, _ := json.Marshal(payload)
		t.Fatalf("no proposal: %s", text)
	}
	return p["proposalId"].(string), p["inputHash"].(string)
}

func (b *bank) approve(token, key, id, hash string) (map[string]any, answer) {
	b.t.Helper()
	return b.ask(token, "approveProposal", proposalFields, map[string]any{"key": key, "proposalId": id, "inputHash": hash})
}
