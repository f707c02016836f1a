package evidence

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent/orderevidence"
)

// verified are the findings, as "what sequence" or "what sequence to".
func (s *archive) verified(ctx context.Context, t *testing.T) []string {
	t.Helper()
	found := []string{}
	if _, err := s.Verify(ctx, func(f Finding) {
		found = append(found, strings.TrimSuffix(fmt.Sprintf("%s %d %d", f.What, f.Sequence, f.To), " 0"))
	}); err != nil {
		t.Fatal(err)
	}
	return found
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
		"the form's version":  {set(`template = template + 1`), "altered 2"},
		"the plan's version":  {set(`plan_version_id = NULL`), "altered 2"},
		"the time":            {set(`created_at = created_at - interval '1 microsecond'`), "altered 2"},
		"the hash before":     {set(`previous_hash = sha256(previous_hash)`), "altered 2"},
		"its hash":            {set(`hash = sha256(hash)`), "altered 2, reordered 3"},
		"whose it is":         {set(`account_id = gen_random_uuid()`), "altered 2, missing 1, missing 2"},
		"a row in the middle": {drop("sequence = 2"), "missing 0, missing 2"},
		"many rows":           {[]string{renumber(4, 2_000_000_000)}, "altered 2000000000, missing 4 1999999999"},
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

// A chain that is longer than what is read at a time, and orders without evidence, are walked to
// their end.
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

// A change of plan is kept as an order is.
func TestVerifyFindsAChangeOfPlanWithoutEvidence(t *testing.T) {
	t.Parallel()
	s := setup(t)
	member := s.member(t).AccountID
	change := s.order(t, member)
	client := s.Store.Client(t.Context())
	put := func(id uuid.UUID) {
		client.PlanChange.Create().SetID(id).SetAccountID(member).SetSubscriptionID(uuid.New()).SetFromPlanID("standard").SetPlanID("annual").SetPlanVersionID(uuid.New()).SetPrice(1).
			SetFromDay(s.Clock.Today()).SetCreatedAt(s.Clock.Now()).ExecX(t.Context())
	}
	if put(change); len(s.verified(t.Context(), t)) > 0 {
		t.Error("one that was kept is missed")
	}
	if put(uuid.New()); !slices.Equal(s.verified(t.Context(), t), []string{"missing 0"}) {
		t.Errorf("found %v", s.verified(t.Context(), t))
	}
}
