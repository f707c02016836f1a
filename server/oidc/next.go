package oidc

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/actor"
)

// Need is what a request waits for before it can be answered.
type Need string

// Needs, in the order in which members meet them.
const (
	NeedsNothing  Need = ""
	NeedsSignup   Need = "signup"   // prompt=create
	NeedsLogin    Need = "login"    // no account is logged in, or another one is asked for
	NeedsPassword Need = "password" // the password must be changed before anything else
	NeedsProfile  Need = "profile"  // another profile: the current one is restricted, and gives no app the member's data
	NeedsProof    Need = "proof"    // prompt=login, max_age: prove once more who one is
	NeedsAccount  Need = "account"  // prompt=select_account
	NeedsPolicies Need = "policies" // a policy has changed: nothing new is allowed to apps before the member agrees to it
	NeedsConsent  Need = "consent"
)

// Context class references: how sure the service is of who the member is.
const (
	ACROne = "urn:kaiin:acr:1" // one factor
	ACRTwo = "urn:kaiin:acr:2" // two different ones
)

// Need is what the request waits for from the actor. consented says whether the member allows all
// of it already.
func (r *Request) Need(a actor.Actor, consented bool, now time.Time) Need {
	switch {
	case !a.SignedIn() && r.Has("create"):
		return NeedsSignup
	case !a.SignedIn():
		return NeedsLogin
	case a.MustChangePassword:
		return NeedsPassword
	case a.Restricted():
		return NeedsProfile
	case r.Subject != uuid.Nil && r.Subject != a.AccountID:
		return NeedsAccount
	case r.Has("select_account") && r.Chosen != a.AccountID:
		return NeedsAccount
	case r.Has("login") && a.AuthenticatedAt.Before(r.AskedAt), r.isTooOld(a.AuthenticatedAt, now):
		return NeedsProof
	case a.MustReConsent:
		return NeedsPolicies
	case !consented, r.Has("consent"):
		return NeedsConsent
	}
	return NeedsNothing
}

// isTooOld reports whether the member's last proof is older than max_age allows. One that was
// given for this request is not: a max_age of 0 would never be met otherwise (OpenID Connect
// Core 3.1.2.1).
func (r *Request) isTooOld(proved, now time.Time) bool {
	return r.MaxAge != nil && proved.Before(r.AskedAt) && now.Sub(proved) > time.Duration(*r.MaxAge)*time.Second
}

// Silent is the error for a request with prompt=none that waits for something (OpenID Connect Core
// 3.1.2.6); "" when it waits for nothing.
func (n Need) Silent() string {
	switch n {
	case NeedsNothing:
		return ""
	case NeedsAccount:
		return "account_selection_required"
	case NeedsConsent:
		return "consent_required"
	case NeedsPassword, NeedsProfile, NeedsPolicies:
		return "interaction_required"
	}
	return "login_required"
}

// amr are the methods by which a session was proved (RFC 8176).
func amr(a actor.Actor) []string {
	methods := map[actor.Method]string{actor.MethodPassword: "pwd", actor.MethodAuthCode: "otp", actor.MethodPasskey: "pop"}
	first, own := methods[a.LoginMethod]
	if !own {
		first = "fed" // another provider's word
	}
	seconds := map[string]string{"OTP": "otp", "SMS": "sms", "Email": "otp", "BackupCode": "kba", "Passkey": "pop"}
	second, two := seconds[a.Factor]
	if !two {
		return []string{first}
	}
	return slices.Compact([]string{first, second, "mfa"})
}

// ACROf is the class of how the actor has logged in.
func ACROf(a actor.Actor) string {
	if a.Factor != "" {
		return ACRTwo
	}
	return ACROne
}
