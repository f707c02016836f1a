package desk

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/keyset"
	"kaiin/server/staff/acts"
	"kaiin/server/staff/scope"
	"kaiin/server/transport/desk/gate"
)

const openMember = `query($id: ID!) { member(accountId: $id) { status version reveal { fields } profile { name nameKana email phone birthday postalCode prefecture address userId sex }
	login { hasPassword factors openSessions } loginHistory { nodes { ip } } notes { nodes { noteId version text by isPinned } } } }`

// personal is what no answer may hold before somebody has opened it.
var personal = []string{"山田", "太郎", "ヤマダ", "19800504", "1980", "09012345678", "1000001", "千代田"}

// A member is masked for everybody, and each time they are opened is an act, once in an hour.
func TestAMemberIsMasked(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.person("p", "support")
	r.program("t", scope.MembersRead)
	id := r.member()
	for name, c := range map[string]call{"a person": by("p", openMember, map[string]any{"id": id.String()}), "a program": byProgram("t", openMember, map[string]any{"id": id.String()})} {
		got := r.send(c)
		for _, text := range personal {
			if strings.Contains(got.text, text) {
				t.Errorf("%s reads %s: %s", name, text, got.text)
			}
		}
		for _, hint := range []string{`"name":"山＊＊＊"`, `"nameKana":"ヤ＊＊＊"`, `"phone":"***-****-5678"`, `"birthday":"19**"`, `"postalCode":"100-****"`, `"reveal":null`, `"prefecture":13`} {
			if !strings.Contains(got.text, hint) {
				t.Errorf("%s: no %s in %s", name, hint, got.text)
			}
		}
	}
	r.send(by("p", openMember, map[string]any{"id": id.String()}))
	if got := r.acts(); !slices.Equal(got, []string{"member.opened done", "member.opened done"}) {
		t.Errorf("acts %v", got)
	}
	r.in.Clock.Advance(time.Hour)
	r.send(by("p", openMember, map[string]any{"id": id.String()}))
	if got := r.acts(); len(got) != 3 {
		t.Errorf("after an hour: %v", got)
	}
	for _, unknown := range []string{uuid.NewString(), "x", ""} {
		if got := r.send(by("p", openMember, map[string]any{"id": unknown})); !strings.Contains(got.text, `"member":null`) || len(got.Errors) > 0 {
			t.Errorf("%q: %s", unknown, got.text)
		}
	}
}

// Without its act nothing is read.
func TestNoActNoData(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.person("p", "support")
	id := r.member()
	if _, err := r.in.Store.DB.ExecContext(t.Context(), `ALTER TABLE acts ADD CONSTRAINT broken CHECK (false) NOT VALID`); err != nil {
		t.Fatal(err)
	}
	if got := r.send(by("p", openMember, map[string]any{"id": id.String()})); !strings.Contains(got.text, `"member":null`) || len(got.Errors) == 0 {
		t.Error(got.text)
	}
	if got := r.send(by("p", endSessions, r.ending("k", id))); len(got.Errors) == 0 {
		t.Error(got.text)
	}
}

const reveal = `mutation($input: RevealMemberInput!) { revealMember(input: $input) { userErrors { code field } actId member { reveal { fields until } profile { name phone } } } }`

func decision(key string, id uuid.UUID, more map[string]any) map[string]any {
	input := map[string]any{"key": key, "reasonKind": "INQUIRY", "reason": "a call about " + key, "accountId": id.String()}
	for k, v := range more {
		input[k] = v
	}
	return map[string]any{"input": input}
}

// What a person has opened is open to them, for this member, for 15 minutes; it is theirs alone.
func TestReveal(t *testing.T) {
	t.Parallel()
	r := setup(t)
	lead := r.person("p", "supportLead")
	r.person("q", "supportLead")
	r.person("s", "support")
	r.program("t", scope.MembersRead)
	id, other := r.member(), r.member()
	if got := r.send(by("s", reveal, decision("k", id, map[string]any{"fields": []string{"NAME"}}))); got.code() != "MISSING_SCOPE" {
		t.Errorf("support: %s", got.text)
	}
	got := r.send(by("p", reveal, decision("k", id, map[string]any{"fields": []string{"NAME"}})))
	if !strings.Contains(got.text, `"name":"山田 太郎","phone":"***-****-5678"`) {
		t.Error(got.text)
	}
	if got := r.send(by("p", reveal, decision("l", id, map[string]any{"fields": []string{"PHONE"}}))); !strings.Contains(got.text, `"name":"山田 太郎","phone":"09012345678"`) {
		t.Error("with what was open: " + got.text)
	}
	for name, c := range map[string]call{
		"another member": by("p", openMember, map[string]any{"id": other.String()}), "a colleague": by("q", openMember, map[string]any{"id": id.String()}),
		"a program": byProgram("t", openMember, map[string]any{"id": id.String()}),
	} {
		if got := r.send(c); strings.Contains(got.text, "山田") {
			t.Errorf("%s: %s", name, got.text)
		}
	}
	for name, c := range map[string]struct {
		fields any
		want   string
	}{"nothing": {[]string{}, "REQUIRED"}, "no such field": {[]string{"PASSWORD"}, "PASSWORD"}, "too many": {slices.Repeat([]string{"NAME"}, 21), "TOO_MANY_VALUES"}} {
		if got := r.send(by("p", reveal, decision("m"+name, id, map[string]any{"fields": c.fields}))); !strings.Contains(got.text, c.want) {
			t.Errorf("%s: %s", name, got.text)
		}
	}
	r.in.Clock.Advance(15 * time.Minute)
	if got := r.send(by("p", openMember, map[string]any{"id": id.String()})); strings.Contains(got.text, "山田") {
		t.Error("after 15 minutes: " + got.text)
	}
	if got := r.send(by("p", reveal, decision("n", id, map[string]any{"fields": []string{"NAME"}}))); !strings.Contains(got.text, "REAUTHENTICATION_REQUIRED") {
		t.Error("a stale proof: " + got.text)
	}
	lead.FreshAt = r.Clock.Now()
	for i := range 58 {
		if got := r.send(by("p", reveal, decision("x"+strings.Repeat("i", i), id, map[string]any{"fields": []string{"NAME"}}))); got.code() != "" {
			t.Fatalf("%d: %s", i, got.text)
		}
		r.door.Desk.Meter = &gate.Meter{}
	}
	if got := r.send(by("p", reveal, decision("y", id, map[string]any{"fields": []string{"NAME"}}))); !strings.Contains(got.text, "LIMIT_EXCEEDED") {
		t.Error("the 61st in an hour: " + got.text)
	}
}

// What was opened is open for its own 15 minutes, however often something else is opened meanwhile.
func TestAnOpenedValueShutsInTime(t *testing.T) {
	t.Parallel()
	r := setup(t)
	lead := r.person("p", "supportLead")
	id := r.member()
	open := func(field string) answer {
		lead.FreshAt = r.Clock.Now()
		return r.send(by("p", reveal, decision(field+r.Clock.Now().Format(time.TimeOnly), id, map[string]any{"fields": []string{field}})))
	}
	start := r.Clock.Now()
	open("NAME")
	r.in.Clock.Advance(14 * time.Minute)
	got := open("PHONE")
	until, err := time.Parse(time.RFC3339, at(got, "revealMember", "member", "reveal", "until").(string))
	if err != nil || until.Sub(start) > 15*time.Minute+10*time.Second || !strings.Contains(got.text, `"fields":["NAME","PHONE"]`) {
		t.Error(got.text)
	}
	r.in.Clock.Advance(time.Minute)
	if got := r.send(by("p", openMember, map[string]any{"id": id.String()})); !strings.Contains(got.text, `"name":"山＊＊＊"`) || !strings.Contains(got.text, "09012345678") || !strings.Contains(got.text, `"fields":["PHONE"]`) {
		t.Error("after 15 minutes of the first: " + got.text)
	}
	open("NAME")
	r.in.Clock.Advance(14 * time.Minute)
	if got := r.send(by("p", openMember, map[string]any{"id": id.String()})); !strings.Contains(got.text, "山田") || strings.Contains(got.text, "09012345678") {
		t.Error("opened once more: " + got.text)
	}
}

const check = `mutation($input: CheckMemberInput!) { checkMember(input: $input) { userErrors { code field } verdicts { claim isRight } isProven triesLeft } }`

// The staff learn whether a caller is right, never what is kept; five wrong claims a day are all.
func TestCheck(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.person("p", "support")
	r.person("q", "support")
	id := r.member()
	for name, c := range map[string]struct {
		claims map[string]any
		want   string
	}{
		"three right":           {map[string]any{"birthday": "1980年5月4日", "phoneLast4": "５６７８", "nameKana": "やまだたろう"}, `{"claim":"birthday","isRight":true},{"claim":"phoneLast4","isRight":true},{"claim":"nameKana","isRight":true}],"isProven":true,"triesLeft":5`},
		"two right":             {map[string]any{"postalCode": "〒100-0001", "phoneLast4": "5678"}, `"isProven":false,"triesLeft":5`},
		"three right, one more": {map[string]any{"birthday": "19800504", "phoneLast4": "5678", "postalCode": "1000001", "nameKana": "ヤマダ ジロウ"}, `{"claim":"nameKana","isRight":false}],"isProven":false,"triesLeft":4`},
		"nothing":               {map[string]any{}, `"code":"REQUIRED"`},
	} {
		if name == "three right, one more" {
			continue
		}
		if got := r.send(by("p", check, decision(name, id, c.claims))); !strings.Contains(got.text, c.want) {
			t.Errorf("%s: %s", name, got.text)
		}
	}
	if got := r.send(by("p", check, decision("one", id, map[string]any{"birthday": "19800504", "phoneLast4": "5678", "postalCode": "1000001", "nameKana": "ヤマダ ジロウ"}))); !strings.Contains(got.text, `{"claim":"nameKana","isRight":false}],"isProven":false,"triesLeft":4`) {
		t.Error(got.text)
	}
	if got := r.send(by("p", check, decision("none kept", id, map[string]any{"cardSuffix": "4242", "lastPaymentYen": 1100}))); !strings.Contains(got.text, `{"claim":"cardSuffix","isRight":false},{"claim":"lastPaymentYen","isRight":false}],"isProven":false,"triesLeft":2`) {
		t.Error("what is not kept is wrong like any other: " + got.text)
	}
	var told string
	if err := r.in.Store.QueryRow(t.Context(), `SELECT fields FROM acts WHERE kind = 'member.checked' ORDER BY at DESC LIMIT 1`).Scan(&told); err != nil || !strings.Contains(told, "CARD") || !strings.Contains(told, "LAST_PAYMENT") {
		t.Errorf("the member is told that %q was compared: %v", told, err)
	}
	r.send(by("p", check, decision("one more", id, map[string]any{"birthday": "19800505"})))
	if got := r.send(by("q", check, decision("a colleague", id, map[string]any{"birthday": "19800505"}))); !strings.Contains(got.text, `"triesLeft":0`) {
		t.Error(got.text)
	}
	if got := r.send(by("q", check, decision("the sixth", id, map[string]any{"birthday": "19800504"}))); !strings.Contains(got.text, "LIMIT_EXCEEDED") || strings.Contains(got.text, `"isRight":true`) {
		t.Error(got.text)
	}
	if got := r.send(by("q", check, decision("another member", r.member(), map[string]any{"birthday": "19800504"}))); !strings.Contains(got.text, `"isRight":true`) {
		t.Error(got.text)
	}
	r.in.Clock.Advance(24 * time.Hour)
	if got := r.send(by("q", check, decision("the next day", id, map[string]any{"birthday": "19800504"}))); !strings.Contains(got.text, `"isRight":true`) {
		t.Error(got.text)
	}
}

// What the staff are shown openly, or have opened or put right themselves, proves no caller.
func TestWhatIsOnTheScreenProvesNoCaller(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.person("p", "supportLead")
	r.person("q", "support")
	id := r.member()
	if err := r.in.Store.Exec(t.Context(), `INSERT INTO payment_methods (id, created_at, account_id, payment_method_type, state, customer_code, reference, shown, card_brand, card_suffix, card_expire)
		VALUES ($1, $2, $3, 'SbpsCredit', 'active', 'x', 'x', 'x', 'V', '4242', '203012')`, uuid.New(), r.Clock.Now(), id); err != nil {
		t.Fatal(err)
	}
	proves := func(token, name string, want bool, claims map[string]any) {
		t.Helper()
		got := r.send(by(token, check, decision(name, id, claims)))
		if !strings.Contains(got.text, fmt.Sprintf(`"isProven":%t`, want)) || strings.Contains(got.text, `"isRight":false`) || len(got.Errors) > 0 {
			t.Errorf("%s: %s", name, got.text)
		}
	}
	three := map[string]any{"birthday": "19800504", "nameKana": "ヤマダタロウ", "phoneLast4": "5678"}
	proves("p", "one that is hidden", false, map[string]any{"phoneLast4": "5678", "cardSuffix": "4242", "birthday": "19800504"})
	proves("p", "two that are hidden", true, three)
	if got := r.send(by("p", reveal, decision("r", id, map[string]any{"fields": []string{"BIRTHDAY"}}))); len(got.Errors) > 0 {
		t.Fatal(got.text)
	}
	proves("p", "one was opened", false, three)
	proves("p", "another one beside it", true, map[string]any{"birthday": "19800504", "nameKana": "ヤマダタロウ", "postalCode": "1000001"})
	proves("q", "a colleague has opened it", true, three)
	r.Clock.Advance(24 * time.Hour)
	proves("p", "a day later", true, three)
}

// A note has versions. A change is refused unless it is of the newest one.
func TestNotes(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.person("p", "support")
	id := r.member()
	add := `mutation($input: AddNoteInput!) { addNote(input: $input) { userErrors { code field } member { notes { nodes { noteId version text by isPinned } } } } }`
	amend := `mutation($input: AmendNoteInput!) { amendNote(input: $input) { userErrors { code field } isReplay } }`
	remove := `mutation($input: RemoveNoteInput!) { removeNote(input: $input) { userErrors { code field } } }`
	for text, want := range map[string]string{
		" ": "REQUIRED", strings.Repeat("あ", 4001): "TOO_LONG", "card 4111 1111 1111 1111 12/28": "HOLDS_CARD_NUMBER", "４１１１-１１１１-１１１１-１１１１": "HOLDS_CARD_NUMBER",
		"123456789018": "HOLDS_MY_NUMBER", "1234\u22125678\u20139018": "HOLDS_MY_NUMBER",
	} {
		if got := r.send(by("p", add, decision("k", id, map[string]any{"text": text}))); !strings.Contains(got.text, `"code":"`+want+`","field":"text"`) {
			t.Errorf("%.20s: %s", text, got.text)
		}
	}
	for field, given := range map[string]map[string]any{
		"reason": {"reason": "山田花子 asked, card 4111−1111−1111−1111"}, "ticket": {"ticket": "4111 1111 1111 1111"},
	} {
		given["text"] = "calls in the evening"
		if got := r.send(by("p", add, decision("k", id, given))); !strings.Contains(got.text, `"code":"HOLDS_CARD_NUMBER","field":"`+field+`"`) {
			t.Errorf("%s: %s", field, got.text)
		}
	}
	got := r.send(by("p", add, decision("k", id, map[string]any{"text": "calls at 090-1234-5678 <b>", "isPinned": true})))
	nodes := got.Data["addNote"].(map[string]any)["member"].(map[string]any)["notes"].(map[string]any)["nodes"].([]any)
	note, _ := nodes[0].(map[string]any)
	if note["text"] != "calls at 090-1234-5678 <b>" || note["by"] != "person p" || note["isPinned"] != true || note["version"] != 1.0 {
		t.Fatal(got.text)
	}
	change := func(key string, version int, more map[string]any) map[string]any {
		input := decision(key, id, more)["input"].(map[string]any)
		delete(input, "accountId")
		input["noteId"], input["version"] = note["noteId"], version
		return map[string]any{"input": input}
	}
	if got := r.send(by("p", amend, change("a", 1, map[string]any{"text": "calls in the evening"}))); !strings.Contains(got.text, `"userErrors":[]`) {
		t.Error(got.text)
	}
	if got := r.send(by("p", amend, change("b", 1, map[string]any{"text": "late"}))); !strings.Contains(got.text, `"STALE","field":"version"`) {
		t.Error(got.text)
	}
	if got := r.send(by("p", remove, change("c", 2, nil))); !strings.Contains(got.text, `"userErrors":[]`) {
		t.Error(got.text)
	}
	if got := r.send(by("p", remove, change("d", 3, nil))); !strings.Contains(got.text, "NOT_FOUND") {
		t.Error(got.text)
	}
	if got := r.send(by("p", openMember, map[string]any{"id": id.String()})); !strings.Contains(got.text, `"notes":{"nodes":[]}`) {
		t.Error(got.text)
	}
}

// What was refused may hold what no act may keep: its act has ids, choices, numbers and the lengths
// of texts, whatever it was refused for.
func TestRefusedTextsAreNotKept(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.person("p", "support")
	id := r.member()
	add := `mutation($input: AddNoteInput!) { addNote(input: $input) { userErrors { code } } }`
	const text = "card 4111 1111 1111 1111 of 山田"
	for name, more := range map[string]map[string]any{
		"a thin reason": {"text": text, "reason": "why?"}, "a card's number": {"text": text}, "a ticket that is none": {"text": "x", "ticket": text},
		"no member": {"text": text, "accountId": uuid.NewString()}, "a member that is none": {"text": "x", "accountId": text},
	} {
		if got := r.send(by("p", add, decision(name, id, more))); !strings.Contains(got.text, `"code"`) {
			t.Errorf("%s: %s", name, got.text)
		}
	}
	entries, err := r.Acts.List(t.Context(), acts.Filter{}, 100)
	if err != nil || len(entries) != 5 {
		t.Fatal(entries, err)
	}
	all := ""
	for _, e := range entries {
		said := string(e.Details) + e.Reason + e.Ticket
		if strings.Contains(said, "4111") || strings.Contains(said, "山田") {
			t.Errorf("kept: %s", said)
		}
		if !strings.Contains(said, `"refused":`) {
			t.Errorf("it does not say why: %s", said)
		}
		all += said
	}
	for _, want := range []string{`"reasonKind":"INQUIRY"`, ` characters"`, id.String()} {
		if !strings.Contains(all, want) {
			t.Errorf("no %s in %s", want, all)
		}
	}
}

// Reading the record is an act, too, and needs its own scope.
func TestTheRecordIsRead(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.person("p", "support")
	r.person("c", "compliance")
	id := r.member()
	r.send(by("p", endSessions, r.ending("k", id)))
	const list = `query($id: ID) { acts(filter: {accountId: $id}) { nodes { kind by reason reasonKind outcome accountId } pageInfo { hasNextPage } } }`
	if got := r.send(by("p", list, map[string]any{"id": id.String()})); got.code() != "MISSING_SCOPE" {
		t.Error(got.text)
	}
	if got := r.send(by("c", list, map[string]any{"id": id.String()})); !strings.Contains(got.text, `"kind":"sessions.ended","by":"person p","reason":"a lost phone","reasonKind":"INQUIRY","outcome":"done"`) || !strings.Contains(got.text, "acts.read") {
		t.Error(got.text)
	}
}

// What an act says in detail holds values of members: it is for people who may open those and have
// just proved who they are. Every member on a page of the record reads that it was looked at.
func TestDetailsOfActsAreValues(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.person("p", "support")
	c := r.person("c", "compliance")
	r.person("o", "owner")
	r.program("t", scope.ActsRead)
	id, other := r.member(), r.member()
	r.send(by("p", endSessions, r.ending("k", id)))
	r.send(by("p", endSessions, r.ending("l", other)))
	const plain = `{ acts(filter: {}) { nodes { kind accountId } } }`
	for name, query := range map[string]string{
		"nodes":     `{ acts(filter: {}) { nodes { details } } }`,
		"edges":     `{ acts(filter: {}) { edges { node { ... on Act { details } } } } }`,
		"fragments": `query { acts(filter: {}) { ...A } } fragment A on ActConnection { nodes { given: details } }`,
		"a member":  `{ member(accountId: "` + id.String() + `") { acts { nodes { details } } } }`,
	} {
		for _, call := range []call{byProgram("t", query, nil), by("o", query, nil)} {
			if got := r.send(call); got.code() != "MISSING_SCOPE" || !strings.Contains(got.text, "members.reveal") {
				t.Errorf("%s: %s", name, got.text)
			}
		}
		c.FreshAt = r.Clock.Now().Add(-time.Hour)
		if got := r.send(by("c", query, nil)); got.code() != "REAUTHENTICATION_REQUIRED" || strings.Contains(got.text, "a lost phone") || strings.Contains(got.text, `"input"`) {
			t.Errorf("%s, a stale proof: %s", name, got.text)
		}
		c.FreshAt = r.Clock.Now()
		if got := r.send(by("c", query, nil)); len(got.Errors) > 0 {
			t.Errorf("%s: %s", name, got.text)
		}
		r.door.Desk.Meter = &gate.Meter{}
	}
	r.Clock.Advance(24 * time.Hour)
	if got := r.send(byProgram("t", plain, nil)); !strings.Contains(got.text, id.String()) {
		t.Error(got.text)
	}
	for _, member := range []uuid.UUID{id, other} {
		told, _, err := r.Acts.Accesses(t.Context(), member, keyset.Page{First: 1})
		if err != nil || told[0].What != acts.AccessRecord || told[0].By != acts.ByProgram {
			t.Errorf("told %+v, %v", told, err)
		}
	}
}

// A type that is closed by itself is closed on every way to it, however the way is allowed.
func TestATypeIsClosedOnEveryWay(t *testing.T) {
	t.Parallel()
	r := setup(t)
	p := r.person("p")
	p.Scopes = []scope.Scope{scope.MembersSupport, scope.ContractsRead}
	id := r.member()
	for query, lacks := range map[string]string{
		`mutation($input: EndSessionsInput!) { endSessions(input: $input) { actId member { status } } }`:                                                                   "members.read",
		`{ contracts(filter: {}) { nodes { bills { billId } } } }`:                                                                                                         "money.read",
		`query { contracts(filter: {}) { ...C } } fragment C on StaffContractConnection { nodes { ... on StaffContract { bills { charges { refunds { refundId } } } } } }`: "money.read",
	} {
		var variables map[string]any
		if strings.HasPrefix(query, "mutation") {
			variables = r.ending("k", id)
		}
		if got := r.send(by("p", query, variables)); got.code() != "MISSING_SCOPE" || !strings.Contains(got.text, lacks) || got.Data != nil {
			t.Errorf("%s: %s", query, got.text)
		}
	}
	if got := r.acts(); slices.Contains(got, "sessions.ended done") {
		t.Errorf("acts %v", got)
	}
}

// Answers in the store's own fields are hidden, titles and all that a store no longer asks among
// them, until somebody has opened them. Then they are in the words of what was chosen.
func TestAnswersInFieldsOfTheStoresOwn(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.person("p", "supportLead")
	r.person("q", "supportLead")
	id := r.member()
	given := map[string]string{"theatre": "灯台座", "howFound": "friend", "adult": "true", "former": "a taste"}
	r.in.Store.Client(t.Context()).Account.UpdateOneID(id).SetCustom(given).ExecX(t.Context())
	const answers = `{ profile { custom { title type value } } }`
	const ask = `query($id: ID!) { member(accountId: $id) ` + answers + ` }`
	const open = `mutation($input: RevealMemberInput!) { revealMember(input: $input) { userErrors { code field } member ` + answers + ` } }`
	shown := func(values ...any) string {
		return fmt.Sprintf(`"custom":[{"title":"How did you find us?","type":"SELECT","value":"%s"},{"title":"Favourite cinema","type":"TEXT","value":"%s"},`+
			`{"title":"I am 18 or older","type":"CHECKBOX","value":"%s"},{"title":"former","type":null,"value":"%s"}]`, values...)
	}
	hidden := shown("***", "***", "***", "***")
	if got := r.send(by("p", ask, map[string]any{"id": id.String()})); !strings.Contains(got.text, hidden) {
		t.Error("before: " + got.text)
	}
	if got := r.send(by("p", open, decision("k", id, map[string]any{"fields": []string{"CUSTOM"}}))); !strings.Contains(got.text, shown("A friend", "灯台座", "true", "a taste")) {
		t.Error("opened: " + got.text)
	}
	if got := r.send(by("q", ask, map[string]any{"id": id.String()})); !strings.Contains(got.text, hidden) {
		t.Error("a colleague: " + got.text)
	}
	if got := r.send(by("p", ask, map[string]any{"id": r.member().String()})); !strings.Contains(got.text, `"custom":[]`) {
		t.Error("who has answered nothing: " + got.text)
	}
}
