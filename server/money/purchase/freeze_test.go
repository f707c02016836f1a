package purchase

import (
	"html"
	"strings"
	"testing"

	"kaiin/ent/order"
	"kaiin/ent/orderevidence"
	"kaiin/server/base/fault"
	"kaiin/server/money/evidence"
)

// What is kept with a confirmed order is what its confirm page showed, once, in the
// member's language.
func TestWhatWasShownIsKept(t *testing.T) {
	t.Parallel()
	s := setup(t, nil)
	for _, locale := range []string{"ja", "en"} {
		for _, planID := range []string{"standard", "trial", "film", "rental"} {
			member := s.Member(t)
			member.Locale = locale
			token := s.form(t, member, planID)
			page, err := s.ConfirmPage(t.Context(), member, planID)
			if err != nil {
				t.Fatal(err)
			}
			for range 2 {
				if _, err := s.buy(t, member, planID, token); err != nil {
					t.Fatal(err)
				}
			}
			o := s.order(t, member)
			record, err := s.Evidence.Find(t.Context(), member, o.ID.String())
			if err != nil || record.Locale != locale || record.PlanVersion != 1 || !strings.HasPrefix(record.HTML, "<!doctype html>\n<html lang=\""+locale+`"`) {
				t.Fatalf("%s: %+v, %v", planID, record, err)
			}
			kept := html.UnescapeString(record.HTML)
			for _, item := range page.Terms.Items {
				if !strings.Contains(kept, "<dt>"+item.Title+"</dt><dd>"+item.Text+"</dd>") {
					t.Errorf("%s in %s: %q is not in what was kept:\n%s", planID, locale, item.Text, kept)
				}
			}
			if !strings.Contains(kept, page.Terms.Button) || !strings.Contains(kept, page.Terms.Method) || len(page.Terms.Items) < 6 {
				t.Errorf("%s in %s: %s", planID, locale, kept)
			}
		}
	}
	if n := s.client(t).OrderEvidence.Query().CountX(t.Context()); n != 8 {
		t.Errorf("%d rows of 8 orders", n)
	}
	if rows, err := s.Evidence.Verify(t.Context(), func(f evidence.Finding) { t.Errorf("found %+v", f) }); err != nil || rows != 8 {
		t.Errorf("%d rows, %v", rows, err)
	}
}

// An order that was not confirmed has no evidence.
func TestNothingIsKeptOfWhatWasNotOrdered(t *testing.T) {
	t.Parallel()
	s := setup(t, nil)
	member := s.Member(t)
	token := s.form(t, member, "standard")
	if err := s.client(t).Plan.UpdateOneID("standard").SetPrice(1200).Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := s.buy(t, member, "standard", token); code(err) != fault.PriceChanged {
		t.Errorf("err = %v", err)
	}
	left := s.Member(t)
	token = s.form(t, left, "film")
	if _, err := s.Purchase(t.Context(), left, "film", Purchase{Token: token}); code(err) != fault.AuthenticationRequired {
		t.Errorf("err = %v", err)
	}
	if n := s.client(t).OrderEvidence.Query().CountX(t.Context()); n != 0 {
		t.Errorf("%d rows", n)
	}
}

// An order names the version of the plan that its form showed, also when the plan changes before it
// is confirmed.
func TestAnOrderNamesThePlansVersion(t *testing.T) {
	t.Parallel()
	s := setup(t, nil)
	member := s.Member(t)
	token := s.form(t, member, "standard")
	before := s.client(t).Plan.GetX(t.Context(), "standard").VersionID
	later := s.client(t).PlanVersion.Create().SetPlanID("standard").SetVersion(2).SetPrice(1100).SetContent("{}").SetDigest([]byte{1}).
		SetCreatedAt(s.Env.Clock.Now()).SaveX(t.Context())
	if err := s.client(t).Plan.UpdateOneID("standard").SetVersionID(later.ID).Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := s.buy(t, member, "standard", token); err != nil {
		t.Fatal(err)
	}
	o := s.order(t, member)
	row := s.client(t).OrderEvidence.Query().Where(orderevidence.OrderID(o.ID)).OnlyX(t.Context())
	if o.State != order.StateCompleted || before == nil || *o.PlanVersionID != *before || *row.PlanVersionID != *before {
		t.Errorf("order %s of version %v, evidence of %v, want %v", o.State, o.PlanVersionID, row.PlanVersionID, before)
	}
}
