package money

import (
	"encoding/json"
	"slices"
	"testing"

	"kaiin/server/base/clock"
)

// confirmPage is what the page of a change of plan tells.
type confirmPage struct {
	RedirectTo *string
	Plan       *struct {
		Day    string
		Amount int
	}
	Shown string
}

func (m *member) confirmPage(t *testing.T, id, plan string) (page confirmPage) {
	t.Helper()
	a, err := m.Get("/mypage/subscription/" + id + "/plan/confirm/screen-data?planId=" + plan)
	must(t, err)
	must(t, json.Unmarshal(a.Raw, &page))
	return page
}

// A change of plan on the wire: it is shown, agreed on, taken back, agreed on again, charged on the
// payment day as it was shown, and a second contract of the group is refused. U-1
func TestAChangeOfPlan(t *testing.T) {
	t.Parallel()
	s := running(t)
	m := s.member(goodCard)
	_, err := m.Buy("small")
	must(t, err)
	if _, err := m.Order("large"); err == nil {
		t.Error("a second plan of the group can be ordered")
	}
	contracts, err := m.contracts()
	must(t, err)
	id := contracts[0].ID
	change := func(body map[string]any) answer {
		a, err := m.Post("/zapi/subscription/"+id+"/plan", body)
		must(t, err)
		return a
	}
	page := m.confirmPage(t, id, "large")
	if page.Plan == nil || page.Plan.Amount != 6600 || page.Plan.Day != contracts[0].Next {
		t.Fatalf("the page shows %+v", page)
	}
	if got := change(map[string]any{"planId": "large", "shown": "something else"}); got.Status != 400 && got.Status != 409 && got.Status != 422 {
		t.Errorf("what was not shown: %s", got)
	}
	if other := s.member(goodCard); other != nil {
		if a, err := other.Post("/zapi/subscription/"+id+"/plan", map[string]any{"planId": "large", "shown": page.Shown}); err != nil || a.Status != 404 {
			t.Errorf("another member: %s, %v", a, err)
		}
	}
	for range 2 {
		if got := change(map[string]any{"planId": "large", "shown": page.Shown}); got.Status != 200 {
			t.Fatalf("the change: %s", got)
		}
		a, err := m.Post("/zapi/subscription/"+id+"/plan/cancel", map[string]any{})
		if must(t, err); a.Status != 200 {
			t.Fatalf("taking it back: %s", a)
		}
	}
	if got := change(map[string]any{"planId": "large", "shown": page.Shown}); got.Status != 200 {
		t.Fatalf("the change: %s", got)
	}
	m.mailed(t, "プランの変更を承りました", 3)
	m.mailed(t, "プランの変更を取り消しました", 2)
	if got := s.Outside.Settled(t); !slices.Equal(got, []int{660}) {
		t.Errorf("before the payment day settled %v", got)
	}
	day, err := clock.ParseDay(page.Plan.Day)
	must(t, err)
	s.Outside.Set(t, day.Start())
	for range 3 {
		s.Outside.Advance(t, 0)
	}
	if got := s.Outside.Settled(t); !slices.Equal(got, []int{660, 6600}) {
		t.Errorf("on the payment day settled %v", got)
	}
	contracts, err = m.contracts()
	must(t, err)
	if len(contracts) != 1 || contracts[0].ID != id || contracts[0].Next != day.AddMonths(12).String() {
		t.Errorf("the member sees %+v", contracts)
	}
}
