package records

import (
	"context"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
	"kaiin/server/base/keyset"
	"kaiin/server/base/words"
	"kaiin/server/money/subscription"
)

// Contract is a contract of a member. What becomes of it is its outlook (Outlooks).
type Contract struct {
	ID, AccountID, OrderID                uuid.UUID
	PlanID                                string
	PlanName                              words.Text // as the plan is called now
	PlanVersion                           int        // of what was ordered, or changed to; 0: not known
	NextPlanID                            string     // the plan from the next period on, as its member has chosen; "": the same
	NextPlanName                          words.Text // as that plan is called now
	Status                                subscription.Status
	Span                                  subscription.Span // the length of a period
	Period                                int               // the present paid one, from 1; 0 during a free trial
	Prices                                []Price           // by period
	FirstPaymentDay, TermStart            clock.Day
	PaidThrough                           clock.Day // the zero Day: nothing is paid yet
	NextSettlementDay                     clock.Day
	Biller                                string // ours, provider
	CampaignID                            string
	CampaignName                          words.Text
	MethodType                            string // "": a campaign's code pays for all of it
	MethodProvider, CardBrand, CardSuffix string
	Cancellation                          *Cancellation // the last one; nil: it was never cancelled
	Owed                                  *Owed         // for the next period; nil: nothing is billed yet
	CancelRequestedAt, HeldAt, EndedAt    *time.Time
	CreatedAt                             time.Time
}

// Price is what a contract costs in some of its periods.
type Price struct {
	From       int    `json:"from"`
	To         *int   `json:"to"`       // nil: until further notice
	List       int    `json:"list"`     // yen
	Discount   int    `json:"discount"` // yen
	CampaignID string `json:"campaign"`
}

// Cancellation is a member's wish to end a contract.
type Cancellation struct {
	Receipt  string     `json:"receipt"`
	By       string     `json:"by"` // member, link of a mail, or staff
	At       time.Time  `json:"at"`
	UndoneAt *time.Time `json:"undoneAt"`
}

// Owed is the bill of a contract's next period.
type Owed struct {
	BillID uuid.UUID  `json:"id"`
	State  string     `json:"state"`
	Amount int        `json:"amount"`    // yen
	NextAt *time.Time `json:"nextAt"`    // before then it is not tried again
	Tried  int        `json:"attempts"`  // how often it was
	Since  *time.Time `json:"refusedAt"` // when it was refused first
}

// ContractFilter says which contracts are listed: those that meet all that is given.
type ContractFilter struct {
	AccountIDs           []uuid.UUID
	Statuses             []subscription.Status
	Running              bool // those that have not ended
	CampaignIDs, PlanIDs []string
	Billers              []string
	Days                 Days // on which they began
	Hidden               Hidden
}

// runningContracts are the statuses of contracts that have not ended.
var runningContracts = func() (all []string) {
	for _, s := range subscription.Statuses {
		if s.Contracted() {
			all = append(all, string(s))
		}
	}
	return all
}()

var contracts = list[Contract]{
	table: "subscriptions", time: "created_at",
	columns: `t.id, t.account_id, t.order_id, t.plan_id, p.name, coalesce(v.version, 0), t.next_plan_id, n.name, t.status, t.renew_span, t.renew_span_unit, t.period,
		(SELECT json_agg(json_build_object('from', from_period, 'to', to_period, 'list', list_amount, 'discount', discount, 'campaign', campaign) ORDER BY from_period)
			FROM subscription_prices WHERE subscription_id = t.id),
		t.first_payment_day, t.term_start, t.paid_through, t.next_settlement_day, t.biller, t.campaign_id, g.name,
		coalesce(m.payment_method_type, ''), coalesce(m.provider, ''), coalesce(m.card_brand, ''), coalesce(m.card_suffix, ''),
		(SELECT json_build_object('receipt', receipt, 'by', by, 'at', created_at, 'undoneAt', undone_at)
			FROM cancellations WHERE subscription_id = t.id ORDER BY created_at DESC, id DESC LIMIT 1),
		(SELECT json_build_object('id', id, 'state', state, 'amount', amount, 'nextAt', next_attempt_at, 'attempts', attempts, 'refusedAt', refused_at)
			FROM bills WHERE subscription_id = t.id AND period = t.period + 1 AND state <> 'void' LIMIT 1),
		t.cancel_requested_at, t.held_at, t.ended_at, t.created_at`,
	join: `LEFT JOIN LATERAL (SELECT * FROM plans WHERE id = t.plan_id LIMIT 1) AS p ON true
		LEFT JOIN LATERAL (SELECT * FROM campaigns WHERE id = t.campaign_id LIMIT 1) AS g ON true
		LEFT JOIN LATERAL (SELECT * FROM orders WHERE id = t.order_id LIMIT 1) AS o ON true
		LEFT JOIN LATERAL (SELECT * FROM plan_versions WHERE id = coalesce((SELECT plan_version_id FROM plan_changes
			WHERE subscription_id = t.id AND applied_at IS NOT NULL ORDER BY applied_at DESC LIMIT 1), o.plan_version_id) LIMIT 1) AS v ON true
		LEFT JOIN LATERAL (SELECT * FROM plans WHERE id = t.next_plan_id LIMIT 1) AS n ON true
		LEFT JOIN LATERAL (SELECT * FROM payment_methods WHERE id = t.payment_method_id LIMIT 1) AS m ON true`,
	fields: func(c *Contract) []any {
		return []any{
			&c.ID, &c.AccountID, &c.OrderID, &c.PlanID, document{&c.PlanName}, &c.PlanVersion, &c.NextPlanID, document{&c.NextPlanName}, &c.Status, &c.Span.Count, &c.Span.Unit, &c.Period,
			document{&c.Prices}, &c.FirstPaymentDay, &c.TermStart, &c.PaidThrough, &c.NextSettlementDay, &c.Biller, &c.CampaignID, document{&c.CampaignName},
			&c.MethodType, &c.MethodProvider, &c.CardBrand, &c.CardSuffix, document{&c.Cancellation}, document{&c.Owed},
			mayBe{&c.CancelRequestedAt}, mayBe{&c.HeldAt}, mayBe{&c.EndedAt}, at{&c.CreatedAt},
		}
	},
	id: func(c Contract) uuid.UUID { return c.ID },
}

func (in ContractFilter) find(s *Service) *find {
	f := contracts.find(s)
	f.hide(in.Hidden)
	statuses := texts(in.Statuses)
	if in.Running {
		statuses = both(statuses, runningContracts)
	}
	f.ids("accountIds", "account_id", in.AccountIDs)
	f.rare("statuses", "status", string(subscription.OngoingContract), statuses)
	f.sparse("campaignIds", "campaign_id", in.CampaignIDs, true)
	f.wide("planIds", "plan_id", in.PlanIDs)
	f.sparse("billers", "biller", in.Billers, true)
	f.days(in.Days)
	return f
}

// Contracts is a page of the contracts that meet the filter. Faults: INVALID_FORMAT, TOO_BROAD.
func (s *Service) Contracts(ctx context.Context, in ContractFilter, p keyset.Page) ([]Contract, bool, error) {
	return contracts.page(ctx, s, in.find(s), p)
}

// ContractsByID are the contracts with the ids. Those that are not there are left out.
func (s *Service) ContractsByID(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]Contract, error) {
	return contracts.byID(ctx, s, ids)
}

// Contract is the contract with the id. Fault: not found.
func (s *Service) Contract(ctx context.Context, id uuid.UUID) (Contract, error) {
	found, err := s.ContractsByID(ctx, []uuid.UUID{id})
	return one(found, id, err)
}

// ContractOfReceipt is the contract whose cancellation has the receipt's number. Fault: not found.
func (s *Service) ContractOfReceipt(ctx context.Context, number string) (found Contract, err error) {
	err = s.read(ctx, func(ctx context.Context) error {
		id, err := s.Subscription.OfReceipt(ctx, number)
		if err != nil {
			return err
		}
		found, err = s.Contract(ctx, id)
		return err
	})
	return found, err
}

// Outlooks are what becomes of the contracts when their members do nothing, as those are told. One
// that has ended has none.
func (s *Service) Outlooks(ctx context.Context, ids []uuid.UUID) (all map[uuid.UUID]subscription.Outlook, err error) {
	if _, err := s.Settings.Get(ctx); err != nil { // what is in memory is not read again in the transaction
		return nil, err
	}
	err = s.read(ctx, func(ctx context.Context) (err error) {
		all, err = s.Subscription.Outlooks(ctx, distinct(ids)...)
		return err
	})
	return all, err
}

// BlockedBy is the fault that doing it would answer for the contract now; nil when it would be
// done. Fault: not found.
func (s *Service) BlockedBy(ctx context.Context, id uuid.UUID, intent subscription.Intent) (why *fault.Error, err error) {
	err = s.read(ctx, func(ctx context.Context) (err error) {
		why, err = s.Subscription.BlockedBy(ctx, id, intent)
		return err
	})
	return why, err
}

// both are the values that the filter and the meaning of another field have in common; all that it
// means, where the filter names none.
func both(named, meant []string) []string {
	if len(named) == 0 {
		return meant
	}
	common := []string{}
	for _, v := range named {
		for _, m := range meant {
			if v == m {
				common = append(common, v)
			}
		}
	}
	if len(common) == 0 {
		return []string{""} // which no row has
	}
	return common
}

func texts[T ~string](values []T) (all []string) {
	for _, v := range values {
		all = append(all, string(v))
	}
	return all
}
