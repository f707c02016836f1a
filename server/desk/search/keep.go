package search

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"strings"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"kaiin/ent/account"
)

const withdrawn = string(account.StatusWithdrawn)

// CatchUp makes the words of the members who have changed, at most a batch of them, and says
// whether there may be more.
func (s *Service) CatchUp(ctx context.Context) (more bool, err error) {
	var marked bool
	err = s.Store.QueryRow(ctx, `SELECT EXISTS (SELECT FROM account_search_marks)`).Scan(&marked)
	if err != nil || !marked {
		return false, err
	}
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		if err := s.alone(ctx); err != nil {
			return err
		}
		ids, err := s.ids(ctx, `DELETE FROM account_search_marks WHERE id IN (SELECT id FROM account_search_marks ORDER BY id LIMIT $1) RETURNING account_id`, s.size().batch)
		more = len(ids) == s.size().batch
		if err != nil {
			return err
		}
		return s.make(ctx, ids)
	})
	return more, err
}

// alone waits until no other transaction makes words. What such a one has read of an account may be
// older than what this one reads, so it must not be written after it.
func (s *Service) alone(ctx context.Context) error {
	return s.Store.Exec(ctx, `SELECT pg_advisory_xact_lock(hashtextextended('account_search', 0))`)
}

// fillOn makes the words of the next members of the filling that is under way, and says whether
// there is one and more are left.
func (s *Service) fillOn(ctx context.Context) (more bool, err error) {
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		more = false
		if err := s.alone(ctx); err != nil {
			return err
		}
		var after uuid.UUID
		err := s.Store.QueryRow(ctx, `SELECT after FROM account_search_fills`).Scan(&after)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		ids, err := s.ids(ctx, `SELECT id FROM accounts WHERE id > $1 ORDER BY id LIMIT $2`, after, s.size().batch)
		if err != nil {
			return err
		}
		strays := `DELETE FROM account_search AS s WHERE account_id > $1 AND NOT EXISTS (SELECT FROM accounts WHERE id = s.account_id)`
		if len(ids) == 0 {
			if err := s.Store.Exec(ctx, strays, after); err != nil {
				return err
			}
			if err := s.Store.Exec(ctx, `ANALYZE account_search`); err != nil { // says which words are common
				return err
			}
			return s.Store.Exec(ctx, `DELETE FROM account_search_fills`)
		}
		more = true
		last := ids[len(ids)-1]
		if err := s.Store.Exec(ctx, strays+` AND account_id <= $2`, after, last); err != nil {
			return err
		}
		if err := s.make(ctx, ids); err != nil {
			return err
		}
		return s.Store.Exec(ctx, `UPDATE account_search_fills SET after = $1`, last)
	})
	return more, err
}

func (s *Service) ids(ctx context.Context, query string, args ...any) (all []uuid.UUID, err error) {
	rows, err := s.Store.Query(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var id uuid.UUID
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		all = append(all, id)
	}
	return all, rows.Err()
}

// apart is between words in one text: no word holds it.
const apart = "\x1f"

// amounts are what the account a has spent, how often it has bought, and on which day its member
// logged in last. Logins are kept for a while alone, so a day that is known stays.
const amounts = `(SELECT coalesce(sum(amount - refunded), 0) FROM bills WHERE account_id = a.id AND state = 'paid'),
	(SELECT count(*) FROM orders WHERE account_id = a.id AND state = 'completed'),
	(SELECT (max(created_at) AT TIME ZONE 'Asia/Tokyo')::date FROM login_events WHERE account_id = a.id AND result)`

// make writes the rows of the accounts as they are now, and deletes those of members who have left.
func (s *Service) make(ctx context.Context, ids []uuid.UUID) error {
	found, members, err := s.read(ctx, ids)
	if err != nil {
		return err
	}
	words, names, readings := make([]string, len(found)), make([]string, len(found)), make([]string, len(found))
	for i, m := range members {
		words[i], names[i], readings[i] = strings.Join(Words(m), apart), m.names(), m.readings()
	}
	err = s.Store.Exec(ctx, `INSERT INTO account_search (account_id, created_at, words, names, readings, spent, bought, last_login_day)
		SELECT a.id, a.created_at, string_to_array(m.words, E'\x1f'), m.names, m.readings, `+amounts+`
			FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) AS m (id, words, names, readings) JOIN accounts AS a USING (id) ORDER BY a.id
		ON CONFLICT (account_id) DO UPDATE SET words = EXCLUDED.words, names = EXCLUDED.names, readings = EXCLUDED.readings, spent = EXCLUDED.spent, bought = EXCLUDED.bought,
				last_login_day = greatest(account_search.last_login_day, EXCLUDED.last_login_day)
			WHERE (account_search.words, account_search.names, account_search.readings, account_search.spent, account_search.bought, account_search.last_login_day)
				IS DISTINCT FROM (EXCLUDED.words, EXCLUDED.names, EXCLUDED.readings, EXCLUDED.spent, EXCLUDED.bought, greatest(account_search.last_login_day, EXCLUDED.last_login_day))`,
		pq.Array(found), pq.Array(words), pq.Array(names), pq.Array(readings))
	if err != nil {
		return err
	}
	return s.Store.Exec(ctx, `DELETE FROM account_search WHERE account_id = ANY ($1::uuid[]) AND account_id <> ALL ($2::uuid[])`, pq.Array(ids), pq.Array(found))
}

// read are the members among the accounts who have not left, with all that their words are made of,
// as it is at one moment.
func (s *Service) read(ctx context.Context, ids []uuid.UUID) (found []uuid.UUID, members []Member, err error) {
	rows, err := s.Store.Query(ctx, `SELECT id, status, coalesce(name, ''), coalesce(family_name, ''), coalesce(given_name, ''),
			coalesce(name_kana, ''), coalesce(family_name_kana, ''), coalesce(given_name_kana, ''),
			coalesce(email, ''), coalesce(phone_number, ''), coalesce(birthday, ''), coalesce(postal_code, ''), coalesce(prefecture, 0),
			(SELECT coalesce(jsonb_agg(jsonb_build_object('plan', plan_id, 'campaign', campaign_id, 'status', status)), '[]') FROM subscriptions WHERE account_id = a.id),
			(SELECT coalesce(jsonb_agg(jsonb_build_object('type', payment_method_type, 'suffix', card_suffix)), '[]') FROM payment_methods WHERE account_id = a.id AND state = 'active'),
			(SELECT coalesce(jsonb_agg(type), '[]') FROM external_accounts WHERE account_id = a.id),
			(SELECT coalesce(jsonb_agg(option_id), '[]') FROM consent_answers WHERE account_id = a.id AND replaced_at IS NULL AND agreed),
			EXISTS (SELECT FROM notes AS first WHERE account_id = a.id AND version = 1
				AND NOT (SELECT is_removed FROM notes WHERE note_id = first.note_id ORDER BY version DESC LIMIT 1))
		FROM accounts AS a WHERE id = ANY ($1::uuid[]) AND status <> 'withdrawn'`, pq.Array(ids))
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var id uuid.UUID
		var m Member
		var contracts, methods, external, consents []byte
		err := rows.Scan(&id, &m.Status, &m.Name, &m.FamilyName, &m.GivenName, &m.NameKana, &m.FamilyNameKana, &m.GivenNameKana,
			&m.Email, &m.PhoneNumber, &m.Birthday, &m.PostalCode, &m.Prefecture, &contracts, &methods, &external, &consents, &m.HasNote)
		if err == nil {
			err = errors.Join(json.Unmarshal(contracts, &m.Contracts), json.Unmarshal(methods, &m.Methods), json.Unmarshal(external, &m.ExternalAccounts), json.Unmarshal(consents, &m.Consents))
		}
		if err != nil {
			return nil, nil, err
		}
		found, members = append(found, id), append(members, m)
	}
	return found, members, rows.Err()
}

// Leave deletes what the member was found by. It joins the transaction of the withdrawal.
func (s *Service) Leave(ctx context.Context, id uuid.UUID) error {
	return s.Store.Exec(ctx, `DELETE FROM account_search WHERE account_id = $1`, id)
}
