package sbps

import (
	"encoding/base64"
	"strings"
	"testing"
	"time"
)

func TestChargeByTokenFromAuthorisationToRefund(t *testing.T) {
	t.Parallel()
	s := setup(t)
	token, key := s.token("4111111111111111")
	auth := s.want(s.byToken("member-1", "order-1", 1100, token, key), "OK")
	for name, want := range map[string]string{"id": fnAuthorize, "cardbrand_code": "V", "res_err_code": "", "res_date": "20261201120000"} {
		if auth[name] != want {
			t.Errorf("%s is %q, want %q", name, auth[name], want)
		}
	}
	if len(auth["res_tracking_id"]) != 14 || len(auth["res_sps_transaction_id"]) != 32 || auth["recognized_no"] == "" {
		t.Errorf("ids: %v", auth)
	}
	if _, saved := auth["res_sps_cust_no"]; saved {
		t.Error("the card was saved though cust_manage_flg is 0")
	}
	s.wantBooks("charge order-1 1100 authorized")
	tracking := auth["res_tracking_id"]

	s.want(s.onCharge(fnPartialRefund, tracking, at{"pay_option_manage.amount", "100"}), "NG10144999")
	s.clock.advance(time.Second)
	s.want(s.onCharge(fnCommit, tracking), "OK")
	s.wantBooks("charge order-1 1100 settled")
	s.want(s.onCharge(fnCommit, tracking), "NG10160999")
	s.want(s.onCharge(fnCapture, tracking), "NG10137999")

	s.clock.advance(time.Second)
	s.want(s.onCharge(fnPartialRefund, tracking, at{"pay_option_manage.amount", "1101"}), "NG101K1008")
	s.want(s.onCharge(fnPartialRefund, tracking, at{"pay_option_manage.amount", "0"}), "NG10107008")
	s.want(s.onCharge(fnPartialRefund, tracking), "NG10103008")
	s.want(s.onCharge(fnPartialRefund, tracking, at{"pay_option_manage.amount", "100"}), "OK")
	s.clock.advance(time.Second)
	s.want(s.onCharge(fnCancel, tracking), "OK")
	s.want(s.onCharge(fnCancel, tracking), "NG10146999")
	s.want(s.onCharge(fnPartialRefund, tracking, at{"pay_option_manage.amount", "1"}), "NG10146999")
	s.wantBooks("charge order-1 1100 settled", "refund order-1 100 refunded", "refund order-1 1000 refunded")
}

func TestLookupTellsTheState(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name            string
		do              func(s *shop, tracking string)
		payment, commit string
		refunded        string
		status          string
	}{
		{"authorised", func(*shop, string) {}, "1", "0", "0", "authorized"},
		{"committed", func(s *shop, id string) { s.onCharge(fnCommit, id) }, "2", "1", "0", "settled"},
		{"cancelled before", func(s *shop, id string) { s.onCharge(fnCancel, id) }, "3", "3", "0", "cancelled"},
		{"refunded", func(s *shop, id string) { s.onCharge(fnCommit, id); s.onCharge(fnCancel, id) }, "4", "2", "980", "settled"},
		{"partly refunded", func(s *shop, id string) {
			s.onCharge(fnCommit, id)
			s.onCharge(fnPartialRefund, id, at{"pay_option_manage.amount", "1"})
		}, "5", "1", "1", "settled"},
		{"run out", func(s *shop, _ string) { s.clock.advance(61 * 24 * time.Hour) }, "3", "3", "0", "expired"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := setup(t)
			token, key := s.token("5555555555554444")
			tracking := s.want(s.byToken("m", "o-1", 980, token, key), "OK")["res_tracking_id"]
			c.do(s, tracking)
			for _, by := range []at{{"tracking_id", tracking}, {"order_id", "o-1"}} {
				r := s.want(s.lookup(by), "OK")
				if r["payment_status"] != c.payment || r["commit_status"] != c.commit || r["res_status"] != "0" || r["res_tracking_id"] != tracking {
					t.Errorf("by %s: %v", by.path, r)
				}
				if r["amount"] != "980" || r["refund_amount"] != c.refunded {
					t.Errorf("amounts: %v", r)
				}
				if r["cc_number"] != "************4444" || r["cc_expiration"] != "203012" || r["cardbrand_code"] != "M" || r["dealings_type"] != "10" {
					t.Errorf("card: %v", r)
				}
			}
			if got := s.service.Ledger()[0].Status; got != c.status {
				t.Errorf("the ledger says %s, want %s", got, c.status)
			}
		})
	}
}

func TestEndedAuthorisationsStayEnded(t *testing.T) {
	t.Parallel()
	for _, end := range []string{"cancelled", "run out"} {
		t.Run(end, func(t *testing.T) {
			t.Parallel()
			s := setup(t)
			token, key := s.token("4111111111111111")
			tracking := s.want(s.byToken("m", "o", 980, token, key), "OK")["res_tracking_id"]
			if end == "cancelled" {
				s.want(s.onCharge(fnCancel, tracking), "OK")
			} else {
				s.clock.advance(61 * 24 * time.Hour)
			}
			s.want(s.onCharge(fnCommit, tracking), "NG10160999")
			s.want(s.onCharge(fnCapture, tracking), "NG10140999")
			s.want(s.onCharge(fnCancel, tracking), "NG10145999")
			s.want(s.onCharge(fnPartialRefund, tracking, at{"pay_option_manage.amount", "1"}), "NG10145999")
			if s.service.Ledger()[0].Status == "settled" {
				t.Fatal("it was settled all the same")
			}
		})
	}
}

func TestUnknownCharges(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for _, function := range []string{fnCommit, fnCapture, fnCancel} {
		s.want(s.onCharge(function, "00000000000999"), "NG10112027")
		s.want(s.onCharge(function, ""), "NG10103027")
	}
	s.want(s.lookup(at{"tracking_id", "00000000000999"}), "NG10112027")
	s.want(s.lookup(at{"order_id", "never"}), "NG10112004")
	s.want(s.lookup(), "NG10103027")
}

func TestOrderIDsAreUniqueEvenAfterADecline(t *testing.T) {
	t.Parallel()
	s := setup(t)
	token, key := s.token("4111111111111111")
	s.want(s.byToken("m", "o-1", 980, token, key), "OK")
	token, key = s.token("4111111111111111")
	s.want(s.byToken("m", "o-1", 980, token, key), "NG10196999")
	s.want(s.byToken("m", "o-2", 980, token, key), "OK") // the refused call left the token alone

	token, key = s.token("4000000000000002")
	s.want(s.byToken("m", "o-3", 980, token, key), "NG10123999")
	token, key = s.token("4111111111111111")
	s.want(s.byToken("m", "o-3", 980, token, key), "NG10196999")
	s.want(s.lookup(at{"order_id", "o-3"}), "NG10112004")
	s.wantBooks("charge o-1 980 authorized", "charge o-2 980 authorized")
}

func TestTestCards(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ number, purchase, renewal string }{
		{"4111111111111111", "OK", "OK"},
		{"5555555555554444", "OK", "OK"},
		{"3530111333300000", "OK", "OK"},
		{"378282246310005", "OK", "OK"},
		{"30569309025904", "OK", "OK"},
		{"4000000000000002", "NG10123999", "NG10123999"},
		{"4000000000009995", "NG10122999", "NG10122999"},
		{"4000000000000069", "NG10127999", "NG10127999"},
		{"4000000000000127", "NG10161999", "NG10161999"},
		{"4000000000009987", "NG10170999", "NG10170999"},
		{"4000000000000341", "OK", "NG10122999"},
		{"4000000000000358", "OK", "NG10170999"},
		{"4000000000003220", "OK", "OK"},
		{"4000000000003063", "OK", "OK"},
		{"4000000000003055", "OK", "OK"},
	} {
		t.Run(c.number, func(t *testing.T) {
			t.Parallel()
			s := setup(t)
			token, key := s.token(c.number)
			s.want(s.byToken("m", "purchase", 980, token, key), c.purchase)
			s.saveCard("m", c.number)
			s.want(s.bySavedCard("m", "renewal", 980), c.renewal)
		})
	}
	if len(TestCards) != 15 {
		t.Fatal("the table of test cards has a row that is not proven here")
	}
}

func TestSavedCards(t *testing.T) {
	t.Parallel()
	s := setup(t)
	token, key := s.token("4111111111111111")
	pair := func() []at {
		return []at{{"pay_method_info.resrv1", "会員番号１"}, {"pay_option_manage.token", token}, {"pay_option_manage.token_key", key}, {"pay_option_manage.cardbrand_return_flg", "1"}}
	}
	s.want(s.bySavedCard("m", "o-1", 980), "NG10195999")
	s.want(s.cardCall(fnUpdateCard, "m", pair()...), "NG10195999")
	s.want(s.cardCall(fnDeleteCard, "m"), "NG10195999")
	s.want(s.cardCall(fnLookupCard, "m"), "NG10195999")
	s.want(s.cardCall(fnSaveCard, "m"), "NG10103227")

	saved := s.want(s.cardCall(fnSaveCard, "m", pair()...), "OK")
	if len(saved["res_sps_cust_no"]) != 12 || saved["res_sps_payment_no"] != "001" || saved["cardbrand_code"] != "V" {
		t.Errorf("saved: %v", saved)
	}
	token, key = s.token("3530111333300000")
	s.want(s.cardCall(fnSaveCard, "m", pair()...), "NG10195999")
	updated := s.want(s.cardCall(fnUpdateCard, "m", pair()...), "OK")
	if updated["res_sps_cust_no"] != saved["res_sps_cust_no"] {
		t.Error("the customer got another number")
	}
	found := s.want(s.cardCall(fnLookupCard, "m", at{"response_info_type", "2"}, at{"pay_option_manage.cardbrand_return_flg", "1"}), "OK")
	if found["cc_number"] != "************0000" || found["cc_expiration"] != "203012" || found["cardbrand_code"] != "J" || found["resrv1"] != base64.StdEncoding.EncodeToString(sjis("会員番号１")) {
		t.Errorf("found: %v", found)
	}
	s.want(s.bySavedCard("m", "o-1", 980), "OK")
	s.want(s.cardCall(fnDeleteCard, "m"), "OK")
	s.want(s.bySavedCard("m", "o-2", 980), "NG10195999")
}

func TestSavedCardRunsOut(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.saveCard("m", "4111111111111111") // good to the end of 2030
	s.clock.now = time.Date(2030, 12, 31, 14, 59, 59, 0, time.UTC)
	s.want(s.bySavedCard("m", "o-1", 980), "OK")
	s.clock.advance(time.Second) // 2031 begins in Tokyo
	s.want(s.bySavedCard("m", "o-2", 980), "NG10127999")
}

func TestEncryptedFields(t *testing.T) {
	t.Parallel()
	s := setup(t)
	c, err := newTripleDES(merchant.TDESKey, merchant.TDESIV)
	if err != nil {
		t.Fatal(err)
	}
	s.saveCard("m", "4111111111111111")
	body := string(s.xmlOf(fnAuthorize, append(order("m", "o", 980), at{"pay_option_manage.cardbrand_return_flg", "1"}, at{"encrypted_flg", "1"})))
	hash := func(b string) string { // the helper hashed what a flag of 1 stands for already: plain values
		return strings.Replace(b, "<dealings_type>10<", "<dealings_type>"+c.encrypt([]byte("10"))+"<", 1)
	}
	_, content, err := s.send([]byte(hash(body)))
	if err != nil {
		t.Fatal(err)
	}
	r := s.want(parseReply(content), "OK")
	if brand, err := c.decrypt(r["cardbrand_code"]); err != nil || string(brand) != "V" {
		t.Fatalf("brand %q is %q, %v", r["cardbrand_code"], brand, err)
	}
	_, content, err = s.send([]byte(strings.Replace(body, ">o<", ">p<", 1)))
	if err != nil {
		t.Fatal(err)
	}
	s.want(parseReply(content), "NG10104202") // dealings_type sent in the clear
}

func TestEncryptionNeedsKeys(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.service.cipher = nil
	s.want(s.call(fnLookup, append(head("")[:2], at{"order_id", "o"}, at{"encrypted_flg", "1"})...), "NG10113028")
}
