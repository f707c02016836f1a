package members

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/actor"
	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
	"kaiin/server/base/secret"
	"kaiin/server/base/typed"
	"kaiin/server/staff/acts"
)

const (
	wrongADay  = 5                // of one member, by all of the staff together
	provenBy   = 3                // right answers, and no wrong one
	hiddenBy   = 2                // of them, of what the person was not shown
	shownFor   = 24 * time.Hour   // what the person opened or put right
	provenFor  = 15 * time.Minute // the person who asked, and the inquiry
	lastDigits = 4
)

// checkLimits are how often a person may compare, whichever the members are.
var checkLimits = []acts.Limit{{Most: 60, Per: time.Hour}}

// Claims are what a caller says of themselves; "" says nothing.
type Claims struct {
	Birthday, PhoneLast4, PostalCode, Kana, CardSuffix string
	LastPayment                                        *int // in yen
}

// Verdict is whether one claim is right. What is not kept of the member is wrong like any other.
type Verdict struct {
	Claim   string
	IsRight bool
}

// Checked is what became of a comparison.
type Checked struct {
	Verdicts    []Verdict
	ProvenUntil *time.Time // nil: not enough was right
	TriesLeft   int        // today
}

// Check compares what a caller says with what is kept of the member. The member
// has to exist. Faults: REQUIRED (no claim), throttled LIMIT_EXCEEDED after five wrong claims of
// the day.
func (s *Service) Check(ctx context.Context, a actor.Actor, by acts.Decision, account uuid.UUID, claims Claims) (checked Checked, err error) {
	act := acts.Act{Kind: acts.MemberChecked, AccountID: account, Limits: checkLimits}
	err = by.Do(ctx, act, func(ctx context.Context, act *acts.Act) error {
		checked = Checked{}
		if err := s.Store.Exec(ctx, `SELECT pg_advisory_xact_lock(hashtextextended('checks of ' || $1, 0))`, account.String()); err != nil {
			return err
		}
		today := clock.DayOf(s.Clock.Now())
		var wrongToday int
		if err := s.Store.QueryRow(ctx, `SELECT coalesce(sum(wrong), 0) FROM identity_checks WHERE account_id = $1 AND created_at >= $2`, account, today.Start()).Scan(&wrongToday); err != nil {
			return err
		}
		if wrongToday >= wrongADay {
			return fault.Throttled(fault.LimitExceeded, today.AddDays(1).Start().Sub(s.Clock.Now())).With(map[string]any{"max": wrongADay})
		}
		if checked.Verdicts, err = s.verdicts(ctx, account, claims); err != nil {
			return err
		}
		hidden, err := s.hiddenFrom(ctx, a, account)
		if err != nil {
			return err
		}
		right, wrong, unseen := 0, 0, 0
		for _, v := range checked.Verdicts {
			if !v.IsRight {
				wrong++
				continue
			}
			if right++; slices.Contains(hidden, v.Claim) {
				unseen++
			}
		}
		if right+wrong == 0 {
			return fault.BadRequest(fault.Required)
		}
		now := s.Clock.Now()
		checked.TriesLeft = max(0, wrongADay-wrongToday-wrong)
		if right >= provenBy && wrong == 0 && unseen >= hiddenBy {
			until := now.Add(provenFor)
			checked.ProvenUntil = &until
		}
		act.Details, act.Fields = map[string]any{"verdicts": checked.Verdicts}, compared(checked.Verdicts)
		return s.Store.Exec(ctx, `INSERT INTO identity_checks (id, created_at, staff_id, account_id, ticket, correct, wrong, proven_until) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
			uuid.Must(uuid.NewV7()), now, a.Staff.ID, account, by.Ticket(), right, wrong, checked.ProvenUntil)
	})
	return checked, err
}

// maskedClaims are those about what everybody at the desk is shown as a hint alone. The others are
// on the member's page, and prove a caller only beside these.
var maskedClaims = []string{"birthday", "postalCode", "nameKana"}

// hiddenFrom are the claims about what the person has neither opened of the member nor put right
// within a day, nor approved that: what is on their screen proves no one else.
func (s *Service) hiddenFrom(ctx context.Context, a actor.Actor, account uuid.UUID) ([]string, error) {
	var fields string
	var viewed bool
	err := s.Store.QueryRow(ctx, `SELECT coalesce(string_agg(fields, ' '), ''), coalesce(bool_or(kind = $3 AND target_type = $8), false) FROM acts
		WHERE account_id = $1 AND $2 IN (staff_id, approver_id) AND kind IN ($3, $4, $5) AND outcome = $6 AND at > $7 AND id > $9`,
		account, a.Staff.ID, acts.MemberViewed, acts.MemberRevealed, acts.MemberChanged, acts.Done, s.Clock.Now().Add(-shownFor), acts.TargetScreen, acts.Floor(shownFor)).Scan(&fields, &viewed)
	if err != nil || viewed {
		return nil, err
	}
	shown := strings.Fields(fields)
	return slices.DeleteFunc(slices.Clone(maskedClaims), func(claim string) bool { return slices.Contains(shown, string(fieldOf[claim])) }), nil
}

// verdicts reads what is kept and compares it in constant time.
func (s *Service) verdicts(ctx context.Context, account uuid.UUID, c Claims) (all []Verdict, err error) {
	var birthday, phone, postal, kana string
	var cards []byte
	var lastPayment *int
	err = s.Store.QueryRow(ctx, `SELECT coalesce(birthday, ''), coalesce(phone_number, ''), coalesce(postal_code, ''), coalesce(name_kana, concat_ws('', family_name_kana, given_name_kana), ''),
			coalesce((SELECT string_agg(card_suffix, ' ') FROM payment_methods WHERE account_id = $1 AND state = 'active' AND card_suffix <> ''), ''),
			(SELECT amount FROM charges WHERE account_id = $1 AND state = 'settled' ORDER BY created_at DESC LIMIT 1)
		FROM accounts WHERE id = $1`, account).Scan(&birthday, &phone, &postal, &kana, &cards, &lastPayment)
	if err != nil {
		return nil, err
	}
	verdict := func(claim, said, kept string) {
		if said != "" {
			all = append(all, Verdict{claim, kept != "" && secret.Equal([]byte(said), []byte(kept))})
		}
	}
	verdict("birthday", typed.Birthday(c.Birthday), birthday)
	verdict("phoneLast4", digits(c.PhoneLast4), phone[max(0, len(phone)-lastDigits):])
	verdict("postalCode", typed.PostalCode(c.PostalCode), strings.ReplaceAll(postal, "-", ""))
	verdict("nameKana", joined(typed.Kana(c.Kana)), joined(kana))
	if said := digits(c.CardSuffix); said != "" {
		right := false
		for card := range strings.FieldsSeq(string(cards)) {
			right = secret.Equal([]byte(said), []byte(card)) || right
		}
		all = append(all, Verdict{"cardSuffix", right})
	}
	if c.LastPayment != nil {
		kept := ""
		if lastPayment != nil {
			kept = strconv.Itoa(*lastPayment)
		}
		verdict("lastPaymentYen", strconv.Itoa(*c.LastPayment), kept)
	}
	return all, nil
}

// Proven reports whether the person has had the member prove who they are within the last minutes,
// for the same inquiry.
func (s *Service) Proven(ctx context.Context, a actor.Actor, account uuid.UUID, ticket string) (proven bool, err error) {
	err = s.Store.QueryRow(ctx, `SELECT EXISTS (SELECT FROM identity_checks WHERE account_id = $1 AND staff_id = $2 AND ticket = $3 AND created_at > $4 AND proven_until > $5)`,
		account, a.Staff.ID, ticket, s.Clock.Now().Add(-provenFor), s.Clock.Now()).Scan(&proven)
	return proven, err
}

func digits(text string) string { return typed.Code(text) }

// joined is a reading without its blanks.
func joined(kana string) string { return strings.Join(strings.Fields(kana), "") }

// compared are the values that the claims are about, as the member is told.
func compared(verdicts []Verdict) (fields []acts.PersonalField) {
	for _, v := range verdicts {
		if f, ok := fieldOf[v.Claim]; ok {
			fields = append(fields, f)
		}
	}
	return fields
}

var fieldOf = map[string]acts.PersonalField{
	"birthday": acts.FieldBirthday, "phoneLast4": acts.FieldPhone, "postalCode": acts.FieldPostalCode, "nameKana": acts.FieldKana,
	"cardSuffix": acts.FieldCard, "lastPaymentYen": acts.FieldPayment,
}
