package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kaiin/ent/paymentmethod"
	"kaiin/server/base/clock"
	"kaiin/server/money/gateway"
)

// All of a right table is imported, once; of a wrong one nothing, and each wrong line is told.
func TestImportAgreements(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	for name, value := range map[string]string{"USER": "u", "PASSWORD": "p", "SIGNATURE": "s"} {
		w.env["PAYPAL_NVP_"+name] = value
	}
	client, now := w.store.Client(t.Context()), clock.New().Now()
	member := client.Account.Create().SetEmail("taro@example.jp").SetEmailKey("taro@example.jp").SetEmailVerifiedAt(now).SetCreatedAt(now).SetUpdatedAt(now).SaveX(t.Context())
	table := func(lines ...string) string {
		file := filepath.Join(t.TempDir(), "agreements.csv")
		if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	methods := func() int {
		return client.PaymentMethod.Query().Where(paymentmethod.AccountID(member.ID), paymentmethod.StateEQ(paymentmethod.StateActive)).CountX(t.Context())
	}
	right := table("\ufefftaro@example.jp,B-1234567890ABCDEF1,taro@paypal.example", member.ID.String()+`,B-1234567890ABCDEF2,"太郎, the second"`)
	status, out, problems := run(t, w.env, "import", "paypal-agreements", "--file", right, "--dry-run")
	if status != 0 || !strings.Contains(out, "0 agreements") || methods() != 0 {
		t.Fatalf("dry run: %d %s %s, %d methods", status, out, problems, methods())
	}
	if status, out, problems = run(t, w.env, "import", "paypal-agreements", "--file", right, "--by", "hanako", "--reason", "a test"); status != 0 || !strings.Contains(out, "2 agreements") || methods() != 2 {
		t.Fatalf("%d %s %s, %d methods", status, out, problems, methods())
	}
	m := client.PaymentMethod.Query().Where(paymentmethod.Reference("B-1234567890ABCDEF1")).OnlyX(t.Context())
	if m.PaymentMethodType != gateway.PaypalNvp || m.Provider != "paypalnvp" || m.Shown != "taro@paypal.example" || m.AuthenticatedAt == nil {
		t.Errorf("%+v", m)
	}
	wrong := table("taro@example.jp,B-1234567890ABCDEF1,again", "taro@example.jp,B-1234567890ABCDEF9,new", "taro@example.jp,B-1234567890ABCDEF9,twice",
		"hanako@example.jp,B-1234567890ABCDEF3,x", "0199f1c2-7a3b-7c11-8f11-000000000001,B-1234567890ABCDEF4,x", "taro@example.jp,b-1,x",
		"taro@example.jp,B-1234567890ABCDEF5,", "taro@example.jp")
	status, out, problems = run(t, w.env, "import", "paypal-agreements", "--file", wrong, "--by", "hanako", "--reason", "a test")
	if status != 1 || methods() != 2 || !strings.Contains(problems, "7 lines") {
		t.Errorf("%d %s %s, %d methods", status, out, problems, methods())
	}
	for _, line := range []string{
		"line 1: the agreement is known", "line 3: the agreement is in the table twice", "line 4: there is no such member", "line 5: there is no such member",
		"line 6: it names no agreement", "line 7: what the member is shown", "line 8: it has 1 fields", "0 agreements were imported",
	} {
		if !strings.Contains(out, line) {
			t.Errorf("%q is not in %s", line, out)
		}
	}
	for args, told := range map[string]string{"import": "paypal-agreements", "import x": "paypal-agreements", "import paypal-agreements": "--file"} {
		if status, _, problems := run(t, w.env, strings.Fields(args)...); status != 2 || !strings.Contains(problems, told) {
			t.Errorf("kaiin %s: %d %s", args, status, problems)
		}
	}
}
