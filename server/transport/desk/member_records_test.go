package desk

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/store"
	"kaiin/server/desk/records"
	"kaiin/server/desk/search"
	"kaiin/server/staff/scope"
	"kaiin/server/transport/desk/gate"
)

// owned are rows of each thing that a member has, so many, three of each moment: $1 is the account.
// HIDDEN is what no caller may be shown.
func owned(n int) []string {
	each := fmt.Sprintf(`generate_series(1, %d) AS n, LATERAL (SELECT timestamptz '2026-05-01 00:00Z' + (n / 3) * interval '1 minute' AS at) AS k`, n)
	return []string{
		`INSERT INTO orders (id, created_at, account_id, session_id, plan_id, token_hash, state, campaign_id, amount, price, tax_rate, terms, signup, failure, expires_at)
			SELECT gen_random_uuid(), at, $1, gen_random_uuid(), 'standard', ('HIDDEN' || n || $1::uuid)::bytea, 'completed', '', 100 + n, 1100, 10, '{}', false, '', at FROM ` + each,
		`INSERT INTO subscriptions (id, created_at, updated_at, account_id, plan_id, order_id, campaign_id, status, renew_span, renew_span_unit, period, anchor_day, first_payment_day,
				term_start, next_settlement_day, anchor_period, biller, resume_status)
			SELECT uuid_in(md5('contract' || n || $1::uuid)::cstring), at, at, $1, 'standard', gen_random_uuid(), '', 'CANCELLED', 1, 'months', 1, at, at, at, at, 1, 'ours', '' FROM ` + each,
		`INSERT INTO subscription_events (id, created_at, subscription_id, event, from_status, to_status, period)
			SELECT gen_random_uuid(), at, uuid_in(md5('contract' || n || $1::uuid)::cstring), 'Renewed', '', 'ONGOING_CONTRACT', 1 FROM ` + each,
		`INSERT INTO bills (id, created_at, updated_at, account_id, order_id, period, period_start, period_end, plan_id, plan_name, list_amount, discount, campaign, amount, tax, tax_rate,
				due_day, state, attempts, refunded)
			SELECT gen_random_uuid(), at, at, $1, gen_random_uuid(), 0, at, at, 'standard', '{"ja":"スタンダード"}', 200 + n, 0, '', 200 + n, 0, 10, at, 'paid', 1, 0 FROM ` + each,
		`INSERT INTO charges (id, created_at, updated_at, account_id, bill_id, attempt, plan_name, payment_method_id, provider, provider_order_id, provider_ref, state, amount, tax, tracking_id,
				error_code, origin, initiator, card_brand, card_suffix, give_up_at, checks)
			SELECT uuid_in(md5('charge' || n || $1::uuid)::cstring), at, at, $1, gen_random_uuid(), 1, 'x', gen_random_uuid(), 'sbps', 'order-' || n || $1::uuid, 'HIDDEN', 'settled', 500, 0,
				'', '', 'ours', 'merchant', 'V', '4242', at, 0 FROM ` + each,
		`INSERT INTO refunds (id, created_at, updated_at, account_id, charge_id, kind, amount, tracking_id, request_key, state, reason, asked_by, error_code, before, checks, done_at)
			SELECT gen_random_uuid(), at, at, $1, uuid_in(md5('charge' || n || $1::uuid)::cstring), 'refund', 300 + n, '', 'HIDDEN' || n || $1::uuid, 'done', '', 'system', '', 0, 0, at FROM ` + each,
		`INSERT INTO payment_methods (id, created_at, account_id, payment_method_type, state, customer_code, reference, shown, card_brand, card_suffix, card_expire)
			SELECT gen_random_uuid(), at, $1, 'SbpsCredit', 'deleted', 'HIDDEN' || n || $1::uuid, 'HIDDEN', 'HIDDEN', 'V', '4242', '203012' FROM ` + each,
		`INSERT INTO entitlements (id, created_at, account_id, plan_id, source, source_id, starts_at, expires_at) SELECT gen_random_uuid(), at, $1, 'standard', 'order', gen_random_uuid(), at, at FROM ` + each,
		`INSERT INTO order_evidence (id, created_at, account_id, sequence, order_id, locale, template, terms, html, previous_hash, hash)
			SELECT gen_random_uuid(), at, $1, n, gen_random_uuid(), 'ja', 1, '{"x": "HIDDEN"}', '<p>HIDDEN</p>', 'x', 'x' FROM ` + each,
		`INSERT INTO consents (id, created_at, account_id, policy_id, revision, key) SELECT gen_random_uuid(), at, $1, 'old', n, 'HIDDEN' FROM ` + each,
		`INSERT INTO oidc_grants (id, created_at, account_id, client_id, scopes, issued_at) SELECT gen_random_uuid(), at, $1, 'app' || n, '{"profile": 1, "email": 1}', at FROM ` + each,
		`INSERT INTO profiles (id, created_at, account_id, name, restricted) SELECT gen_random_uuid(), at, $1, 'HIDDEN' || n, false FROM ` + each,
		`INSERT INTO login_events (id, created_at, account_id, result, login_method, ip, user_agent) SELECT gen_random_uuid(), at, $1, n % 2 = 0, 'Password', '203.0.113.77', 'HIDDEN' FROM ` + each,
		`INSERT INTO messages (id, created_at, account_id, channel, recipient, template, locale, data, state, tries)
			SELECT gen_random_uuid(), at, $1, 'mail', 'HIDDEN', 'pin-code', 'ja', 'HIDDEN', 'sent', 1 FROM ` + each,
		`INSERT INTO notes (id, created_at, note_id, version, account_id, staff, text, is_pinned, is_removed)
			SELECT k.id, at, k.id, 1, $1, 'hanako', 'note ' || n, false, false FROM generate_series(1, ` + fmt.Sprint(n) + `) AS n,
				LATERAL (SELECT uuid_in(md5('note' || n || $1::uuid)::cstring) AS id, timestamptz '2026-05-01 00:00Z' + (n / 3) * interval '1 minute' AS at) AS k`,
	}
}

// library is a bank whose members have all that a desk reads of them.
func library(t *testing.T) *bank {
	t.Helper()
	b := openBank(t, nil)
	b.Records = &records.Service{Store: b.env.Store, Clock: b.env.Clock, Settings: b.env.Settings, Payment: b.env.Payment, Subscription: b.Subscription}
	b.Search = &search.Service{Store: b.env.Store, Reads: b.env.Store, Clock: b.env.Clock, Secrets: b.env.Secrets}
	return b
}

func (b *bank) owning(n int) uuid.UUID {
	b.t.Helper()
	id := b.room.member()
	for _, statement := range owned(n) {
		b.must(b.env.Store.Exec(b.t.Context(), statement, id))
	}
	return id
}

// counting has every request counted from now on.
func (r *room) counting() *atomic.Int64 {
	n, inner := new(atomic.Int64), r.mux
	r.mux = http.NewServeMux()
	r.mux.HandleFunc("/", func(w http.ResponseWriter, request *http.Request) {
		ctx, counted := store.CountStatements(request.Context())
		inner.ServeHTTP(w, request.WithContext(ctx))
		n.Store(counted.Load())
	})
	return n
}

// listsOf are the lists of a member with the id of their entries.
var listsOf = map[string]string{
	"contracts": "subscriptionId", "orders": "orderId", "bills": "billId", "refunds": "refundId", "paymentMethods": "methodId", "entitlements": "entitlementId", "evidence": "evidenceId",
	"timeline": "id",
}

func at(a answer, path ...string) any {
	var value any = a.Data
	for _, name := range path {
		object, _ := value.(map[string]any)
		value = object[name]
	}
	return value
}

// Every list of a member is paged through, each entry once and the newest first, also where many
// are of one moment; those of others are not in it.
func TestListsOfAMember(t *testing.T) {
	t.Parallel()
	b := library(t)
	b.person("p", "support", "compliance")
	id := b.owning(25)
	b.owning(10)
	for list, key := range listsOf {
		extra, want := "", 25
		if list == "timeline" {
			extra, want = "kinds: [LOGIN, ORDER, CONTRACT, BILL, REFUND, MESSAGE, NOTE],", 7*25
		}
		query := fmt.Sprintf(`query($id: ID!, $first: Int, $after: String) { member(accountId: $id) { %s(%s first: $first, after: $after) { nodes { id: %s %s } edges { cursor } pageInfo { hasNextPage endCursor } } } }`,
			list, extra, key, map[bool]string{true: "at", false: "at: createdAt"}[list == "timeline"])
		seen, last := map[any]bool{}, ""
		var after any
		for page := 0; ; page++ {
			got := b.send(by("p", query, map[string]any{"id": id, "first": []int{1, 7, 2, 40}[page%4], "after": after}))
			nodes, _ := at(got, "member", list, "nodes").([]any)
			if len(nodes) == 0 {
				t.Fatalf("%s, page %d: %s", list, page, got.text)
			}
			for _, node := range nodes {
				entry := node.(map[string]any)
				if when := entry["at"].(string); last != "" && when > last || seen[entry["id"]] {
					t.Errorf("%s: %v after %s, seen %v", list, entry, last, seen[entry["id"]])
				} else {
					last = when
				}
				seen[entry["id"]] = true
			}
			if at(got, "member", list, "pageInfo", "hasNextPage") == false {
				break
			}
			after = at(got, "member", list, "pageInfo", "endCursor")
			b.door.Desk.Meter = &gate.Meter{}
		}
		if len(seen) != want {
			t.Errorf("%s: %d entries, want %d", list, len(seen), want)
		}
		for _, wrong := range []string{`first: 0`, `first: 101`, `first: -1`, `after: "x"`, `after: ""`} {
			got := b.send(by("p", fmt.Sprintf(`{ member(accountId: %q) { %s(%s) { nodes { __typename } } } }`, id, list, wrong), nil))
			if !strings.Contains(got.text, "INVALID_FORMAT") {
				t.Errorf("%s(%s): %s", list, wrong, got.text)
			}
			b.door.Desk.Meter = &gate.Meter{}
		}
	}
}

const everything = `query($id: ID!) { member(accountId: $id) {
	contracts(first: 5) { nodes { subscriptionId } } orders(first: 5) { nodes { orderId amount } } bills(first: 5) { nodes { billId } } refunds(first: 5) { nodes { refundId } }
	paymentMethods(first: 5) { nodes { type state provider cardBrand cardSuffix cardExpire } } entitlements(first: 5) { nodes { planId planName source } } evidence(first: 5) { nodes { orderId sequence locale createdAt } }
	consents(first: 5) { kind id isAgreed revision at } grants(first: 5) { clientId scopes } profiles timeline(first: 40) { leftOut nodes { kind what detail by amount } } } }`

// Nothing is shown that moves money, opens an account or is told to the member alone.
func TestWhatAMemberHasIsShownWithoutSecrets(t *testing.T) {
	t.Parallel()
	b := library(t)
	b.person("p", "support")
	got := b.send(by("p", everything, map[string]any{"id": b.owning(3)}))
	for _, want := range []string{`"cardSuffix":"4242"`, `"sequence":3`, `"scopes":["email","profile"]`, `"profiles":`, `"kind":"POLICY","id":"old","isAgreed":true,"revision":3`, `"detail":"pin-code"`, `"leftOut":["ACT"]`} {
		if !strings.Contains(got.text, want) {
			t.Errorf("no %s in %s", want, got.text)
		}
	}
	for _, secret := range []string{"HIDDEN", "203.0.113.77", "山田"} {
		if strings.Contains(got.text, secret) {
			t.Errorf("%s in %s", secret, got.text)
		}
	}
}

// A member with six lists is read by fourteen statements, with the acts of that.
func TestAMemberWithSixListsIsFourteenStatements(t *testing.T) {
	t.Parallel()
	b := library(t)
	b.person("p", "support")
	b.program("t", scope.MembersRead, scope.ContractsRead, scope.MoneyRead)
	id := b.owning(120)
	n := b.counting()
	const six = `query($id: ID!) { member(accountId: $id) { status profile { name } contracts(first: 20) { nodes { subscriptionId } } orders(first: 20) { nodes { orderId } }
		bills(first: 20) { nodes { billId } } refunds(first: 20) { nodes { refundId } } entitlements(first: 20) { nodes { planId } } timeline(first: 20) { nodes { at } } } }`
	for name, c := range map[string]call{"a person": by("p", six, map[string]any{"id": id}), "a program": byProgram("t", strings.Replace(six, "timeline(first: 20) { nodes { at } }", "evidence(first: 20) { nodes { orderId } }", 1), map[string]any{"id": id})} {
		if got := b.send(c); len(got.Errors) > 0 || n.Load() > 14 {
			t.Errorf("%s: %d statements: %.300s", name, n.Load(), got.text)
		}
	}
	if got := b.send(by("p", six, map[string]any{"id": id})); len(got.Errors) > 0 || n.Load() > 11 {
		t.Errorf("once more: %d statements: %.300s", n.Load(), got.text)
	}
	if got := b.written(); !slices.Equal(got[:3], []string{"member.opened done by person p", "contracts.read done by person p", "money.read done by person p"}) && !slices.Equal(got[:3], []string{"member.opened done by Tool", "contracts.read done by Tool", "money.read done by Tool"}) || len(got) != 6 {
		t.Errorf("acts %v", got)
	}
}

// What is read of money and contracts is an act, by whatever way the member is reached.
func TestReadingWhatAMemberHasIsAnAct(t *testing.T) {
	t.Parallel()
	b := library(t)
	for query, want := range map[string][]string{
		`query($id: ID!) { member(accountId: $id) { status } }`:                                                                                 {"member.opened"},
		`query($id: ID!) { member(accountId: $id) { consents { id } grants { clientId } profiles } }`:                                           {"member.opened"},
		`query($id: ID!) { member(accountId: $id) { b: bills { nodes { billId } } } }`:                                                          {"member.opened", "money.read"},
		`query($id: ID!) { member(accountId: $id) { ...M } } fragment M on Member { ... on Member { contracts { nodes { subscriptionId } } } }`: {"member.opened", "contracts.read"},
		`query($id: ID!, $no: Boolean = false) { member(accountId: $id) { status bills @include(if: $no) { nodes { billId } } } }`:              {"member.opened"},
		`query($id: ID!) { member(accountId: $id) { timeline(kinds: [LOGIN, NOTE, MESSAGE]) { nodes { at } } } }`:                               {"member.opened"},
		`query($id: ID!) { member(accountId: $id) { timeline(kinds: [BILL, BILL]) { nodes { at } } } }`:                                         {"member.opened", "money.read"},
		`query($id: ID!) { member(accountId: $id) { timeline(kinds: [ACT]) { nodes { at } } } }`:                                                {"member.opened", "acts.read"},
		`mutation($input: EndSessionsInput!) { endSessions(input: $input) { member { paymentMethods { nodes { type } } } } }`:                   {"sessions.ended", "member.opened", "money.read"},
		`mutation($input: EndSessionsInput!) { endSessions(input: $input) { ... on StaffResult { actId } ... on EndSessionsPayload { member { contracts { nodes { subscriptionId } } } } } }`: {
			"sessions.ended", "member.opened", "contracts.read"},
	} {
		id, token := b.owning(1), uuid.NewString()[:8]
		b.person(token, "support", "compliance")
		variables := map[string]any{"id": id}
		if strings.HasPrefix(query, "mutation") {
			variables = b.ending(uuid.NewString(), id)
		}
		before := len(b.written())
		if got := b.send(by(token, query, variables)); len(got.Errors) > 0 || strings.Contains(got.text, "null") {
			t.Errorf("%s: %s", query, got.text)
		}
		var kinds []string
		for _, line := range b.written()[before:] {
			kind, _, _ := strings.Cut(line, " ")
			kinds = append(kinds, kind)
		}
		if !slices.Equal(kinds, want) {
			t.Errorf("%s: %v, want %v", query, kinds, want)
		}
	}
}

// What needs an act is not read without it.
func TestNoActNoRecords(t *testing.T) {
	t.Parallel()
	b := library(t)
	b.person("p", "support", "compliance")
	id := b.owning(1)
	b.must(b.env.Store.Exec(t.Context(), `ALTER TABLE acts ADD CONSTRAINT broken CHECK (kind NOT IN ('money.read', 'acts.read', 'members.found')) NOT VALID`))
	for _, field := range []string{`bills { nodes { billId } }`, `timeline(kinds: [ACT]) { nodes { at } }`, `lookalikes { alike }`} {
		got := b.send(by("p", fmt.Sprintf(`{ member(accountId: %q) { status %s } }`, id, field), nil))
		if len(got.Errors) == 0 || got.Data["member"] != nil {
			t.Errorf("%s: %s", field, got.text)
		}
	}
}

// A list needs its scope, on every way; what a timeline may not hold is left out of it and named.
func TestListsOfAMemberNeedTheirScopes(t *testing.T) {
	t.Parallel()
	b := library(t)
	id := b.owning(2)
	b.program("t", scope.MembersRead)
	for list, needs := range map[string]string{
		"contracts { nodes { __typename } }": "contracts.read", "orders { nodes { __typename } }": "money.read", "bills { pageInfo { hasNextPage } }": "money.read", "refunds { nodes { __typename } }": "money.read",
		"paymentMethods { nodes { type } }": "money.read", "entitlements { nodes { planId } }": "contracts.read", "evidence { nodes { sequence } }": "contracts.read", "lookalikes { alike }": "members.find",
	} {
		got := b.send(byProgram("t", fmt.Sprintf(`{ member(accountId: %q) { %s } }`, id, list), nil))
		if got.code() != "MISSING_SCOPE" || !strings.Contains(got.text, needs) || got.Data != nil {
			t.Errorf("%s: %s", list, got.text)
		}
		b.door.Desk.Meter = &gate.Meter{}
	}
	got := b.send(byProgram("t", fmt.Sprintf(`{ member(accountId: %q) { timeline { leftOut nodes { kind } } } }`, id), nil))
	left, _ := json.Marshal(at(got, "member", "timeline", "leftOut"))
	if string(left) != `["ORDER","CONTRACT","BILL","REFUND","ACT"]` || strings.Count(got.text, `"kind":"LOGIN"`) != 2 || strings.Contains(got.text, `"kind":"BILL"`) {
		t.Error(got.text)
	}
	got = b.send(byProgram("t", fmt.Sprintf(`{ member(accountId: %q) { timeline(kinds: [BILL]) { leftOut nodes { kind } } } }`, id), nil))
	if !strings.Contains(got.text, `"leftOut":["BILL"],"nodes":[]`) {
		t.Error(got.text)
	}
}

// Others may be the same person by the same phone number, or the same reading and birthday.
func TestLookalikes(t *testing.T) {
	t.Parallel()
	b := library(t)
	b.person("p", "support")
	id, phone := b.room.member(), b.room.member()
	kana, other, gone := b.room.member(), b.room.member(), b.room.member()
	set := func(id uuid.UUID, columns string) {
		b.must(b.env.Store.Exec(t.Context(), `UPDATE accounts SET `+columns+` WHERE id = $1`, id))
	}
	set(phone, `name_kana = 'サトウ', birthday = '19900101'`)
	set(kana, `phone_number = NULL, name_kana = 'やまだ　たろう'`)
	set(other, `phone_number = '0312345678', birthday = '19800505'`)
	set(gone, `status = 'withdrawn', withdrawn_at = now()`)
	query := fmt.Sprintf(`{ member(accountId: %q) { lookalikes { alike member { accountId name } } } }`, id)
	got := b.send(by("p", query, nil))
	if !strings.Contains(got.text, fmt.Sprintf(`{"alike":["PHONE"],"member":{"accountId":"%s","name":"山＊＊＊"}}`, phone)) ||
		!strings.Contains(got.text, fmt.Sprintf(`{"alike":["KANA","BIRTHDAY"],"member":{"accountId":"%s"`, kana)) || strings.Contains(got.text, other.String()) || strings.Contains(got.text, gone.String()) ||
		strings.Count(got.text, id.String()) != 0 {
		t.Error(got.text)
	}
	if found := b.written("members.found"); len(found) != 1 {
		t.Errorf("acts %v", found)
	}
	var subjects int
	b.must(b.env.Store.QueryRow(t.Context(), `SELECT count(*) FROM act_subjects`).Scan(&subjects))
	if subjects != 2 {
		t.Errorf("%d are told", subjects)
	}
	set(id, `phone_number = NULL, birthday = NULL`)
	if got := b.send(by("p", query, nil)); !strings.Contains(got.text, `"lookalikes":[]`) {
		t.Error("of whom neither is known: " + got.text)
	}
	if got := b.send(by("p", fmt.Sprintf(`{ member(accountId: %q) { lookalikes { alike } } }`, gone), nil)); !strings.Contains(got.text, `"lookalikes":[]`) {
		t.Error("of somebody who has left: " + got.text)
	}
	for range 30 {
		b.room.member()
	}
	set(id, `phone_number = '09012345678'`)
	got = b.send(by("p", query, nil))
	if n := strings.Count(got.text, `"alike"`); n != 20 {
		t.Errorf("%d of many", n)
	}
	b.in.Clock.Advance(time.Minute)
}

// Members of whom something waits for the staff are found by that, and the others without them.
func TestMembersOfWhomSomethingWaits(t *testing.T) {
	t.Parallel()
	b := library(t)
	b.person("p", "support")
	quiet, stuck := b.owning(2), b.owning(2)
	b.must(b.env.Store.Exec(t.Context(), `UPDATE charges SET state = 'unknown' WHERE account_id = $1`, stuck))
	b.must(b.env.Store.Exec(t.Context(), `UPDATE payment_methods SET reference = ''`)) // no agreement is left open
	b.must(b.env.Store.Exec(t.Context(), `DELETE FROM refunds`))
	for filter, want := range map[string][]uuid.UUID{
		`hasOpenMatter: true`:                                                                   {stuck},
		`hasOpenMatter: false, prefecture: [13]`:                                                {quiet},
		`hasOpenMatter: true, lastLoginTo: "2026-05-01"`:                                        {stuck},
		`hasOpenMatter: true, hasNote: false`:                                                   {},
		`prefecture: [13], spentFrom: 201, bought: 1, hasNote: true, loginIp: "203.0.113.77"`:   {quiet, stuck},
		`prefecture: [13], spentFrom: 201, bought: 1, hasNote: true, lastLoginTo: "2026-05-01"`: {quiet, stuck},
	} {
		got := b.send(by("p", `{ members(filter: {`+filter+`}) { nodes { member { accountId } } } memberCount(filter: {`+filter+`}) { count } }`, nil))
		if n := strings.Count(got.text, `"accountId"`); len(got.Errors) > 0 || n != len(want) {
			t.Errorf("%s: %s", filter, got.text)
		}
		for _, id := range want {
			if !strings.Contains(got.text, id.String()) {
				t.Errorf("%s: %s", filter, got.text)
			}
		}
	}
	if got := b.send(by("p", `{ members(filter: {hasOpenMatter: false}) { nodes { matched } } }`, nil)); !strings.Contains(got.text, "TOO_BROAD") {
		t.Error("all but a few: " + got.text)
	}
}
