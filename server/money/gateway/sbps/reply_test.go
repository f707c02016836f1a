package sbps

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"golang.org/x/text/encoding/japanese"

	"kaiin/server/money/gateway"
)

func TestStateOf(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		payment, commit string
		want            gateway.TransactionState
	}{
		{"1", "0", gateway.TransactionAuthorized},
		{"1", "", gateway.TransactionAuthorized},
		{"1", "1", gateway.TransactionSettled}, // committed, the sale does not show yet
		{"1", "2", ""},
		{"2", "1", gateway.TransactionSettled},
		{"3", "3", gateway.TransactionCanceled},
		{"3", "1", gateway.TransactionCanceled}, // as recorded after a refund
		{"4", "2", gateway.TransactionCanceled},
		{"5", "1", gateway.TransactionSettled},
		{"6", "1", gateway.TransactionCanceled},
		{"10", "0", ""}, {"11", "0", ""}, {"20", "0", ""}, {"21", "0", ""}, {"22", "0", ""}, {"90", "0", ""}, {"92", "0", ""}, {"", "", ""},
	} {
		if got := stateOf(paid{PaymentStatus: c.payment, CommitStatus: c.commit}); got != c.want {
			t.Errorf("payment_status %s, commit_status %s: got %q, want %q", c.payment, c.commit, got, c.want)
		}
	}
}

func TestAmountsOfALookUp(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		status, amount, refunded string
		want                     [2]int
		unclear                  bool
	}{
		{"1", "1100", "0", [2]int{1100, 0}, false},
		{"2", "1100", "0", [2]int{1100, 0}, false},
		{"3", "1100", "0", [2]int{1100, 0}, false},
		{"4", "1100", "1100", [2]int{1100, 1100}, false},
		{"5", "1100", "1099", [2]int{1100, 1099}, false},
		{"6", "1100", "1100", [2]int{1100, 1100}, false},
		{"5", "", "", [2]int{}, false},
		{"5", "1100", "", [2]int{}, false},
		{"5", "", "100", [2]int{}, false},
		{"1", "1100", "1", [2]int{}, true}, // nothing goes back of what was not settled
		{"2", "1100", "1", [2]int{}, true},
		{"4", "1100", "1099", [2]int{}, true},
		{"5", "1100", "0", [2]int{}, true},
		{"5", "1100", "1100", [2]int{}, true},
		{"6", "1100", "1101", [2]int{}, true},
		{"2", "0", "0", [2]int{}, true},
		{"2", "-1100", "0", [2]int{}, true},
		{"2", "1,100", "0", [2]int{}, true},
		{"2", "１１００", "0", [2]int{}, true},
		{"2", "99999999999999999999", "0", [2]int{}, true},
		{"2", "1100.0", "0", [2]int{}, true},
		{"2", "1100", "x", [2]int{}, true},
	} {
		body, err := japanese.ShiftJIS.NewEncoder().String(okReply(fnLookup, "<res_tracking_id>00000000000001</res_tracking_id><res_pay_method_info><commit_status></commit_status><payment_status>"+
			c.status+"</payment_status><amount>"+c.amount+"</amount><refund_amount>"+c.refunded+"</refund_amount></res_pay_method_info>"))
		if err != nil {
			t.Fatal(err)
		}
		address, _ := answering(t, 200, body)
		tx, err := merchant(t, address).Lookup(t.Context(), "order-1", "")
		if [2]int{tx.Amount, tx.Refunded} != c.want || c.unclear != isUnclear(fnLookup, err) || !c.unclear && err != nil {
			t.Errorf("%+v: got %+v, %v", c, tx, err)
		}
	}
}

// An answer about another transaction is none, whatever it says.
func TestAnswersAboutAnother(t *testing.T) {
	t.Parallel()
	for _, fn := range []function{fnCommit, fnRefund, fnRefundPart} {
		address, _ := answering(t, 200, okReply(fn, "<res_tracking_id>00000000000002</res_tracking_id>"))
		if err := calls[fn](t.Context(), merchant(t, address)); !isUnclear(fn, err) {
			t.Errorf("%s: got %v", fn.id, err)
		}
		address, _ = answering(t, 200, okReply(fn, "<res_tracking_id>00000000000001</res_tracking_id>"))
		if err := calls[fn](t.Context(), merchant(t, address)); err != nil {
			t.Errorf("%s: got %v", fn.id, err)
		}
	}
}

func TestVerdicts(t *testing.T) {
	t.Parallel()
	for letter, want := range map[string]gateway.Verdict{
		"Y": gateway.VerdictSucceeded, "A": gateway.VerdictSucceeded, "N": gateway.VerdictFailed, "R": gateway.VerdictFailed,
		"U": gateway.VerdictFailed, "C": gateway.VerdictOutstanding, "Z": "",
	} {
		address, _ := answering(t, 200, okReply(fnVerdict, "<res_tds_result>"+letter+"</res_tds_result>"))
		got, err := merchant(t, address).Verdict(t.Context(), "tds-1")
		if got != want || (want == "") != isUnclear(fnVerdict, err) {
			t.Errorf("%s: got %q, %v", letter, got, err)
		}
	}
}

// The API here is reached by http, so that http is allowed for the browser too; by https it is not.
func TestRedirectURL(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]bool{
		"https://acs.test/tds?id=1": true, "http://acs.test/tds": false, "javascript:alert(1)": false, "/tds": false, "": false, "https://": false,
	} {
		if got := merchant(t, "https://api.test").leadsBrowser(address); got != want {
			t.Errorf("%q: got %v", address, got)
		}
	}
	if !merchant(t, "http://127.0.0.1:8090").leadsBrowser("http://127.0.0.1:8090/tds/1") {
		t.Error("the sandbox's page is refused")
	}
}

func TestRefusedForItsState(t *testing.T) {
	t.Parallel()
	state := func(payment, commit string) string {
		return okReply(fnLookup, "<res_tracking_id>00000000000001</res_tracking_id><res_status>0</res_status><res_pay_method_info><commit_status>"+commit+
			"</commit_status><payment_status>"+payment+"</payment_status></res_pay_method_info>")
	}
	done := func(fn function, err error) bool { return err == nil }
	refused := func(fn function, err error) bool {
		r, ok := errors.AsType[*gateway.Error](err)
		return ok && r.Reason == gateway.ReasonRejected && len(r.Code) == 8
	}
	for _, c := range []struct {
		name   string
		fn     function
		code   string
		lookup string
		want   func(function, error) bool
	}{
		{"commit of a committed charge", fnCommit, "10160999", state("2", "1"), done},
		{"commit of a committed charge, 59", fnCommit, "10159999", state("1", "1"), done},
		{"commit of a cancelled charge", fnCommit, "10160999", state("3", "3"), refused},
		{"commit that should have worked", fnCommit, "10160999", state("1", "0"), refused},
		{"commit, look-up fails", fnCommit, "10160999", "<html/>", isUnclear},
		{"commit, the service does not know it any more", fnCommit, "10160999", ngReply("10112027"), refused},
		{"refund of a refunded charge", fnRefund, "10146999", state("4", "2"), done},
		{"refund of a cancelled charge", fnRefund, "10145999", state("3", "3"), done},
		{"refund of a sale too long ago", fnRefund, "10156999", state("2", "1"), refused},
		{"refund, look-up fails", fnRefund, "10146999", ngReply("10190999"), isUnclear},
		{"refund of an unknown charge", fnRefund, "10112027", "", refused},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				body, _ := io.ReadAll(r.Body)
				if strings.Contains(string(body), fnLookup.id) {
					if !strings.Contains(string(body), "<tracking_id>00000000000001</tracking_id>") {
						t.Error("the look-up is not by tracking id")
					}
					_, _ = io.WriteString(w, c.lookup)
					return
				}
				_, _ = io.WriteString(w, ngReply(c.code))
			}))
			t.Cleanup(server.Close)
			if err := calls[c.fn](t.Context(), merchant(t, server.URL)); !c.want(c.fn, err) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestSavedCardThatCannotBeReadBack(t *testing.T) {
	t.Parallel()
	for _, back := range []string{"", "<html/>", ngReply("10195999"), ngReply("10190999"), okReply(fnFindCard, ""),
		okReply(fnFindCard, "<res_pay_method_info><cc_number>************1111</cc_number><cc_expiration>203013</cc_expiration></res_pay_method_info>")} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			if strings.Contains(string(body), fnFindCard.id) {
				_, _ = io.WriteString(w, back)
				return
			}
			_, _ = io.WriteString(w, okReply(fnSaveCard, ""))
		}))
		t.Cleanup(server.Close)
		if err := calls[fnSaveCard](t.Context(), merchant(t, server.URL)); !isUnclear(fnSaveCard, err) {
			t.Errorf("%q: got %v", back, err)
		}
	}
}

func TestReplyText(t *testing.T) {
	t.Parallel()
	body, err := japanese.ShiftJIS.NewEncoder().String(okReply(fnFindCard, "<res_note>日本語</res_note><res_pay_method_info><cc_number> ************1111 </cc_number></res_pay_method_info>"))
	if err != nil {
		t.Fatal(err)
	}
	r, err := decode([]byte(body), fnFindCard)
	if err != nil || r.Paid.Number != "************1111" {
		t.Fatalf("got %+v, %v", r, err)
	}
	for _, charset := range []string{"Windows-31J", "shift_jis", "UTF-8", "MS932"} {
		if _, err := decode([]byte(strings.Replace(okReply(fnFindCard, ""), "Shift_JIS", charset, 1)), fnFindCard); err != nil {
			t.Errorf("%s: %v", charset, err)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(okReply(fnLookup, "<res_tracking_id>1</res_tracking_id>")))
	f.Add([]byte(ngReply("10196999")))
	f.Add([]byte(`<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]><sps-api-response>&a;</sps-api-response>`))
	whole := okReply(fnLookup, "<res_tracking_id>1</res_tracking_id><res_pay_method_info><payment_status>5</payment_status><amount>1100</amount><refund_amount>1</refund_amount></res_pay_method_info>")
	f.Add([]byte(whole))
	f.Add([]byte(whole[:len(whole)/2]))
	f.Add([]byte(whole + whole))
	f.Add([]byte("\x83\x76<sps-api-response id='x'/>"))
	f.Fuzz(func(t *testing.T, body []byte) {
		r, err := decode(body, fnLookup)
		if err != nil {
			return
		}
		if r.Result == resultNG {
			if fnLookup.refuse(r.ErrCode) == nil {
				t.Error("an NG without an error")
			}
			return
		}
		if r.Result != resultOK {
			t.Errorf("taken for an answer: %+v", r)
		}
		tx, err := new(Client).found(r, nil)
		if err == nil && (tx.State == "" || tx.TrackingID == "" || tx.Amount < 0 || tx.Refunded < 0 || tx.Refunded > tx.Amount) {
			t.Errorf("taken for a transaction: %+v", tx)
		}
	})
}
