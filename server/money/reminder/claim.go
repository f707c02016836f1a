package reminder

import (
	"context"

	"github.com/google/uuid"
	"github.com/lib/pq"
)

// noteKind is what a note says, as the table keeps it.
type noteKind string

const (
	kindTrial    noteKind = "trial"
	kindRenewal  noteKind = "renewal"
	kindCard     noteKind = "card"
	kindStop     noteKind = "stop"
	kindEnd      noteKind = "end"
	kindPrice    noteKind = "price"
	kindDiscount noteKind = "discount"
)

// claims records what is about to be said, and returns what had not been said before.
const claims = `INSERT INTO reminders (id, created_at, subject_id, kind, occasion, amount)
	SELECT n.id, $1, n.subject, n.kind, n.day, n.amount
	FROM unnest($2::uuid[], $3::uuid[], $4::varchar[], $5::date[], $6::bigint[]) AS n (id, subject, kind, day, amount)
	ON CONFLICT DO NOTHING RETURNING subject_id, kind, occasion`

// claim records the notes as said; unsaid are those that had not been before. Another one that
// claims at the same time waits, and finds them said.
func (s *Service) claim(ctx context.Context, notes []note) (unsaid map[occasion]bool, err error) {
	unsaid = map[occasion]bool{}
	if len(notes) == 0 {
		return unsaid, nil
	}
	var ids, subjects, kinds, days []string
	var amounts []int64
	for _, n := range notes {
		ids, subjects = append(ids, uuid.Must(uuid.NewV7()).String()), append(subjects, n.subject.String())
		kinds, days, amounts = append(kinds, string(n.kind)), append(days, n.day.String()), append(amounts, int64(n.amount))
	}
	rows, err := s.Store.Query(ctx, claims, s.Clock.Now(), pq.Array(ids), pq.Array(subjects), pq.Array(kinds), pq.Array(days), pq.Array(amounts))
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var o occasion
		if err := rows.Scan(&o.subject, &o.kind, &o.day); err != nil {
			return nil, err
		}
		unsaid[o] = true
	}
	return unsaid, rows.Err()
}
