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

	"kaiin/server/base/clock"
	"kaiin/server/money/gateway"
	"kaiin/server/money/gateway/gatewaytest"
	"kaiin/server/money/gateway/sbps"
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
func encoded(t *testing.T, form gateway.Form) string {
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
func (p *phone) submit(t *testing.T, form gateway.Form) (page string) {
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

func (p *phone) post(t *testing.T, form gateway.Form, answer gatewaytest.Answer) []gatewaytest.Sent {
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

// get is what the sandbox answers.
func (p *phone) get(t *testing.T, path string) []byte {
	t.Helper()
	res, err := sandboxtest.Client.Get(p.url + path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func (p *phone) kept(t *testing.T) (kept map[string]int) {
	t.Helper()
	if err := json.Unmarshal(p.get(t, "/kept.json"), &kept); err != nil {
		t.Fatal(err)
	}
	return kept
}

func (p *phone) results(t *testing.T) (results []gateway.ProviderCharge) {
	t.Helper()
	for r, err := range sbps.ReadResults(bytes.NewReader(p.get(t, "/sbps/results.csv")), p.config) {
		if err != nil {
			t.Fatal(err)
		}
		results = append(results, r)
	}
	return results
}

func (p *phone) request(orderID string, amount int) gateway.FormRequest {
	return gateway.FormRequest{
		OrderID: orderID, Kind: p.carrier.Provider().Kinds[0].Type, CustomerCode: "member-1", ItemID: "standard", ItemName: "月額プラン", Amount: amount, Tax: amount / 11,
		ReturnURL: "https://shop.test/ok?a=1&b=2", CancelURL: "https://shop.test/cancel", ErrorURL: "https://shop.test/ng", NoticeURL: p.inbox.URL + "/notice",
	}
}

func (p *phone) form(t *testing.T, in gateway.FormRequest) gateway.Form {
	t.Helper()
	form, err := p.carrier.Form(in)
	if err != nil {
		t.Fatal(err)
	}
	return form
}

// notices reads what came.
func (p *phone) notices(t *testing.T, sent []gatewaytest.Sent) (read []gateway.Notice, forged int) {
	t.Helper()
	for _, s := range sent {
		n, err := p.carrier.Notice(t.Context(), s.Header, s.Body)
		switch {
		case errors.Is(err, gateway.ErrForged):
			forged++
		case err != nil:
			t.Fatal(err)
		default:
			read = append(read, n)
		}
	}
	return read, forged
}

// agrees has the member agree to the form; it tells the one notice of that.
func (p *phone) agrees(t *testing.T, orderID string, amount int) gateway.Notice {
	t.Helper()
	read, _ := p.notices(t, p.post(t, p.form(t, p.request(orderID, amount)), gatewaytest.Approves))
	if len(read) != 1 {
		t.Fatalf("%s: no notice", p.carrier.Name())
	}
	return read[0]
}

// later moves the sandbox's clock; it gives that clock, and au simple as it is seen by it: what is
// asked by the former one would come too late.
func (p *phone) later(t *testing.T, by time.Duration) (*sbps.Carrier, *clock.Clock) {
	t.Helper()
	p.do(t, "/clock", map[string]string{"advance": by.String()}, nil)
	now := clock.New()
	now.SetOffset(by)
	client, err := sbps.New(p.config, now)
	if err != nil {
		t.Fatal(err)
	}
	all, err := client.Carriers()
	if err != nil {
		t.Fatal(err)
	}
	return all[2], now
}

// charge takes money for the order.
func charge(t *testing.T, by gateway.Gateway, orderID, reference string) {
	t.Helper()
	m := gateway.Kept{CustomerCode: "member-1", Reference: reference}
	id, err := by.Charge(t.Context(), gateway.ChargeRequest{OrderID: orderID, Kept: m, ItemID: "plan", Amount: 1100})
	if err == nil {
		err = by.Commit(t.Context(), id)
	}
	if err != nil {
		t.Fatalf("%s: %v", orderID, err)
	}
}
