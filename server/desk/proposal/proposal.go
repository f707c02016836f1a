package proposal

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/actor"
	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
	"kaiin/server/base/notify"
	"kaiin/server/base/store"
	"kaiin/server/staff/acts"
	"kaiin/server/staff/scope"
)

// life is how long a proposal can be decided.
const life = 72 * time.Hour

// Service keeps proposals.
type Service struct {
	Store *store.Store
	Clock *clock.Clock

	// Staff is a person of the staff as they are now, and Program a program of theirs; nil where
	// they may do nothing any more.
	Staff   func(ctx context.Context, id uuid.UUID) (*actor.Staff, error)
	Program func(ctx context.Context, client string) (*actor.Staff, error)
	// Tell mails those who hold both scopes that they are asked. It joins the transaction.
	Tell func(ctx context.Context, asks *actor.Staff, both [2]scope.Scope, told notify.StaffAsked) error
	Path string // of the page of proposals
}

// State is what has become of a proposal.
type State string

// States.
const (
	Proposed  State = "proposed"
	Approved  State = "approved"
	Rejected  State = "rejected"
	Withdrawn State = "withdrawn"
	Expired   State = "expired" // it is proposed, and its time is over
)

// Change is what would become of a value, for who decides.
type Change struct {
	Field string `json:"field"`
	From  string `json:"from"`
	To    string `json:"to"`
}

// New is what is proposed.
type New struct {
	Field     string // of the desk
	Kind      acts.Kind
	Approve   scope.Scope // of those who may decide
	AccountID uuid.UUID   // the member that it is about; zero: none
	Target    acts.Target
	Input     any // of the field
	Changes   []Change
}

// Proposal is a proposal as it is now.
type Proposal struct {
	ID        uuid.UUID
	At        time.Time
	Field     string
	Kind      acts.Kind
	Approve   scope.Scope
	AccountID *uuid.UUID
	Target    acts.Target
	Input     json.RawMessage
	InputHash string // hexadecimal
	Changes   []Change

	StaffID *uuid.UUID // who proposed it; nil: a program
	Program string
	Name    string

	ReasonKind     acts.ReasonKind
	Reason, Ticket string
	ExpiresAt      time.Time

	State          State
	DecidedBy      *uuid.UUID
	DecidedName    string
	DecidedAt      *time.Time
	DecisionReason string

	kept []byte // the hash
}

// hashed is of what is to be done.
func hashed(field string, input []byte) []byte {
	h := sha256.New()
	h.Write([]byte(field + "\n"))
	h.Write(input)
	return h.Sum(nil)
}

// IsOf reports whether the person or program has proposed it.
func (p *Proposal) IsOf(s *actor.Staff) bool {
	if s.IsPerson() {
		return p.StaffID != nil && *p.StaffID == s.ID
	}
	return p.StaffID == nil && p.Program == s.Program
}

// Add keeps the proposal in the transaction of a decision, whose act then says that it was
// proposed. Faults: that of a row that is not as it was shown; LIMIT_EXCEEDED, where a person has
// approved what a program asked for and may not give that alone.
func (s *Service) Add(ctx context.Context, by acts.Decision, act *acts.Act, n New) error {
	if by.IsApproved() {
		return fault.Precondition(fault.LimitExceeded)
	}
	if err := by.Still(ctx); err != nil {
		return err
	}
	input, err := json.Marshal(n.Input)
	if err != nil {
		return err
	}
	changes, err := json.Marshal(n.Changes)
	if err != nil {
		return err
	}
	staff, now, id := by.Staff(), s.Clock.Now(), uuid.Must(uuid.NewV7())
	if staff == nil {
		return errors.New("a command proposes nothing")
	}
	act.Proposed, act.Proposal, act.AccountID, act.Target = true, id, n.AccountID, n.Target
	act.Details = map[string]any{"input": json.RawMessage(input), "changes": n.Changes}
	err = s.Store.Exec(ctx, `INSERT INTO proposals (id, created_at, field, kind, approve, account_id, target_type, target_id, input, input_hash, changes, staff_id, program, name,
			reason_kind, reason, ticket, expires_at, state, decided_name, decision_reason)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, '', '')`,
		id, now, n.Field, n.Kind, n.Approve, idOf(n.AccountID), n.Target.Type, n.Target.ID, string(input), hashed(n.Field, input), string(changes), idOf(staff.ID), staff.Program, by.By(),
		by.ReasonKind(), by.Reason(), by.Ticket(), now.Add(life), Proposed)
	if err != nil {
		return err
	}
	told := notify.StaffAsked{At: now, By: by.By(), Field: n.Field, Until: now.Add(life), Path: s.Path}
	return s.Tell(ctx, staff, [2]scope.Scope{n.Approve, acts.ScopeOf(n.Kind)}, told)
}

// Propose keeps the proposal and its act, and changes nothing else.
func (s *Service) Propose(ctx context.Context, by acts.Decision, n New) error {
	return by.Do(ctx, acts.Act{Kind: n.Kind, Target: n.Target, AccountID: n.AccountID, Details: n.Input}, func(ctx context.Context, act *acts.Act) error {
		return s.Add(ctx, by, act, n)
	})
}

func idOf(id uuid.UUID) *uuid.UUID {
	if id == uuid.Nil {
		return nil
	}
	return &id
}

const columns = `id, created_at, field, kind, approve, account_id, target_type, target_id, input, input_hash, changes, staff_id, program, name, reason_kind, reason, ticket, expires_at,
	state, decided_by, decided_name, decided_at, decision_reason`

func (s *Service) scan(row interface{ Scan(...any) error }) (*Proposal, error) {
	var p Proposal
	var input, changes string
	err := row.Scan(&p.ID, &p.At, &p.Field, &p.Kind, &p.Approve, &p.AccountID, &p.Target.Type, &p.Target.ID, &input, &p.kept, &changes, &p.StaffID, &p.Program, &p.Name,
		&p.ReasonKind, &p.Reason, &p.Ticket, &p.ExpiresAt, &p.State, &p.DecidedBy, &p.DecidedName, &p.DecidedAt, &p.DecisionReason)
	if err != nil {
		return nil, err
	}
	p.Input, p.InputHash = json.RawMessage(input), hex.EncodeToString(p.kept)
	if p.State == Proposed && !s.Clock.Now().Before(p.ExpiresAt) {
		p.State = Expired
	}
	return &p, json.Unmarshal([]byte(changes), &p.Changes)
}

// isIntact reports whether what is kept is what was proposed, and what the hash says.
func (p *Proposal) isIntact(hash string) bool {
	return hash == p.InputHash && bytes.Equal(p.kept, hashed(p.Field, p.Input))
}

func (s *Service) find(ctx context.Context, id uuid.UUID, lock string) (*Proposal, error) {
	p, err := s.scan(s.Store.QueryRow(ctx, `SELECT `+columns+` FROM proposals WHERE id = $1`+lock, id))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, fault.Invalid(fault.CodeNotFound, "proposalId")
	}
	return p, err
}

// Find is the proposal as the person or program may see it. Fault: NOT_FOUND.
func (s *Service) Find(ctx context.Context, who *actor.Staff, id uuid.UUID) (*Proposal, error) {
	p, err := s.find(ctx, id, "")
	if err == nil && !p.IsOf(who) && !who.Holds(p.Approve) {
		return nil, fault.Invalid(fault.CodeNotFound, "proposalId")
	}
	return p, err
}
