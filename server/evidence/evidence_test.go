package evidence

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/order"
	"kaiin/ent/orderevidence"
	"kaiin/server/account"
	"kaiin/server/account/accounttest"
	"kaiin/server/actor"
	"kaiin/server/catalog/catalogtest"
	"kaiin/server/clock"
	"kaiin/server/fault"
	"kaiin/server/store/storetest"
)

// archive is the test store, with members who order.
type archive struct{ *Service }

func setup(t *testing.T) *archive {
	t.Helper()
	st := storetest.Open(t)
	shop := catalogtest.Seed(t, st, nil)
	clk := clock.At(time.Date(2026, 5, 15, 3, 4, 5, 678_901_000, time.UTC))
	return &archive{&Service{Store: st, Clock: clk, Account: &account.Service{Store: st, Clock: clk, Catalog: shop}, Catalog: shop}}
}

func (s *archive) member(t *testing.T) actor.Actor {
	t.Helper()
	return actor.Actor{AccountID: accounttest.Member(t, s.Account).ID, Locale: "ja"}
}

// shown is what a member saw of an order that they then confirmed.
func shown(accountID uuid.UUID, locale string) Shown {
	return Shown{
		AccountID: accountID, OrderID: uuid.Must(uuid.NewV7()), Locale: locale, Terms: json.RawMessage(`{"planName":"標準 <1>","items":[]}`),
		Method: "クレジットカード（Visa 末尾4242）", Button: "申し込みを確定する（毎月1,100円）",
		Items: []Item{{"販売価格", "毎月1,100円（税込）"}, {"販売事業者", "株式会社試験館 & Co. / 00-0000-0000"}},
	}
}

func (s *archive) freeze(ctx context.Context, what Shown) error {
	return s.Store.Tx(ctx, func(ctx context.Context) error { return s.Freeze(ctx, what) })
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
		err = s.freeze(t.Context(), what)
	}
	if err != nil {
		t.Fatal(err)
	}
	return what.OrderID
}

// verified are the findings, as "what sequence".
func (s *archive) verified(ctx context.Context, t *testing.T) []string {
	t.Helper()
	found := []string{}
	if _, err := s.Verify(ctx, func(f Finding) { found = append(found, fmt.Sprintf("%s %d", f.What, f.Sequence)) }); err != nil {
		t.Fatal(err)
	}
	return found
}

func TestKept(t *testing.T) {
	t.Parallel()
	s := setup(t)
	member, other := s.member(t), s.member(t)
	own, another, never := s.order(t, member.AccountID), s.order(t, other.AccountID), uuid.New()
	kept, err := s.Kept(t.Context(), member, own, another, never)
	if err != nil || !kept[own] || kept[another] || kept[never] {
		t.Errorf("%v, %v: only the member's own order has evidence they can open", kept, err)
	}
	if kept, err = s.Kept(t.Context(), member); err != nil || len(kept) != 0 {
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
	for _, part := range []string{id.String(), "2026/05/15 12:04:", "毎月1,100円（税込）", "申し込みを確定する（毎月1,100円）", "末尾4242", "試験館 &amp; Co."} {
		if !strings.Contains(record.HTML, part) {
			t.Errorf("%q is not in what was kept:\n%s", part, record.HTML)
		}
	}
	for name, c := range map[string]struct {
		who actor.Actor
		id  string
	}{
		"another member's": {other, id.String()}, "nobody's": {actor.Actor{}, id.String()}, "of no order": {member, uuid.NewString()},
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
	if err := s.freeze(t.Context(), what); err != nil {
		t.Fatal(err)
	}
	what.Terms = json.RawMessage(`{"planName":"another"}`)
	if err := s.freeze(t.Context(), what); err != nil {
		t.Fatal(err)
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
			if err := s.freeze(t.Context(), shown(of, "en")); err != nil {
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

func TestVerifyFindsWhatWasChanged(t *testing.T) {
	t.Parallel()
	s := setup(t)
	member := s.member(t).AccountID
	s.order(t, s.member(t).AccountID)
	for range 4 {
		s.order(t, member)
		s.Clock.Advance(time.Hour)
	}
	if found := s.verified(t.Context(), t); len(found) > 0 {
		t.Fatalf("before anything was changed: %v", found)
	}
	set := func(change string) []string {
		return []string{"UPDATE order_evidence SET " + change + " WHERE sequence = 2 AND account_id = $1"}
	}
	renumber := func(from, to int) string {
		return fmt.Sprintf("UPDATE order_evidence SET sequence = %d WHERE sequence = %d AND account_id = $1", to, from)
	}
	drop := func(which string) []string {
		return []string{"DELETE FROM order_evidence WHERE " + which + " AND account_id = $1"}
	}
	undo := errors.New("undo")
	for name, c := range map[string]struct {
		changes []string
		want    string
	}{
		"a word of the page":  {set(`html = replace(html, '1,100', '1,000')`), "altered 2"},
		"a space":             {set(`html = html || ' '`), "altered 2"},
		"the terms":           {set(`terms = '{}'`), "altered 2"},
		"the language":        {set(`locale = 'en'`), "altered 2"},
		"the form's version":  {set(`template = 2`), "altered 2"},
		"the plan's version":  {set(`plan_version_id = NULL`), "altered 2"},
		"the time":            {set(`created_at = created_at - interval '1 microsecond'`), "altered 2"},
		"the hash before":     {set(`previous_hash = sha256(previous_hash)`), "altered 2"},
		"its hash":            {set(`hash = sha256(hash)`), "altered 2, reordered 3"},
		"whose it is":         {set(`account_id = gen_random_uuid()`), "altered 2, missing 1, missing 2"},
		"a row in the middle": {drop("sequence = 2"), "missing 0, missing 2"},
		"the first row":       {drop("sequence = 1"), "missing 0, missing 1"},
		"the last row":        {drop("sequence = 4"), "missing 0"},
		"the last two":        {drop("sequence > 2"), "missing 0, missing 0"},
		"all of them":         {drop("sequence > 0"), "missing 0, missing 0, missing 0, missing 0"},
		"two rows' places":    {[]string{renumber(2, 9), renumber(3, 2), renumber(9, 3)}, "altered 2, altered 3, reordered 4"},
	} {
		err := s.Store.Tx(t.Context(), func(ctx context.Context) error {
			for _, change := range c.changes {
				if err := s.Store.Exec(ctx, change, member); err != nil {
					t.Fatalf("%s: %v", name, err)
				}
			}
			found := s.verified(ctx, t)
			slices.Sort(found)
			if got := strings.Join(found, ", "); got != c.want {
				t.Errorf("%s: found %q, want %q", name, got, c.want)
			}
			return undo
		})
		if !errors.Is(err, undo) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A row that was written anew, its hash included, is found by the row after it.
func TestVerifyFindsARowWrittenAnew(t *testing.T) {
	t.Parallel()
	s := setup(t)
	member := s.member(t).AccountID
	for range 3 {
		s.order(t, member)
	}
	client := s.Store.Client(t.Context())
	row := client.OrderEvidence.Query().Where(orderevidence.Sequence(2)).OnlyX(t.Context())
	row.HTML = strings.ReplaceAll(row.HTML, "1,100", "1,000")
	forged, err := hash(row)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Store.Exec(t.Context(), `UPDATE order_evidence SET html = $1, hash = $2 WHERE sequence = 2`, row.HTML, forged); err != nil {
		t.Fatal(err)
	}
	if found := s.verified(t.Context(), t); !slices.Equal(found, []string{"reordered 3"}) {
		t.Errorf("found %v", found)
	}
}

// A chain that is longer than what is read at a time, and orders without evidence, are walked to their end.
func TestVerifyReadsInBatches(t *testing.T) {
	t.Parallel()
	s := setup(t)
	member := s.member(t).AccountID
	err := s.Store.Tx(t.Context(), func(ctx context.Context) error {
		for range 2*batch + 1 {
			if err := s.Freeze(ctx, shown(member, "ja")); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	rows, err := s.Verify(t.Context(), func(f Finding) { t.Errorf("found %+v", f) })
	if err != nil || rows != 2*batch+1 {
		t.Errorf("%d rows, %v", rows, err)
	}
	if err := s.Store.Exec(t.Context(), `UPDATE order_evidence SET terms = '[]' WHERE sequence IN ($1, $2)`, batch, batch+1); err != nil {
		t.Fatal(err)
	}
	want := []string{fmt.Sprint("altered ", batch), fmt.Sprint("altered ", batch+1)}
	if found := s.verified(t.Context(), t); !slices.Equal(found, want) {
		t.Errorf("found %v, want %v", found, want)
	}
	s.order(t, member)
	if err := s.Store.Exec(t.Context(), `INSERT INTO orders (id, account_id, session_id, plan_id, plan_version_id, token_hash, state, amount, price, tax_rate, terms, signup,
			failure, created_at, expires_at, confirmed_at)
		SELECT gen_random_uuid(), account_id, session_id, plan_id, plan_version_id, n::text::bytea, state, amount, price, tax_rate, terms, signup,
			failure, created_at, expires_at, confirmed_at FROM orders, generate_series(1, $1) n`, batch+7); err != nil {
		t.Fatal(err)
	}
	if found := s.verified(t.Context(), t); len(found) != 2+batch+7 {
		t.Errorf("%d findings, want %d", len(found), 2+batch+7)
	}
}
