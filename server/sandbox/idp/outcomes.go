package idp

import (
	"net/http"
	"slices"

	"kaiin/server/sandbox/outcome"
)

// What a sign-in can result in, apart from the outcomes that every service has.
const (
	accessDenied  = "access_denied"
	invalidGrant  = "invalid_grant"
	nonceMismatch = "nonce_mismatch"
	expiredToken  = "expired_token"
	futureIAT     = "future_iat"
	audMismatch   = "aud_mismatch"
	unknownKID    = "unknown_kid"
	algSwap       = "alg_swap"
	userRemoved   = "user_removed"
	weakACR       = "weak_acr"
	oldLogin      = "old_login"
	noAuthTime    = "no_auth_time"
)

// Functions that http_500 and slow can be meant for.
const (
	functionDiscovery = "discovery"
	functionToken     = "token"
	functionKeys      = "keys"
	functionUserinfo  = "userinfo"
)

// Scripts are the services of the queue of outcomes, by name.
func Scripts() map[string]outcome.Service {
	general := []string{accessDenied, invalidGrant, userRemoved, outcome.HTTP500, outcome.Slow}
	openID := outcome.Service{
		Outcomes:  append(slices.Clone(general), nonceMismatch, expiredToken, futureIAT, audMismatch, unknownKID, algSwap),
		Functions: []string{functionDiscovery, functionToken, functionKeys, functionUserinfo},
	}
	return map[string]outcome.Service{
		line: openID, google: openID, yahooJapan: openID,
		company:  {Outcomes: append(slices.Clone(openID.Outcomes), weakACR, oldLogin, noAuthTime), Functions: openID.Functions},
		facebook: {Outcomes: general, Functions: []string{functionToken, functionUserinfo}},
	}
}

// scripted takes what the next choice, or the next token, is to come to.
func (s *Service) scripted(f *face, fits func(name string) bool) string {
	e, _ := s.Queue.Take(f.name, func(e outcome.Entry) bool { return fits(e.Outcome) })
	return e.Outcome
}

func isDenial(name string) bool { return name == accessDenied }

func isOfToken(name string) bool {
	return name != accessDenied && name != outcome.HTTP500 && name != outcome.Slow
}

// disturbed lets a call fail or wait when that is scripted for the function.
func (s *Service) disturbed(function string, handle handler) handler {
	return func(f *face, w http.ResponseWriter, r *http.Request) {
		e, _ := s.Queue.Take(f.name, func(e outcome.Entry) bool {
			meant := e.Function
			if meant == "" {
				meant = functionToken
			}
			return (e.Outcome == outcome.HTTP500 || e.Outcome == outcome.Slow) && meant == function
		})
		switch e.Outcome {
		case outcome.HTTP500:
			outcome.InternalServerError(w)
			return
		case outcome.Slow:
			e.Linger(r.Context())
		}
		handle(f, w, r)
	}
}
