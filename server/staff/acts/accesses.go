package acts

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"kaiin/server/base/keyset"
)

// PersonalField names what of a member an act opened or changed. The member is told the name, and
// an act never says a value.
type PersonalField string

// PersonalFields. A name is never changed: it is hashed.
const (
	FieldName       PersonalField = "NAME"
	FieldKana       PersonalField = "KANA"
	FieldEmail      PersonalField = "EMAIL"
	FieldPhone      PersonalField = "PHONE"
	FieldBirthday   PersonalField = "BIRTHDAY"
	FieldSex        PersonalField = "SEX"
	FieldPostalCode PersonalField = "POSTAL_CODE"
	FieldAddress    PersonalField = "ADDRESS"
	FieldUserID     PersonalField = "USER_ID"
	FieldCustom     PersonalField = "CUSTOM"
	FieldLogins     PersonalField = "LOGIN_ADDRESSES" // of the network
	FieldMessages   PersonalField = "MESSAGES_TO"
	FieldSurvey     PersonalField = "SURVEY_ANSWERS"
	FieldCard       PersonalField = "CARD"         // its last digits
	FieldPayment    PersonalField = "LAST_PAYMENT" // its amount
	FieldPassword   PersonalField = "PASSWORD"
	FieldFactors    PersonalField = "FACTORS"
	FieldStatus     PersonalField = "STATUS"
)

// PersonalFields are all of them.
func PersonalFields() []PersonalField {
	return []PersonalField{
		FieldName, FieldKana, FieldEmail, FieldPhone, FieldBirthday, FieldSex, FieldPostalCode, FieldAddress, FieldUserID, FieldCustom, FieldLogins, FieldMessages, FieldSurvey, FieldCard, FieldPayment,
		FieldPassword, FieldFactors, FieldStatus,
	}
}

// joined are the names as an act keeps them, in the order of PersonalFields.
func joined(fields []PersonalField) (string, error) {
	var names []string
	for _, field := range PersonalFields() {
		if slices.Contains(fields, field) {
			names = append(names, string(field))
		}
	}
	for _, field := range fields {
		if !slices.Contains(PersonalFields(), field) {
			return "", fmt.Errorf("%q is no field of members", field)
		}
	}
	return strings.Join(names, " "), nil
}

// AccessKind is what a member is told that was done.
type AccessKind string

// AccessKinds.
const (
	AccessSearched AccessKind = "SEARCHED"
	AccessOpened   AccessKind = "OPENED"
	AccessPayments AccessKind = "PAYMENTS_OPENED"
	AccessRecord   AccessKind = "RECORD_OPENED"
	AccessRevealed AccessKind = "REVEALED"
	AccessViewed   AccessKind = "VIEWED"
	AccessChecked  AccessKind = "CHECKED"
	AccessChanged  AccessKind = "CHANGED"
	AccessContract AccessKind = "CONTRACT_DECIDED"
	AccessEnded    AccessKind = "CONTRACT_ENDED"
	AccessExtended AccessKind = "CONTRACT_EXTENDED"
	AccessMoney    AccessKind = "MONEY_DECIDED"
	AccessNoted    AccessKind = "NOTED"
	AccessSessions AccessKind = "SESSIONS_ENDED"
	AccessBlocked  AccessKind = "BLOCKED"
	AccessLetIn    AccessKind = "UNBLOCKED"
	AccessGuarded  AccessKind = "PROTECTED"
	AccessFree     AccessKind = "UNPROTECTED"
	AccessLeaving  AccessKind = "WITHDRAWAL_ASKED"
	AccessDevices  AccessKind = "DEVICES_FORGOTTEN"
	AccessMail     AccessKind = "MAIL_SENT"
	AccessLimits   AccessKind = "LIMITS_CLEARED"
	AccessStarted  AccessKind = "CHANGE_STARTED"
	AccessStopped  AccessKind = "CHANGE_STOPPED"
	AccessOther    AccessKind = "OTHER"
)

// told are the kinds of acts that may be about members, each with what they are told.
var told = map[Kind]AccessKind{
	MembersFound: AccessSearched, MemberOpened: AccessOpened, MoneyRead: AccessPayments, ContractsRead: AccessPayments, ActsRead: AccessRecord, ProposalsRead: AccessOpened,
	MemberRevealed: AccessRevealed, MemberViewed: AccessViewed, MemberChecked: AccessChecked, MemberChanged: AccessChanged,
	ContractEnded: AccessEnded, ContractReleased: AccessContract, ContractKept: AccessContract, ContractExtended: AccessExtended,
	EntitlementExtended: AccessExtended, RetriesPaused: AccessContract, RetryAsked: AccessContract,
	AgreementClosed: AccessMoney, ChargeDecided: AccessMoney, EventClosed: AccessMoney, MonthAnswered: AccessMoney, RefundAsked: AccessMoney, BillWaived: AccessMoney,
	SessionsEnded: AccessSessions, DevicesForgotten: AccessDevices, MailSent: AccessMail, LimitsCleared: AccessLimits,
	PasswordRequired: AccessStarted, EmailChangeStarted: AccessStarted, FactorsResetStarted: AccessStarted, WaitingStopped: AccessStopped,
	MemberBlocked: AccessBlocked, MemberUnblocked: AccessLetIn, MemberGuarded: AccessGuarded, MemberUnguarded: AccessFree, WithdrawalAsked: AccessLeaving,
	NoteAdded: AccessNoted, NoteAmended: AccessNoted, NoteRemoved: AccessNoted,
}

// aboutNone are the kinds of acts that are about no member. One that is about a member all the
// same is told as another act.
var aboutNone = []Kind{
	AgreementsImported, DayReconciled, MonthsImported, ClientAdded, ClientDisabled, ClientSecretRotated, JobRetried, KeysRotated, NewsletterSent, PostalImported,
	SecretsRotated, StoreSeeded, OpsRead, StaffRead, CallRefused, StaffLogin, StaffLogout, StaffEnrolled, Reindexed, StaffInvited, StaffChanged, StaffDisabled, StaffReset,
	ProposalApproved, ProposalRejected, ProposalWithdrawn, // what is approved is an act of its own
	ActHeld, // about the act, which its member is not told of yet
}

// Access is an act as the member it is about is told it: never who it was by name, and not the
// reason in words.
type Access struct {
	ID         uuid.UUID // of the act; of several, the last one's
	At         time.Time // as ID
	By         AccessBy
	Department string // of the person, as it was then; "" for a program, and where it was not kept
	Number     int    // of the person; 0 as Department
	What       AccessKind
	Fields     []PersonalField
	Why        ReasonKind // "": none was asked for
	Ticket     string     // of the member's inquiry; "" if there is none
	Count      int        // how often in the day; 1 but for what only looks
}

// AccessBy is whether a person acted or a program.
type AccessBy string

// AccessBys.
const (
	ByPerson  AccessBy = "PERSON"
	ByProgram AccessBy = "PROGRAM"
)

// AboutMember is SQL: the act is about the account $1, also among many. PostgreSQL finds their ids
// first, whatever it knows of the tables.
const AboutMember = `id = ANY (ARRAY(SELECT id FROM acts WHERE account_id = $1 UNION ALL SELECT act_id FROM act_subjects WHERE account_id = $1))`

// TicketTold is SQL: the number of the member's inquiry. Tickets of what the store looks into by
// itself are not told.
const TicketTold = `CASE WHEN coalesce(reason_kind, '') IN ('', 'INQUIRY', 'BILLING', 'MISTAKE') THEN nullif(ticket, '') END`

// Accesses is a page of what the staff did that is about the owner, the last first, and whether
// more follow. What was refused, only proposed or is held (Hold) is not among it. What only looks
// is one entry for each day and person, except that each time a person opened the member is told.
func (s *Service) Accesses(ctx context.Context, owner uuid.UUID, p keyset.Page) (page []Access, more bool, err error) {
	var only []string
	for kind := range reads {
		only = append(only, string(kind))
	}
	var before *uuid.UUID
	if p.After != nil {
		before = &p.After.ID
	}
	rows, err := s.Store.Query(ctx, `SELECT id, at, kind, through, coalesce(staff_number, 0), coalesce(department, ''), coalesce(fields, ''), coalesce(reason_kind, ''), coalesce(`+TicketTold+`, ''), times
		FROM (SELECT *, count(*) OVER same AS times, row_number() OVER (same ORDER BY id DESC) AS place FROM acts
			WHERE `+AboutMember+` AND `+NotHeld+` AND forgotten_at IS NULL AND outcome = $2
			WINDOW same AS (PARTITION BY CASE WHEN kind = ANY($3) AND (kind <> $4 OR through <> $5)
				THEN concat_ws(' ', kind, (at AT TIME ZONE 'Asia/Tokyo')::date, coalesce(staff_id::text, through || ' ' || name)) ELSE id::text END)) AS mine
		WHERE place = 1 AND ($6::uuid IS NULL OR id < $6) ORDER BY id DESC LIMIT $7`,
		owner, Done, pq.Array(only), MemberOpened, throughPerson, before, p.Limit())
	if err != nil {
		return nil, false, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		a := Access{By: ByPerson}
		var kind Kind
		var through, fields string
		if err := rows.Scan(&a.ID, &a.At, &kind, &through, &a.Number, &a.Department, &fields, &a.Why, &a.Ticket, &a.Count); err != nil {
			return nil, false, err
		}
		for _, name := range strings.Fields(fields) {
			a.Fields = append(a.Fields, PersonalField(name))
		}
		if through == throughProgram {
			a.By = ByProgram
		}
		if a.What = told[kind]; a.What == "" {
			a.What = AccessOther
		}
		page = append(page, a)
	}
	page, more = keyset.Cut(p, page)
	return page, more, rows.Err()
}
