package search

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"

	"kaiin/server/base/fault"
	"kaiin/server/base/keyset"
	"kaiin/server/base/spoken"
	"kaiin/server/base/typed"
	"kaiin/server/identity/account"
)

// longestTerm is how many characters a term may have.
const longestTerm = 200

var (
	phone     = regexp.MustCompile(`^0[0-9]{9,10}$`)
	fourTyped = regexp.MustCompile(`^[0-9]{4}$`)
)

// Find finds members by what a term looks like:
//
//	a@b.jp             the address; @b.jp: all addresses there
//	a UUID             an account, a contract or a change of its plan, an order, a bill, a charge or a refund
//	K-7QXM-2PZC-HT5W   the receipt of a cancellation; C-… the number of an order or of a change of plan, S-… of an invoice, H-… of a return invoice
//	090-1234-5678      the phone number
//	1234               the last four digits of a phone number or of a card
//	ヤマダ              a part of the reading
//	山田                a part of the name
//	anything else      a user ID, a provider's number of an order or of a charge; where there is none, a part of the name
//
// Members who have left are found by exact keys, as long as these are kept, and by no words. Faults
// on term: REQUIRED, TOO_LONG, INVALID_CHARACTERS, TOO_BROAD; those of Page; UNAVAILABLE.
func (s *Service) Find(ctx context.Context, term string, asked Page) (*Hits, error) {
	keys, q, err := read(term)
	if err != nil {
		return nil, err
	}
	q.List = "find"
	p, err := s.page(q, asked)
	if err != nil {
		return nil, err
	}
	if keys != "" {
		hits, err := s.byKey(ctx, keys, q.Key, p)
		if err != nil || len(hits) > 0 || len(q.asked()) == 0 {
			return s.cut(q, p, hits), err
		}
	}
	if err := s.prepare(ctx); err != nil {
		return nil, err
	}
	hits, err := s.byWords(ctx, q, "term", p)
	if err != nil {
		return nil, err
	}
	return s.cut(q, p, hits), nil
}

// The exact keys: each row is a kind, the id of what it names, if that is no account, and the
// account.
const (
	byEmail   = `SELECT 'EMAIL', NULL::uuid, id FROM accounts WHERE email_key = $1`
	byPhone   = `SELECT 'PHONE', NULL::uuid, id FROM accounts WHERE phone_number = $1`
	byReceipt = `SELECT 'RECEIPT', subscription_id, account_id FROM cancellations WHERE receipt = $1`
	byID      = `SELECT 'ACCOUNT_ID', NULL::uuid, id FROM accounts WHERE id = $1::uuid
		UNION ALL SELECT 'CONTRACT_ID', id, account_id FROM subscriptions WHERE id = $1::uuid
		UNION ALL SELECT 'ORDER_ID', id, account_id FROM orders WHERE id = $1::uuid
		UNION ALL SELECT 'CONTRACT_ID', subscription_id, account_id FROM plan_changes WHERE id = $1::uuid
		UNION ALL SELECT 'BILL', id, account_id FROM bills WHERE id = $1::uuid
		UNION ALL SELECT 'CHARGE', id, account_id FROM charges WHERE id = $1::uuid
		UNION ALL SELECT 'REFUND', id, account_id FROM refunds WHERE id = $1::uuid`
	// A provider's number of an order is unique with the provider, so it is looked up with each.
	byNumber = `SELECT 'USER_ID', NULL::uuid, id FROM accounts WHERE user_id_key = lower($1)
		UNION ALL SELECT 'TRACKING', id, account_id FROM charges WHERE tracking_id = $1
		UNION ALL (WITH RECURSIVE provider AS (
				(SELECT provider AS name FROM charges ORDER BY provider LIMIT 1)
				UNION ALL SELECT (SELECT provider FROM charges WHERE provider > name ORDER BY provider LIMIT 1) FROM provider WHERE name IS NOT NULL)
			SELECT 'PROVIDER_ORDER', charge.id, charge.account_id FROM provider
				CROSS JOIN LATERAL (SELECT id, account_id FROM charges WHERE charges.provider = provider.name AND provider_order_id = $1 LIMIT 1) AS charge)`
)

// byTail find what a number of ours is of. The condition is the one that the unique index is on.
var byTail = map[spoken.Kind]string{
	spoken.Order: `SELECT 'ORDER_ID', id, account_id FROM orders WHERE "right"(id::text, 16) = $1
		UNION ALL SELECT 'CONTRACT_ID', subscription_id, account_id FROM plan_changes WHERE "right"(id::text, 16) = $1`,
	spoken.Invoice:       `SELECT 'BILL', id, account_id FROM bills WHERE "right"(id::text, 16) = $1`,
	spoken.ReturnInvoice: `SELECT 'REFUND', id, account_id FROM refunds WHERE "right"(id::text, 16) = $1`,
}

// read says by which exact keys a term is looked up, "" by none, and by which words.
func read(term string) (keys string, q query, err error) {
	if !utf8.ValidString(term) || strings.ContainsFunc(strings.TrimSpace(term), unicode.IsControl) {
		return "", q, fault.Invalid(fault.InvalidCharacters, "term")
	}
	text := typed.HalfWidth(term)
	if text == "" {
		return "", q, fault.Invalid(fault.Required, "term")
	}
	if utf8.RuneCountInString(text) > longestTerm {
		return "", q, fault.Invalid(fault.TooLong, "term").With(map[string]any{"max": longestTerm})
	}
	folded := fold(term)
	id, notID := uuid.Parse(text)
	number, kind, isNumber := spoken.Read(text)
	digits := typed.Phone(text)
	switch {
	case len(text) == 36 && notID == nil:
		return byID, query{Key: id.String()}, nil
	case strings.HasPrefix(text, "@") && len(text) > 1:
		return "", query{Words: []string{ofMailDomain + strings.ToLower(text[1:])}}, nil
	case strings.Contains(text, "@"):
		return byEmail, query{Key: account.EmailKey(text)}, nil
	case isNumber && kind == spoken.Cancellation:
		return byReceipt, query{Key: number}, nil
	case isNumber:
		return byTail[kind], query{Key: spoken.Tail(number)}, nil
	case phone.MatchString(digits):
		return byPhone, query{Key: digits}, nil
	case fourTyped.MatchString(digits):
		return "", query{Any: [][]string{{ofPhone + digits, ofCard + digits}}}, nil
	case folded == "":
		return "", q, fault.Invalid(fault.InvalidCharacters, "term")
	case isKatakana(folded):
		return "", query{Words: pairs(ofReading, folded), Readings: folded}, nil
	}
	q = query{Words: pairs(ofName, folded), Names: folded}
	if !strings.ContainsFunc(folded, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
		keys, q.Key = byNumber, text
	}
	return keys, q, nil
}

func isKatakana(folded string) bool {
	return folded != "" && !strings.ContainsFunc(folded, func(r rune) bool { return r < 'ァ' || r > 'ヺ' })
}

// byKey are the members that an exact key names, of a page and, where there is one, the next.
func (s *Service) byKey(ctx context.Context, keys, key string, p keyset.Page) (hits []Hit, err error) {
	after := &where{text: "true", args: []any{key}}
	if p.After != nil {
		after.and("(a.created_at, a.id) < ($%d, $%d)", p.After.At, p.After.ID)
	}
	rows, err := s.Reads.Query(ctx, fmt.Sprintf(`SELECT k.kind, k.of, a.id, a.created_at FROM (%s) AS k (kind, of, account_id) JOIN accounts AS a ON a.id = k.account_id
		WHERE %s ORDER BY a.created_at DESC, a.id DESC, k.of LIMIT %d`, keys, after.text, p.Limit()), after.args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var h Hit
		var kind Kind
		var of uuid.NullUUID
		if err := rows.Scan(&kind, &of, &h.AccountID, &h.at); err != nil {
			return nil, err
		}
		h.Matched, h.ID = []Kind{kind}, of.UUID
		hits = append(hits, h)
	}
	return hits, rows.Err()
}
