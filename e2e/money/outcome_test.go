package money

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"kaiin/e2e/blackbox"
	"kaiin/server/sandbox/ledger"
)

// The calls a charge consists of, by the provider's names.
const (
	authorise = "ST01-00118-101" // an order's, with 3-D Secure
	renew     = "ST01-00131-101" // a renewal's
	commit    = "ST02-00101-101"
	lookup    = "MG01-00101-101"
)

// unclear are the endings of a call after which it is not known what happened, or a second delivery
// says that it had.
var unclear = []struct{ outcome, function string }{
	{"timeout_before", authorise},
	{"timeout_after", authorise},
	{"duplicate", authorise},
	{"http_500", authorise},
	{"timeout_before", commit},
	{"timeout_after", commit},
	{"http_500", commit},
}

// While the provider cannot be asked, the member reads that it is being looked into and that they
// will not be charged twice; whatever they press charges nothing; and when it can be asked, the
// purchase ends well, with one charge.
func TestUnclearPurchase(t *testing.T) {
	t.Parallel()
	for _, c := range unclear {
		t.Run(c.outcome+" "+c.function, func(t *testing.T) {
			t.Parallel()
			s := inTurn(t)
			m := s.member(goodCard)
			token, err := m.Order("monthly")
			must(t, err)
			s.Outside.Script(t, c.outcome, c.function, 1)
			s.Outside.Script(t, "http_500", lookup, 1000) // until further notice
			a, err := want(m.Press("monthly", token))
			must(t, err)
			if a.Body["isPending"] != true || a.Text("redirectTo") != "/plans/monthly/complete" || a.Text("subscriptionId") != "" {
				t.Fatalf("the purchase is answered %s", a)
			}
			s.Logs(`"msg":"job failed"`) // somebody has asked the provider, in vain
			m.waits(t, token)
			s.Outside.Unscript(t)
			contract := m.bought(t)
			answers := make([]answer, 5)
			each(t, len(answers), len(answers), func(i int) (err error) {
				answers[i], err = want(m.Confirm("monthly", token, nil))
				return err
			})
			if a := same(t, answers); a.Text("subscriptionId") != contract {
				t.Errorf("in the end the purchase is answered %s", a)
			}
			once(t, m, 1100, "monthly")
			s.keptSecret(m, token)
		})
	}
}

// waits fails unless everything the member can reach tells them to wait, and nothing they do buys.
func (m *member) waits(t *testing.T, token string) {
	t.Helper()
	page, err := want(m.Get("/plans/monthly/complete/screen-data"))
	must(t, err)
	if page.Body["isPending"] != true || page.Text("subscriptionId") != "" {
		t.Errorf("the complete page says %s", page)
	}
	again, err := want(m.Confirm("monthly", token, nil))
	must(t, err)
	if again.Body["isPending"] != true {
		t.Errorf("confirming again is answered %s", again)
	}
	form, err := want(m.Get("/plans/monthly/screen-data"))
	must(t, err)
	if form.Text("redirectTo") != "/plans/monthly/complete" {
		t.Errorf("the form leads to %q", form.Text("redirectTo"))
	}
	second, err := m.Order("monthly")
	must(t, err)
	refused, err := m.Press("monthly", second)
	must(t, err)
	if refused.Status < 400 || refused.Text("code") != "DOUBLE_BILLING_DETECTED" || !strings.Contains(refused.Text("message"), "二重") {
		t.Errorf("a second order is answered %s", refused)
	}
}

// bought waits until the purchase has ended well, and tells the contract's id. Nothing but the
// jobs' own next tries is needed.
func (m *member) bought(t *testing.T) string {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); ; time.Sleep(200 * time.Millisecond) {
		contracts, err := m.contracts()
		must(t, err)
		if len(contracts) == 1 {
			return contracts[0].ID
		}
		if time.Now().After(deadline) {
			t.Fatal("the purchase never came to its end")
		}
	}
}

// What is still unclear after an hour is given up, whether the provider can be asked or not:
// nothing is charged any more, what was authorised goes back, and a mail says so at once. What
// proves to be settled later is given back whole, and a mail says that.
func TestUnclearPurchaseIsGivenUp(t *testing.T) { // M-03 M-09 M-22
	t.Parallel()
	const unanswered = "お支払いの結果を、お支払い方法の提供会社に確認できておりません"
	for _, c := range []struct {
		name, outcome, function string
		down                    time.Duration // how long the provider cannot be asked
		statuses                []string      // of the ledger
		said                    string        // in the mail
	}{
		{"never authorised", "timeout_before", authorise, 61 * time.Minute, nil, "料金は発生していません"},
		{"authorised", "timeout_after", authorise, 61 * time.Minute, []string{ledger.Cancelled}, "料金は発生していません"},
		{"not committed", "timeout_before", commit, 61 * time.Minute, []string{ledger.Cancelled}, "料金は発生していません"},
		{"not committed for weeks", "timeout_before", commit, 41 * 24 * time.Hour, []string{ledger.Cancelled}, unanswered},
		{"settled, as is known on the next day", "timeout_after", commit, 13 * time.Hour, []string{ledger.Settled, ledger.Refunded}, unanswered},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := running(t)
			m := s.member(goodCard)
			token, err := m.Order("last")
			must(t, err)
			s.Outside.Script(t, c.outcome, c.function, 1)
			s.Outside.Script(t, "http_500", lookup, 1000)
			a, err := want(m.Press("last", token))
			must(t, err)
			if a.Body["isPending"] != true {
				t.Fatalf("the purchase is answered %s", a)
			}
			s.Outside.Advance(t, c.down)
			told := 0
			if c.said == unanswered {
				told = 1 // no member waits for longer because the provider does not answer
			}
			m.mailed(t, "お申し込みが完了しませんでした", told)
			s.Outside.Unscript(t)
			for range 3 {
				s.Outside.Advance(t, time.Hour) // by then it is asked for again
			}
			var statuses []string
			for _, e := range s.Outside.Ledger(t) {
				statuses = append(statuses, e.Status)
				if e.Amount != 2200 {
					t.Errorf("the ledger has %+v", e)
				}
			}
			if !slices.Equal(statuses, c.statuses) {
				t.Errorf("the ledger says %v, want %v", statuses, c.statuses)
			}
			m.mailed(t, "お申し込みが完了しませんでした", 1)
			m.mailed(t, "お申し込み完了", 0)
			mails, err := s.Outside.Mails(m.Email)
			must(t, err)
			back := 0
			if slices.Contains(c.statuses, ledger.Refunded) {
				back = 1
			}
			m.mailed(t, "返金のお知らせ", back)
			failed := slices.IndexFunc(mails, func(mail blackbox.Mail) bool {
				return strings.Contains(mail.Subject, "お申し込みが完了しませんでした")
			})
			if text := mails[failed].Text; !strings.Contains(text, c.said) || !strings.Contains(text, "2,200円") {
				t.Errorf("the mail says %s", text)
			}
			contracts, err := m.contracts()
			must(t, err)
			if sold := s.Rows("SELECT sales_count FROM plans WHERE id = 'last'"); len(contracts) != 0 || sold[0] != "0" {
				t.Errorf("contracts %+v, %s units are counted as sold", contracts, sold[0])
			}
			if _, err := m.Buy("last"); err != nil { // the way is free
				t.Error(err)
			}
		})
	}
}

func TestUnclearRenewal(t *testing.T) {
	t.Parallel()
	for _, c := range unclear {
		t.Run(c.outcome+" "+c.function, func(t *testing.T) {
			t.Parallel()
			s := running(t)
			m := s.member(goodCard)
			_, err := m.Buy("monthly")
			must(t, err)
			function := c.function
			if function == authorise {
				function = renew
			}
			s.Outside.Script(t, c.outcome, function, 1)
			s.Outside.Script(t, "http_500", lookup, 1)
			must(t, m.dueNow(t))
			s.Outside.Advance(t, giveUpOn)
			s.Outside.Advance(t, 2*time.Hour)
			if left := s.Outside.Unscript(t); left != 0 && c.outcome != "duplicate" {
				t.Errorf("%d of the scripted outcomes never came", left)
			}
			m.renewedOnce(t)
		})
	}
}

// The money never moved, and the member reads so.
func TestRefusedPurchase(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, card, outcome, function, code string }{
		{"the issuer refuses the card", "4000000000000002", "", "", "CARD_DECLINED"},
		{"the issuer refuses this time", goodCard, "decline", authorise, "CARD_DECLINED"},
		{"the commit is refused", goodCard, "decline", commit, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := running(t)
			m := s.member(c.card)
			token, err := m.Order("monthly")
			must(t, err)
			if c.outcome != "" {
				s.Outside.Script(t, c.outcome, c.function, 1)
			}
			answers := make([]answer, 3)
			for i := range answers {
				answers[i], err = m.Press("monthly", token)
				must(t, err)
				if answers[i].Status < 400 || answers[i].Status >= 500 || c.code != "" && answers[i].Text("code") != c.code {
					t.Errorf("answered %s", answers[i])
				}
				if !strings.Contains(answers[i].Text("message"), "お支払いは行われていません") {
					t.Errorf("the member does not read that no money moved: %q", answers[i].Text("message"))
				}
			}
			page, err := want(m.Get("/plans/monthly/complete/screen-data"))
			must(t, err)
			if page.Text("redirectTo") != "/plans/monthly" {
				t.Errorf("the complete page leads to %q", page.Text("redirectTo"))
			}
			contracts, err := m.contracts()
			must(t, err)
			if len(contracts) != 0 {
				t.Errorf("contracts %+v without a charge", contracts)
			}
			s.Outside.Advance(t, 0) // what was authorised goes back by a job
			for _, e := range s.Outside.Ledger(t) {
				if e.Status == ledger.Settled || e.Status == ledger.Authorized {
					t.Errorf("the ledger has %+v", e)
				}
			}
			if got := s.Rows("SELECT sales_count FROM plans WHERE id = 'monthly'"); got[0] != "0" {
				t.Errorf("%s units are counted as sold", got[0])
			}
			if c.card != goodCard {
				return
			}
			// The way is free for another try.
			if _, err := m.Buy("monthly"); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestFailedBankBuysNothing(t *testing.T) {
	t.Parallel()
	s := running(t)
	m := s.member(goodCard)
	for i, result := range []string{"fail", "abandon"} {
		token, err := m.Order("monthly")
		must(t, err)
		tds, err := s.Outside.TDSTokens()
		must(t, err)
		s.Outside.Script(t, []string{"challenge_fail", "challenge_ok"}[i], "", 1)
		begun, err := want(m.Confirm("monthly", token, tds))
		must(t, err)
		bank := begun.Text("redirectTo")
		a, err := m.Send(http.MethodPost, bank, []byte("result="+result), func(r *http.Request) {
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			r.Header.Del("Origin")
		})
		must(t, err)
		back, err := m.Follow(a.Header.Get("Location"))
		must(t, err)
		if back != "/plans/monthly" {
			t.Errorf("%s: the member is led to %q", result, back)
		}
		form, err := want(m.Get("/plans/monthly/screen-data"))
		must(t, err)
		if failure := fmt.Sprint(form.Body["failure"]); !strings.Contains(failure, "TDS_FAILED") {
			t.Errorf("%s: the form says %s", result, failure)
		}
		for range 3 { // forging the bank's word changes nothing
			if again, err := m.Follow(strings.Replace(a.Header.Get("Location"), "/ng", "/ok", 1)); err != nil || again != "/plans/monthly" {
				t.Errorf("%s: coming back as if it had gone well leads to %q, %v", result, again, err)
			}
		}
	}
	if entries := s.Outside.Ledger(t); len(entries) != 0 {
		t.Errorf("the ledger has %+v", entries)
	}
}
