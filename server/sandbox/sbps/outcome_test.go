package sbps

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"kaiin/server/sandbox/outcome"
)

func (s *shop) push(e outcome.Entry) {
	s.Helper()
	e.Service, e.Delay = Name, time.Millisecond
	if e.Times == 0 {
		e.Times = 1
	}
	if err := s.queue.Push(e); err != nil {
		s.Fatal(err)
	}
}

// try makes a call that may stay without an answer, or get one that is none of the service's.
func (s *shop) try(body []byte) (status int, r reply) {
	answer, content, err := s.send(body)
	if err != nil {
		return 0, nil
	}
	return answer.StatusCode, parseReply(content)
}

func TestScriptedOutcomes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		entry   outcome.Entry
		status  int    // of the authorisation; 0: no answer
		code    string // of the authorisation
		charged bool
	}{
		{"ok", outcome.Entry{Outcome: outcome.OK}, 200, "OK", true},
		{"decline", outcome.Entry{Outcome: outcome.Decline}, 200, "NG10123999", false},
		{"hard decline", outcome.Entry{Outcome: outcome.HardDecline}, 200, "NG10170999", false},
		{"duplicate", outcome.Entry{Outcome: outcome.Duplicate}, 200, "NG10196999", true},
		{"timeout before", outcome.Entry{Outcome: outcome.TimeoutBefore}, 0, "", false},
		{"timeout after", outcome.Entry{Outcome: outcome.TimeoutAfter}, 0, "", true},
		{"status 500", outcome.Entry{Outcome: outcome.HTTP500}, 500, "", false},
		{"slow", outcome.Entry{Outcome: outcome.Slow}, 200, "OK", true},
		{"meant for the commit", outcome.Entry{Outcome: outcome.TimeoutAfter, Function: fnCommit}, 200, "OK", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := setup(t)
			s.saveCard("m", "4111111111111111")
			s.push(c.entry)
			s.want(s.lookup(at{"order_id", "o-1"}), "NG10112004") // a look-up moves no money and passes by
			status, r := s.try(s.xmlOf(fnAuthorize, order("m", "o-1", 980)))
			if status != c.status || r.code() != c.code {
				t.Fatalf("status %d, %v", status, r)
			}
			found := s.lookup(at{"order_id", "o-1"})
			if !c.charged {
				s.want(found, "NG10112004")
				s.wantBooks()
			} else {
				s.want(found, "OK")
				s.wantBooks("charge o-1 980 authorized")
			}
			if c.entry.Function == "" {
				s.want(s.bySavedCard("m", "o-2", 980), "OK") // once was enough
			}
		})
	}
}

func TestLostCommit(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		entry   outcome.Entry
		payment string
		again   string
	}{
		{"before", outcome.Entry{Outcome: outcome.TimeoutBefore, Function: fnCommit}, "1", "OK"},
		{"after", outcome.Entry{Outcome: outcome.TimeoutAfter, Function: fnCommit}, "2", "NG10160999"},
		{"twice", outcome.Entry{Outcome: outcome.Duplicate, Function: fnCommit}, "2", "NG10160999"},
		{"refused", outcome.Entry{Outcome: outcome.Decline, Function: fnCommit}, "1", "OK"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := setup(t)
			s.saveCard("m", "4111111111111111")
			s.push(c.entry)
			tracking := s.want(s.bySavedCard("m", "o", 980), "OK")["res_tracking_id"]
			s.try(s.xmlOf(fnCommit, append(head("")[:2], at{"tracking_id", tracking})))
			if r := s.want(s.lookup(at{"order_id", "o"}), "OK"); r["payment_status"] != c.payment {
				t.Fatalf("payment_status %s, want %s", r["payment_status"], c.payment)
			}
			s.want(s.onCharge(fnCommit, tracking), c.again)
			s.wantBooks("charge o 980 settled")
		})
	}
}

func TestARequestThatIsRefusedLeavesTheScript(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.saveCard("m", "4111111111111111")
	s.push(outcome.Entry{Outcome: outcome.Decline})
	s.hashKey = "guess"
	s.want(s.bySavedCard("m", "o-1", 980), "NG10109025")
	s.hashKey = merchant.HashKey
	s.want(s.bySavedCard("m", "o-1", 980), "NG10123999")
}

func TestOneOrderIDFromManySides(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.saveCard("m", "4111111111111111")
	body := s.xmlOf(fnAuthorize, order("m", "o", 980))
	codes := make([]string, 20)
	var all sync.WaitGroup
	for i := range codes {
		all.Go(func() {
			_, r := s.try(body)
			codes[i] = r.code()
		})
	}
	all.Wait()
	if got := strings.Count(strings.Join(codes, " ")+" ", "OK "); got != 1 {
		t.Fatalf("%d approvals of one order: %v", got, codes)
	}
	s.wantBooks("charge o 980 authorized")
}

func TestStateOutlivesARestart(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.saveCard("m", "4111111111111111")
	tracking := s.want(s.bySavedCard("m", "o-1", 980), "OK")["res_tracking_id"]
	saved, err := s.service.Save()
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(saved), "4111111111111111") {
		t.Fatal("a card number is written down")
	}
	s.service.Reset()
	s.wantBooks()
	s.want(s.bySavedCard("m", "o-1", 980), "NG10195999")
	if err := s.service.Restore(saved); err != nil {
		t.Fatal(err)
	}
	s.want(s.bySavedCard("m", "o-1", 980), "NG10196999")
	if again := s.want(s.bySavedCard("m", "o-2", 980), "OK"); again["res_tracking_id"] <= tracking {
		t.Fatal("a tracking id may be given twice")
	}
}

func TestNewNamesEveryFault(t *testing.T) {
	t.Parallel()
	_, err := New(Config{Merchant: Merchant{MerchantID: "1", ServiceID: "abc", TDESKey: "short", TDESIV: "12345678"}})
	if err == nil {
		t.Fatal("accepted")
	}
	for _, want := range []string{"merchant id", "service id", "hash key", "3DES key"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q does not speak of the %s", err, want)
		}
	}
}

func TestAnswerOfStatus500IsNoXML(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.saveCard("m", "4111111111111111")
	s.push(outcome.Entry{Outcome: outcome.HTTP500})
	answer, content, err := s.send(s.xmlOf(fnAuthorize, order("m", "o", 980)))
	if err != nil || answer.StatusCode != http.StatusInternalServerError || !strings.HasPrefix(string(content), "<html>") {
		t.Fatalf("%v %v %s", answer, err, content)
	}
}

// A call whose answer was lost may be under way for long: nothing is found, and yet the order id
// is spent.
func TestACallUnderWay(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.saveCard("m", "4111111111111111")
	if err := s.queue.Push(outcome.Entry{Service: Name, Outcome: outcome.Late, Times: 1, Delay: time.Minute}); err != nil {
		t.Fatal(err)
	}
	if status, _ := s.try(s.xmlOf(fnAuthorize, order("m", "o-1", 980))); status != 0 {
		t.Fatalf("answered %d", status)
	}
	s.want(s.lookup(at{"order_id", "o-1"}), "NG10112004")
	s.want(s.bySavedCard("m", "o-1", 980), "NG10196999")
	s.wantBooks()
}

func TestALateCallTakesEffectOnce(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.saveCard("m", "4111111111111111")
	s.push(outcome.Entry{Outcome: outcome.Late})
	body := s.xmlOf(fnAuthorize, order("m", "o-1", 980))
	if status, _ := s.try(body); status != 0 {
		t.Fatalf("answered %d", status)
	}
	for len(s.books()) == 0 { // the test's own timeout ends it
		time.Sleep(time.Millisecond)
	}
	s.wantBooks("charge o-1 980 authorized")
	tracking := s.want(s.lookup(at{"order_id", "o-1"}), "OK")["res_tracking_id"]
	s.push(outcome.Entry{Outcome: outcome.Late, Function: fnCommit})
	if status, _ := s.try(s.xmlOf(fnCommit, append(head("")[:2], at{"tracking_id", tracking}))); status != 0 {
		t.Fatalf("the commit is answered with %d", status)
	}
	for s.books()[0] == "charge o-1 980 authorized" {
		time.Sleep(time.Millisecond)
	}
	s.push(outcome.Entry{Outcome: outcome.Late})
	if status, _ := s.try(body); status != 0 { // again, of an order id that is taken
		t.Fatalf("answered %d", status)
	}
	for !strings.Contains(s.service.Calls()[0].Reason, "10196999") {
		time.Sleep(time.Millisecond)
	}
	s.wantBooks("charge o-1 980 settled")
}
