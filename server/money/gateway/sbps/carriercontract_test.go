package sbps_test

import (
	"bytes"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"kaiin/server/base/clock"
	"kaiin/server/money/gateway"
	"kaiin/server/money/gateway/gatewaytest"
	"kaiin/server/money/gateway/sbps"
)

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

// What a notice can come to: it comes twice with one key, late, never, or is none of the service's.
// The browser is never sent back as if all were well when the notice was not answered by OK.
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
			for range 1200 { // up to a minute
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
				if n.Key != read[0].Key || n.Kind != gateway.NoticeAgreed || n.Amount != 1100 || n.Reference == "" || !strings.HasPrefix(n.TrackingID, n.Reference+"/") {
					t.Errorf("got %+v", n)
				}
			}
		})
	}
}

// Each provider finds its own lines in the list of a day, also where two share a method.
func TestEachProviderHasItsOwnLines(t *testing.T) {
	t.Parallel()
	p := dial(t, sbps.NameSoftbank, nil)
	if _, err := p.client.SaveCard(t.Context(), "member-1", p.cardToken(t, "1111")); err != nil {
		t.Fatal(err)
	}
	charge(t, p.client, "by-card", "")
	begun := clock.New().Today()
	all, err := p.client.Carriers()
	if err != nil || len(all) != 6 {
		t.Fatalf("%d carriers, %v", len(all), err)
	}
	for _, c := range all {
		p.carrier = c
		order := "by-" + c.Name()
		if c.Name() == sbps.NameAuSimple {
			p.agrees(t, order, 1100)
			continue
		}
		charge(t, c, order+"-1", p.agrees(t, order, 0).Reference)
	}
	lists := map[string]gateway.Lists{"card": p.client}
	for _, c := range all {
		lists[c.Name()] = c
	}
	for name, l := range lists {
		var found []gateway.Settlement
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
	m := gateway.Kept{CustomerCode: "member-1", Reference: p.agrees(t, "form-1", 0).Reference}
	id, err := p.carrier.Charge(t.Context(), gateway.ChargeRequest{OrderID: "order-1", Kept: m, ItemID: "plan", Amount: 1100})
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

// A body of ten megabytes, and what else strangers send, is no notice; it is not repeated in the
// answer.
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
		if !errors.Is(err, gateway.ErrForged) {
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
		if _, err := c.Notice(t.Context(), good.Header, good.Body); !errors.Is(err, gateway.ErrForged) {
			t.Errorf("%s takes a notice of %s: %v", c.Name(), p.carrier.Name(), err)
		}
	}
	// The hash runs over values without anything between them: values cut in other places have the
	// same one.
	shifted := good.Body
	for name, value := range map[string]string{"order_id": "form-1s", "item_id": "tandard"} {
		old := good.Body
		good.Body = shifted
		shifted = replace(name, value)
		good.Body = old
	}
	if _, err := p.carrier.Notice(t.Context(), good.Header, shifted); !errors.Is(err, gateway.ErrForged) || !strings.Contains(err.Error(), "no form of ours") {
		t.Errorf("shifted: got %v", err)
	}
}
