package members

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/keyset"
	"kaiin/server/staff/acts"
	"kaiin/server/staff/scope"
)

// Happening is a kind of what happened to a member.
type Happening string

// Happenings.
const (
	HappenedLogin    Happening = "LOGIN"
	HappenedOrder    Happening = "ORDER"
	HappenedContract Happening = "CONTRACT"
	HappenedBill     Happening = "BILL"
	HappenedRefund   Happening = "REFUND"
	HappenedMessage  Happening = "MESSAGE"
	HappenedAct      Happening = "ACT"
	HappenedNote     Happening = "NOTE"
)

// Happenings are all of them.
func Happenings() []Happening {
	return []Happening{
		HappenedLogin, HappenedOrder, HappenedContract, HappenedBill, HappenedRefund, HappenedMessage, HappenedAct, HappenedNote,
	}
}

// Needs is the scope that who reads such a thing holds beside members.read; "" where there is none.
func (h Happening) Needs() scope.Scope {
	switch h {
	case HappenedOrder, HappenedBill, HappenedRefund:
		return scope.MoneyRead
	case HappenedContract:
		return scope.ContractsRead
	case HappenedAct:
		return scope.ActsRead
	}
	return ""
}

// Happened is something that happened to a member. What and Detail are words of its kind.
type Happened struct {
	Kind         Happening
	At           time.Time
	ID           uuid.UUID
	What, Detail string
	By           *string    // who of the staff
	Amount       *int       // yen
	ContractID   *uuid.UUID // of what belongs to one
}

// Cursor is the place of the entry in its list.
func (h Happened) Cursor() keyset.Cursor { return keyset.Cursor{At: h.At, ID: h.ID} }

// sources are where each kind is read: the columns of an entry, of the rows that are older than the
// cursor. {limit} is how many of them a page may need.
var sources = map[Happening]string{
	HappenedLogin: `SELECT 'LOGIN', created_at AS at, id, CASE WHEN result THEN 'succeeded' ELSE 'failed' END, login_method, NULL::text, NULL::bigint, NULL::uuid
		FROM login_events WHERE account_id = $1 AND (created_at, id) < ($2, $3)`,
	HappenedOrder: `SELECT 'ORDER', created_at AS at, id, state, plan_id, NULL::text, amount::bigint, subscription_id
		FROM orders WHERE account_id = $1 AND (created_at, id) < ($2, $3)`,
	HappenedContract: `SELECT 'CONTRACT', step.at, step.id, step.event, step.to_status, NULL::text, NULL::bigint, contract.id
		FROM subscriptions AS contract CROSS JOIN LATERAL (
			SELECT created_at AS at, id, event, to_status FROM subscription_events WHERE subscription_id = contract.id AND (created_at, id) < ($2, $3)
				ORDER BY created_at DESC, id DESC LIMIT {limit}) AS step
		WHERE contract.account_id = $1`,
	HappenedBill: `SELECT 'BILL', created_at AS at, id, state, plan_id, NULL::text, amount::bigint, subscription_id
		FROM bills WHERE account_id = $1 AND (created_at, id) < ($2, $3)`,
	HappenedRefund: `SELECT 'REFUND', created_at AS at, id, state, kind, NULL::text, amount::bigint, NULL::uuid
		FROM refunds WHERE account_id = $1 AND (created_at, id) < ($2, $3)`,
	HappenedMessage: `SELECT 'MESSAGE', created_at AS at, id, state, template, NULL::text, NULL::bigint, NULL::uuid
		FROM messages WHERE account_id = $1 AND (created_at, id) < ($2, $3)`,
	HappenedAct: `SELECT 'ACT', at, id, kind, outcome, name, NULL::bigint, NULL::uuid
		FROM acts WHERE ` + acts.AboutMember + ` AND forgotten_at IS NULL AND (at, id) < ($2, $3)`,
	HappenedNote: `SELECT 'NOTE', first.created_at AS at, first.id, 'noted', n.text, n.staff, NULL::bigint, NULL::uuid FROM notes AS first
		JOIN LATERAL (SELECT * FROM notes WHERE note_id = first.note_id ORDER BY version DESC LIMIT 1) AS n ON NOT n.is_removed
		WHERE first.account_id = $1 AND first.version = 1 AND (first.created_at, first.id) < ($2, $3)`,
}

// Timeline is a page of what happened to the member, of the kinds, merged by time. One statement
// reads it, and each kind by its own index.
func (s *Service) Timeline(ctx context.Context, account uuid.UUID, kinds []Happening, p keyset.Page) (page []Happened, more bool, err error) {
	if len(kinds) == 0 {
		return nil, false, nil
	}
	after := keyset.Cursor{At: time.Date(9000, 1, 1, 0, 0, 0, 0, time.UTC)}
	if p.After != nil {
		after = *p.After
	}
	var parts []string
	for _, kind := range kinds {
		parts = append(parts, "("+sources[kind]+" ORDER BY 2 DESC, 3 DESC LIMIT {limit})")
	}
	statement := "SELECT * FROM (" + strings.Join(parts, " UNION ALL ") + `) AS happened (kind, at, id, what, detail, who, amount, contract)
		ORDER BY at DESC, id DESC LIMIT {limit}`
	rows, err := s.Store.Query(ctx, strings.ReplaceAll(statement, "{limit}", strconv.Itoa(p.Limit())), account, after.At, after.ID)
	if err != nil {
		return nil, false, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var h Happened
		if err := rows.Scan(&h.Kind, &h.At, &h.ID, &h.What, &h.Detail, &h.By, &h.Amount, &h.ContractID); err != nil {
			return nil, false, err
		}
		page = append(page, h)
	}
	page, more = keyset.Cut(p, page)
	return page, more, rows.Err()
}
