package logs

// Alarm is the value of the attribute alarm: why a person should look. A key is never changed,
// since the rules of those who watch the log go by it. What to do about each is in docs/operate.md,
// which a test compares with this list.
type Alarm string

// Charges and refunds (package payment).
const (
	ChargeStuck      Alarm = "charge.stuck"       // the outcome of a charge has been unknown for an hour
	ChargeLeftOpen   Alarm = "charge.left_open"   // a charge that a member waits for got no outcome at once
	ChargeNotApplied Alarm = "charge.not_applied" // the outcome of a charge waits to be applied
	ChargeDiffers    Alarm = "charge.differs"     // the provider knows a charge with another amount
	ChargeTakenTwice Alarm = "charge.taken_twice" // the provider took money for a charge that is given up, or a second time
	ChargeReturned   Alarm = "charge.returned"    // the provider gave back or took back money of a charge that we did not ask it to
	ChargeDisputed   Alarm = "charge.disputed"    // a member disputes a charge at the provider
	RefundStuck      Alarm = "refund.stuck"       // money could not be given back for an hour
	RefundRefused    Alarm = "refund.refused"     // the provider refused to give money back
)

// Providers and what they tell (packages gateway, payment and providerbilling).
const (
	ProviderCircuitOpen Alarm = "provider.circuit_open" // the payment provider does not answer: it is asked again after a pause
	NoticeUnclear       Alarm = "notice.unclear"        // a notice is about nothing that we know, or nothing could be done about it
	NoticeDiffers       Alarm = "notice.differs"        // a notice tells another amount than the charge's
	NoticeContradicts   Alarm = "notice.contradicts"    // a notice came again and says otherwise than before
	NoticeNotTaken      Alarm = "notice.not_taken"      // a notice, or that one was forged, could not be kept
	MonthUnclear        Alarm = "month.unclear"         // a notice of a month that a carrier charges is not understood
	MonthQuestion       Alarm = "month.question"        // what a carrier tells of a month does not fit the contract
	MonthSilent         Alarm = "month.silent"          // a carrier tells nothing of a month
	MonthLost           Alarm = "month.lost"            // a carrier told nothing of a month until it was over: the contract is on hold
	MonthReturned       Alarm = "month.returned"        // a carrier gave a month back of its own accord
)

// The providers' lists and our own book (packages reconciliation, billing, audit and evidence).
const (
	ReconciliationDiffers  Alarm = "reconciliation.differs"    // a line of a provider's list is not as the book has it
	ReconciliationMissing  Alarm = "reconciliation.missing"    // the provider lists no sale for a charge that is settled
	ReconciliationNotRun   Alarm = "reconciliation.not_run"    // the provider gives no list: the book is not compared with it
	ReconciliationTooMuch  Alarm = "reconciliation.too_much"   // more unknown money was taken than goes back by itself
	ChargeUnknownGivenBack Alarm = "charge.unknown_given_back" // money that no charge of ours asked for was given back
	BillWithoutInvoice     Alarm = "bill.without_invoice"      // a paid bill has no invoice
	AgreementWithoutForm   Alarm = "agreement.without_form"    // a member cannot be led to where an agreement is ended
	LedgerWrong            Alarm = "ledger.wrong"              // `kaiin verify-ledger` found something wrong
	EvidenceAltered        Alarm = "evidence.altered"          // `kaiin verify-evidence` found something wrong
)

// The record of what the staff did (package acts).
const (
	ActsAltered  Alarm = "acts.altered"  // `kaiin verify-acts` found something wrong
	StaffUnusual Alarm = "staff.unusual" // somebody of the staff does what is unusual
)

// Messages, jobs and requests.
const (
	MailRefused        Alarm = "mail.refused"          // a server refuses a message because of us; it is tried again
	MailRefusedForGood Alarm = "mail.refused_for_good" // a message will never arrive
	JobFailedForGood   Alarm = "job.failed_for_good"   // a job failed, and no try is left
	JobsHampered       Alarm = "jobs.hampered"         // the queues of jobs cannot be looked after
	RequestFailed      Alarm = "request.failed"        // a request failed, and no caller caused it
	PagesUnanswered    Alarm = "pages.unanswered"      // Next.js did not answer for a page
	OIDCFailed         Alarm = "oidc.failed"           // the OpenID provider failed
	ProgramElsewhere   Alarm = "program.elsewhere"     // a token of a program of the staff comes from none of its networks
	ProxyUnnamed       Alarm = "proxy.unnamed"         // every request comes from a private address
	SessionPlanted     Alarm = "session.planted"       // another site has planted a session cookie in a browser
	Panic              Alarm = "panic"                 // code panicked
	ProcessFailed      Alarm = "process.failed"        // a process of the server ended by an error
)
