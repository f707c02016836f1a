package evidence

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/order"
	"kaiin/ent/orderevidence"
	"kaiin/server/base/actor"
	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
	"kaiin/server/base/spoken"
	"kaiin/server/base/store"
	"kaiin/server/base/store/storetest"
	"kaiin/server/identity/account"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/shop/catalog/catalogtest"
)

// archive is the test store, with members who order.
type archive struct {
	*Service
	accounts *account.Service
}

func setup(t *testing.T) *archive {
	t.Helper()
	st := storetest.Open(t)
	shop := catalogtest.Seed(t, st, nil)
	clk := clock.At(time.Date(2026, 5, 15, 3, 4, 5, 678_901_000, time.UTC))
	return &archive{&Service{Store: st, Clock: clk, Catalog: shop}, &account.Service{Store: st, Clock: clk, Catalog: shop, Settings: shop.Settings}}
}

func (s *archive) member(t *testing.T) actor.Actor {
	t.Helper()
	return actor.Actor{AccountID: accounttest.Member(t, s.accounts).ID, Locale: "ja"}
}

// shown is what a member saw of an order that they then confirmed.
func shown(accountID uuid.UUID, locale string) Shown {
	return Shown{
		AccountID: accountID, OrderID: uuid.Must(uuid.NewV7()), Locale: locale, Terms: json.RawMessage(`{"planName":"標準 <1>","items":[]}`),
		Method: "クレジットカード（Visa 末尾4242）", Button: "申し込みを確定する（毎月1,100円）",
		Items: []Item{{"販売価格", "毎月1,100円（税込）"}, {"販売事業者", "株式会社試験館 & Co. / 00-0000-0000"}},
	}
}

func (s *archive) keep(ctx context.Context, what Shown) error {
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		if _, err := s.accounts.Lock(ctx, what.AccountID); err != nil {
			return err
		}
		return s.Freeze(ctx, what)
	})
}

// order confirms an order of the plan as purchase does, with its evidence.
func (s *archive) order(t *testing.T, accountID uuid.UUID) uuid.UUID {
	t.Helper()
	plan, err := s.Catalog.FindPlan(t.Context(), "standard")
	if err != nil {
		t.Fatal(err)
	}
	what, now := shown(accountID, "ja"), s.Clock.Now()
	what.PlanVersionID = plan.VersionID
	err = s.Store.Client(t.Context()).Order.Create().SetID(what.OrderID).SetAccountID(accountID).SetSessionID(uuid.New()).SetPlanID(plan.ID).
		SetPlanVersionID(*plan.VersionID).SetTokenHash([]byte(what.OrderID.String())).SetState(order.StateCompleted).SetAmount(1100).SetPrice(1100).
		SetTaxRate(10).SetTerms(what.Terms).SetCreatedAt(now).SetExpiresAt(now).SetConfirmedAt(now).Exec(t.Context())
	if err == nil {
		err = s.keep(t.Context(), what)
	}
	if err != nil {
		t.Fatal(err)
	}
	return what.OrderID
}

func TestKept(t *testing.T) {
	t.Parallel()
	s := setup(t)
	member, other := s.member(t), s.member(t)
	own, another, never := s.order(t, member.AccountID), s.order(t, other.AccountID), uuid.New()
	kept, err := s.Kept(t.Context(), member.AccountID, own, another, never)
	if err != nil || !kept[own] || kept[another] || kept[never] {
		t.Errorf("%v, %v: only the member's own order has evidence they can open", kept, err)
	}
	if kept, err = s.Kept(t.Context(), member.AccountID); err != nil || len(kept) != 0 {
		t.Errorf("none: %v, %v", kept, err)
	}
}

func TestAMemberSeesWhatTheyWereShown(t *testing.T) {
	t.Parallel()
	s := setup(t)
	member, other := s.member(t), s.member(t)
	id := s.order(t, member.AccountID)
	record, err := s.Find(t.Context(), member, id.String())
	if err != nil {
		t.Fatal(err)
	}
	row := s.Store.Client(t.Context()).OrderEvidence.Query().Where(orderevidence.OrderID(id)).OnlyX(t.Context())
	if record.OrderID != id || !record.ShownAt.Equal(row.CreatedAt) || record.Locale != "ja" || record.PlanVersion != 1 || record.Template != Template ||
		record.HTML != row.HTML || record.Hash != hex.EncodeToString(row.Hash) || row.Sequence != 1 {
		t.Errorf("%+v", record)
	}
	for _, part := range []string{spoken.Of(spoken.Order, id), "2026/05/15 12:04:", "毎月1,100円（税込）", "申し込みを確定する（毎月1,100円）", "末尾4242", "試験館 &amp; Co."} {
		if !strings.Contains(record.HTML, part) {
			t.Errorf("%q is not in what was kept:\n%s", part, record.HTML)
		}
	}
	for name, c := range map[string]struct {
		who actor.Actor
		id  string
	}{
		"another member's": {other, id.String()}, "of no member": {actor.Actor{}, id.String()}, "of no order": {member, uuid.NewString()},
		"no id": {member, "x' OR 1=1"}, "empty": {member, ""}, "huge": {member, strings.Repeat("０", 100_000)},
	} {
		if _, err := s.Find(t.Context(), c.who, c.id); !fault.Is(err, fault.CodeNotFound) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAnOrderKeepsItsEvidence(t *testing.T) {
	t.Parallel()
	s := setup(t)
	what := shown(s.member(t).AccountID, "ja")
	if err := s.Freeze(t.Context(), what); err == nil {
		t.Error("frozen outside a transaction")
	}
	if err := s.keep(t.Context(), what); err != nil {
		t.Fatal(err)
	}
	what.Terms = json.RawMessage(`{"planName":"another"}`)
	if err := s.keep(t.Context(), what); !store.Violates(err, "order_evidence_order_key") {
		t.Errorf("a second time: %v", err)
	}
	row := s.Store.Client(t.Context()).OrderEvidence.Query().OnlyX(t.Context())
	if !strings.Contains(row.Terms, "標準") {
		t.Errorf("the terms have become %s", row.Terms)
	}
	if found := s.verified(t.Context(), t); len(found) > 0 {
		t.Errorf("found %v", found)
	}
}

// Fifty orders of one account at once, and some of another's: each has one chain without a gap.
func TestOrdersAtOnceKeepOneChain(t *testing.T) {
	t.Parallel()
	s := setup(t)
	one, two := s.member(t).AccountID, s.member(t).AccountID
	var group sync.WaitGroup
	for i := range 60 {
		of := one
		if i%6 == 5 {
			of = two
		}
		group.Go(func() {
			if err := s.keep(t.Context(), shown(of, "en")); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	for of, want := range map[uuid.UUID]int{one: 50, two: 10} {
		rows := s.Store.Client(t.Context()).OrderEvidence.Query().Where(orderevidence.AccountID(of)).Order(ent.Asc(orderevidence.FieldSequence)).AllX(t.Context())
		for i, row := range rows {
			if row.Sequence != i+1 {
				t.Errorf("row %d has the number %d", i, row.Sequence)
			}
		}
		if len(rows) != want {
			t.Errorf("%d rows, want %d", len(rows), want)
		}
	}
	if found := s.verified(t.Context(), t); len(found) > 0 {
		t.Errorf("found %v", found)
	}
}
