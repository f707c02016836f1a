package acts

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"kaiin/server/base/actor"
	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
	"kaiin/server/staff/scope"
)

// How a decision came, beside throughCLI.
const (
	throughPerson  = "person"
	throughProgram = "program"
)

// keysKept is how long the same key is the same decision.
const keysKept = 30 * 24 * time.Hour

// ReasonKind is what the member is told of the reason. The reason itself stays inside.
type ReasonKind string

// ReasonKinds.
const (
	Inquiry     ReasonKind = "INQUIRY"
	BillingKind ReasonKind = "BILLING"
	Security    ReasonKind = "SECURITY"
	Legal       ReasonKind = "LEGAL"
	Fraud       ReasonKind = "FRAUD"
	Maintenance ReasonKind = "MAINTENANCE"
	Mistake     ReasonKind = "MISTAKE"
)

// ReasonKinds are all of them.
func ReasonKinds() []ReasonKind {
	return []ReasonKind{Inquiry, BillingKind, Security, Legal, Fraud, Maintenance, Mistake}
}

// Origin is where a decision of the desk comes from.
type Origin struct{ IP, RequestID string }

// Given is what somebody at the desk gives with a decision.
type Given struct {
	Key        string // the same key is the same decision
	ReasonKind ReasonKind
	Reason     string
	Ticket     string
	Input      any // all that was given, as JSON, to tell whether it is the same
}

const longestKey = 100

// request is the key of a decision with what it was given for.
type request struct {
	key  string
	hash []byte
}

// Replay is the error of a decision that was carried out before under the same key: nothing was
// done again. Act is that decision's; zero if it had nothing to do. Proposal is what it asked a
// second person by; zero if it did not.
type Replay struct {
	Act      uuid.UUID
	Target   Target
	Proposal uuid.UUID
}

func (*Replay) Error() string { return "it was done before" }

// At is the decision that a person or a program of the staff takes at a field of the desk. Faults:
// unauthenticated, MISSING_SCOPE, REAUTHENTICATION_REQUIRED, and what is wrong with what is given,
// on its field. They are acts that were refused, except where there is no staff.
func (s *Service) At(ctx context.Context, a actor.Actor, from Origin, field string, kind Kind, given Given) (Decision, error) {
	if a.Staff == nil {
		return Decision{}, fault.Unauthenticated()
	}
	d := s.desk(a, from, field)
	err := s.permitted(a, kind)
	if mayPropose(a.Staff, kind) {
		d.onlyProposes, err = true, nil
	}
	if err == nil {
		err = d.take(given)
	}
	if err == nil {
		err = s.thin(ctx, d)
	}
	if err == nil {
		return d, nil
	}
	return Decision{}, errors.Join(err, d.refused(ctx, Act{Kind: kind, Details: given.Input}, err))
}

func (s *Service) desk(a actor.Actor, from Origin, field string) Decision {
	through := throughPerson
	if !a.Staff.IsPerson() {
		through = throughProgram
	}
	return Decision{acts: s, said: Statement{By: a.Staff.Name}, through: through, command: field, staff: a.Staff, from: from, written: new(written)}
}

// permitted is the last of three checks of what a caller may do.
func (s *Service) permitted(a actor.Actor, kind Kind) error {
	needed, known := scopes[kind]
	rule, _ := scope.RuleOf(needed)
	switch {
	case !known:
		return fault.Denied(fault.Forbidden)
	case needed == "":
		return nil
	case rule.Fresh:
		return a.MayFresh(needed, s.Clock.Now())
	}
	return a.May(needed)
}

// take reads what was given into the decision. Its fault names the field.
func (d *Decision) take(given Given) error {
	if n := utf8.RuneCountInString(given.Key); n == 0 || strings.ContainsFunc(given.Key, unseen) {
		return fault.Invalid(fault.Required, "key")
	} else if n > longestKey {
		return fault.Invalid(fault.TooLong, "key").With(map[string]any{"max": longestKey})
	}
	if !slices.Contains(ReasonKinds(), given.ReasonKind) {
		return fault.Invalid(fault.InvalidChoice, "reasonKind")
	}
	said, wrong := Statement{By: d.said.By, Reason: given.Reason, Ticket: given.Ticket}.trimmed()
	if wrong != nil {
		return wrong.fault()
	}
	text, err := json.Marshal(given.Input)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(append([]byte(d.command+"\n"), text...))
	d.said, d.reasonKind, d.request = said, given.ReasonKind, request{given.Key, sum[:]}
	return nil
}

// Refuse writes that the decision was refused before anything was tried, unless Do has written
// that. A fault of the database is no refusal.
func (d Decision) Refuse(ctx context.Context, a Act, why error) error {
	if d.written == nil || d.written.refused || ctx.Err() != nil || !isRefusal(why) {
		return nil
	}
	return d.refused(ctx, a, why)
}

// sameReasons is how often in a row the same text counts as a reason.
const sameReasons = 10

// thin refuses a reason that the same person has given ten times in a row. Pages that are looked at
// have it from the act that begins (GoOn), and are not given one.
func (s *Service) thin(ctx context.Context, d Decision) error {
	if d.staff.ID == uuid.Nil {
		return nil // a program has one reason
	}
	var n, same int
	err := s.Store.QueryRow(ctx, `SELECT count(*), count(*) FILTER (WHERE reason = $2) FROM
		(SELECT reason FROM acts WHERE staff_id = $1 AND reason <> '' AND outcome <> 'refused' AND (kind <> $4 OR target_type = $5) ORDER BY id DESC LIMIT $3) AS last`,
		d.staff.ID, d.said.Reason, sameReasons, MemberViewed, TargetMember).Scan(&n, &same)
	if err == nil && same == sameReasons {
		return fault.Invalid(fault.ReasonTooThin, "reason")
	}
	return err
}

// claim keeps the key of the decision, in the transaction of its effect. The second of two at once
// waits for the first. Errors: Replay; fault KEY_REUSED.
func (d Decision) claim(ctx context.Context) error {
	by := d.asker()
	if by.request.key == "" {
		return nil
	}
	s := d.acts
	var mine bool
	err := s.Store.QueryRow(ctx, `WITH added AS (INSERT INTO staff_requests (id, created_at, actor, key, field, input_hash) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (actor, key) DO NOTHING RETURNING id) SELECT EXISTS (SELECT FROM added)`,
		uuid.Must(uuid.NewV7()), s.Clock.Now(), by.who(), by.request.key, by.command, by.request.hash).Scan(&mine)
	if err != nil || mine {
		return err
	}
	return d.Again(ctx)
}

// Again tells that a decision was carried out before under its key; nil where it was not. Do asks
// that by itself: this is for what is looked up before. Errors: Replay; fault KEY_REUSED.
func (d Decision) Again(ctx context.Context) error {
	by := d.asker()
	var hash []byte
	var act *uuid.UUID
	var proposal *uuid.UUID
	var again Replay
	err := d.acts.Store.QueryRow(ctx, `SELECT r.input_hash, r.act_id, coalesce(a.target_type, ''), coalesce(a.target_id, ''),
			CASE WHEN a.outcome = $3 THEN a.proposal_id END
		FROM staff_requests AS r LEFT JOIN acts AS a ON a.id = r.act_id WHERE r.actor = $1 AND r.key = $2`, by.who(), by.request.key, Proposed).
		Scan(&hash, &act, &again.Target.Type, &again.Target.ID, &proposal)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil
	case err != nil:
		return err
	case !bytes.Equal(hash, by.request.hash):
		return fault.Invalid(fault.KeyReused, "key")
	case act != nil:
		again.Act = *act
	}
	if proposal != nil {
		again.Proposal = *proposal
	}
	return &again
}

// claimed keeps under the key which act it was.
func (d Decision) claimed(ctx context.Context, act uuid.UUID) error {
	by := d.asker()
	if by.request.key == "" {
		return nil
	}
	return d.acts.Store.Exec(ctx, `UPDATE staff_requests SET act_id = $1 WHERE actor = $2 AND key = $3`, act, by.who(), by.request.key)
}

// Looking is the decision to read something that is not shown as it is: Do writes its act, before
// anything is read. Faults as At's.
func (s *Service) Looking(ctx context.Context, a actor.Actor, from Origin, field string, act Act) (Decision, error) {
	if a.Staff == nil {
		return Decision{}, fault.Unauthenticated()
	}
	d := s.desk(a, from, field)
	if err := s.permitted(a, act.Kind); err != nil {
		return Decision{}, errors.Join(err, d.refused(ctx, act, err))
	}
	return d, nil
}

// Look writes the act of a read, before anything is read: where it cannot be written, nothing may
// be read. Faults as At's.
func (s *Service) Look(ctx context.Context, a actor.Actor, from Origin, field string, act Act) error {
	if a.Staff != nil && act.Kind == MemberOpened {
		return s.Open(ctx, a, from, field, act.AccountID, act.Kind)
	}
	d, err := s.Looking(ctx, a, from, field, act)
	if err != nil {
		return err
	}
	return d.Note(ctx, act)
}

// Refuse writes that somebody at the desk was refused before anything was decided.
func (s *Service) Refuse(ctx context.Context, a actor.Actor, from Origin, field string, act Act, why error) error {
	if a.Staff == nil {
		return nil
	}
	return s.desk(a, from, field).refused(ctx, act, why)
}

// RefuseOnce is Refuse for what a stranger can have refused as often as they like: one act an hour
// tells it of the same caller and target.
func (s *Service) RefuseOnce(ctx context.Context, a actor.Actor, from Origin, act Act, why error) error {
	d := s.desk(a, from, "")
	var told bool
	err := s.Store.QueryRow(ctx, `SELECT EXISTS (SELECT FROM acts WHERE name = $1 AND through = $2 AND id > $3 AND at > $4 AND kind = $5 AND outcome = $6 AND target_id = $7)`,
		d.said.By, d.through, Floor(time.Hour), s.Clock.Now().Add(-time.Hour), act.Kind, Refused, act.Target.ID).Scan(&told)
	if err != nil || told {
		return err
	}
	return d.refused(ctx, act, why)
}

// Limit is how often something may be done: by the same person or program, or to the same member by
// all of the staff together. Acts of the kinds With count, too.
type Limit struct {
	Most     int
	Per      time.Duration
	OfMember bool
	With     []Kind
}

// bounded are the decisions that harm members where they are many, be it that somebody else has the
// browser of a person for an hour.
var bounded = []Kind{ContractEnded, ContractExtended, EntitlementExtended, MemberBlocked, PasswordRequired, SessionsEnded}

// Bounded are the kinds of acts that a person or program does so often within an hour, and no more
// (BoundedAt).
func Bounded() []Kind { return slices.Clone(bounded) }

// BoundedAt is that limit.
var BoundedAt = Limit{Most: 60, Per: time.Hour}

// limits are how often the act may be done.
func (a Act) limits() []Limit {
	if slices.Contains(bounded, a.Kind) {
		return append(slices.Clone(a.Limits), BoundedAt)
	}
	return a.Limits
}

// within refuses what would be done more often than its limits allow, under a lock by which no two
// decisions of the same caller, or about the same member, are counted at a time. Fault: throttled,
// LIMIT_EXCEEDED.
func (d Decision) within(ctx context.Context, a Act) error {
	limits := a.limits()
	if d.staff == nil || len(limits) == 0 {
		return nil
	}
	s := d.acts
	if err := d.LockLimits(ctx); err != nil {
		return err
	}
	for _, limit := range limits {
		n, first, err := d.count(ctx, a, limit)
		if err != nil {
			return err
		}
		if n >= limit.Most {
			return fault.Throttled(fault.LimitExceeded, first.Add(limit.Per).Sub(s.Clock.Now())).With(map[string]any{"max": limit.Most})
		}
	}
	return nil
}

// count is how many acts the limit counts, and when the first of them was.
func (d Decision) count(ctx context.Context, a Act, limit Limit) (n int, first *time.Time, err error) {
	s := d.acts
	kinds := pq.Array(append([]Kind{a.Kind}, limit.With...))
	since, after := s.Clock.Now().Add(-limit.Per), Floor(limit.Per)
	if limit.OfMember {
		if err := s.Store.Exec(ctx, `SELECT pg_advisory_xact_lock(hashtextextended('limits about ' || $1, 0))`, a.AccountID.String()); err != nil {
			return 0, nil, err
		}
		err = s.Store.QueryRow(ctx, `SELECT count(*), min(at) FROM acts WHERE account_id = $1 AND id > $2 AND at > $3 AND kind = ANY ($4) AND outcome = $5`,
			a.AccountID, after, since, kinds, Done).Scan(&n, &first)
		return n, first, err
	}
	err = s.Store.QueryRow(ctx, `SELECT count(*), min(at) FROM acts WHERE name = $1 AND through = $2 AND id > $3 AND at > $4 AND kind = ANY ($5) AND outcome <> 'refused'
		AND staff_id IS NOT DISTINCT FROM $6`, d.said.By, d.through, after, since, kinds, d.staffID()).Scan(&n, &first)
	return n, first, err
}

// LockLimits lets no two decisions of the same caller be counted at a time, until the transaction
// ends.
func (d Decision) LockLimits(ctx context.Context) error {
	return d.acts.Store.Exec(ctx, `SELECT pg_advisory_xact_lock(hashtextextended('limits of ' || $1, 0))`, d.who())
}

func (d Decision) staffID() *uuid.UUID {
	if d.staff == nil || !d.staff.IsPerson() {
		return nil
	}
	return &d.staff.ID
}

// Floor is below all ids that were made within the time (RFC 9562 5.7), so that no more acts are
// read. Ids go by the clock of a machine, which no sandbox moves, and which may be a day behind.
func Floor(within time.Duration) uuid.UUID {
	var id uuid.UUID
	ms := uint64(clock.Machine.Now().Add(-within - 24*time.Hour).UnixMilli())
	for i := range 6 {
		id[i] = byte(ms >> (40 - 8*i))
	}
	return id
}
