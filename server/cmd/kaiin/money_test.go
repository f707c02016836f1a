package main

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/bill"
	"kaiin/ent/cancellation"
	"kaiin/ent/charge"
	"kaiin/server/base/clock"
	"kaiin/server/base/store"
	"kaiin/server/base/store/storetest"
)

// till is a database with one member's bill of 1100 yen, and an environment in which commands
// find it.
type till struct {
	env   map[string]string
	store *store.Store
	bill  *ent.Bill
}

func newTill(t *testing.T) *till {
	t.Helper()
	w := &till{env: map[string]string{
		"KAIIN_ENV": "development", "KAIIN_ORIGIN": "http://localhost:8080", "KAIIN_SECRET": "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=",
		"DATABASE_URL": storetest.URL(t), "SMTP_URL": "smtp://127.0.0.1:25?tls=none", "MAIL_FROM": "a@example.jp",
		"SBPS_API_URL": "http://127.0.0.1:1/api", "SBPS_LIST_URL": "http://127.0.0.1:1/list", "SBPS_SCRIPT_URL": "http://127.0.0.1:1", "SBPS_MERCHANT_ID": "30132", "SBPS_SERVICE_ID": "001",
		"SBPS_HASH_KEY": "k", "SBPS_BASIC_USER": "u", "SBPS_BASIC_PASSWORD": "p",
	}}
	if status, _, problems := run(t, w.env, "seed", "--store", "../../../demo/store.yaml", "--by", "hanako", "--reason", "a test"); status != 0 {
		t.Fatal(problems)
	}
	var err error
	if w.store, err = store.Open(t.Context(), w.env["DATABASE_URL"]); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.store.Close() })
	now := clock.New().Now()
	w.bill = w.store.Client(t.Context()).Bill.Create().SetAccountID(uuid.New()).SetOrderID(uuid.New()).SetPeriodStart(clock.DayOf(now)).
		SetPeriodEnd(clock.DayOf(now)).SetPlanID("standard").SetPlanName(map[string]string{"ja": "x"}).SetListAmount(1100).SetAmount(1100).SetTax(100).
		SetTaxRate(10).SetDueDay(clock.DayOf(now)).SetState(bill.StatePaying).SetCreatedAt(now).SetUpdatedAt(now).SaveX(t.Context())
	return w
}

func (w *till) charge(t *testing.T, attempt int, state charge.State, age time.Duration) *ent.Charge {
	t.Helper()
	at := clock.New().Now().Add(-age)
	return w.store.Client(t.Context()).Charge.Create().SetAccountID(w.bill.AccountID).SetBillID(w.bill.ID).SetAttempt(attempt).
		SetInitiator(charge.InitiatorMember).SetPlanName("x").SetPaymentMethodID(uuid.New()).SetProviderOrderID(uuid.NewString()[:30]).
		SetState(state).SetAmount(1100).SetTax(100).SetTrackingID("00000000000001").SetGiveUpAt(at.Add(time.Hour)).SetCreatedAt(at).
		SetUpdatedAt(at).SaveX(t.Context())
}

// Beyond the limits of the store, which is 5,000 yen in the demo store, no command gives back
// money, in one wish or in several, unless the glass is broken: then every owner is told.
func TestRefundCommandBeyondTheLimits(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	if status, _, problems := run(t, w.env, "staff", "add", "--email", "aoi@cinema.example", "--name", "灯 葵", "--role", "owner", "--by", "hanako", "--reason", "the first one"); status != 0 {
		t.Fatal(problems)
	}
	if err := w.store.Exec(t.Context(), "UPDATE staff_members SET issuer = 'https://id.example', subject = 'aoi'"); err != nil {
		t.Fatal(err)
	}
	c := w.charge(t, 1, charge.StateSettled, time.Hour)
	if err := w.store.Exec(t.Context(), "UPDATE charges SET amount = 30000"); err != nil {
		t.Fatal(err)
	}
	ask := func(more ...string) (status int, out, problems string) {
		return run(t, w.env, append([]string{"refund", "--charge", c.ID.String(), "--reason", "a wrong film", "--by", "hanako"}, more...)...)
	}
	count := func(query string) (n int) {
		t.Helper()
		if err := w.store.QueryRow(t.Context(), query).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	const refunds, mails = "SELECT count(*) FROM refunds", "SELECT count(*) FROM messages WHERE template = 'staff-unusual'"
	if status, _, problems := ask("--amount", "5001"); status != 1 || !strings.Contains(problems, "break the glass") || count(refunds) != 0 {
		t.Errorf("5,001 yen of one person: %d %s", status, problems)
	}
	for i := range 4 { // 20,000 yen of a member in 30 days
		if status, _, problems := ask("--amount", "5000", "--key", string(rune('a'+i))); status != 0 {
			t.Fatal(problems)
		}
	}
	if status, _, problems := ask("--amount", "1", "--key", "e", "--by", "jiro"); status != 1 || !strings.Contains(problems, "break the glass") || count(refunds) != 4 || count(mails) != 0 {
		t.Errorf("one yen more to the member, by another name: %d %s", status, problems)
	}
	if status, out, problems := ask("--amount", "7000", "--key", "f", "--break-glass"); status != 0 || !strings.Contains(out, "7000 yen") || count(refunds) != 5 {
		t.Errorf("through the glass: %d %s", status, problems)
	}
	if n := count(mails); n != 1 {
		t.Errorf("%d mails to the owner", n)
	}
}

// M-11: what is stuck is listed, and the staff end it.
func TestChargesCommand(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	c := w.charge(t, 1, charge.StateUnknown, 3*time.Hour)
	list := func() (rows []map[string]any) {
		t.Helper()
		status, out, problems := run(t, w.env, "charges", "--open", "--json")
		if err := json.Unmarshal([]byte(out), &rows); status != 0 || err != nil {
			t.Fatal(status, err, out, problems)
		}
		return rows
	}
	rows := list()
	if len(rows) != 1 || rows[0]["id"] != c.ID.String() || rows[0]["kind"] != "charge" || rows[0]["state"] != "unknown" || rows[0]["amount"] != 1100.0 ||
		rows[0]["providerOrderId"] != c.ProviderOrderID {
		t.Errorf("the list: %v", rows)
	}
	if status, out, _ := run(t, w.env, "charges", "--open"); status != 0 || !strings.Contains(out, c.ID.String()) || !strings.Contains(out, "1 are stuck") {
		t.Errorf("%d %s", status, out)
	}
	decide := []string{"charges", "--decide", c.ID.String(), "--as", "declined", "--by", "hanako", "--reason", "asked by phone"}
	if status, out, problems := run(t, w.env, decide...); status != 0 || !strings.Contains(out, "is declined") {
		t.Fatalf("%d %s %s", status, out, problems)
	}
	client := w.store.Client(t.Context())
	if got := client.Charge.GetX(t.Context(), c.ID); got.State != charge.StateDeclined || client.Bill.GetX(t.Context(), w.bill.ID).State == bill.StatePaying {
		t.Errorf("it is %v", got)
	}
	if rows := list(); len(rows) != 0 {
		t.Errorf("still stuck: %v", rows)
	}
	if status, _, problems := run(t, w.env, decide...); status != 1 || !strings.Contains(problems, "nothing to decide") {
		t.Errorf("twice: %d %s", status, problems)
	}
	young := w.charge(t, 2, charge.StateUnknown, time.Minute)
	if status, _, problems := run(t, w.env, "charges", "--decide", young.ID.String(), "--as", "settled", "--by", "hanako", "--reason", "a test"); status != 1 || !strings.Contains(problems, "not an hour old") {
		t.Errorf("of one that is young: %d %s", status, problems)
	}
}

func TestRefundCommand(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	c := w.charge(t, 1, charge.StateSettled, time.Hour)
	ask := func(more ...string) (status int, out, problems string) {
		return run(t, w.env, append([]string{"refund", "--charge", c.ID.String(), "--reason", "a wrong film", "--by", "hanako", "--json"}, more...)...)
	}
	id := func(more ...string) string {
		t.Helper()
		var row struct {
			ID     string
			Amount int
		}
		status, out, problems := ask(more...)
		if err := json.Unmarshal([]byte(out), &row); status != 0 || err != nil {
			t.Fatal(status, out, problems)
		}
		return row.ID
	}
	if status, _, problems := ask("--amount", "0"); status != 2 || !strings.Contains(problems, "above 0") || w.store.Client(t.Context()).Refund.Query().CountX(t.Context()) != 0 {
		t.Errorf("M-26: a refund of nothing: %d %s", status, problems)
	}
	part := id("--amount", "300")
	if again := id("--amount", "300"); again != part {
		t.Error("the same wish is another refund")
	}
	if other := id("--amount", "300", "--key", "the second film"); other == part {
		t.Error("under another key it is the same refund")
	}
	if status, _, problems := ask("--amount", "501"); status != 1 || !strings.Contains(problems, "500 yen") {
		t.Errorf("more than is left: %d %s", status, problems)
	}
	if status, out, _ := run(t, w.env, "refund", "--charge", c.ID.String(), "--reason", "a test", "--by", "hanako"); status != 0 || !strings.Contains(out, "500 yen is attempting") {
		t.Errorf("what is left: %d %s", status, out)
	}
	row := w.store.Client(t.Context()).Refund.GetX(t.Context(), uuid.MustParse(part))
	if row.Reason != "a wrong film" || row.AskedBy != "hanako" || row.Amount != 300 {
		t.Errorf("it is kept as %v", row)
	}
	var jobs int
	if err := w.store.QueryRow(t.Context(), "SELECT count(*) FROM river_job WHERE kind = 'payment.refund'").Scan(&jobs); err != nil || jobs != 3 {
		t.Errorf("%d jobs, %v", jobs, err)
	}
	if status, _, _ := run(t, w.env, "refund", "--charge", uuid.NewString(), "--reason", "a test", "--by", "hanako"); status != 1 {
		t.Errorf("of nothing: %d", status)
	}
}

// The staff know what a member tells them: the order's number or a receipt's. What it names is one
// charge, or the command does not guess.
func TestRefundCommandFindsTheCharge(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	client := w.store.Client(t.Context())
	ask := func(more ...string) (status int, out, problems string) {
		return run(t, w.env, append([]string{"refund", "--reason", "a test", "--by", "hanako", "--amount", "100"}, more...)...)
	}
	order := w.bill.OrderID.String()
	if status, _, problems := ask("--order", order); status != 1 || !strings.Contains(problems, "no money was taken") {
		t.Errorf("before it is paid: %d %s", status, problems)
	}
	w.charge(t, 1, charge.StateDeclined, 2*time.Hour)
	c := w.charge(t, 2, charge.StateSettled, time.Hour)
	contract, now := uuid.New(), clock.New().Now()
	w.bill = client.Bill.UpdateOneID(w.bill.ID).SetSubscriptionID(contract).SetPeriod(1).SetState(bill.StatePaid).SetPaidAt(now).SaveX(t.Context())
	client.Cancellation.Create().SetAccountID(w.bill.AccountID).SetSubscriptionID(contract).SetReceipt("K-7QXM-2PZC-HT5W").SetBy(cancellation.ByMember).
		SetCreatedAt(now).SaveX(t.Context())
	var first string
	for i, named := range [][]string{
		{"--charge", c.ID.String()}, {"--order", order}, {"--order", w.bill.ID.String()}, {"--order", c.ProviderOrderID}, {"--receipt", "k-7qxm-2pzc-ht5w"},
	} {
		status, out, problems := ask(named...)
		if i == 0 {
			first = out
		}
		if status != 0 || out != first { // one wish, so one refund
			t.Errorf("%v: %d %s %s", named, status, out, problems)
		}
	}
	if n := client.Refund.Query().CountX(t.Context()); n != 1 {
		t.Errorf("%d refunds", n)
	}
	for _, named := range [][]string{{"--order", uuid.NewString()}, {"--order", "x"}, {"--receipt", "K-2222-2222-2222"}} {
		if status, _, problems := ask(named...); status != 1 || !strings.Contains(problems, "no money was taken") {
			t.Errorf("%v: %d %s", named, status, problems)
		}
	}
	second := w.charge(t, 3, charge.StateOrphaned, time.Minute)
	if status, _, problems := ask("--order", order); status != 1 || !strings.Contains(problems, "2 times") || !strings.Contains(problems, second.ID.String()) {
		t.Errorf("of two charges: %d %s", status, problems)
	}
}

func TestVerifyLedgerCommand(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.store.Client(t.Context()).Bill.UpdateOneID(w.bill.ID).SetState(bill.StateVoid).ExecX(t.Context())
	if status, out, problems := run(t, w.env, "verify-ledger"); status != 0 || !strings.Contains(out, "0 findings in 1 bills") {
		t.Errorf("a right book: %d %s %s", status, out, problems)
	}
	w.store.Client(t.Context()).Bill.UpdateOneID(w.bill.ID).SetState(bill.StatePaid).ExecX(t.Context())
	status, out, problems := run(t, w.env, "verify-ledger", "--json")
	var found struct {
		Findings []struct{ Kind, Table, ID, Detail string }
		Rows     map[string]int
	}
	if err := json.Unmarshal([]byte(out), &found); err != nil || status != 1 || !strings.Contains(problems, "1 findings") {
		t.Fatal(status, err, out, problems)
	}
	if f := found.Findings; len(f) != 1 || f[0].Kind != "paid-without-charge" || f[0].Table != "bills" || f[0].ID != w.bill.ID.String() || found.Rows["bills"] != 1 {
		t.Errorf("found %+v", found)
	}
	if status, out, _ := run(t, w.env, "verify-ledger"); status != 1 || !strings.Contains(out, w.bill.ID.String()) {
		t.Errorf("%d %s", status, out)
	}
	w.charge(t, 1, charge.StateSettled, 0)
	if status, _, _ := run(t, w.env, "verify-ledger"); status != 0 {
		t.Errorf("with its charge: %d", status)
	}
	if status, out, _ := run(t, w.env, "verify-ledger", "--provider"); status != 1 || !strings.Contains(out, "provider-does-not-tell") { // no server listens there
		t.Errorf("with the provider: %d %s", status, out)
	}
}

func TestReconcileCommand(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	if status, _, problems := run(t, w.env, "reconcile", "--day", "2026-05-15", "--by", "hanako", "--reason", "a test"); status != 1 || !strings.Contains(problems, "the list of 2026-05-15") { // there is none
		t.Errorf("%d %s", status, problems)
	}
	for _, day := range []string{"2099-01-01", clock.New().Today().String()} {
		if status, _, problems := run(t, w.env, "reconcile", "--day", day, "--by", "hanako", "--reason", "a test"); status != 2 || !strings.Contains(problems, day+" is not over") {
			t.Errorf("%s: %d %s", day, status, problems)
		}
	}
	if out := w.must(t, "acts"); !strings.HasSuffix(out, "\n2 acts.\n") { // with that of the seed
		t.Errorf("a day that is not over is compared: %s", out)
	}
}

func TestUsageOfTheCommandsOfMoney(t *testing.T) {
	t.Parallel()
	id := uuid.NewString()
	for args, told := range map[string]string{
		"bill --until 2026-05-15":    "--dry-run",
		"bill --dry-run":             "--until",
		"bill --dry-run --until ５日":  "--until",
		"reconcile":                  "--day",
		"reconcile --day 2026-02-30": "--day",
		"charges":                    "either --open or --decide",
		"charges --open --by x":      "go with --decide",
		"charges --decide " + id:     "are wanted",
		"charges --decide x --as settled --by me --reason a-test": "is no id",
		"charges --open --decide " + id:                           "either --open or --decide",
		"charges --decide " + id + " --json --as settled":         "goes with --open",
		"events":                                                          "either --open or --close",
		"events --open --close " + id:                                     "either --open or --close",
		"events --open --reason x":                                        "go with --close",
		"events --close " + id + " --by x":                                "are wanted",
		"events --close x --by me --reason a-test":                        "is no id",
		"events --close " + id + " --json --by me --reason a-test":        "goes with --open",
		"refund --charge " + id + " --by x":                               "are wanted",
		"refund --by me --reason a-test":                                  "--order and --receipt",
		"refund --charge " + id + " --order x --by me --reason a-test":    "--order and --receipt",
		"refund --charge x --by me --reason a-test":                       "is no id",
		"refund --charge " + id + " --by me --reason a-test --amount -1":  "above 0",
		"refund --charge " + id + " --by me --reason a-test --amount 0":   "above 0", // M-26: it gave back all that was left
		"refund --charge " + id + " --by me --reason a-test --amount １００": "invalid value",
		"refund --charge " + id + " --by me --reason a-test --amount 1 2": "not understood",
	} {
		if status, _, problems := run(t, nil, strings.Fields(args)...); status != 2 || !strings.Contains(problems, told) {
			t.Errorf("kaiin %s: status %d, %s", args, status, problems)
		}
	}
}
