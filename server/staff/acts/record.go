package acts

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"kaiin/server/base/clock"
	"kaiin/server/base/store"
)

// row is an act as it is kept.
type row struct {
	place
	content

	salt, contentHash []byte // no salt: it has forgotten; no contentHash: an older version wrote it (older.go)
	previous, hash    []byte
	forgottenAt       *time.Time
}

// place is what a row never forgets, and content what it says. What is written as JSON is hashed,
// in this order. A column that is added later is left out where it is empty, since what was hashed
// once is compared for ever.
type place struct {
	ID        uuid.UUID `json:"id"`
	Chain     string    `json:"chain"`
	Sequence  int       `json:"sequence"`
	At        time.Time `json:"at"`
	KeepUntil time.Time `json:"keepUntil"`
}

type content struct {
	Name       string     `json:"name"`
	Through    string     `json:"through"`
	Command    string     `json:"command"`
	Kind       string     `json:"kind"`
	Account    *uuid.UUID `json:"account"`
	TargetType string     `json:"targetType"`
	TargetID   string     `json:"targetId"`
	Reason     string     `json:"reason"`
	Ticket     string     `json:"ticket"`
	Outcome    string     `json:"outcome"`
	DetailHash []byte     `json:"detailHash"`

	Staff      *uuid.UUID `json:"staff,omitempty"`
	Role       string     `json:"role,omitempty"`
	Number     int        `json:"number,omitempty"`
	Department string     `json:"department,omitempty"`
	Fields     string     `json:"fields,omitempty"`
	ReasonKind string     `json:"reasonKind,omitempty"`
	IP         string     `json:"ip,omitempty"`
	RequestID  string     `json:"requestId,omitempty"`
	Proposal   *uuid.UUID `json:"proposal,omitempty"`
	Approver   *uuid.UUID `json:"approver,omitempty"`
}

// beginning is the hash before the first row of a chain, and before the first seal.
var beginning [sha256.Size]byte

// hashed is of the hash before, of the row's place, and of the hash of what it says.
func (r *row) hashed() ([]byte, error) {
	at := r.place
	at.At, at.KeepUntil = r.At.UTC(), r.KeepUntil.UTC()
	text, err := json.Marshal(at)
	if err != nil {
		return nil, err
	}
	h := sha256.New()
	h.Write(r.previous)
	h.Write(text)
	h.Write(r.contentHash)
	return h.Sum(nil), nil
}

// hashed is of the salt and of what is said.
func (c content) hashed(salt []byte) ([]byte, error) {
	text, err := json.Marshal(c)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(append(slices.Clone(salt), text...))
	return sum[:], nil
}

// chainOf is the chain that the act is the next row of: its member's, or that of who did it, so
// that no two people wait for each other.
func (d Decision) chainOf(a Act) string {
	if a.AccountID != uuid.Nil {
		return "member:" + a.AccountID.String()
	}
	return d.who()
}

// who is the name by which chains and keys know who decides.
func (d Decision) who() string {
	switch {
	case d.staff == nil:
		return throughCLI + ":" + d.said.By
	case d.staff.IsPerson():
		return throughPerson + ":" + d.staff.ID.String()
	}
	return throughProgram + ":" + d.staff.Program
}

// record writes the act as the next row of its chain. It must be called in the transaction of what
// was done, as the last thing: the chain is locked until that ends.
func (d Decision) record(ctx context.Context, a Act, outcome Outcome) (*row, error) {
	return d.recordAfter(ctx, nil, a, outcome)
}

// recordAfter is record for an act that follows on the row before, which the same transaction has
// written into the same chain; nil: on the last one of its chain.
func (d Decision) recordAfter(ctx context.Context, before *row, a Act, outcome Outcome) (*row, error) {
	s := d.acts
	if !store.InTx(ctx) {
		return nil, errors.New("an act is written outside a transaction")
	}
	if years[a.Kind] == 0 {
		return nil, fmt.Errorf("%q is no kind of act", a.Kind)
	}
	fields, err := joined(a.Fields)
	if err != nil {
		return nil, err
	}
	r := &row{place: place{ID: uuid.Must(uuid.NewV7()), Chain: d.chainOf(a)}, salt: newSalt(), content: content{
		Name: d.said.By, Through: d.through, Command: d.command, Kind: string(a.Kind),
		TargetType: a.Target.Type, TargetID: a.Target.ID, Reason: d.said.Reason, Ticket: d.said.Ticket, Outcome: string(outcome),
		Fields: fields, ReasonKind: string(d.reasonKind), IP: d.from.IP, RequestID: d.from.RequestID, Proposal: d.proposal, Approver: d.approver,
	}}
	if a.AccountID != uuid.Nil {
		r.Account = &a.AccountID
	}
	if a.Proposal != uuid.Nil {
		r.Proposal = &a.Proposal
	}
	if d.staff != nil && d.staff.ID != uuid.Nil {
		r.Staff, r.Role, r.Number, r.Department = &d.staff.ID, strings.Join(d.staff.Roles, " "), d.staff.Number, d.staff.Department
	}
	sealed, err := s.seal(r, a.sealed())
	if err != nil {
		return nil, err
	}
	if before != nil {
		r.At, r.Sequence, r.previous = before.At, before.Sequence+1, before.hash
	} else if err := s.follow(ctx, r); err != nil {
		return nil, err
	}
	r.KeepUntil = r.At.AddDate(years[a.Kind], 0, 0)
	if r.contentHash, err = r.content.hashed(r.salt); err != nil {
		return nil, err
	}
	if r.hash, err = r.hashed(); err != nil {
		return nil, err
	}
	err = s.Store.Exec(ctx, `INSERT INTO acts (id, chain, sequence, at, keep_until, name, through, command, kind, account_id, target_type, target_id, reason, ticket,
			outcome, detail_hash, staff_id, role, reason_kind, ip, request_id, proposal_id, approver_id, salt, content_hash, previous_hash, hash, staff_number, department, fields)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, nullif($18, ''), nullif($19, ''), nullif($20, ''), nullif($21, ''), $22, $23, $24, $25, $26, $27,
			nullif($28, 0), nullif($29, ''), nullif($30, ''))`,
		r.ID, r.Chain, r.Sequence, r.At, r.KeepUntil, r.Name, r.Through, r.Command, r.Kind, r.Account, r.TargetType, r.TargetID, r.Reason, r.Ticket,
		r.Outcome, r.DetailHash, r.Staff, r.Role, r.ReasonKind, r.IP, r.RequestID, r.Proposal, r.Approver, r.salt, r.contentHash, r.previous, r.hash,
		r.Number, r.Department, r.Fields)
	if err == nil && sealed != nil {
		err = s.Store.Exec(ctx, `INSERT INTO act_details (id, keep_until, sealed) VALUES ($1, $2, $3)`, r.ID, r.KeepUntil, sealed)
	}
	if err == nil && len(a.Subjects) > 0 {
		err = s.Store.Exec(ctx, `INSERT INTO act_subjects (id, act_id, account_id, keep_until)
			SELECT gen_random_uuid(), $1, account_id, $2 FROM unnest($3::uuid[]) AS account_id ON CONFLICT DO NOTHING`, r.ID, r.KeepUntil, pq.Array(a.Subjects))
	}
	return r, err
}

// follow locks the row's chain and sets what it follows on. An act is never of a day that is
// sealed: where a clock was set back, as the sandbox's is by a new start, it is of the day after.
func (s *Service) follow(ctx context.Context, r *row) error {
	if err := s.Store.Exec(ctx, `SELECT pg_advisory_xact_lock(hashtextextended('acts ' || $1, 0))`, r.Chain); err != nil {
		return err
	}
	var sequence *int
	var hash []byte
	var sealed *clock.Day
	err := s.Store.QueryRow(ctx, `SELECT sequence, hash, day FROM (SELECT max(day) AS day FROM act_seals) AS sealed
		LEFT JOIN LATERAL (SELECT sequence, hash FROM acts WHERE chain = $1 ORDER BY sequence DESC LIMIT 1) AS last ON true`, r.Chain).Scan(&sequence, &hash, &sealed)
	if err != nil {
		return err
	}
	r.At, r.Sequence, r.previous = s.Clock.Now(), 1, beginning[:]
	if sequence != nil {
		r.Sequence, r.previous = *sequence+1, hash
	}
	if sealed != nil && r.At.Before(sealed.AddDays(1).Start()) {
		r.At = sealed.AddDays(1).Start().UTC()
	}
	return nil
}

// saltSize is that of a salt, without which a few likely contents or details could be tried.
const saltSize = 16

func newSalt() []byte {
	salt := make([]byte, saltSize)
	rand.Read(salt) // never fails (crypto/rand)
	return salt
}

// seal seals details with a salt, and sets their hash in the row; nil where there are none.
func (s *Service) seal(r *row, details any) ([]byte, error) {
	if details == nil {
		return nil, nil
	}
	if s.Secrets == nil {
		return nil, fmt.Errorf("the details of an act of kind %s are sealed, and there is no secret", r.Kind)
	}
	text, err := json.Marshal(details)
	if err != nil {
		return nil, err
	}
	plain := append(newSalt(), text...)
	hash := sha256.Sum256(plain)
	r.DetailHash = hash[:]
	return s.Secrets.Seal(sealing(r.ID.String()), plain), nil
}

// details opens what seal has sealed; nil where it is not what the hash was made of.
func (s *Service) details(id uuid.UUID, hash, sealed []byte) json.RawMessage {
	plain, err := s.Secrets.Open(sealing(id.String()), sealed)
	if err != nil || len(plain) < saltSize {
		return nil
	}
	if sum := sha256.Sum256(plain); !bytes.Equal(sum[:], hash) {
		return nil
	}
	return plain[saltSize:]
}

// opens tells whether a configured secret opens the details of the act.
func (s *Service) opens(id uuid.UUID, sealed []byte) bool {
	_, err := s.Secrets.Open(sealing(id.String()), sealed)
	return err == nil
}

// sealing is the purpose of the details of one act, so that they open as no other's.
func sealing(id string) string { return "act " + id }
