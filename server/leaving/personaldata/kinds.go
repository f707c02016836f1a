package personaldata

import (
	"slices"
	"time"

	"kaiin/server/staff/acts"
)

// Term is when a kind is erased after the member has left.
type Term string

// Terms.
const (
	AtOnce     Term = "atOnce"     // with the withdrawal
	TwoDays    Term = "twoDays"    // after the withdrawal
	ThirtyDays Term = "thirtyDays" // after the withdrawal
	OneYear    Term = "oneYear"    // after it came about
	TenYears   Term = "tenYears"   // after the withdrawal (Companies Act 432; the tax laws ask for seven)
	WithinTen  Term = "withinTen"  // of when it came about, at the latest
)

// bookYears is TenYears.
const bookYears = 10

// Longest is how long something of the term may be there after the withdrawal. The jobs that erase
// run every hour.
func (t Term) Longest() time.Duration {
	const day = 24 * time.Hour
	return map[Term]time.Duration{AtOnce: 0, TwoDays: 2 * day, ThirtyDays: 30 * day, OneYear: 366 * day, TenYears: 3653 * day, WithinTen: 3653 * day}[t]
}

// Reason is why a kind is kept that long.
type Reason string

// Reasons.
const (
	NoReason   Reason = "none"
	ForEnding  Reason = "ending"   // what is under way ends in order, and an ended key that comes again is known
	ForFormer  Reason = "former"   // logging in says that the member has left
	ForMail    Reason = "delivery" // the last messages arrive
	ForMisuse  Reason = "misuse"   // misuse of the account can be found out
	ForProof   Reason = "proof"    // of what was agreed
	ForTheBook Reason = "books"    // the law asks for them
)

// Table is what a table holds about members.
type Table struct {
	Name   string
	Rows   string   // SQL: the rows of the account $1
	Shown  []string // columns in the file
	Hidden []string // columns that are not: secrets, hashes, and what is of use only inside
}

// Kind is one line of the page.
type Kind struct {
	Name   string
	Term   Term
	Reason Reason
	Tables []Table
}

const (
	own             = `account_id = $1`
	itself          = `id = $1`
	ofSubscriptions = `subscription_id IN (SELECT id FROM subscriptions WHERE account_id = $1)`
	ofSessions      = `session_id IN (SELECT id FROM sessions WHERE account_id = $1)`
	ofFamilies      = `family_id IN (SELECT id FROM oidc_families WHERE account_id = $1)`
	ofCharges       = `charge_id IN (SELECT id FROM charges WHERE account_id = $1)`
	ofReminded      = `subject_id IN (SELECT id FROM subscriptions WHERE account_id = $1 UNION ALL SELECT id FROM payment_methods WHERE account_id = $1)`
)

func columns(names ...string) []string { return names }

// Kinds are all that is kept about members, in the order of the page. Of what is kept for ten years
// a kind comes after those that lead to it, and a table before those that lead to it: Purge goes
// from the last kind to the first.
var Kinds = []Kind{
	{"profile", AtOnce, NoReason, []Table{
		{"accounts", itself, columns("name", "name_kana", "family_name", "given_name", "family_name_kana", "given_name_kana",
			"nickname", "sex", "birthday", "phone_number", "country", "prefecture", "postal_code", "address", "address2", "custom", "profile_image_url"), nil},
		{"profile_images", own, columns("created_at", "content"), columns("id", "account_id", "name")},
		{"profiles", own, columns("created_at", "name", "restricted"), columns("id", "account_id")},
		{"account_search", own, nil, columns("account_id", "created_at", "words", "names", "readings", "spent", "bought", "last_login_day")},
	}},
	{"identifiers", ThirtyDays, ForFormer, []Table{{"accounts", itself, columns("email", "email_verified_at", "user_id", "password_updated_at"),
		columns("email_key", "user_id_key", "password_hash")}}},
	{"membership", TenYears, ForTheBook, []Table{
		{"withdrawals", own, columns("created_at", "answers"), columns("id", "account_id")},
		{"accounts", itself, columns("id", "created_at", "updated_at", "status", "locale", "withdrawn_at", "erased_at"), columns("access_stamp", "must_change_password")},
	}},
	{"externalAccounts", AtOnce, NoReason, []Table{{"external_accounts", own, columns("created_at", "type", "subject"), columns("id", "account_id")}}},
	{"security", AtOnce, NoReason, []Table{
		{"accounts", itself, columns("default_multi_factor_type", "email_changed_at"), columns("password_mailed_at")},
		{"factors", own, columns("created_at", "type", "phone_number"), columns("id", "account_id", "secret", "last_step")},
		{"passkeys", own, columns("created_at", "name", "last_used_at", "transports", "backed_up"),
			columns("id", "account_id", "credential_id", "user_handle", "public_key", "sign_count", "backup_eligible", "warned_at")},
		{"backup_codes", own, columns("created_at", "used_at"), columns("id", "account_id", "code_hash")},
		{"pins", own, columns("created_at", "updated_at"), columns("id", "account_id", "hash")},
		{"former_passwords", own, columns("created_at"), columns("id", "account_id", "password_hash")},
		{"account_tokens", own, columns("created_at", "purpose", "email", "expires_at", "used_at", "voided_at"), columns("id", "account_id", "token_hash", "password_hash")},
		{"held_changes", own, columns("created_at", "email", "factors", "takes_effect_at", "expires_at", "proved_at", "agreed_at", "ended_at", "outcome"), columns("id", "account_id", "due_at", "code_hash", "tries")},
		{"auth_codes", own, columns("created_at", "purpose", "email_key", "tries", "expires_at", "used_at", "voided_at"), columns("id", "account_id", "session_id", "code_hash")},
		{"flows", ofSessions, columns("created_at", "kind", "expires_at"), columns("id", "session_id", "state")},
		{"external_requests", own, columns("created_at", "type", "action", "expires_at", "used_at"),
			columns("id", "account_id", "session_id", "state_hash", "browser_hash", "secrets", "return_to")},
		{"trusted_devices", own, columns("created_at", "device", "browser", "expires_at"), columns("id", "account_id", "token_hash")},
		{"known_browsers", own, columns("created_at", "last_seen_at"), columns("id", "account_id", "token_hash")},
	}},
	{"sessions", TwoDays, ForEnding, []Table{{"sessions", own,
		columns("created_at", "authenticated_at", "login_method", "factor", "last_seen_at", "expires_at", "ended_at", "ip", "user_agent"),
		columns("id", "account_id", "token_hash", "must_change_password", "profile_id")}}},
	{"loginHistory", OneYear, ForMisuse, []Table{{"login_events", own,
		columns("created_at", "result", "login_method", "ip", "user_agent", "identifier", "request_multi_factor", "multi_factor_type", "device", "browser", "country"),
		columns("id", "account_id")}}},
	{"messages", ThirtyDays, ForMail, []Table{
		{"messages", own, columns("created_at", "channel", "recipient", "template", "locale", "state", "tries", "due_at", "sent_at"), columns("id", "account_id", "data")},
		{"requested_withdrawals", own, columns("created_at", "request", "due_at", "ended_at", "outcome"), columns("id", "account_id")},
	}},
	{"consents", TenYears, ForProof, []Table{
		{"consents", own, columns("created_at", "policy_id", "revision", "key"), columns("id", "account_id")},
		{"consent_answers", own, columns("created_at", "option_id", "agreed", "by", "wording", "ip", "user_agent", "replaced_at"), columns("id", "account_id")},
	}},
	{"connections", AtOnce, NoReason, []Table{{"oidc_grants", own, columns("created_at", "client_id", "scopes", "issued_at", "last_used_at"), columns("id", "account_id")}}},
	{"appAccess", TwoDays, ForEnding, []Table{
		{"oidc_tokens", ofFamilies, columns("created_at", "kind", "scope", "expires_at", "used_at"), columns("id", "family_id", "parent_id", "token_hash")},
		{"oidc_devices", ofFamilies, columns("created_at", "client_id", "scope", "state", "asked_at", "expires_at"), columns("id", "family_id", "device_hash", "user_mac", "interval")},
		{"oidc_requests", ofSessions, columns("created_at", "client_id", "expires_at"), columns("id", "session_id", "token_hash", "pushed", "state")},
		{"oidc_families", own, columns("created_at", "client_id", "offline", "scope", "expires_at", "ended_at"),
			columns("id", "account_id", "session_id", "granted", "code_hash", "code_expires_at", "code_used_at")},
	}},
	{"paymentMethods", TenYears, ForTheBook, []Table{{"payment_methods", own,
		columns("id", "created_at", "payment_method_type", "state", "provider", "shown", "card_brand", "card_suffix", "card_expire", "authenticated_at", "preferred_at", "deleted_at", "ended_at"),
		columns("account_id", "customer_code", "reference")}}},
	{"contracts", TenYears, ForTheBook, []Table{
		{"subscription_events", ofSubscriptions, columns("created_at", "subscription_id", "event", "from_status", "to_status", "period", "bill_id"), columns("id")},
		{"subscription_prices", ofSubscriptions, columns("created_at", "subscription_id", "from_period", "to_period", "list_amount", "discount", "campaign", "agreed"), columns("id")},
		{"reminders", ofReminded, columns("created_at", "subject_id", "kind", "occasion", "amount"), columns("id")},
		{"cancellations", own, columns("created_at", "subscription_id", "receipt", "by", "answers", "undone_at"), columns("id", "account_id")},
		{"plan_changes", own, columns("created_at", "subscription_id", "from_plan_id", "plan_id", "plan_version_id", "price", "from_day", "undone_at", "applied_at"), columns("id", "account_id")},
		{"entitlements", own, columns("created_at", "plan_id", "source", "source_id", "subscription_id", "starts_at", "expires_at", "revoked_at"), columns("id", "account_id", "lapse_told_at")},
		{"subscriptions", own, columns("id", "created_at", "plan_id", "order_id", "payment_method_id", "campaign_id", "status", "renew_span", "renew_span_unit", "period",
			"next_plan_id", "next_plan_version_id", "next_price", "next_force_stop_renew_at", "first_payment_day", "term_start", "next_settlement_day", "paid_through", "biller", "force_stop_renew_at", "cancel_requested_at", "held_at", "ended_at", "updated_at"),
			columns("account_id", "anchor_day", "anchor_period", "resume_status", "due_at", "remind_at")},
	}},
	{"payments", TenYears, ForTheBook, []Table{
		{"gateway_events", ofCharges, columns("provider", "kind", "charge_id", "amount", "day", "received_at", "happened_at"), columns("id", "event_key", "provider_order_id", "tracking_id",
			"reference", "shown", "code", "body", "applied_at", "tries", "next_check_at", "left_at")},
		{"refunds", own, columns("id", "created_at", "charge_id", "kind", "amount", "state", "reason", "done_at", "updated_at"),
			columns("account_id", "tracking_id", "request_key", "asked_by", "error_code", "before", "checks", "next_check_at", "claimed_until")},
		{"card_authentications", own, columns("created_at", "purpose", "payment_method_id", "order_id", "amount", "state", "expires_at"),
			columns("id", "account_id", "key_hash", "provider_id", "redirect_url", "return_to")},
		{"charges", own, columns("id", "created_at", "bill_id", "attempt", "origin", "initiator", "plan_name", "payment_method_id", "card_brand", "card_suffix", "provider", "provider_order_id",
			"state", "amount", "tax", "reason", "settled_at", "updated_at"),
			columns("account_id", "authentication_id", "tracking_id", "provider_ref", "error_code", "give_up_at", "checks", "next_check_at", "applied_at")},
		{"order_evidence", own, columns("created_at", "sequence", "order_id", "plan_version_id", "locale", "template", "terms", "html"),
			columns("id", "account_id", "previous_hash", "hash")},
		{"bills", own, columns("id", "created_at", "order_id", "subscription_id", "period", "period_start", "period_end", "plan_id", "plan_name", "list_amount", "discount", "campaign", "amount",
			"tax", "tax_rate", "due_day", "state", "attempts", "paid_at", "refunded", "invoice", "updated_at"), columns("account_id", "next_attempt_at", "refused_at")},
		{"orders", own, columns("id", "created_at", "plan_id", "plan_version_id", "payment_method_id", "state", "campaign_id", "amount", "price", "tax_rate", "terms", "answers", "signup",
			"failure", "subscription_id", "expires_at", "confirmed_at", "completed_at"), columns("account_id", "session_id", "token_hash")},
	}},
	{"staffActs", WithinTen, ForMisuse, []Table{
		{"acts", acts.AboutMember + " AND " + acts.NotHeld, columns("id", "at", "kind", "target_type", "target_id", "fields", "outcome", "staff_number", "department", "reason_kind", "ticket", "keep_until"),
			columns("chain", "sequence", "name", "through", "command", "account_id", "reason", "staff_id", "role", "ip", "request_id", "proposal_id", "approver_id",
				"detail_hash", "salt", "content_hash", "previous_hash", "hash", "forgotten_at")},
		{"act_details", `id IN (SELECT id FROM acts WHERE account_id = $1)`, nil, columns("id", "keep_until", "sealed")},
		{"act_subjects", own + " AND NOT EXISTS (SELECT FROM act_holds WHERE act_holds.id = act_subjects.act_id)", columns("keep_until"), columns("id", "act_id", "account_id")},
		{"member_guards", own, columns("created_at"), columns("id", "account_id")},
		{"notes", own, columns("created_at", "text"), columns("id", "note_id", "version", "account_id", "staff", "is_pinned", "is_removed")},
		{"proposals", own, nil, columns("id", "created_at", "field", "kind", "approve", "account_id", "target_type", "target_id", "input", "input_hash", "changes", "staff_id", "program",
			"name", "reason_kind", "reason", "ticket", "expires_at", "state", "decided_by", "decided_name", "decision_reason", "decided_at")}, // the act of each is shown
		{"reveals", own, nil, columns("id", "created_at", "staff_id", "account_id", "fields", "reason_kind", "until")},                     // the act of each is shown
		{"identity_checks", own, nil, columns("id", "created_at", "staff_id", "account_id", "ticket", "correct", "wrong", "proven_until")}, // the act of each is shown
	}},
	{"files", AtOnce, NoReason, []Table{
		{"data_exports", own, columns("created_at", "state", "size", "expires_at"), columns("id", "account_id", "file_id", "parts")},
		{"data_export_parts", own, nil, columns("id", "created_at", "account_id", "file_id", "number", "content", "expires_at")},
	}},
}

// shownAs is how the file shows columns, by table and name, that cannot be in it as they are.
var shownAs = map[string]string{
	"acts.ticket":            acts.TicketTold,
	"acts.target_id":         `CASE WHEN account_id = $1 THEN target_id END`, // that of an act about many may be another's
	"profile_images.content": `'data:image/jpeg;base64,' || translate(encode(content, 'base64'), E'\n', '')`,
}

// nothing are the tables that hold nothing about a member, and why.
var nothing = map[string]string{
	"staff_watches": "of the staff", "staff_alerts": "of the staff: what they do that is unusual",
	"act_holds": "which acts their member is told of later, and until when",
	"plans":     "the store's", "plan_versions": "the store's", "campaigns": "the store's", "policies": "the store's", "stores": "the store's",
	"postal_codes": "the post's", "oidc_clients": "apps", "oidc_keys": "the store's", "oidc_assertions": "of apps about themselves",
	"staff_members": "people of the staff", "staff_sessions": "of people of the staff", "staff_invites": "of people of the staff",
	"act_seals":            "hashes of days",
	"staff_requests":       "keys by which the staff do the same once",
	"account_search_marks": "which accounts have changed since they were last searched",
	"account_search_fills": "which account was looked at last",
	"newsletters":          "the store's; while one is being queued, which account was looked at last",
	"throttles":            "counts under names that cannot be read, for a day or two",
}

// booked are the tables that are kept for ten years, each before those that lead to it.
func booked() []Table {
	var all []Table
	for _, kind := range slices.Backward(Kinds) {
		if kind.Term == TenYears {
			all = append(all, kind.Tables...)
		}
	}
	return all
}
