package throttle

// Counter is the part before the colon of a key that is counted.
type Counter struct {
	Counts   string // what, and per whom
	RaisedBy string
	Blocks   string // what for whom, once it is used up
	Stranger bool   // raised without having proved anything of the member whom it is about, or by visitors at large
}

// Counters are all that is counted, by the part before the colon. It is for readers: the limits are
// beside what they guard. A test compares the table with what is counted.
var Counters = map[string]Counter{
	"code-resend": {"codes of a purpose per session and address in 30 seconds", "the session", "the next code of that session", true},
	"code-to":     {"codes per mailbox (or number) and purpose a day: signUp, login, mailEdit, phoneSetting", "anybody who types the address", "that purpose for that mailbox, except in a browser the account knows", true},
	"code-spare":  {"login codes per mailbox or account and network an hour, once those of the day (code-to, login-code-to) are used up", "anybody of the network who types a name", "login codes for unknown browsers of that network", true},
	"code-spares": {"the same per mailbox or account a day, for all networks", "anybody who types a name, from a hundred networks", "login codes for unknown browsers", true},
	"code-from":   {"codes for signUp and login per network a day", "visitors of the network", "codes for unknown browsers of the network", true},
	"code-known":  {"login codes per browser that the account knows a day", "that browser", "login codes in that browser", false},
	"code-by":     {"codes of mailEdit and phoneSetting per member a day", "the member", "that purpose for the member", false},
	"code-target": {"codes of mailEdit and phoneSetting per member and target a day", "the member", "that target for the member", false},
	"code-of":     {"codes of any other purpose per account a day", "the member, and who has given the password", "that purpose for the account", false},
	"code-leave":  {"codes of a withdrawal per session a day", "the session", "leaving, in that session only", false},
	"login":       {"wrong tries to log in per account: a known browser; a member's session; else per typed name and network, and per typed name", "that browser or session; else anybody", "logging in under that name in unknown browsers; in that browser; confirming in that session", true},
	"login-tries": {"all tries to log in, right ones too, per member in known browsers and own sessions, or per network", "the member, or visitors of the network", "logging in and confirming in those; for a network in unknown browsers only", true},
	"login-from":  {"wrong tries to log in per network", "visitors of the network", "logging in from there in unknown browsers", true},
	"bot-check":   {"failed bot checks per known browser or network", "that browser, or visitors of the network", "logging in and asking for a login code there, for a network in unknown browsers only, where the store asks for the check", true},
	"login-code-to": {"login codes that are mailed per account a day, by any of its names: per known browser, and all others together",
		"anybody who types a name", "mailing login codes to unknown browsers", true},
	"reset-from":         {"links for a forgotten password per network an hour", "visitors of the network", "asking for one there in unknown browsers", true},
	"reset-to":           {"links for a forgotten password per mailbox an hour", "anybody who types the address", "asking for another one in unknown browsers, while the last one works", true},
	"reset-known":        {"links for a forgotten password per browser that the account knows an hour", "that browser", "asking in that browser", false},
	"undo-tried":         {"tries to take a change of the address back per mailed link a day", "who has the link", "that link", false},
	"reset-tried":        {"tries to set a password per mailed link an hour", "who has the link", "that link", false},
	"session-from":       {"visitors' sessions per network a day", "visitors of the network", "what needs a visitor's session there: sign-up, login codes, external accounts; never a password login or a member", true},
	"external-from":      {"visits to external providers per network a day", "anybody of the network", "external accounts there", true},
	"passkey-start-from": {"challenges for passkeys per network a day", "anybody of the network", "passkeys there; never another way to log in", true},
	"notice-forged":      {"notices that no provider of payment sent, per network in half an hour", "anybody of the network", "notices from there", true},
	"stop-leaving-from":  {"links that stop no withdrawal, sent to stop one, per network an hour", "visitors of the network", "sending more such links there; never a link that works", true},
	"leave-from":         {"links that open no contract, sent to cancel one, per network an hour", "visitors of the network", "sending more such links there; never a link that opens", true},
	"leave-contract":     {"presses of mailed links that cancel a contract per contract a day", "who has a mail about the contract", "cancelling that contract by its links; never in My Page", false},
	"newsletter-from":    {"links that open no newsletter, sent to stop one, per network an hour", "visitors of the network", "sending more such links there; never a link that opens", true},
	"verify-user-id":     {"questions whether a user ID is free per network in half an hour", "visitors who sign up, members", "that question there", true},
	"signup-form":        {"forms of a sign-up per session in half an hour", "the session", "that sign-up", true},
	"present-password":   {"wrong present passwords per account", "a member's session", "changing password and user ID", false},
	"password-work":      {"present passwords, right ones too, per account an hour", "a member's session", "changing password and user ID", false},
	"factor-here":        {"wrong second factors per account and network", "who has given the first factor", "the second factor from there", false},
	"factor":             {"wrong second factors per account", "who has given the first factor", "the second factor", false},
	"pin":                {"wrong PINs of the TV app per member: in all apps together; by switching profiles on the site", "apps that the member has let check it; the member", "checking the PIN, in every app; on the site; never setting another one", false},
	"pin-work":           {"PINs of the TV app, right ones too, per member an hour: in all apps together; by switching profiles on the site", "apps that the member has let check it; the member", "checking the PIN, in every app; on the site", false},
	"pin-set":            {"PINs set per member an hour", "the member", "setting another PIN", false},
	"picture":            {"profile pictures sent per member an hour", "the member", "sending another one; never removing it", false},
	"consent-answer":     {"answers to consent options per member an hour", "the member", "answering them", false},
	"data-file":          {"files of what is kept about a member per member a day", "the member", "having another file made", false},
	"otp-setting":        {"wrong passwords of a new app per session", "a member's session", "setting that app up", false},
	"register-card":      {"cards per member an hour", "the member", "registering cards", false},
	"device-code":        {"codes of devices per member an hour, the first few", "the member who enters them; no address does", "nothing by itself: from then on they count as device-more and device-from", false},
	"device-more":        {"more codes of devices per member an hour", "the member", "entering codes of devices", false},
	"device-from":        {"more codes of devices per network an hour", "members of the network", "entering codes of devices there, for members who have entered many themselves", true},
	"app-request":        {"requests of apps that are kept, per member, or per network of visitors and of apps that prove nothing, an hour", "visitors of the network, or the member, who go there themselves; no image, script or frame of a page does", "apps' requests there that have to be kept; a member's own only by the member", true},
	"device-wait":        {"devices that begin to wait, of apps that prove nothing, per network an hour", "anybody of the network", "new codes for devices there", true},
	"campaign-code":      {"campaign codes per member an hour", "the member", "trying campaign codes", false},
	"purchase-form":      {"orders per member an hour", "the member", "new orders", false},
	"staff-login":        {"tries of the staff to log in, per typed address and network, and per typed address", "callers in the networks of the staff", "logging in at the desk under that address", true},
	"staff-from":         {"tries of the staff to log in or to use an invitation, per network in half an hour", "callers in that network of the staff", "logging in at the desk from there", true},
	"staff-proof":        {"tries of somebody of the staff to prove once more who they are, per person", "the person's session", "what needs a recent proof", false},
	"staff-invite":       {"tries to use an invitation of the staff, per invitation an hour", "who has the link", "that invitation", false},
	"staff-issuer":       {"visits of the staff to the company's issuer per network in half an hour", "callers in that network of the staff", "logging in at the desk from there", true},
}
