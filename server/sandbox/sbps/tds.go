package sbps

import (
	"crypto/rand"
	"net/url"
	"time"

	"kaiin/server/sandbox/outcome"
)

// Verdicts of an authentication (res_tds_result).
const (
	verdictPassed      = "Y"
	verdictFailed      = "N"
	verdictAttempted   = "A" // the issuer takes no part; counts as passed
	verdictOutstanding = "C" // the browser has not been through it
)

// tdsPlan is how an authentication will go once the browser comes. The zero plan passes
// without asking.
type tdsPlan string

const (
	planChallenge     tdsPlan = "challenge"
	planChallengeFail tdsPlan = "challenge_fail" // asked, and cannot pass
	planRefused       tdsPlan = "refused"
	planAttempted     tdsPlan = "attempted"
)

func (p tdsPlan) asks() bool { return p == planChallenge || p == planChallengeFail }

// authentication is one 3-D Secure authentication.
type authentication struct {
	ID       string    `json:"id"`
	CustCode string    `json:"custCode"`
	Amount   int       `json:"amount"`
	Card     card      `json:"card"`
	OK       string    `json:"ok"` // where the browser goes
	NG       string    `json:"ng"`
	Plan     tdsPlan   `json:"plan"`
	Post     bool      `json:"post"` // it goes there by POST
	Verdict  string    `json:"verdict"`
	Spent    bool      `json:"spent"` // it has served its authorisation
	At       time.Time `json:"at"`
}

// settle gives the verdict, once: what was answered first stays.
func (a *authentication) settle(verdict string) {
	if a.Verdict == verdictOutstanding {
		a.Verdict = verdict
	}
}

// target is where the browser belongs after the verdict.
func (a *authentication) target() string {
	if a.Verdict == verdictPassed || a.Verdict == verdictAttempted {
		return a.OK
	}
	return a.NG
}

// requestTDS is TA02-00101: with a card token, or without one for the card saved for the customer.
func (s *Service) requestTDS(req *request) ([]*element, error) {
	for _, name := range []string{"ok_return_url", "ng_return_url"} {
		if u, err := url.Parse(req.option(name)); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
			return nil, refuse(errFormat, fieldNone, name+" is not an absolute http address")
		}
	}
	if _, err := s.usable(req.option("tds_info_token"), req.option("tds_info_token_key"), false, fieldNone); err != nil {
		return nil, err
	}
	a := &authentication{
		ID: rand.Text(), CustCode: req.get("cust_code"), Amount: req.yen("amount"), OK: req.option("ok_return_url"), NG: req.option("ng_return_url"),
		Verdict: verdictOutstanding, At: s.Clock.Now(),
	}
	if req.option("token") == "" && req.option("token_key") == "" {
		saved, err := s.cardOf(req)
		if err != nil {
			return nil, err
		}
		a.Card = saved.Card
	} else {
		c, err := s.spendCardToken(req)
		if err != nil {
			return nil, err
		}
		a.Card = c
	}
	delete(s.state.Tokens, req.option("tds_info_token"))
	a.Plan = a.Card.behaviour().plan
	if script, ok := s.Queue.Take(Name, isChallenge); ok {
		a.Plan = planChallenge
		if script.Outcome == outcome.ChallengeFail {
			a.Plan = planChallengeFail
		}
	}
	_, post := s.Queue.Take(Name, isReturnPost)
	a.Post = post || s.returnPost
	s.state.Authentications[a.ID] = a
	return []*element{
		s.transaction(req), value("res_tds_authentication_id", a.ID), value("redirect_url", req.base+"/tds/"+a.ID),
	}, nil
}

func isChallenge(e outcome.Entry) bool {
	return e.Outcome == outcome.ChallengeOK || e.Outcome == outcome.ChallengeFail
}

func isReturnPost(e outcome.Entry) bool { return e.Outcome == outcome.ReturnPost }

// resultTDS is TA02-00201.
func (s *Service) resultTDS(req *request) ([]*element, error) {
	a, ok := s.state.Authentications[req.get("tds_authentication_id")]
	if !ok {
		return nil, refuse(errUndefined, fieldNone, "unknown tds_authentication_id")
	}
	return []*element{s.transaction(req), value("res_tds_authentication_id", a.ID), value("res_tds_result", a.Verdict)}, nil
}
