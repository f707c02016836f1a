package desk

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/actor"
	"kaiin/server/staff/scope"
)

const whoAmI = `{ staff { name scopes staffNumber } }`

// The caller decides which schema answers: nothing of the staff is there for others, and nothing
// at all from outside of the networks of the staff.
func TestTheDoor(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.person("p", "support")
	r.program("t", scope.MembersFind)
	with := func(c call, change func(*call)) call {
		headers, cookies := map[string]string{}, map[string]string{}
		for k, v := range c.headers {
			headers[k] = v
		}
		for k, v := range c.cookies {
			cookies[k] = v
		}
		c.headers, c.cookies = headers, cookies
		change(&c)
		return c
	}
	for name, c := range map[string]struct {
		call   call
		status int
		want   string
	}{
		"a person":                       {by("p", whoAmI, nil), 200, "person p"},
		"a program":                      {byProgram("t", whoAmI, nil), 200, "Tool"},
		"a person from outside":          {with(by("p", whoAmI, nil), func(c *call) { c.from = outside }), 200, "members"},
		"a program from outside":         {with(byProgram("t", whoAmI, nil), func(c *call) { c.from = outside }), 200, "members"},
		"the cookie without the header":  {with(by("p", whoAmI, nil), func(c *call) { delete(c.headers, "X-Kaiin-Staff") }), 200, "members"},
		"the header without the cookie":  {with(by("p", whoAmI, nil), func(c *call) { c.cookies = nil }), 401, "UNAUTHENTICATED"},
		"another header":                 {with(by("p", whoAmI, nil), func(c *call) { c.headers["X-Kaiin-Staff"] = "true" }), 200, "members"},
		"another origin":                 {with(by("p", whoAmI, nil), func(c *call) { c.headers["Origin"] = "https://evil.example" }), 403, "CROSS_ORIGIN"},
		"an unknown token":               {by("x", whoAmI, nil), 401, "UNAUTHENTICATED"},
		"the token of a program":         {by("t", whoAmI, nil), 401, "UNAUTHENTICATED"},
		"the session as an access token": {byProgram("p", whoAmI, nil), 401, "UNAUTHENTICATED"},
		"a token and a cookie":           {with(byProgram("t", whoAmI, nil), func(c *call) { c.cookies = map[string]string{cookie: "p"} }), 400, "INVALID_REQUEST"},
		"a token and a member's session": {with(byProgram("t", whoAmI, nil), func(c *call) { c.cookies = map[string]string{"sid": "x"} }), 400, "INVALID_REQUEST"},
		"a password as a token":          {with(byProgram("t", whoAmI, nil), func(c *call) { c.headers["Authorization"] = "Basic dDp0" }), 401, "UNAUTHENTICATED"},
		"neither":                        {call{query: whoAmI}, 200, "members"},
	} {
		if got := r.send(c.call); got.status != c.status || !strings.Contains(got.text, c.want) {
			t.Errorf("%s: %d %s", name, got.status, got.text)
		}
	}
}

func TestScopesAreAskedBeforeAnythingRuns(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.person("p", "billing")
	got := r.send(by("p", endSessions, r.ending("k-1", r.member())))
	if got.status != 403 || got.code() != "MISSING_SCOPE" || !strings.Contains(got.Errors[0].Message, "members.support") || got.Data != nil {
		t.Errorf("%d %s", got.status, got.text)
	}
	if got := r.acts(); !slices.Equal(got, []string{"call.refused refused"}) {
		t.Errorf("acts %v", got)
	}
}

const endSessions = `mutation($input: EndSessionsInput!) { endSessions(input: $input) { userErrors { code field message } actId isReplay } }`

func (r *room) ending(key string, member uuid.UUID) map[string]any {
	return map[string]any{"input": map[string]any{"key": key, "reasonKind": "INQUIRY", "reason": "a lost phone", "accountId": member.String()}}
}

// The same key is the same decision, however many ask at once, and another input under it is none.
func TestAKeyIsOneDecision(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.person("p", "support")
	r.person("q", "support")
	member := r.member()
	var at sync.WaitGroup
	var mu sync.Mutex
	done, again := 0, 0
	for range 5 { // more of one caller do not run at a time
		at.Go(func() {
			got := r.send(by("p", endSessions, r.ending("k-1", member)))
			payload, _ := got.Data["endSessions"].(map[string]any)
			mu.Lock()
			defer mu.Unlock()
			switch {
			case payload["isReplay"] == true:
				again++
			case payload["actId"] != nil:
				done++
			default:
				t.Error(got.text)
			}
		})
	}
	at.Wait()
	if done != 1 || again != 4 {
		t.Errorf("%d done, %d again", done, again)
	}
	if got := r.send(by("p", endSessions, r.ending("k-1", r.member()))); !strings.Contains(got.text, "KEY_REUSED") {
		t.Error(got.text)
	}
	if got := r.send(by("q", endSessions, r.ending("k-1", member))); strings.Contains(got.text, `"isReplay":true`) {
		t.Error("the key of somebody else counts: " + got.text)
	}
	if got := r.acts(); !slices.Equal(got, []string{"sessions.ended done", "sessions.ended refused", "sessions.ended done"}) {
		t.Errorf("acts %v", got)
	}
}

// What is given has to say something; what does not changes nothing and is an act that was refused.
func TestWhatIsGiven(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.person("p", "support")
	for name, c := range map[string]struct {
		change map[string]any
		want   string
	}{
		"no key":              {map[string]any{"key": ""}, `"REQUIRED","field":"key"`},
		"a long key":          {map[string]any{"key": strings.Repeat("k", 101)}, `"TOO_LONG","field":"key"`},
		"no reason":           {map[string]any{"reason": ""}, `"REQUIRED","field":"reason"`},
		"a blank reason":      {map[string]any{"reason": "　　　　　　"}, `"REQUIRED","field":"reason"`},
		"a short reason":      {map[string]any{"reason": "abcd"}, `"TOO_SHORT","field":"reason"`},
		"a long reason":       {map[string]any{"reason": strings.Repeat("あ", 501)}, `"TOO_LONG","field":"reason"`},
		"a reason of nothing": {map[string]any{"reason": "......"}, `"REASON_TOO_THIN","field":"reason"`},
		"marks of direction":  {map[string]any{"reason": "because\u202egpj.exe"}, `"INVALID_CHARACTERS","field":"reason"`},
		"a long ticket":       {map[string]any{"ticket": strings.Repeat("1", 101)}, `"TOO_LONG","field":"ticket"`},
		"no id":               {map[string]any{"accountId": "x' OR true"}, `"NOT_FOUND","field":"accountId"`},
		"an unknown id":       {map[string]any{"accountId": uuid.NewString()}, `"NOT_FOUND","field":"accountId"`},
	} {
		input := r.ending("k", r.member())
		for k, v := range c.change {
			input["input"].(map[string]any)[k] = v
		}
		if got := r.send(by("p", endSessions, input)); !strings.Contains(strings.ReplaceAll(got.text, " ", ""), c.want) || !strings.Contains(got.text, `"actId":null`) {
			t.Errorf("%s: %s", name, got.text)
		}
	}
	all := r.acts()
	for _, act := range all {
		if act != "sessions.ended refused" {
			t.Error(act)
		}
	}
	if len(all) != 11 {
		t.Errorf("%d acts", len(all))
	}
}

// The same reason ten times in a row is none any more.
func TestAReasonPastedTenTimes(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.person("p", "support")
	for i := range 10 {
		if got := r.send(by("p", endSessions, r.ending(string(rune('a'+i)), r.member()))); strings.Contains(got.text, "REASON_TOO_THIN") {
			t.Fatalf("time %d: %s", i+1, got.text)
		}
	}
	if got := r.send(by("p", endSessions, r.ending("z", r.member()))); !strings.Contains(got.text, "REASON_TOO_THIN") {
		t.Error(got.text)
	}
}

func TestHowLargeAnOperationMayBe(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.person("p", "support")
	for name, c := range map[string]struct{ query, want string }{
		"aliases":                       {"{" + strings.Repeat("a: staff { name } ", 1) + aliases(21) + "}", "aliases"},
		"fields":                        {"{" + strings.Repeat("staff { name } ", 251) + "}", "fields"},
		"two mutations":                 {`mutation($input: EndSessionsInput!) { a: endSessions(input: $input) { actId } b: endSessions(input: $input) { actId } }`, "one field"},
		"no such field":                 {`{ viewer { accountId } }`, `Cannot query field`},
		"the same field, over and over": {"{" + strings.Repeat("staff { name } ", 4_000) + "}", "more than 500 fields"},
		"fragments that double":         {doubling(400), "more than 500 fields"},
		"a fragment in a circle":        {"{ staff { ...A } } fragment A on StaffCaller { ...A }", "nested too deep"},
		"a fragment that is never used": {"{ staff { name } } fragment A on StaffCaller {" + strings.Repeat("name ", 1_001) + "}", "more than 500 fields"},
		"a subscription":                {`subscription { x }`, "DOCUMENT_INVALID"},
		"nothing":                       {``, "DOCUMENT_INVALID"},
		"a type of theirs":              {`{ __type(name: "Account") { name } }`, `"__type":null`},
	} {
		if got := r.send(by("p", c.query, nil)); !strings.Contains(got.text, c.want) || len(got.text) > 10_000 {
			t.Errorf("%s: %.300s", name, got.text)
		}
	}
}

// doubling has fragments that spread the next two each.
func doubling(n int) string {
	var b strings.Builder
	b.WriteString("{ staff { ...F0 } } ")
	for i := range n {
		fmt.Fprintf(&b, "fragment F%d on StaffCaller { ...F%d ...F%d } ", i, i+1, i+2)
	}
	fmt.Fprintf(&b, "fragment F%d on StaffCaller { name } fragment F%d on StaffCaller { name }", n, n+1)
	return b.String()
}

// What is refused is not free: a caller who asks for it over and over waits, and writes no more
// acts.
func TestRefusalsAreNotFree(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.person("p", "billing")
	refused := 0
	const most = 4_000 / 40 // what a caller has, by what a refusal costs
	for range 2 * most {
		if r.send(by("p", `{ acts(filter: {}) { nodes { actId } } }`, nil)).code() != "MISSING_SCOPE" {
			break
		}
		refused++
	}
	got := r.send(by("p", whoAmI, nil))
	if got.status != 429 || got.Errors[0].Extensions["retryAfter"] != 1.0 || len(r.acts()) != min(refused, 100) || refused < most {
		t.Errorf("after %d refusals: %d %s, %d acts", refused, got.status, got.text, len(r.acts()))
	}
	for try := 1; r.send(by("p", "{", nil)).status != 429; try++ { // something may be restored by now
		if try > most {
			t.Fatal("a document that is none costs nothing")
		}
	}
}

func aliases(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("a" + strings.Repeat("b", i) + ": staff { name } ")
	}
	return b.String()
}

func TestTheSchemaCanBeRead(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.person("p", "support")
	if got := r.send(by("p", `{ __schema { types { name fields { name args { name type { name ofType { name ofType { name ofType { name ofType { name ofType { name ofType { name } } } } } } } } } } } }`, nil)); got.status != 200 || !strings.Contains(got.text, "StaffCaller") {
		t.Errorf("%d %.300s", got.status, got.text)
	}
}

// What an operation costs is told, also without running it.
func TestCost(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.person("p", "support")
	ask := by("p", whoAmI, nil)
	if got := r.send(ask).Extensions["cost"].(map[string]any); got["requested"] != 1.0 || got["available"] != 3999.0 || got["restoreRate"] != 200.0 {
		t.Errorf("cost %v", got)
	}
	ask.headers["X-Kaiin-Dry"] = "cost"
	if got := r.send(ask); got.Data != nil || got.Extensions["cost"].(map[string]any)["requested"] != 1.0 || got.code() != "" {
		t.Errorf("dry: %s", got.text)
	}
}

// A stale proof does not do for what asks for a fresh one, and a program never has one.
func TestFreshness(t *testing.T) {
	t.Parallel()
	r := setup(t)
	p := r.person("p", "supportLead")
	a := actor.Actor{Staff: p}
	if err := a.MayFresh(scope.MoneyRefund, r.Clock.Now().Add(14*time.Minute)); err != nil {
		t.Error(err)
	}
	for name, c := range map[string]actor.Actor{"stale": {Staff: p}, "a program": {Staff: r.program("t", scope.MoneyRefund)}} {
		if err := c.MayFresh(scope.MoneyRefund, r.Clock.Now().Add(16*time.Minute)); err == nil {
			t.Error(name)
		}
	}
}
