package search

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/lib/pq"
)

// mostAlike is how many members are told who may be the same person.
const mostAlike = 20

// Lookalikes are other members who may be the same person, the newest first, at most 20: those with
// the same phone number, and those with the same reading and day of birth. Members who have left
// are not among them. Fault: UNAVAILABLE.
func (s *Service) Lookalikes(ctx context.Context, account uuid.UUID) (hits []Hit, err error) {
	if err := s.prepare(ctx); err != nil {
		return nil, err
	}
	var number, born, readings string
	err = s.Reads.QueryRow(ctx, `SELECT coalesce(phone_number, ''), coalesce(birthday, ''), readings FROM accounts JOIN account_search ON account_id = id WHERE id = $1`,
		account).Scan(&number, &born, &readings)
	if errors.Is(err, sql.ErrNoRows) { // they have left
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	parts, args := []string{`SELECT account_id, 'PHONE' FROM accounts JOIN account_search ON account_id = id WHERE phone_number = $2`}, []any{account, number}
	for _, reading := range strings.Split(readings, "\n") {
		if reading == "" || born == "" {
			continue
		}
		args = append(args, pq.Array(append(pairs(ofReading, reading), ofBirthday+born)), reading)
		parts = append(parts, fmt.Sprintf(`SELECT account_id, 'KANA' FROM account_search WHERE words @> $%d AND $%d = ANY (string_to_array(readings, E'\n'))`, len(args)-1, len(args)))
	}
	err = s.bounded(ctx, "accountId", func(ctx context.Context) error {
		hits = nil
		rows, err := s.Store.Query(ctx, fmt.Sprintf(`SELECT account_id, array_agg(DISTINCT kind ORDER BY kind) FROM (%s) AS alike (account_id, kind) WHERE account_id <> $1
			GROUP BY account_id ORDER BY account_id DESC LIMIT %d`, "("+strings.Join(parts, " LIMIT 100) UNION ALL (")+" LIMIT 100)", mostAlike), args...)
		if err != nil {
			return err
		}
		defer func() { _ = rows.Close() }()
		for rows.Next() {
			var h Hit
			var kinds []string
			if err := rows.Scan(&h.AccountID, pq.Array(&kinds)); err != nil {
				return err
			}
			for _, kind := range kinds {
				h.Matched = append(h.Matched, Kind(kind))
			}
			if slices.Contains(h.Matched, Kana) {
				h.Matched = append(h.Matched, Birthday)
			}
			hits = append(hits, h)
		}
		return rows.Err()
	})
	return hits, err
}
