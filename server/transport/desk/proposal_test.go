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

	"kaiin/server/base/actor"
	"kaiin/server/staff/scope"
	"kaiin/server/transport/desk/gate"
)

// waiting is a refund of 15,000 yen that p has proposed.
func (b *bank) waiting(t *testing.T) (id, hash string) {
	t.Helper()
	b.door.Desk.Meter = &gate.Meter{}
	c := b.settled(b.sold(b.env.Member(t), 15_000))
	payload, got := b.refund("p", map[string]any{"key": c.ID.String(), "chargeId": c.ID.String()})
	if payload["refund"] != nil || payload["actId"] == nil {
		t.Fatal(got.text)
	}
	return proposalOf(t, payload)
}

func withTwo(t *testing.T) *bank {
	t.Helper()
	b := openBank(t, nil)
	b.person("p", "billing")
	b.person("q", "billing")
	return b
}

// What is over the limit waits for a second person, and is then done in the name of the first, with
// the second beside.
func TestASecondPersonApproves(t *testing.T) {
	t.Parallel()
	b := withTwo(t)
	id, hash := b.waiting(t)
	if yen, _ := b.given(); yen != 0 {
		t.Fatalf("%d yen", yen)
	}
	if want := []string{"[approve.money money.refund] person p refund /staff/proposals"}; !slices.Equal(b.told, want) {
		t.Errorf("told %q", b.told)
	}
	shown := b.send(by("q", `{ proposals { nodes { proposalId inputHash isOwn proposedBy mayIDecide { code } changes { field from to } } } }`, nil))
	if !strings.Contains(shown.text, `"isOwn":false,"proposedBy":"person p","mayIDecide":null,"changes":[{"field":"refund","from":"","to":"15000"},{"field":"left","from":"15000","to":"0"}]`) {
		t.Error(shown.text)
	}
	own := b.send(by("p", `query($id: ID!) { proposal(proposalId: $id) { isOwn mayIDecide { code } } }`, map[string]any{"id": id}))
	if !strings.Contains(own.text, `"isOwn":true,"mayIDecide":{"code":"OWN_PROPOSAL"}`) {
		t.Error(own.text)
	}
	done, got := b.approve("q", "a", id, hash)
	if codeOf(done) != "" || done["actId"] == nil || done["proposal"].(map[string]any)["state"] != "approved" {
		t.Fatal(got.text)
	}
	again, got := b.approve("q", "a", id, hash)
	if again["isReplay"] != true || again["actId"] != done["actId"] {
		t.Error("a retry after a lost answer: " + got.text)
	}
	if yen, n := b.given(); yen != 15_000 || n != 1 {
		t.Errorf("%d yen in %d refunds", yen, n)
	}
	want := []string{"refund.asked proposed by person p #", "proposals.read done by person q", "proposals.read done by person p", "refund.asked done by person p, approved #", "proposal.approved done by person q #"}
	if got := b.written(); !slices.Equal(got, want) {
		t.Errorf("acts %q", got)
	}
	var reason string
	b.must(b.env.Store.QueryRow(t.Context(), `SELECT asked_by || ': ' || left(reason, 10) FROM refunds`).Scan(&reason))
	if reason != "person p: because of" {
		t.Error(reason)
	}
}

// A program is no second person: what one person approves of what it asks for counts as theirs, in
// all and each time.
func TestAProgramIsNoSecondPerson(t *testing.T) {
	t.Parallel()
	b := withTwo(t)
	b.program("t", scope.Propose(scope.MoneyRefund), scope.MoneyRead)
	approve := func(token, key string, yen int) string {
		t.Helper()
		b.door.Desk.Meter = &gate.Meter{}
		c := b.settled(b.sold(b.env.Member(t), 15_000))
		payload, _ := b.refund("t", map[string]any{"key": key, "chargeId": c.ID.String(), "amount": yen})
		id, hash := proposalOf(t, payload)
		done, got := b.approve(token, key, id, hash)
		if code := codeOf(done); code != "" || done["actId"] == nil {
			return code + got.code()
		}
		return "done"
	}
	if got := approve("p", "a", 10_001); got != "LIMIT_EXCEEDED" {
		t.Error(got)
	}
	for i := range 5 {
		if got := approve("p", fmt.Sprint("b", i), 10_000); got != "done" {
			t.Fatalf("%d: %s", i, got)
		}
	}
	if got := approve("p", "c", 1); got != "LIMIT_EXCEEDED" {
		t.Error("in all of the day: " + got)
	}
	if got := approve("q", "d", 1); got != "done" {
		t.Error("a colleague: " + got)
	}
	if yen, n := b.given(); yen != 50_001 || n != 6 {
		t.Errorf("%d yen in %d refunds", yen, n)
	}
}

// Of fifty who approve at once, one does.
func TestFiftyApproveAtOnce(t *testing.T) {
	t.Parallel()
	b := withTwo(t)
	id, hash := b.waiting(t)
	for i := range 10 {
		b.person(fmt.Sprint("a", i), "billing")
	}
	var at sync.WaitGroup
	var mu sync.Mutex
	codes := map[string]int{}
	for i := range 50 {
		at.Go(func() {
			payload, got := b.approve(fmt.Sprint("a", i%10), fmt.Sprint("k", i), id, hash)
			mu.Lock()
			defer mu.Unlock()
			code := codeOf(payload)
			if payload == nil {
				code = got.code()
			}
			codes[code]++
		})
	}
	at.Wait()
	if yen, n := b.given(); yen != 15_000 || n != 1 || codes[""] != 1 || codes["PROPOSAL_DECIDED"]+codes["TOO_MANY_REQUESTS"] != 49 {
		t.Errorf("%d yen in %d refunds, %v", yen, n, codes)
	}
}

// A person approves only what is theirs to approve, and each refusal leaves it to be decided.
func TestApprovalsThatAreRefused(t *testing.T) {
	t.Parallel()
	b := withTwo(t)
	b.person("lead", "supportLead") // may refund, and approves no money
	b.person("owner", "owner")      // approves money, and gives none back
	id, hash := b.waiting(t)
	refuse := func(name, token, hash, want string) {
		t.Helper()
		b.door.Desk.Meter = &gate.Meter{}
		payload, got := b.approve(token, "refused "+name, id, hash)
		if code := codeOf(payload); code != want && got.code() != want || payload["actId"] != nil {
			t.Errorf("%s: %s", name, got.text)
		}
		if yen, n := b.given(); yen != 0 || n != 0 {
			t.Errorf("%s: %d yen in %d refunds", name, yen, n)
		}
	}
	refuse("one's own", "p", hash, "OWN_PROPOSAL")
	refuse("without the scope that approves", "lead", hash, "MISSING_SCOPE")
	refuse("without the scope of the act", "owner", hash, "MISSING_SCOPE")
	refuse("another hash", "q", strings.Repeat("0", 64), "PROPOSAL_ALTERED")
	b.tokens["q"].FreshAt = b.Clock.Now().Add(-15 * time.Minute)
	refuse("a stale proof", "q", hash, "REAUTHENTICATION_REQUIRED")
	b.tokens["q"].FreshAt = b.Clock.Now()

	demoted := *b.tokens["q"] // what the session still says
	demoted.Scopes = scope.Of("support")
	b.tokens["q2"] = &demoted
	b.Proposals.Staff = staffOf(b, map[uuid.UUID]*actor.Staff{demoted.ID: &demoted})
	refuse("demoted since the session was read", "q", hash, "MISSING_SCOPE")
	delete(b.tokens, "q2")
	b.Proposals.Staff = staffOf(b, map[uuid.UUID]*actor.Staff{demoted.ID: nil})
	refuse("disabled since the session was read", "q", hash, "UNAUTHENTICATED")

	lesser := *b.tokens["p"]
	lesser.Scopes = scope.Of("support")
	b.Proposals.Staff = staffOf(b, map[uuid.UUID]*actor.Staff{lesser.ID: &lesser})
	refuse("of somebody who was demoted", "q", hash, "PROPOSAL_VOID")
	b.Proposals.Staff = staffOf(b, map[uuid.UUID]*actor.Staff{lesser.ID: nil})
	refuse("of somebody who was disabled", "q", hash, "PROPOSAL_VOID")
	b.Proposals.Staff = staffOf(b, nil)

	b.must(b.env.Store.Exec(t.Context(), `UPDATE proposals SET input = replace(input, '15000', '14000')`))
	refuse("an input that was altered", "q", hash, "PROPOSAL_ALTERED")
	b.must(b.env.Store.Exec(t.Context(), `UPDATE proposals SET input = replace(input, '14000', '15000')`))
	b.env.Clock.Advance(72 * time.Hour)
	b.tokens["q"].FreshAt = b.Clock.Now()
	refuse("after 72 hours", "q", hash, "PROPOSAL_EXPIRED")
	b.env.Clock.Advance(-time.Second)
	if payload, got := b.approve("q", "in time", id, hash); codeOf(payload) != "" || payload["actId"] == nil {
		t.Error(got.text)
	}
	refuse2, got := b.approve("q", "twice", id, hash)
	if codeOf(refuse2) != "PROPOSAL_DECIDED" {
		t.Error(got.text)
	}
}

func staffOf(b *bank, now map[uuid.UUID]*actor.Staff) func(ctx context.Context, id uuid.UUID) (*actor.Staff, error) {
	return func(_ context.Context, id uuid.UUID) (*actor.Staff, error) {
		if s, known := now[id]; known {
			return s, nil
		}
		return b.found(func(s *actor.Staff) bool { return s.ID == id }), nil
	}
}

// What is approved is judged anew: where it cannot be done any more, nothing is, and it can still
// be decided.
func TestAnApprovalIsJudgedAnew(t *testing.T) {
	t.Parallel()
	b := withTwo(t)
	id, hash := b.waiting(t)
	var charge string
	b.must(b.env.Store.QueryRow(t.Context(), `SELECT target_id FROM proposals`).Scan(&charge))
	if payload, got := b.refund("q", map[string]any{"key": "meanwhile", "chargeId": charge, "amount": 1}); payload["refund"] == nil {
		t.Fatal(got.text)
	}
	if payload, got := b.approve("q", "a", id, hash); codeOf(payload) != "REFUND_EXCEEDS_LEFT" || payload["actId"] != nil {
		t.Error(got.text)
	}
	rejected, got := b.ask("q", "rejectProposal", proposalFields, map[string]any{"key": "r", "proposalId": id})
	if codeOf(rejected) != "" || rejected["proposal"].(map[string]any)["state"] != "rejected" {
		t.Error(got.text)
	}
	if payload, got := b.approve("q", "b", id, hash); codeOf(payload) != "PROPOSAL_DECIDED" {
		t.Error(got.text)
	}
	if yen, n := b.given(); yen != 1 || n != 1 {
		t.Errorf("%d yen in %d refunds", yen, n)
	}
}

// The person who proposed it takes it back, and no other.
func TestWithdraw(t *testing.T) {
	t.Parallel()
	b := withTwo(t)
	id, hash := b.waiting(t)
	take := func(token, key string) (map[string]any, answer) {
		return b.ask(token, "withdrawProposal", proposalFields, map[string]any{"key": key, "proposalId": id})
	}
	if payload, got := take("q", "a"); codeOf(payload) != "NOT_FOUND" {
		t.Error(got.text)
	}
	if payload, got := b.ask("p", "rejectProposal", "", map[string]any{"key": "b", "proposalId": id}); codeOf(payload) != "OWN_PROPOSAL" {
		t.Error(got.text)
	}
	if payload, got := take("p", "c"); payload["proposal"] == nil {
		t.Error(got.text)
	}
	if payload, got := b.approve("q", "d", id, hash); codeOf(payload) != "PROPOSAL_DECIDED" {
		t.Error(got.text)
	}
	if payload, got := take("p", "e"); codeOf(payload) != "PROPOSAL_DECIDED" {
		t.Error(got.text)
	}
}

// A proposal is seen by those who made it or may decide it.
func TestWhoSeesProposals(t *testing.T) {
	t.Parallel()
	b := withTwo(t)
	b.person("s", "support")
	b.program("t", scope.MoneyRead)
	id, _ := b.waiting(t)
	for _, token := range []string{"p", "q", "s"} {
		for filter, want := range map[string]int{`{}`: 1, `{state: proposed}`: 1, `{state: expired}`: 0, `{state: approved}`: 0} {
			if token == "s" {
				want = 0
			}
			got := b.send(by(token, `{ proposals(filter: `+filter+`) { nodes { proposalId } } }`, nil))
			if n := strings.Count(got.text, id); n != want {
				t.Errorf("%s, %s: %s", token, filter, got.text)
			}
		}
	}
	if got := b.send(by("q", `{ proposals(filter: {isOwn: true}) { nodes { proposalId } } }`, nil)); strings.Contains(got.text, id) {
		t.Error(got.text)
	}
	if got := b.send(by("s", `query($id: ID!) { proposal(proposalId: $id) { reason } }`, map[string]any{"id": id})); !strings.Contains(got.text, `"proposal":null`) {
		t.Error(got.text)
	}
	if got := b.send(byProgram("t", `{ proposals { nodes { proposalId } } }`, nil)); strings.Contains(got.text, id) {
		t.Error(got.text)
	}
	var input map[string]any
	got := b.send(by("q", `query($id: ID!) { proposal(proposalId: $id) { input } }`, map[string]any{"id": id}))
	text, _ := json.Marshal(got.Data["proposal"].(map[string]any)["input"])
	if json.Unmarshal(text, &input) != nil || input["amount"] != 15_000.0 {
		t.Error(got.text)
	}
}
