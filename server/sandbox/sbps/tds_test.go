package sbps

import (
	"strings"
	"testing"

	"kaiin/server/sandbox/outcome"
)

const (
	okURL = "http://shop.test/ok?key=1"
	ngURL = "http://shop.test/ng?key=1"
)

func (s *shop) script(name string) {
	s.Helper()
	if err := s.queue.Push(outcome.Entry{Service: Name, Outcome: name, Times: 1}); err != nil {
		s.Fatal(err)
	}
}

func TestThreeDSecure(t *testing.T) {
	t.Parallel()
	const (
		friendly  = "4111111111111111"
		challenge = "4000000000003220"
	)
	for _, c := range []struct {
		name, number, script, press string
		back, verdict, authorise    string
	}{
		{"without asking", friendly, "", "", okURL, "Y", "OK"},
		{"attempted", "4000000000003055", "", "", okURL, "A", "OK"},
		{"refused without asking", "4000000000003063", "", "", ngURL, "N", "NG10126999"},
		{"asked, passed", challenge, "", "success", okURL, "Y", "OK"},
		{"asked, failed", challenge, "", "fail", ngURL, "N", "NG10126999"},
		{"asked, given up", challenge, "", "abandon", ngURL, "N", "NG10126999"},
		{"asked, window closed", challenge, "", "", "", "C", "NG10126999"},
		{"scripted, passed", friendly, outcome.ChallengeOK, "success", okURL, "Y", "OK"},
		{"scripted to fail, whatever is pressed", friendly, outcome.ChallengeFail, "success", ngURL, "N", "NG10126999"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := setup(t)
			if c.script != "" {
				s.script(c.script)
			}
			r := s.want(s.authenticate("m", 1100, c.number), "OK")
			id, address := r["res_tds_authentication_id"], r["redirect_url"]
			if id == "" || address != s.url+"/tds/"+id {
				t.Fatalf("answer: %v", r)
			}
			if v := s.verdict(id); v != "C" {
				t.Fatalf("before the browser came the verdict is %s", v)
			}
			back, page := s.visit(address)
			if c.press != "" {
				if back != "" || !strings.Contains(page, `data-testid="tds-abandon"`) || strings.Contains(page, `data-testid="tds-success"`) == (c.script == outcome.ChallengeFail) {
					t.Fatalf("went to %q, page %s", back, page)
				}
				back, _ = s.press(address, c.press)
			}
			if back != c.back {
				t.Fatalf("the browser is sent to %q, want %q", back, c.back)
			}
			if v := s.verdict(id); v != c.verdict {
				t.Fatalf("verdict %s, want %s", v, c.verdict)
			}
			s.want(s.byAuthentication("m", "o-1", 1100, id), c.authorise)
			if c.authorise == "OK" {
				s.want(s.byAuthentication("m", "o-2", 1100, id), "NG10113999")
				s.want(s.bySavedCard("m", "o-3", 1100), "OK") // cust_manage_flg saved the card
			}
		})
	}
}

func TestTheFirstAnswerStays(t *testing.T) {
	t.Parallel()
	s := setup(t)
	r := s.want(s.authenticate("m", 1100, "4000000000003220"), "OK")
	if back, _ := s.press(r["redirect_url"], "fail"); back != ngURL {
		t.Fatal(back)
	}
	if back, _ := s.press(r["redirect_url"], "success"); back != ngURL {
		t.Fatalf("a second answer sent the browser to %s", back)
	}
	if back, _ := s.visit(r["redirect_url"]); back != ngURL {
		t.Fatalf("coming again sent the browser to %s", back)
	}
	if v := s.verdict(r["res_tds_authentication_id"]); v != "N" {
		t.Fatal(v)
	}
}

func TestAuthenticationWithASavedCard(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.want(s.authenticate("m", 1100, ""), "NG10195999")
	s.saveCard("m", "4000000000000341")
	r := s.want(s.authenticate("m", 1100, ""), "OK")
	s.visit(r["redirect_url"])
	s.want(s.byAuthentication("m", "o", 1100, r["res_tds_authentication_id"]), "OK") // the card holder is there
	s.want(s.bySavedCard("m", "o-2", 1100), "NG10122999")                            // he is not
}

func TestAuthorisationAgainstItsAuthentication(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, cust string
		amount     int
		want       string
	}{
		{"another customer", "n", 1100, "NG10113003"},
		{"more than authenticated", "m", 1101, "NG10179008"},
		{"less than authenticated", "m", 1000, "OK"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := setup(t)
			r := s.want(s.authenticate("m", 1100, "4111111111111111"), "OK")
			s.visit(r["redirect_url"])
			s.want(s.byAuthentication(c.cust, "o", c.amount, r["res_tds_authentication_id"]), c.want)
		})
	}
	s := setup(t)
	s.want(s.byAuthentication("m", "o", 1100, "nonsense"), "NG10107999")
	s.want(s.call(fnTDSResult, append(head("")[:2], at{"tds_authentication_id", "nonsense"})...), "NG10107999")
}

func TestRefusedTDSRequestsSpendNothing(t *testing.T) {
	t.Parallel()
	s := setup(t)
	token, key := s.token("4111111111111111")
	info, infoKey := s.tdsToken()
	request := func(info, ok string) reply {
		return s.call(fnTDSRequest, append(head("m"), at{"amount", "1100"}, at{"pay_option_manage.token", token}, at{"pay_option_manage.token_key", key},
			at{"pay_option_manage.tds_info_token", info}, at{"pay_option_manage.tds_info_token_key", infoKey},
			at{"pay_option_manage.ok_return_url", ok}, at{"pay_option_manage.ng_return_url", ngURL}, at{"encrypted_flg", "0"})...)
	}
	s.want(request("nonsense", okURL), "NG101T1999")
	s.want(request("", okURL), "NG10103999")
	s.want(request(info, "javascript:alert(1)"), "NG10106999")
	s.want(request(info, "/ok"), "NG10106999")
	s.want(request(info, okURL), "OK")
	s.want(request(info, okURL), "NG101T1999")
}

func TestReturnByPost(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		before func(*shop)
	}{
		{"scripted", func(s *shop) { s.script(outcome.ReturnPost) }},
		{"by setting", func(s *shop) { s.service.SetReturnPost(true) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := setup(t)
			c.before(s)
			r := s.want(s.authenticate("m", 1100, "4111111111111111"), "OK")
			location, page := s.visit(r["redirect_url"])
			if location != "" || !strings.Contains(page, `<form method="post" action="http://shop.test/ok?key=1"`) {
				t.Fatalf("went to %q, page %s", location, page)
			}
		})
	}
}

func TestTDSPageOfNoMember(t *testing.T) {
	t.Parallel()
	s := setup(t)
	if _, page := s.visit(s.url + "/tds/nonsense"); !strings.Contains(page, "認証が見つかりません") {
		t.Fatal(page)
	}
	r := s.want(s.authenticate("m", 1100, "4000000000003220"), "OK")
	if back, _ := s.press(r["redirect_url"], "maybe"); back != "" || s.verdict(r["res_tds_authentication_id"]) != "C" {
		t.Fatal("an unknown answer was taken")
	}
}
