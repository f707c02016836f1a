package paypal_test

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"kaiin/server/base/config"
	"kaiin/server/money/gateway"
	"kaiin/server/sandbox/sandboxtest"
)

// advance moves the sandbox's clock.
func (w *world) advance(t *testing.T, by string) {
	t.Helper()
	body, err := json.Marshal(map[string]string{"advance": by})
	if err != nil {
		t.Fatal(err)
	}
	res, err := sandboxtest.Client.Post(w.URL+"/clock", "application/json", strings.NewReader(string(body)))
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	if res.StatusCode >= 300 {
		t.Fatalf("the clock answers %d", res.StatusCode)
	}
}

// kept are the wallets that PayPal still keeps.
func (w *world) kept(t *testing.T) (ids []string) {
	t.Helper()
	var rows []struct {
		ID    string
		Ended bool
	}
	w.Read(t, "/paypal/wallets.json", &rows)
	for _, row := range rows {
		if !row.Ended {
			ids = append(ids, row.ID)
		}
	}
	return ids
}

// A token whose id we did not get to keep is found and deleted at once, and days later, also when
// we have forgotten what was asked. Those of others stay.
func TestATokenIsRevokedAfterDays(t *testing.T) { // C-075
	t.Parallel()
	const mine, others = "0f0e0d0c0b0a09080706050403020100", "000102030405060708090a0b0c0d0e0f"
	for _, c := range []struct {
		name, later string
		forgotten   bool
		reference   bool // there is a token to be told of
		agrees      bool
		exchanged   bool
	}{
		{name: "at once", later: "1s", agrees: true, exchanged: true, reference: true},
		{name: "at once, never exchanged", later: "1s", agrees: true, reference: true},
		{name: "after four hours", later: "4h", agrees: true, exchanged: true, reference: true},
		{name: "after a month", later: "720h", agrees: true, exchanged: true, reference: true},
		{name: "after a month, purged", later: "720h", agrees: true, exchanged: true, forgotten: true, reference: true},
		{name: "after a month, never exchanged", later: "720h", agrees: true},
		{name: "not agreed", later: "4h"},
		{name: "not agreed, purged", later: "4h", forgotten: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := setup(t)
			asked := map[string]string{}
			for _, code := range []string{mine, others} {
				a, err := w.client.Ask(t.Context(), gateway.Approval{CustomerCode: code, Locale: "ja", ReturnURL: "https://shop.test/ok", CancelURL: "https://shop.test/ng"})
				if err != nil {
					t.Fatal(err)
				}
				asked[code] = a.ID
				if code == mine && !c.agrees {
					continue
				}
				w.Post(t, "/paypal/approve/"+a.ID, url.Values{"payer": {"ok"}})
				if code == mine && !c.exchanged {
					continue
				}
				if _, err := w.client.Agreed(t.Context(), a.ID); err != nil {
					t.Fatal(err)
				}
			}
			w.advance(t, c.later)
			id := asked[mine]
			if c.forgotten {
				id = ""
			}
			reference, err := w.client.Revoke(t.Context(), mine, id)
			if err != nil || (reference != "") != c.reference {
				t.Errorf("%q, %v", reference, err)
			}
			if kept := w.kept(t); len(kept) != 1 || kept[0] == reference {
				t.Errorf("PayPal keeps %v", kept)
			}
			if _, err := w.client.Revoke(t.Context(), mine, id); err != nil {
				t.Errorf("once more: %v", err)
			}
		})
	}
}

// Where PayPal makes the ids of its customers, members join without one of ours, and a wallet is
// revoked as long as its answer is known.
func TestWithoutCustomersOfOurOwn(t *testing.T) {
	t.Parallel()
	for later, kept := range map[string]int{"1s": 0, "4h": 1} {
		w := setup(t)
		client := w.with(t, func(c *config.PayPal) { c.TheirIDs = true })
		const code = "0f0e0d0c0b0a09080706050403020100"
		a, err := client.Ask(t.Context(), gateway.Approval{CustomerCode: code, Locale: "ja", ReturnURL: "https://shop.test/ok", CancelURL: "https://shop.test/ng"})
		if err != nil {
			t.Fatal(err)
		}
		w.Post(t, "/paypal/approve/"+a.ID, url.Values{"payer": {"ok"}})
		if _, err := client.Agreed(t.Context(), a.ID); err != nil {
			t.Fatal(err)
		}
		var rows []struct{ Customer string }
		if w.Read(t, "/paypal/wallets.json", &rows); len(rows) != 1 || rows[0].Customer != "" {
			t.Errorf("PayPal keeps %v", rows)
		}
		w.advance(t, later)
		if _, err := client.Revoke(t.Context(), code, a.ID); err != nil || len(w.kept(t)) != kept {
			t.Errorf("after %s PayPal keeps %v, %v", later, w.kept(t), err)
		}
	}
}
