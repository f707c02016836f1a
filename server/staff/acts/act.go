package acts

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"kaiin/schema"
	"kaiin/server/base/actor"
	"kaiin/server/base/clock"
	"kaiin/server/base/failpoint"
	"kaiin/server/base/fault"
	"kaiin/server/base/secret"
	"kaiin/server/base/store"
	"kaiin/server/base/typed"
	"kaiin/server/staff/scope"
)

// Service keeps acts.
type Service struct {
	Store   *store.Store
	Clock   *clock.Clock
	Secrets *secret.Box // nil for a command that needs no secret, whose acts have no details
}

// Kind is what was done.
type Kind string

// Kinds of acts, each with its line in years. A name is never changed: it is hashed.
const (
	AgreementClosed     Kind = "agreement.closed"
	AgreementsImported  Kind = "agreements.imported"
	ChargeDecided       Kind = "charge.decided"
	ContractEnded       Kind = "contract.ended"
	ContractReleased    Kind = "contract.released"
	DayReconciled       Kind = "day.reconciled"
	EventClosed         Kind = "event.closed"
	MonthAnswered       Kind = "month.answered"
	MonthsImported      Kind = "months.imported"
	RefundAsked         Kind = "refund.asked"
	ContractKept        Kind = "contract.kept"
	ContractExtended    Kind = "contract.extended"
	EntitlementExtended Kind = "entitlement.extended"
	RetriesPaused       Kind = "retries.paused"
	RetryAsked          Kind = "retry.asked"
	BillWaived          Kind = "bill.waived"

	ProposalApproved  Kind = "proposal.approved"
	ProposalRejected  Kind = "proposal.rejected"
	ProposalWithdrawn Kind = "proposal.withdrawn"

	ClientAdded         Kind = "client.added"
	ClientDisabled      Kind = "client.disabled"
	ClientSecretRotated Kind = "client.secret_rotated"
	JobRetried          Kind = "job.retried"
	KeysRotated         Kind = "keys.rotated"
	NewsletterSent      Kind = "newsletter.sent"
	PostalImported      Kind = "postal.imported"
	Reindexed           Kind = "members.reindexed"
	SecretsRotated      Kind = "secrets.rotated"
	SessionsEnded       Kind = "sessions.ended"
	DevicesForgotten    Kind = "devices.forgotten"
	MailSent            Kind = "mail.sent"
	LimitsCleared       Kind = "limits.cleared"
	PasswordRequired    Kind = "password.required"
	EmailChangeStarted  Kind = "email_change.started"
	FactorsResetStarted Kind = "factors_reset.started"
	WaitingStopped      Kind = "waiting.stopped" // a change or a withdrawal whose time has not come
	StoreSeeded         Kind = "store.seeded"

	MemberBlocked   Kind = "member.blocked"
	MemberUnblocked Kind = "member.unblocked"
	MemberGuarded   Kind = "member.guarded"
	MemberUnguarded Kind = "member.unguarded"
	WithdrawalAsked Kind = "withdrawal.asked"
	ActHeld         Kind = "act.held"

	MembersFound   Kind = "members.found"
	MemberOpened   Kind = "member.opened"
	MemberRevealed Kind = "member.revealed"
	MemberViewed   Kind = "member.viewed" // a page, as the member sees it
	MemberChecked  Kind = "member.checked"
	MemberChanged  Kind = "member.changed"
	NoteAdded      Kind = "note.added"
	NoteAmended    Kind = "note.amended"
	NoteRemoved    Kind = "note.removed"
	ContractsRead  Kind = "contracts.read"
	MoneyRead      Kind = "money.read"
	OpsRead        Kind = "ops.read"
	ActsRead       Kind = "acts.read"
	ProposalsRead  Kind = "proposals.read" // about members
	StaffRead      Kind = "staff.read"
	CallRefused    Kind = "call.refused"
	StaffLogin     Kind = "staff.login"
	StaffLogout    Kind = "staff.logout"
	StaffEnrolled  Kind = "staff.enrolled"
	StaffInvited   Kind = "staff.invited"
	StaffChanged   Kind = "staff.changed"
	StaffDisabled  Kind = "staff.disabled"
	StaffReset     Kind = "staff.reset"
)

// years is how long an act of each kind says what it says: what is about money and contracts as
// long as the books.
var years = map[Kind]int{
	AgreementClosed: 10, AgreementsImported: 10, ChargeDecided: 10, ContractEnded: 10, ContractReleased: 10, DayReconciled: 10, EventClosed: 10,
	MonthAnswered: 10, MonthsImported: 10, RefundAsked: 10, ContractKept: 10, ContractExtended: 10, EntitlementExtended: 10, RetriesPaused: 10, RetryAsked: 10, BillWaived: 10,
	ProposalApproved: 10, ProposalRejected: 10, ProposalWithdrawn: 10,

	ClientAdded: 1, ClientDisabled: 1, ClientSecretRotated: 1, JobRetried: 1, KeysRotated: 1, NewsletterSent: 1, PostalImported: 1, Reindexed: 1, SecretsRotated: 1,
	SessionsEnded: 1, StoreSeeded: 1,
	DevicesForgotten: 1, MailSent: 1, LimitsCleared: 1, PasswordRequired: 1, EmailChangeStarted: 1, FactorsResetStarted: 1,

	MemberBlocked: 10, MemberUnblocked: 10, WithdrawalAsked: 10, WaitingStopped: 10, ActHeld: 10, MemberGuarded: 1, MemberUnguarded: 1,

	MembersFound: 1, MemberOpened: 1, MemberRevealed: 1, MemberViewed: 1, MemberChecked: 1, MemberChanged: 1, NoteAdded: 1, NoteAmended: 1, NoteRemoved: 1, ContractsRead: 1, MoneyRead: 1, OpsRead: 1, ActsRead: 1, ProposalsRead: 1, StaffRead: 1, CallRefused: 1, StaffLogin: 1, StaffLogout: 1, StaffEnrolled: 1,
	StaffInvited: 1, StaffChanged: 1, StaffDisabled: 1, StaffReset: 1,
}

// scopes are the kinds of acts that can be done at the desk, each with the scope that it needs; ""
// needs none.
var scopes = map[Kind]scope.Scope{
	MembersFound: scope.MembersFind, MemberOpened: scope.MembersRead, ContractsRead: scope.ContractsRead, MoneyRead: scope.MoneyRead, OpsRead: scope.OpsRead, ActsRead: scope.ActsRead,
	MemberRevealed: scope.MembersReveal, MemberViewed: scope.MembersReveal, MemberChecked: scope.MembersCheck, MemberChanged: scope.MembersAccess, NoteAdded: scope.MembersSupport, NoteAmended: scope.MembersSupport, NoteRemoved: scope.MembersSupport,
	StaffRead: scope.StaffRead, StaffInvited: scope.StaffManage, StaffChanged: scope.StaffManage, StaffDisabled: scope.StaffManage, StaffReset: scope.StaffManage,
	RefundAsked: scope.MoneyRefund, SessionsEnded: scope.MembersSupport, JobRetried: scope.OpsRetry,
	DevicesForgotten: scope.MembersSupport, MailSent: scope.MembersSupport, LimitsCleared: scope.MembersSupport, PasswordRequired: scope.MembersSupport, WaitingStopped: scope.MembersSupport,
	EmailChangeStarted: scope.MembersAccess, FactorsResetStarted: scope.MembersAccess,
	ContractEnded: scope.ContractsWrite, ContractKept: scope.ContractsWrite, ContractExtended: scope.ContractsWrite, EntitlementExtended: scope.ContractsWrite,
	RetriesPaused: scope.ContractsWrite, RetryAsked: scope.ContractsWrite, BillWaived: scope.MoneyWaive,
	MemberBlocked: scope.MembersBlock, MemberUnblocked: scope.MembersBlock, MemberGuarded: scope.MembersBlock, MemberUnguarded: scope.MembersBlock,
	WithdrawalAsked: scope.MembersErase, ActHeld: scope.ActsHold,
	ProposalApproved: "", ProposalRejected: "", ProposalWithdrawn: "", ProposalsRead: "", // package proposal asks for those of the proposal
	ChargeDecided: scope.MoneyDecide, EventClosed: scope.MoneyDecide, AgreementClosed: scope.MoneyDecide, MonthAnswered: scope.MoneyDecide,
}

// reads are the kinds that change nothing. There are many of them, so they are logged as
// usual lines.
var reads = map[Kind]bool{MembersFound: true, MemberOpened: true, ContractsRead: true, MoneyRead: true, OpsRead: true, ActsRead: true, ProposalsRead: true, StaffRead: true, StaffLogin: true, StaffLogout: true}

// Outcome is what became of an act.
type Outcome string

// Outcomes.
const (
	Done     Outcome = "done"     // of what takes many transactions: it was begun
	Refused  Outcome = "refused"  // nothing was changed
	Proposed Outcome = "proposed" // nothing was changed yet: a second person decides
)

// Target is what an act is about, apart from members.
type Target struct{ Type, ID string }

// Types of targets: a member; a page, as its member sees it.
const (
	TargetMember = "member"
	TargetScreen = "screen"
)

// Act is what somebody does.
type Act struct {
	Kind      Kind
	Target    Target
	AccountID uuid.UUID       // the one member that it is about; zero: none, or many
	Subjects  []uuid.UUID     // the members that it is about, where they are many
	Fields    []PersonalField // what of the members it opened or changed, as they are told
	Details   any             // what was given and changed, as JSON; nil: the act says all
	Limits    []Limit         // how often this may be done
	Unchanged bool            // set by what is done where it found everything as it should be: there is no act then
	Proposed  bool            // set by what is done where it has only asked a second person
	Proposal  uuid.UUID       // which it asked by
}

func (a Act) outcome() Outcome {
	if a.Proposed {
		return Proposed
	}
	return Done
}

// sealed are the details with the members that the act is about, which so are in its hash.
func (a Act) sealed() any {
	if len(a.Subjects) == 0 {
		return a.Details
	}
	return map[string]any{"details": a.Details, "subjects": a.Subjects}
}

// Statement is what somebody of the staff gives with a decision: their name, why, and the number of
// a ticket, if there is one.
type Statement struct{ By, Reason, Ticket string }

// The lengths of what is given, in characters.
const (
	shortestName   = 2
	longestName    = 100
	shortestReason = 5
	longestReason  = 500
	longestTicket  = 100

	leastLetters = 2 // letters and digits of a name and of a reason
)

// wrong is what is wrong with a part of a statement.
type wrong struct {
	part string
	code fault.Code
	args map[string]any
	text string
}

func (w *wrong) fault() error { return fault.Invalid(w.code, w.part).With(w.args) }

// Trimmed is the statement as it was meant, in whatever way it was typed (typed.Name). Its error
// says what is wrong with it.
func (s Statement) Trimmed() (Statement, error) {
	s, wrong := s.trimmed()
	if wrong != nil {
		return s, errors.New(wrong.text)
	}
	return s, nil
}

func (s Statement) trimmed() (Statement, *wrong) {
	given := s
	s = Statement{typed.Name(s.By), typed.Name(s.Reason), typed.Name(s.Ticket)}
	for _, part := range []struct {
		name, given, text string
		shortest, longest int
	}{
		{"by", given.By, s.By, shortestName, longestName}, {"reason", given.Reason, s.Reason, shortestReason, longestReason},
		{"ticket", given.Ticket, s.Ticket, 0, longestTicket},
	} {
		n := utf8.RuneCountInString(part.text)
		hides := func(r rune) bool { return unseen(r) && (part.name != "reason" || r != '\n' && r != '\t') }
		no := func(code fault.Code, args map[string]any, format string, values ...any) (Statement, *wrong) {
			return s, &wrong{part.name, code, args, fmt.Sprintf(format, values...)}
		}
		length := fmt.Sprintf("%s has %d to %d characters, not %d", part.name, part.shortest, part.longest, n)
		switch {
		case !utf8.ValidString(part.given) || strings.ContainsFunc(strings.TrimSpace(part.given), hides):
			return no(fault.InvalidCharacters, nil, "%s holds characters that are no text", part.name)
		case n == 0 && part.shortest > 0:
			return no(fault.Required, nil, "%s", length)
		case n < part.shortest:
			return no(fault.TooShort, map[string]any{"min": part.shortest}, "%s", length)
		case n > part.longest:
			return no(fault.TooLong, map[string]any{"max": part.longest}, "%s", length)
		case part.name == "by" && (strings.EqualFold(part.text, "provider") || strings.EqualFold(part.text, "system")): // who ask for refunds
			return no(fault.InvalidChoice, nil, "by is the name of a person, not %q", part.text)
		case part.name != "by" && typed.HoldsCardNumber(part.given):
			return no(fault.HoldsCardNumber, nil, "%s holds the number of a card", part.name)
		case part.name != "by" && typed.HoldsMyNumber(part.given):
			return no(fault.HoldsMyNumber, nil, "%s holds a My Number", part.name)
		case part.shortest > 0 && letters(part.text) < leastLetters:
			return no(fault.ReasonTooThin, nil, "%s has at least %d letters or digits", part.name, leastLetters)
		}
	}
	return s, nil
}

// unseen tells characters that show nothing or that change how others are shown: controls, formats,
// separators of lines, and blanks that are letters or signs.
func unseen(r rune) bool {
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) || strings.ContainsRune(schema.Rules().Blank, r)
}

func letters(text string) (n int) {
	for _, r := range text {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			n++
		}
	}
	return n
}

// Decision is what somebody of the staff has the product do, with their name and reason. The zero
// one does nothing.
type Decision struct {
	acts    *Service
	said    Statement
	through string
	command string // or the field of the desk

	staff              *actor.Staff // nil: a command
	from               Origin
	reasonKind         ReasonKind
	request            request
	proposal, approver *uuid.UUID
	approval           *approval // nil: no second person was asked
	onlyProposes       bool
	written            *written
	shown              *shown // nil: what was shown may have changed
}

// written is what was written of a decision of the desk.
type written struct {
	act     uuid.UUID // that it was done
	refused bool      // that it was refused
	asked   uuid.UUID // the proposal that a second person decides
}

// Act is the act that Do has written for a decision of the desk; zero: nothing was changed.
func (d Decision) Act() uuid.UUID {
	if d.written == nil {
		return uuid.Nil
	}
	return d.written.act
}

// throughCLI says of a decision that it came by a command.
const throughCLI = "cli"

// Decide is the decision that a command carries out.
func (s *Service) Decide(command string, said Statement) (Decision, error) {
	said, err := said.Trimmed()
	return Decision{acts: s, said: said, through: throughCLI, command: command}, err
}

// Staff is the person or program at the desk who decides; nil for a command.
func (d Decision) Staff() *actor.Staff { return d.staff }

// By is who decides.
func (d Decision) By() string { return d.said.By }

// ReasonKind is what the member is told of why; "" of a command.
func (d Decision) ReasonKind() ReasonKind { return d.reasonKind }

// Ticket is the number of the inquiry; "" if there is none.
func (d Decision) Ticket() string { return d.said.Ticket }

// Reason is why.
func (d Decision) Reason() string { return d.said.Reason }

var (
	errNobody = errors.New("a decision without a person")
	errInTx   = errors.New("a decision within a transaction, which would take back that it was refused")
)

// Do does what was decided and writes its act, in a transaction of its own: the effect is taken
// back unless its act is written. What is done may complete the act. Where it refuses, its error
// stays, and an act of another transaction says that it was refused; a fault of the database is no
// refusal.
func (d Decision) Do(ctx context.Context, a Act, do func(ctx context.Context, a *Act) error) error {
	if d.acts == nil {
		return errNobody
	}
	if store.InTx(ctx) {
		return errInTx
	}
	var did Act
	var kept, approved *row
	err := d.acts.Store.Tx(ctx, func(ctx context.Context) (err error) {
		did, kept, approved = a, nil, nil // another try begins anew
		d.shown.begin()
		if err = d.claim(ctx); err != nil {
			return err
		}
		if err = d.approval.begin(ctx); err != nil {
			return err
		}
		if err = d.notOwn(ctx, did); err != nil {
			return err
		}
		if err = d.within(ctx, did); err != nil {
			return err
		}
		if err = do(ctx, &did); err != nil {
			return err
		}
		if err = d.shown.wasAsked(did); err != nil {
			return err
		}
		if did.member() != a.member() { // it shows now who it is about
			if err = d.notOwn(ctx, did); err != nil {
				return err
			}
		}
		failpoint.Reached(pointEffect)
		if d.onlyProposes && !did.Proposed {
			return fault.Denied(fault.MissingScope).With(map[string]any{"scope": string(scopes[did.Kind])})
		}
		if did.Unchanged && d.approval == nil {
			return nil
		}
		if kept, err = d.record(ctx, did, did.outcome()); err != nil {
			return err
		}
		if approved, err = d.approval.record(ctx); err != nil {
			return err
		}
		err = d.claimed(ctx, kept.ID)
		failpoint.Reached(pointWritten)
		return err
	})
	if err == nil && kept != nil {
		failpoint.Reached(pointDone)
		kept.log(ctx)
		if approved != nil {
			approved.log(ctx)
		}
		if d.written != nil {
			d.written.act, d.written.asked = kept.ID, did.Proposal
		}
	}
	if err == nil || ctx.Err() != nil || !isRefusal(err) {
		return err
	}
	if failed := d.refused(ctx, did, err); failed != nil {
		return errors.Join(err, failed)
	}
	return err
}

// refused writes that what was to be done was refused, without the texts that were given.
func (d Decision) refused(ctx context.Context, a Act, why error) error {
	a.Details = map[string]any{"given": withoutTexts(a.Details), "refused": why.Error()}
	if d.acts.Secrets == nil {
		a.Details = nil
	}
	var kept *row
	err := d.acts.Store.Tx(ctx, func(ctx context.Context) (err error) {
		kept, err = d.record(ctx, a, Refused)
		return err
	})
	if err != nil {
		return fmt.Errorf("that it was refused is not written down: %w", err)
	}
	kept.log(ctx)
	if d.written != nil {
		d.written.refused = true
	}
	return nil
}

// Note writes the act of an effect that takes more than a transaction, before it: the effect must
// not begin unless the act is written.
func (d Decision) Note(ctx context.Context, a Act) error {
	return d.Do(ctx, a, func(context.Context, *Act) error { return nil })
}

// isRefusal tells the errors by which a decision is refused from those of the database.
func isRefusal(err error) bool {
	var fromServer *pq.Error
	var again *Replay
	return !errors.As(err, &fromServer) && !errors.As(err, &again) && !store.Unwritable(err)
}

// log leaves a line of the act with its hash, which so leaves the house before its day is sealed.
// What people wrote is not in it: the act forgets that, and a log does not.
func (r *row) log(ctx context.Context) {
	level := slog.LevelWarn
	if reads[Kind(r.Kind)] && Outcome(r.Outcome) == Done {
		level = slog.LevelInfo
	}
	slog.Log(ctx, level, "an act of the staff", "act", r.ID, "kind", r.Kind, "outcome", r.Outcome, "targetType", r.TargetType, "target", r.TargetID,
		"by", r.Name, "hash", fmt.Sprintf("%x", r.hash))
}
