package contract_test

import (
	"database/sql"
	"net/http"
	"strings"
	"testing"
	"time"

	"kaiin/server/app/apptest"
	"kaiin/server/base/fault"
)

// refused fails unless the answer is the error object of the code, with its words.
func refused(t *testing.T, name string, got apptest.Answer, status int, code fault.Code) {
	t.Helper()
	body := got.JSON(t)
	if got.StatusCode != status || body["code"] != string(code) || body["message"] != fault.Text("en", code, "", nil) {
		t.Errorf("%s: %d %s, want %d %s", name, got.StatusCode, got.Text, status, code)
	}
	if later := got.Header.Get("Retry-After"); (status == http.StatusServiceUnavailable) != (later == "5") {
		t.Errorf("%s: Retry-After %q", name, later)
	}
}

// A call that names no plan is told so, at both doors.
func TestCheckoutWithoutAPlan(t *testing.T) { // E-039 A-107
	t.Parallel()
	s := apptest.Start(t, nil)
	_, b := s.Member(t)
	refused(t, "form", b.Post("/zapi/purchase/form/standard", map[string]any{"planId": "", "paymentMethodId": "new"}), http.StatusBadRequest, fault.PlanNotSelected)
	for _, c := range []struct{ document, variables string }{
		{"PurchaseVerify", `{"input":{"planId":""}}`},
		{"PurchaseForm", `{"input":{"planId":"","paymentMethodId":"new"}}`},
		{"PurchaseForm", `{"input":{"planId":"standard","planIdOnForm":""}}`},
		{"Purchase", `{"input":{"planId":"","purchaseToken":"t"}}`},
	} {
		got := b.Do(http.MethodPost, "/graphql", graphql(c.document, c.variables), "Content-Type", "application/json")
		data, _ := got.JSON(t)["data"].(map[string]any)
		result, _ := data["result"].(map[string]any)
		errors, _ := result["userErrors"].([]any)
		if len(errors) != 1 || errors[0].(map[string]any)["code"] != string(fault.PlanNotSelected) || errors[0].(map[string]any)["field"] != nil {
			t.Errorf("%s %s: %s", c.document, c.variables, got.Text)
		}
	}
}

// While others keep what an order has to lock, the member is told soon that it was not taken.
// Nothing is charged, and the same button buys once after that.
func TestCheckoutWhileOthersKeepItsLocks(t *testing.T) { // E-042 A-107
	t.Parallel()
	s := apptest.Start(t, nil)
	s.Purchase.LockPatience = 100 * time.Millisecond
	_, b := s.Member(t)
	card := methodIn(t, s.RegisterCard(t, b, "/plans/standard"))
	token := form(t, b, "standard", card)
	held := func(rows string) *sql.Tx {
		tx, err := s.Store.DB.BeginTx(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := tx.ExecContext(t.Context(), rows+" FOR UPDATE"); err != nil {
			t.Fatal(err)
		}
		return tx
	}
	for _, rows := range []string{"SELECT id FROM orders", "SELECT id FROM accounts", "SELECT id FROM plans WHERE id = 'standard'"} {
		others := held(rows)
		refused(t, rows, s.Order(t, b, "standard", token), http.StatusServiceUnavailable, fault.PurchaseLockFailed)
		_ = others.Rollback()
	}
	others := held("SELECT id FROM orders")
	refused(t, "the form once more", b.Post("/zapi/purchase/form/standard", map[string]any{"paymentMethodId": card}), http.StatusServiceUnavailable, fault.PurchaseLockFailed)
	_ = others.Rollback()
	if amounts := settled(t, s); len(amounts) != 0 {
		t.Errorf("charged %v", amounts)
	}
	if to := s.Bank(t, b, s.Order(t, b, "standard", token)); to != "/plans/standard/complete" || len(settled(t, s)) != 1 {
		t.Errorf("when the lock is gone: %s, charged %v", to, settled(t, s))
	}
}

// While the database is only to be read, or has no room left, the checkout keeps nothing and says
// so, and goes on from there later.
func TestCheckoutWhileNothingCanBeKept(t *testing.T) { // E-043 A-107
	t.Parallel()
	s := apptest.Start(t, nil)
	_, b := s.Member(t)
	card := methodIn(t, s.RegisterCard(t, b, "/plans/standard"))
	token := form(t, b, "standard", card)
	fill := func() apptest.Answer {
		return b.Post("/zapi/purchase/form/standard", map[string]any{"paymentMethodId": card})
	}
	onlyReading := func(how string) {
		exec(t, s, `BEGIN READ WRITE; DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = `+how+`', current_database()); END $$; COMMIT`)
		s.Store.DB.SetConnMaxLifetime(time.Nanosecond) // new connections alone have what is set
	}
	for begun := false; !begun; time.Sleep(10 * time.Millisecond) { // a worker that begins while nothing can be kept ends at once
		row := s.Store.DB.QueryRowContext(t.Context(), "SELECT EXISTS (SELECT FROM river_job WHERE kind = $1 AND state = 'completed')", "app.scan")
		if err := row.Scan(&begun); err != nil {
			t.Fatal(err)
		}
	}
	onlyReading("on")
	refused(t, "form, only reading", fill(), http.StatusServiceUnavailable, fault.PurchaseStoreFailed)
	refused(t, "purchase, only reading", s.Order(t, b, "standard", token), http.StatusServiceUnavailable, fault.PurchaseStoreFailed)
	onlyReading("off")
	token = form(t, b, "standard", card)

	exec(t, s, `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no space left on device' USING ERRCODE = 'disk_full'; END $$;
		CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON orders FOR EACH STATEMENT EXECUTE FUNCTION full_disk()`)
	refused(t, "form, no room", fill(), http.StatusServiceUnavailable, fault.PurchaseStoreFailed)
	refused(t, "purchase, no room", s.Order(t, b, "standard", token), http.StatusServiceUnavailable, fault.PurchaseStoreFailed)
	exec(t, s, `DROP TRIGGER full_disk ON orders`)
	if amounts := settled(t, s); len(amounts) != 0 {
		t.Errorf("charged %v", amounts)
	}
	if to := s.Bank(t, b, s.Order(t, b, "standard", token)); to != "/plans/standard/complete" || len(settled(t, s)) != 1 {
		t.Errorf("with room again: %s, charged %v", to, settled(t, s))
	}
}

func exec(t *testing.T, s *apptest.Stack, statements string) {
	t.Helper()
	if _, err := s.Store.DB.ExecContext(t.Context(), statements); err != nil {
		t.Fatal(err)
	}
}

// An unforeseen failure keeps a contract from another method: the member is told what failed, the
// log why, and the former one stays.
func TestMethodThatCannotBeChanged(t *testing.T) { // E-068
	t.Parallel()
	s := apptest.Start(t, nil)
	_, b := s.Member(t)
	former := methodIn(t, s.RegisterCard(t, b, "/plans/standard"))
	if to := s.Bank(t, b, s.Order(t, b, "standard", form(t, b, "standard", former))); to != "/plans/standard/complete" {
		t.Fatalf("the purchase ended at %s", to)
	}
	contract := s.Store.Client(t.Context()).Subscription.Query().OnlyX(t.Context())
	other := methodIn(t, s.RegisterCard(t, b, "/plans/standard"))
	exec(t, s, `CREATE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'the reason is for the log'; END $$;
		CREATE TRIGGER broken BEFORE UPDATE ON subscriptions FOR EACH ROW EXECUTE FUNCTION broken()`)
	change := "/zapi/subscription/" + contract.ID.String() + "/change-payment-method"
	refused(t, "change", b.Post(change, map[string]any{"paymentMethodId": other}), http.StatusInternalServerError, fault.PaymentMethodChangeFailed)
	if log := s.Logged.String(); !strings.Contains(log, `"level":"ERROR"`) || !strings.Contains(log, "the reason is for the log") {
		t.Error("the log does not say why")
	}
	if now := s.Store.Client(t.Context()).Subscription.GetX(t.Context(), contract.ID); now.PaymentMethodID.String() != former {
		t.Errorf("paid with %s", now.PaymentMethodID)
	}
}
