package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent/charge"
	tables "kaiin/ent/migrate"
	"kaiin/ent/paymentmethod"
	"kaiin/server/base/clock"
	"kaiin/server/base/store"
	"kaiin/server/money/gateway"
)

// decided are the flags of somebody who decides.
var decided = []string{"--by", "hanako", "--reason", "a test"}

// reads are the commands that decide nothing, and why.
var reads = map[string]string{
	"serve": "the server", "work": "the server", "migrate": "the release that is deployed decides", "sandbox": "plays the outside world", "health": "asks",
	"check-config": "prints", "sbom": "prints", "acts": "lists", "verify-acts": "looks", "verify-evidence": "looks", "verify-ledger": "looks", "bill": "lists",
	"store init": "writes a folder", "settlement open": "lists", "client list": "lists", "client show": "lists", "staff list": "lists",
}

// decision is a command that decides something, in a till that is made ready for it.
type decision struct {
	kind    string
	ready   func(t *testing.T, w *till) []string // its arguments
	refuses bool                                 // it finds nothing to do here: what it writes is that it was refused
	begins  bool                                 // its act is written first, as the effect takes many transactions
}

var decisions = map[string]decision{
	"seed": {kind: "store.seeded", ready: func(t *testing.T, _ *till) []string {
		folder := t.TempDir()
		if err := os.CopyFS(folder, os.DirFS("../../../demo")); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(folder, "store.yaml")
		text, err := os.ReadFile(file)
		if err == nil {
			err = os.WriteFile(file, []byte(strings.Replace(string(text), "price: ", "price: 1", 1)), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		return []string{"--store", file}
	}},
	"postal import": {kind: "postal.imported", ready: func(*testing.T, *till) []string { return []string{"--yubin", "../../../node_modules/yubin"} }},
	"end-sessions": {kind: "sessions.ended", ready: func(t *testing.T, w *till) []string {
		member, now := w.member(t), clock.New().Now()
		w.store.Client(t.Context()).Session.Create().SetAccountID(member).SetTokenHash([]byte("x")).SetCreatedAt(now).SetLastSeenAt(now).SetExpiresAt(now.Add(time.Hour)).SaveX(t.Context())
		return []string{"--member", "taro@example.jp"}
	}},
	"reindex": {kind: "members.reindexed", ready: func(*testing.T, *till) []string { return nil }},
	"newsletter send": {kind: "newsletter.sent", ready: func(t *testing.T, _ *till) []string {
		file := filepath.Join(t.TempDir(), "news.yaml")
		if err := os.WriteFile(file, []byte("newsletterId: first\nsubject: {ja: あ, en: a}\ntext: {ja: い, en: b}\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		return []string{"--option", "new-films", "--file", file}
	}},
	"charges": {kind: "charge.decided", ready: func(t *testing.T, w *till) []string {
		return []string{"--decide", w.charge(t, 1, charge.StateUnknown, 3*time.Hour).ID.String(), "--as", "declined"}
	}},
	"events": {kind: "event.closed", ready: func(t *testing.T, w *till) []string { return []string{"--close", w.event(t, "disputed")} }},
	"agreements": {kind: "agreement.closed", ready: func(t *testing.T, w *till) []string {
		now := clock.New().Now()
		m := w.store.Client(t.Context()).PaymentMethod.Create().SetAccountID(uuid.New()).SetPaymentMethodType(gateway.SbpsDocomo).SetProvider("sbps-docomo").
			SetState(paymentmethod.StateDeleted).SetDeletedAt(now).SetReference("1").SetCustomerCode(uuid.NewString()).SetCreatedAt(now).SaveX(t.Context())
		return []string{"--close", m.ID.String()}
	}, refuses: true},
	"import paypal-agreements": {kind: "agreements.imported", ready: func(t *testing.T, w *till) []string {
		for _, name := range []string{"USER", "PASSWORD", "SIGNATURE"} {
			w.env["PAYPAL_NVP_"+name] = "x"
		}
		w.member(t)
		return []string{"--file", tableFile(t, "taro@example.jp,B-1234567890ABCDEF1,taro@paypal.example\n")}
	}},
	"refund": {kind: "refund.asked", ready: func(t *testing.T, w *till) []string {
		return []string{"--charge", w.charge(t, 1, charge.StateSettled, time.Hour).ID.String()}
	}},
	"end-contract": {kind: "contract.ended", ready: func(t *testing.T, w *till) []string {
		return []string{"--id", w.contract(t, w.member(t)).String(), "--at", "now"}
	}},
	"release-contract": {kind: "contract.released", ready: func(t *testing.T, w *till) []string {
		return []string{"--id", w.contract(t, w.member(t)).String()}
	}, refuses: true},
	"reconcile": {kind: "day.reconciled", ready: func(*testing.T, *till) []string { return []string{"--day", "2026-05-15"} }, begins: true},
	"settlement import": {kind: "months.imported", ready: func(t *testing.T, _ *till) []string {
		return []string{"--file", results(t, resultNames+taken)}
	}},
	"settlement answer": {kind: "month.answered", ready: func(t *testing.T, w *till) []string {
		return []string{"--result", w.event(t, "month-question"), "--as", "unpaid"}
	}},
	"client add": {kind: "client.added", ready: func(t *testing.T, _ *till) []string { return []string{"--file", clientFile(t)} }},
	"client rotate-secret": {kind: "client.secret_rotated", ready: func(t *testing.T, w *till) []string {
		w.must(t, append([]string{"client", "add", "--file", clientFile(t)}, decided...)...)
		return []string{"--id", "my-app"}
	}},
	"client disable": {kind: "client.disabled", ready: func(t *testing.T, w *till) []string {
		w.must(t, append([]string{"client", "add", "--file", clientFile(t)}, decided...)...)
		return []string{"--id", "my-app"}
	}},
	"staff add": {kind: "staff.invited", ready: func(*testing.T, *till) []string {
		return []string{"--email", "jiro@todaiza.example", "--name", "Jiro", "--department", "Support", "--role", "support", "--role", "billing"}
	}},
	"staff roles": {kind: "staff.changed", ready: func(t *testing.T, w *till) []string {
		w.must(t, append([]string{"staff", "add", "--email", "jiro@todaiza.example", "--name", "Jiro", "--role", "owner"}, decided...)...)
		return []string{"--email", "JIRO@todaiza.example", "--role", "support"}
	}},
	"staff disable": {kind: "staff.disabled", ready: func(t *testing.T, w *till) []string {
		w.must(t, append([]string{"staff", "add", "--email", "jiro@todaiza.example", "--name", "Jiro", "--role", "owner"}, decided...)...)
		return []string{"--email", "jiro@todaiza.example"}
	}},
	"staff reset": {kind: "staff.reset", ready: func(t *testing.T, w *till) []string {
		w.must(t, append([]string{"staff", "add", "--email", "jiro@todaiza.example", "--name", "Jiro", "--role", "owner"}, decided...)...)
		return []string{"--email", "jiro@todaiza.example"}
	}},
	"keys rotate": {kind: "keys.rotated", ready: func(t *testing.T, w *till) []string {
		w.must(t, append([]string{"keys", "rotate"}, decided...)...) // the first keys are made by anybody who asks for them
		return nil
	}},
	"secrets rotate": {kind: "secrets.rotated", ready: func(t *testing.T, w *till) []string {
		w.must(t, append([]string{"keys", "rotate"}, decided...)...)
		w.env["KAIIN_SECRET"] = strings.Repeat("REVG", 12) + "," + w.env["KAIIN_SECRET"]
		return nil
	}},
	"jobs": {kind: "job.retried", ready: func(t *testing.T, w *till) []string {
		var id string
		err := w.store.QueryRow(t.Context(), `INSERT INTO river_job (kind, queue, args, state, attempt, max_attempts, finalized_at)
			VALUES ('oidc.event', 'apps', '{}', 'discarded', 3, 3, now()) RETURNING id`).Scan(&id)
		if err != nil {
			t.Fatal(err)
		}
		return []string{"--retry", id}
	}},
}

func clientFile(t *testing.T) string {
	return tableFile(t, `{"clientId": "my-app", "type": "confidential", "name": {"ja": "x"}, "tokenEndpointAuthMethod": "client_secret_basic",
		"grantTypes": ["authorization_code"], "redirectUris": ["http://127.0.0.1:9000/back"], "scopes": ["openid"]}`)
}

func (w *till) must(t *testing.T, args ...string) string {
	t.Helper()
	status, out, problems := run(t, w.env, args...)
	if status != 0 {
		t.Fatalf("kaiin %v: %d %s %s", args, status, out, problems)
	}
	return out
}

func (w *till) member(t *testing.T) uuid.UUID {
	t.Helper()
	now := clock.New().Now()
	return w.store.Client(t.Context()).Account.Create().SetEmail("taro@example.jp").SetEmailKey("taro@example.jp").SetEmailVerifiedAt(now).SetCreatedAt(now).SetUpdatedAt(now).SaveX(t.Context()).ID
}

func (w *till) event(t *testing.T, kind string) string {
	t.Helper()
	now := clock.New().Now()
	return w.store.Client(t.Context()).GatewayEvent.Create().SetProvider("paypal").SetEventKey(uuid.NewString()).SetKind(kind).SetDay(clock.DayOf(now)).
		SetBody(json.RawMessage(`{}`)).SetReceivedAt(now.Add(-2 * time.Hour)).SaveX(t.Context()).ID.String()
}

// kept is a hash of each table but the record of acts.
func kept(t *testing.T, st *store.Store) map[string]string {
	t.Helper()
	all := map[string]string{}
	names := []string{"river_job"}
	for _, table := range tables.Tables {
		if !strings.HasPrefix(table.Name, "act_") && table.Name != "acts" {
			names = append(names, table.Name)
		}
	}
	for _, name := range names {
		var hash string
		if err := st.QueryRow(t.Context(), `SELECT coalesce(md5(string_agg(md5(t::text), '' ORDER BY md5(t::text))), '') FROM "`+name+`" AS t`).Scan(&hash); err != nil {
			t.Fatal(err)
		}
		all[name] = hash
	}
	return all
}

// Each command decides nothing, or says who and why: without its act nothing happens, and with it
// there is one.
func TestEveryDecisionIsAnAct(t *testing.T) {
	t.Parallel()
	for _, path := range commandPaths() {
		d, decides := decisions[path]
		if (reads[path] != "") == decides {
			t.Errorf("kaiin %s: name it among the commands that decide, or say why it decides nothing", path)
		}
		if !decides {
			continue
		}
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			w := newTill(t)
			args := append(strings.Fields(path), d.ready(t, w)...)
			for _, wrong := range [][]string{nil, {"--by", "hanako"}, {"--reason", "a test"}, {"--by", "  h ", "--reason", "a test"}, {"--by", "hanako", "--reason", "  test "}} {
				if status, out, problems := run(t, w.env, append(slices.Clone(args), wrong...)...); status != 2 || !strings.Contains(problems, "--by") && !strings.Contains(problems, "--reason") {
					t.Errorf("%v: %d %s %s", wrong, status, out, problems)
				}
			}
			exec := func(statement string) {
				t.Helper()
				if err := w.store.Exec(t.Context(), statement); err != nil {
					t.Fatal(err)
				}
			}
			exec(`CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no room for an act' USING ERRCODE = '53100'; END $$`)
			exec(`CREATE TRIGGER no_room BEFORE INSERT ON acts FOR EACH ROW EXECUTE FUNCTION no_room()`)
			before := kept(t, w.store)
			args = append(args, decided...)
			if status, out, problems := run(t, w.env, args...); status != 1 || !strings.Contains(problems, "no room for an act") {
				t.Errorf("without room for its act: %d %s %s", status, out, problems)
			}
			for table, hash := range kept(t, w.store) {
				if hash != before[table] {
					t.Errorf("without its act %s was changed", table)
				}
			}
			exec(`DROP TRIGGER no_room ON acts`)
			exec(`DROP FUNCTION no_room()`)
			var since int
			if err := w.store.QueryRow(t.Context(), `SELECT count(*) FROM acts`).Scan(&since); err != nil {
				t.Fatal(err)
			}
			status, out, problems := run(t, w.env, append(args, "--ticket", "T-1")...)
			if (status == 0) == (d.refuses || d.begins) {
				t.Errorf("%d %s %s", status, out, problems)
			}
			var list struct {
				Acts []struct{ Kind, By, Reason, Ticket, Outcome, Command string }
			}
			if err := json.Unmarshal([]byte(w.must(t, "acts", "--json")), &list); err != nil || len(list.Acts) != since+1 {
				t.Fatalf("%d acts, want %d: %v", len(list.Acts), since+1, err)
			}
			outcome := "done"
			if d.refuses {
				outcome = "refused"
			}
			if a := list.Acts[0]; a.Kind != d.kind || a.By != "hanako" || a.Reason != "a test" || a.Ticket != "T-1" || a.Outcome != outcome || !strings.HasPrefix(a.Command, path) {
				t.Errorf("%+v", a)
			}
			changed := false
			for table, hash := range kept(t, w.store) {
				changed = changed || hash != before[table]
			}
			if changed == (d.refuses || d.begins) {
				t.Errorf("changed: %v", changed)
			}
			if out := w.must(t, "verify-acts"); !strings.HasSuffix(out, fmt.Sprintf("%d acts and 0 seals were looked at.\n", since+1)) {
				t.Error(out)
			}
		})
	}
}

func TestActsCommands(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	if err := w.store.Exec(t.Context(), `UPDATE plans SET sales_count = sales_count + 1`); err != nil { // what is bought meanwhile is no change of the store
		t.Fatal(err)
	}
	if out := w.must(t, append([]string{"seed", "--store", "../../../demo/store.yaml"}, decided...)...); !strings.Contains(out, "sells") {
		t.Error(out)
	}
	if out := w.must(t, "acts"); !strings.Contains(out, ` store.seeded done on store "`) || !strings.HasSuffix(out, "\n1 acts.\n") {
		t.Errorf("a seed that changes nothing is no act: %s", out)
	}
	member := w.member(t)
	for range 2 {
		w.must(t, append([]string{"end-sessions", "--member", "taro@example.jp"}, decided...)...)
	}
	today := clock.New().Today().String()
	for args, want := range map[string]int{
		"--member taro@example.jp": 2, "--member " + member.String(): 2, "--member " + uuid.NewString(): 0, "--by hanako": 3, "--by jiro": 0,
		"--day " + today: 3, "--day 2020-01-01": 0, "--before 00000000-0000-0000-0000-000000000001": 0,
	} {
		if out := w.must(t, append([]string{"acts"}, strings.Fields(args)...)...); !strings.HasSuffix(out, fmt.Sprintf("%d acts.\n", want)) {
			t.Errorf("%s: %s", args, out)
		}
	}
	for args, told := range map[string]string{
		"acts --day x": "--day", "acts --before x": "is no id", "acts now": "not understood", "verify-acts --seal x": "64 hexadecimal", "verify-acts --seal 00": "64 hexadecimal",
	} {
		if status, _, problems := run(t, w.env, strings.Fields(args)...); status != 2 || !strings.Contains(problems, told) {
			t.Errorf("%s: %d %s", args, status, problems)
		}
	}
	if status, out, problems := run(t, w.env, "verify-acts", "--seal", strings.Repeat("0", 64)); status != 1 || !strings.Contains(out, "unknown: the seal") || !strings.Contains(problems, `"alarm":"acts.altered"`) {
		t.Errorf("%d %s %s", status, out, problems)
	}
	err := w.store.Tx(t.Context(), func(ctx context.Context) error {
		if err := w.store.Exec(ctx, `SET LOCAL session_replication_role = replica`); err != nil {
			return err
		}
		return w.store.Exec(ctx, `UPDATE acts SET reason = 'another' WHERE kind = 'store.seeded'`)
	})
	if err != nil {
		t.Fatal(err)
	}
	if status, out, _ := run(t, w.env, "verify-acts"); status != 1 || !strings.HasPrefix(out, `altered: act 1 of "cli:hanako"`) {
		t.Errorf("%d %s", status, out)
	}
	status, out, _ := run(t, w.env, "verify-acts", "--json")
	var told struct {
		Findings []struct{ What string }
		Looked   struct{ Acts int }
	}
	if err := json.Unmarshal([]byte(out), &told); err != nil || status != 1 || len(told.Findings) != 1 || told.Findings[0].What != "altered" || told.Looked.Acts != 3 {
		t.Errorf("%d %v %s", status, err, out)
	}
}
