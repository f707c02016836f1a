package sbps_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/text/encoding/japanese"

	"kaiin/server/clock"
	"kaiin/server/gateway/gatewaytest"
	"kaiin/server/gateway/sbps"
	"kaiin/server/payment"
	"kaiin/server/sandbox/sandboxtest"
)

// phone is a carrier in front of a sandbox, and our address for its notices.
type phone struct {
	*world
	carrier *sbps.Carrier
	inbox   *httptest.Server

	mu   sync.Mutex
	sent []gatewaytest.Sent
}

// dial starts a sandbox and gives the carrier of the name.
func dial(t *testing.T, name string, change map[string]string) *phone {
	t.Helper()
	box := sandboxtest.Start(t, sandboxtest.Setup{Change: change})
	w := &world{url: box.URL, config: box.Adapters(t).SBPS}
	w.client = w.with(t)
	p := &phone{world: w}
	p.inbox = httptest.NewServer(http.HandlerFunc(p.take))
	t.Cleanup(p.inbox.Close)
	all, err := w.client.Carriers()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		if c.Name() == name {
			p.carrier = c
		}
	}
	return p
}

// take is what the product does with a notice: it keeps what it can verify.
func (p *phone) take(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	_, err := p.carrier.Notice(r.Context(), r.Header, body)
	p.mu.Lock()
	p.sent = append(p.sent, gatewaytest.Sent{Header: r.Header.Clone(), Body: body})
	p.mu.Unlock()
	status, answer := p.carrier.Answer(err)
	w.WriteHeader(status)
	_, _ = io.WriteString(w, answer)
}

// since are the notices that came after the first n.
func (p *phone) since(n int) []gatewaytest.Sent {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]gatewaytest.Sent(nil), p.sent[n:]...)
}

// encoded is what a browser makes of a form whose accept-charset is Shift_JIS.
func encoded(t *testing.T, form payment.Form) string {
	t.Helper()
	var pairs []string
	for _, f := range form.Params {
		raw, err := japanese.ShiftJIS.NewEncoder().String(f.Value)
		if err != nil {
			t.Fatal(err)
		}
		pairs = append(pairs, f.Name+"="+url.QueryEscape(raw))
	}
	return strings.Join(pairs, "&")
}

const formType = "application/x-www-form-urlencoded"

// submit is the browser posting the form; it tells the page of the carrier.
func (p *phone) submit(t *testing.T, form payment.Form) (page string) {
	t.Helper()
	res, err := browser.Post(form.URL, formType, strings.NewReader(encoded(t, form)))
	if err != nil {
		t.Fatal(err)
	}
	text, _ := io.ReadAll(res.Body)
	_ = res.Body.Close()
	if res.StatusCode != http.StatusSeeOther {
		t.Fatalf("the form is refused: %s %s", res.Status, text)
	}
	return res.Header.Get("Location")
}

// answer is what the member does on the carrier's page; it tells the page that follows.
func (p *phone) answer(t *testing.T, page string, answer gatewaytest.Answer) string {
	t.Helper()
	form := map[gatewaytest.Answer]url.Values{
		gatewaytest.Approves: {"payer": {"ok"}}, gatewaytest.Refuses: {"answer": {"cancel"}}, gatewaytest.Closes: {"answer": {"close"}},
		gatewaytest.ApprovesAndCloses: {"payer": {"ok"}, "answer": {"close"}}, gatewaytest.Declines: {"answer": {"refuse"}},
	}[answer]
	res, err := browser.PostForm(p.url+page, form)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(res.Body)
	_ = res.Body.Close()
	if err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s", answer, res.Status)
	}
	return string(text)
}

func (p *phone) post(t *testing.T, form payment.Form, answer gatewaytest.Answer) []gatewaytest.Sent {
	t.Helper()
	n := len(p.since(0))
	p.answer(t, p.submit(t, form), answer)
	return p.since(n)
}

func (p *phone) end(t *testing.T, reference string) {
	t.Helper()
	res, err := browser.PostForm(p.url+"/sbps/contracts/"+reference+"/end", nil)
	if err != nil {
		t.Fatal(err)
	}
	if _ = res.Body.Close(); res.StatusCode != http.StatusSeeOther {
		t.Fatal(res.Status)
	}
}

func (p *phone) kept(t *testing.T) (kept map[string]int) {
	t.Helper()
	res, err := http.Get(p.url + "/kept.json")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	if err := json.NewDecoder(res.Body).Decode(&kept); err != nil {
		t.Fatal(err)
	}
	return kept
}

var carrierOutcomes = map[gatewaytest.Ending]string{gatewaytest.EndedOff: "agreement_cancelled", gatewaytest.Shut: "maintenance"}

func TestCarrierContract(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		method         string
		parts, forgets bool
	}{
		sbps.NameDocomo: {"401", false, true}, sbps.NameAu: {"402", true, true}, sbps.NameSoftbank: {"405", false, false},
		sbps.NameSoftbankYahoo: {"405", false, false}, sbps.NamePaypay: {"311", true, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			gatewaytest.RunCarrier(t, func(t *testing.T) gatewaytest.Carrier {
				p := dial(t, name, map[string]string{"SBPS_SOFTBANK_YAHOO": "on pay_method=SoftBank2"})
				return gatewaytest.Carrier{
					Gateway: p.carrier, Kind: p.carrier.Provider().Kinds[0].Type, Parts: c.parts, Forgets: c.forgets, NoticeURL: p.inbox.URL + "/notice",
					Post: p.post, End: p.end, Kept: p.kept,
					Script: func(t *testing.T, call gatewaytest.Call, ending gatewaytest.Ending) {
						t.Helper()
						function := map[gatewaytest.Call]string{
							gatewaytest.Charge: "ST01-00104-", gatewaytest.Commit: "ST02-00201-", gatewaytest.Refund: "ST02-00303-", gatewaytest.Forget: "ST02-00309-",
						}[call]
						outcome, own := carrierOutcomes[ending]
						if !own {
							outcome = outcomes[ending]
						}
						p.next(t, function+c.method, outcome, "10ms")
					},
				}
			})
		})
	}
}

func (p *phone) request(orderID string, amount int) payment.FormRequest {
	return payment.FormRequest{
		OrderID: orderID, Kind: p.carrier.Provider().Kinds[0].Type, CustomerCode: "member-1", ItemID: "standard", ItemName: "月額プラン", Amount: amount, Tax: amount / 11,
		ReturnURL: "https://shop.test/ok?a=1&b=2", CancelURL: "https://shop.test/cancel", ErrorURL: "https://shop.test/ng", NoticeURL: p.inbox.URL + "/notice",
	}
}

func (p *phone) form(t *testing.T, in payment.FormRequest) payment.Form {
	t.Helper()
	form, err := p.carrier.Form(in)
	if err != nil {
		t.Fatal(err)
	}
	return form
}

// notices reads what came.
func (p *phone) notices(t *testing.T, sent []gatewaytest.Sent) (read []payment.Notice, forged int) {
	t.Helper()
	for _, s := range sent {
		n, err := p.carrier.Notice(t.Context(), s.Header, s.Body)
		switch {
		case errors.Is(err, payment.ErrForged):
			forged++
		case err != nil:
			t.Fatal(err)
		default:
			read = append(read, n)
		}
	}
	return read, forged
}

// What a notice can come to: it comes twice with one key, late, never, or is none of the service's. The browser is never sent back as
// if all were well when the notice was not answered by OK.
func TestNoticesOfForms(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		read, forged int
		back         string // in the page that follows
	}{
		"":                      {1, 0, "https://shop.test/ok?a=1&amp;b=2"},
		"notice_doubled":        {2, 0, "https://shop.test/ok?a=1&amp;b=2"},
		"notice_after":          {1, 0, "https://shop.test/ok?a=1&amp;b=2"},
		"notice_late":           {1, 0, "https://shop.test/ok?a=1&amp;b=2"},
		"notice_lost":           {0, 0, "https://shop.test/ok?a=1&amp;b=2"},
		"notice_bad_hash":       {0, 1, "https://shop.test/ng"},
		"notice_misencoded":     {0, 1, "https://shop.test/ng"},
		"notice_other_merchant": {0, 1, "https://shop.test/ng"},
		"notice_wrong_amount":   {0, 1, "https://shop.test/ng"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := dial(t, sbps.NameAuSimple, nil)
			if name != "" {
				p.next(t, "", name, map[bool]string{true: "50ms"}[c.back == "https://shop.test/ok?a=1&amp;b=2"])
			}
			page := p.answer(t, p.submit(t, p.form(t, p.request("form-1", 1100))), gatewaytest.Approves)
			if !strings.Contains(page, `action="`+c.back+`"`) {
				t.Errorf("the browser is sent elsewhere: %s", page)
			}
			for range 200 { // up to ten seconds
				if len(p.since(0)) >= c.read+c.forged {
					break
				}
				time.Sleep(50 * time.Millisecond)
			}
			read, forged := p.notices(t, p.since(0))
			if len(read) != c.read || forged != c.forged {
				t.Fatalf("%d read, %d forged", len(read), forged)
			}
			for _, n := range read {
				if n.Key != read[0].Key || n.Kind != payment.NoticeAgreed || n.Amount != 1100 || n.Reference == "" || !strings.HasPrefix(n.TrackingID, n.Reference+"/") {
					t.Errorf("got %+v", n)
				}
			}
		})
	}
}

// au simple: the carrier charges by itself, each first of a month, and the file tells; what we know is only looked at and given back.
func TestAuSimple(t *testing.T) {
	t.Parallel()
	p := dial(t, sbps.NameAuSimple, nil)
	read, _ := p.notices(t, p.post(t, p.form(t, p.request("form-1", 1100)), gatewaytest.Approves))
	if len(read) != 1 {
		t.Fatal("no notice")
	}
	m, first := payment.Kept{CustomerCode: "member-1", Reference: read[0].Reference}, read[0].TrackingID
	_, err := p.carrier.Charge(t.Context(), payment.ChargeRequest{OrderID: "order-1", Kept: m, ItemID: "plan", Amount: 1100})
	if !isRejected(err) {
		t.Errorf("charged by us: %v", err)
	}
	want := payment.Transaction{State: payment.TransactionSettled, TrackingID: first, Amount: 1100}
	if tx, err := p.carrier.Lookup(t.Context(), "form-1", first); err != nil || tx != want {
		t.Errorf("got %+v, %v", tx, err)
	}
	if tx, err := p.carrier.Lookup(t.Context(), "form-1", ""); err != nil || tx != want {
		t.Errorf("got %+v, %v", tx, err)
	}
	if err := p.carrier.Commit(t.Context(), first); err != nil {
		t.Error(err)
	}
	// Three months later: one was taken, one declined, one taken without a row in the file.
	for _, outcome := range []string{"ok", "decline", "notice_lost"} {
		p.next(t, "monthly", outcome, "")
	}
	p.do(t, "/clock", map[string]string{"advance": (93 * 24 * time.Hour).String()}, nil)
	results := p.results(t)
	if len(results) != 3 || results[0].TrackingID != first || results[0].Result != payment.ProviderChargeSettled ||
		results[1].Result != payment.ProviderChargeSettled || results[2].Result != payment.ProviderChargeDeclined || results[2].Code != "402L4999" {
		t.Fatalf("got %+v", results)
	}
	if kept := p.kept(t); kept["form-1"] != 3*1100 {
		t.Errorf("kept: %v", kept)
	}
	// The adapter's clock is the sandbox's from here on: a request from three months ago would be too late.
	now := clock.New()
	now.SetOffset(93 * 24 * time.Hour)
	client, err := sbps.New(p.config, now)
	if err != nil {
		t.Fatal(err)
	}
	all, err := client.Carriers()
	if err != nil {
		t.Fatal(err)
	}
	later := all[2]
	second := results[1].TrackingID
	if err := later.Refund(t.Context(), second, 100); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := later.Refund(t.Context(), second, 0); err != nil {
			t.Fatal(err)
		}
	}
	tx, err := later.Lookup(t.Context(), "form-1", second)
	if err != nil || tx.State != payment.TransactionCanceled || tx.TrackingID != second || tx.Refunded != 1100 {
		t.Errorf("got %+v, %v", tx, err)
	}
	if tx, err := later.Lookup(t.Context(), "form-1", m.Reference+"/199901"); err == nil {
		t.Errorf("a month without a sale: %+v", tx)
	}
	none := payment.Transaction{State: payment.TransactionNone}
	for month, want := range map[string]payment.Transaction{"199901": none, results[1].Month: tx, results[2].Month: none} {
		if got, err := later.Month(t.Context(), m.Reference, month); err != nil || got != want {
			t.Errorf("%s: got %+v, %v, want %+v", month, got, err, want)
		}
	}
	for reference, month := range map[string]string{m.Reference: "2027-1", "": "202701", "x": "202701", "99999999999999": "199901"} {
		if got, err := later.Month(t.Context(), reference, month); err == nil && got != none {
			t.Errorf("%s of %q: got %+v", month, reference, got)
		}
	}
	if _, err := later.Lookup(t.Context(), "form-1", ""); err != nil {
		t.Errorf("the order, months later: %v", err)
	}
	list, err := later.Settlements(t.Context(), now.Today())
	if err != nil || len(list) != 2 || list[0].TrackingID != second || list[0].Kind != payment.SettlementRefund {
		t.Errorf("got %+v, %v", list, err)
	}
	for range 2 {
		if err := later.Forget(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	p.do(t, "/clock", map[string]string{"advance": "1488h"}, nil)
	if kept := p.kept(t); kept["form-1"] != 2*1100 {
		t.Errorf("it was charged after its end: %v", kept)
	}
}

// An order that is looked up after the carrier has charged the next month is still the first month's.
func TestAuSimpleAfterTheMonthsEnd(t *testing.T) {
	t.Parallel()
	p := dial(t, sbps.NameAuSimple, nil)
	read, _ := p.notices(t, p.post(t, p.form(t, p.request("form-1", 1100)), gatewaytest.Approves))
	if len(read) != 1 {
		t.Fatal("no notice")
	}
	at := read[0].At.In(clock.Tokyo)
	ahead := time.Date(at.Year(), at.Month()+1, 2, 0, 0, 0, 0, clock.Tokyo).Sub(at).Truncate(time.Second)
	p.do(t, "/clock", map[string]string{"advance": ahead.String()}, nil)
	now := clock.New()
	now.SetOffset(ahead)
	client, err := sbps.New(p.config, now)
	if err != nil {
		t.Fatal(err)
	}
	all, err := client.Carriers()
	if err != nil {
		t.Fatal(err)
	}
	if len(p.results(t)) != 2 {
		t.Error("the carrier has not charged")
	}
	if tx, err := all[2].Lookup(t.Context(), "form-1", ""); err != nil || tx.TrackingID != read[0].TrackingID || tx.State != payment.TransactionSettled {
		t.Errorf("got %+v, %v, want %s", tx, err, read[0].TrackingID)
	}
}

func (p *phone) results(t *testing.T) []payment.ProviderCharge {
	t.Helper()
	res, err := http.Get(p.url + "/sbps/results.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	var results []payment.ProviderCharge
	for r, err := range sbps.ReadResults(bytes.NewReader(text), p.config) {
		if err != nil {
			t.Fatal(err)
		}
		results = append(results, r)
	}
	return results
}

// Each provider finds its own lines in the list of a day, also where two share a method.
func TestEachProviderHasItsOwnLines(t *testing.T) {
	t.Parallel()
	p := dial(t, sbps.NameSoftbank, nil)
	if _, err := p.client.SaveCard(t.Context(), "member-1", p.cardToken(t, "1111")); err != nil {
		t.Fatal(err)
	}
	id, err := p.client.Charge(t.Context(), payment.ChargeRequest{OrderID: "by-card", Kept: payment.Kept{CustomerCode: "member-1"}, ItemID: "plan", Amount: 1100})
	if err == nil {
		err = p.client.Commit(t.Context(), id)
	}
	if err != nil {
		t.Fatal(err)
	}
	begun := clock.New().Today()
	all, err := p.client.Carriers()
	if err != nil || len(all) != 6 {
		t.Fatalf("%d carriers, %v", len(all), err)
	}
	for _, c := range all {
		p.carrier = c
		order, amount := "by-"+c.Name(), 0
		if c.Name() == sbps.NameAuSimple {
			amount = 1100
		}
		read, _ := p.notices(t, p.post(t, p.form(t, p.request(order, amount)), gatewaytest.Approves))
		if len(read) != 1 {
			t.Fatalf("%s: no notice", c.Name())
		}
		if amount > 0 {
			continue
		}
		id, err := c.Charge(t.Context(), payment.ChargeRequest{
			OrderID: order + "-1", Kept: payment.Kept{CustomerCode: "member-1", Reference: read[0].Reference}, ItemID: "plan", Amount: 1100,
		})
		if err == nil {
			err = c.Commit(t.Context(), id)
		}
		if err != nil {
			t.Fatalf("%s: %v", c.Name(), err)
		}
	}
	lists := map[string]payment.Lists{"card": p.client}
	for _, c := range all {
		lists[c.Name()] = c
	}
	for name, l := range lists {
		var found []payment.Settlement
		for day := begun; !day.After(clock.New().Today()); day = day.AddDays(1) {
			list, err := l.Settlements(t.Context(), day)
			if err != nil {
				t.Fatal(err)
			}
			found = append(found, list...)
		}
		want := map[string]string{"card": "by-card", sbps.NameAuSimple: "by-" + sbps.NameAuSimple}[name]
		if want == "" {
			want = "by-" + name + "-1"
		}
		if len(found) != 1 || found[0].OrderID != want {
			t.Errorf("%s: got %+v", name, found)
		}
	}
}

// Where sales are automatic a commit sends nothing that moves money.
func TestAutomaticSales(t *testing.T) {
	t.Parallel()
	p := dial(t, sbps.NameDocomo, map[string]string{"SBPS_DOCOMO": "on sales=automatic"})
	read, _ := p.notices(t, p.post(t, p.form(t, p.request("form-1", 0)), gatewaytest.Approves))
	m := payment.Kept{CustomerCode: "member-1", Reference: read[0].Reference}
	id, err := p.carrier.Charge(t.Context(), payment.ChargeRequest{OrderID: "order-1", Kept: m, ItemID: "plan", Amount: 1100})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.carrier.Commit(t.Context(), id); !isUnknown(err) { // this sandbox waits for a capture
		t.Errorf("got %v", err)
	}
	if kept := p.kept(t); kept["order-1"] != 0 {
		t.Errorf("kept: %v", kept)
	}
}

// A body of ten megabytes, and what else strangers send, is no notice; nothing of it is repeated.
func TestHostileNotices(t *testing.T) {
	t.Parallel()
	p := dial(t, sbps.NameDocomo, nil)
	sent := p.post(t, p.form(t, p.request("form-1", 0)), gatewaytest.Approves)
	if len(sent) != 1 {
		t.Fatal("no notice")
	}
	good := sent[0]
	replace := func(name, value string) []byte {
		var pairs []string
		for pair := range strings.SplitSeq(string(good.Body), "&") {
			if strings.HasPrefix(pair, name+"=") {
				pair = name + "=" + value
			}
			pairs = append(pairs, pair)
		}
		return []byte(strings.Join(pairs, "&"))
	}
	header := func(contentType string) http.Header { return http.Header{"Content-Type": {contentType}} }
	for name, s := range map[string]gatewaytest.Sent{
		"empty":               {Header: good.Header},
		"JSON":                {Header: header("application/json"), Body: []byte(`{"res_result":"OK"}`)},
		"another type":        {Header: header("multipart/form-data"), Body: good.Body},
		"ten megabytes":       {Header: good.Header, Body: append(bytes.Clone(good.Body), bytes.Repeat([]byte("&a=b"), 10<<20/4)...)},
		"a thousand fields":   {Header: good.Header, Body: append(bytes.Clone(good.Body), bytes.Repeat([]byte("&a=b"), 1000)...)},
		"a field twice":       {Header: good.Header, Body: append(bytes.Clone(good.Body), "&res_result=OK"...)},
		"no hash":             {Header: good.Header, Body: replace("sps_hashcode", "")},
		"wrong hash":          {Header: good.Header, Body: replace("sps_hashcode", strings.Repeat("A", 40))},
		"another result":      {Header: good.Header, Body: replace("res_result", "NG")},
		"another order":       {Header: good.Header, Body: replace("order_id", "form-2")},
		"another member":      {Header: good.Header, Body: replace("cust_code", "member-2")},
		"another merchant":    {Header: good.Header, Body: replace("merchant_id", "99999")},
		"another service":     {Header: good.Header, Body: replace("service_id", "999")},
		"half an escape":      {Header: good.Header, Body: replace("item_name", "%8")},
		"no Shift_JIS":        {Header: good.Header, Body: replace("item_name", "%81")},
		"a control character": {Header: good.Header, Body: replace("item_name", "a%00b")},
		"no date":             {Header: good.Header, Body: replace("res_date", "20279999999999")},
		"no tracking id":      {Header: good.Header, Body: replace("res_tracking_id", "1' or '1")},
	} {
		_, err := p.carrier.Notice(t.Context(), s.Header, s.Body)
		if !errors.Is(err, payment.ErrForged) {
			t.Errorf("%s: got %v", name, err)
		} else if len(err.Error()) > 200 || strings.Contains(err.Error(), "member-1") {
			t.Errorf("%s: told too much: %v", name, err)
		}
		if status, answer := p.carrier.Answer(err); status != http.StatusOK || !strings.HasPrefix(answer, "NG,") {
			t.Errorf("%s: answered %d %q", name, status, answer)
		}
	}
	// What is another provider's is not ours, though the service signed it.
	others, err := p.client.Carriers()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range others[1:] {
		if _, err := c.Notice(t.Context(), good.Header, good.Body); !errors.Is(err, payment.ErrForged) {
			t.Errorf("%s takes a notice of %s: %v", c.Name(), p.carrier.Name(), err)
		}
	}
	// The hash runs over values without anything between them: values cut in other places have the same one.
	shifted := good.Body
	for name, value := range map[string]string{"order_id": "form-1s", "item_id": "tandard"} {
		old := good.Body
		good.Body = shifted
		shifted = replace(name, value)
		good.Body = old
	}
	if _, err := p.carrier.Notice(t.Context(), good.Header, shifted); !errors.Is(err, payment.ErrForged) || !strings.Contains(err.Error(), "no form of ours") {
		t.Errorf("shifted: got %v", err)
	}
}
