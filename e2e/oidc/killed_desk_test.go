package oidc

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"kaiin/e2e/blackbox"
	"kaiin/server/staff/acts"
)

// The server dies between what the staff decide, its act and the answer. Neither is there without
// the other, the same key once more ends in one decision, and nothing was read without its act.
func TestKilledAtTheDesk(t *testing.T) {
	w := running(t)
	p := w.member()
	must(t, p.AddCard("4111111111111111"))
	_, err := p.Buy("monthly")
	must(t, err)
	order := w.Rows(`SELECT id FROM orders`)[0]
	private, public := newKey(t)
	w.add(program("tickets", public, "staffScopes", []string{"members.find", "propose:money.refund"}))
	settled()
	token := w.token("unknown", w.byKey("tickets", private, "staff:members.find staff:propose:money.refund", nil)).Body["access_token"]
	sends := func(query string, variables map[string]any) (answer, error) {
		body, err := json.Marshal(map[string]any{"query": query, "variables": variables})
		must(t, err)
		return w.Visitor("en").Send(http.MethodPost, "/graphql", body, func(r *http.Request) {
			bearer(token)(r)
			r.Header.Set("Content-Type", "application/json")
			r.Header.Del("Origin")
			r.Header.Del("X-Forwarded-For") // from this machine, which is in a network of the staff
		})
	}
	refund := func(key string) (answer, error) {
		return sends(`mutation($input: RefundInput!) { refund(input: $input) { isReplay actId userErrors { code } proposal { proposalId state } } }`, map[string]any{"input": map[string]any{
			"key": key, "reasonKind": "INQUIRY", "reason": "asked for in " + key, "ticket": key, "orderId": order, "amount": 100,
		}})
	}
	find := func() (answer, error) {
		return sends(`query($t: String!) { find(term: $t) { nodes { matched } } }`, map[string]any{"t": p.Email})
	}
	kept := func(key string) string {
		return w.Rows(`SELECT (SELECT count(*) FROM proposals WHERE ticket = $1) || ' ' || (SELECT count(*) FROM acts WHERE ticket = $1) || ' ' || (SELECT count(*) FROM staff_requests WHERE key = $1)`, key)[0]
	}
	looks := func() string { return w.Rows(`SELECT count(*) FROM acts WHERE kind = 'members.found'`)[0] }
	for _, point := range acts.Failpoints {
		committed := point == "acts.done"
		w.Stop()
		w.Start(blackbox.Program(), "KAIIN_FAILPOINT="+point)
		if a, err := refund(point); err == nil {
			t.Errorf("%s: an answer: %s", point, a)
		}
		w.MustHaveKilledItself()
		w.Start(blackbox.Program())
		if now, want := kept(point), map[bool]string{true: "1 1 1", false: "0 0 0"}[committed]; now != want {
			t.Errorf("%s: proposals, acts and keys %s, want %s", point, now, want)
		}
		a, err := refund(point)
		must(t, err)
		if !strings.Contains(a.String(), `"state":"proposed"`) || strings.Contains(a.String(), `"isReplay":true`) != committed || kept(point) != "1 1 1" {
			t.Errorf("%s, once more: %s, %s", point, a, kept(point))
		}
	}
	before := looks()
	w.Stop()
	w.Start(blackbox.Program(), "KAIIN_FAILPOINT=acts.done")
	if a, err := find(); err == nil {
		t.Errorf("something is read: %s", a)
	}
	w.MustHaveKilledItself()
	w.Start(blackbox.Program())
	if looks() == before {
		t.Errorf("%s searches are written down, after %s", looks(), before)
	}
	if a, err := find(); err != nil || !strings.Contains(a.String(), `"EMAIL"`) {
		t.Errorf("%s %v", a, err)
	}
	if out := w.Command("verify-acts"); strings.Contains(out, "altered") {
		t.Error(out)
	}
}
