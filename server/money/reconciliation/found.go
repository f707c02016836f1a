package reconciliation

import (
	"context"
	"time"

	"kaiin/server/base/clock"
)

// Found is what the comparisons of a day of one provider have found so far. What was put right
// since is no longer counted as a difference.
type Found struct {
	Provider        string
	Whole           bool       // all of the day was compared, and none of its charges was open
	At              *time.Time // since when that is so
	Sales, Refunds  int        // lines of the list
	Sold, GivenBack int        // the yen of them
	Foreign         int        // lines of what was not made through us
	Unknown         int        // sales that no charge knows
	Differs         int        // lines that do not agree with their charge
	Waiting         int        // sales of charges that are still open
	Missing         int        // charges that are in no list
}

// Findings are the kinds of events that a comparison leaves open where list and book do not agree.
var Findings = []string{eventSale, eventRefund, eventMissing}

// Found is what is known of the comparison of the day, by provider; none that was not compared.
func (s *Service) Found(ctx context.Context, day clock.Day) (all []Found, err error) {
	rows, err := s.Store.Query(ctx, `
		SELECT provider, coalesce(bool_or(listed), false), min(received_at) FILTER (WHERE listed),
			count(*) FILTER (WHERE kind = 'sale'), count(*) FILTER (WHERE kind = 'refund'),
			coalesce(sum(amount) FILTER (WHERE kind = 'sale'), 0), coalesce(sum(amount) FILTER (WHERE kind = 'refund'), 0), count(*) FILTER (WHERE kind = 'foreign'),
			count(*) FILTER (WHERE kind = 'sale' AND open AND charge_id IS NULL),
			count(*) FILTER (WHERE kind IN ('sale', 'refund') AND open AND charge_id IS NOT NULL AND NOT waiting),
			count(*) FILTER (WHERE waiting), count(*) FILTER (WHERE kind = 'missing' AND open)
		FROM (SELECT *, applied_at IS NULL AS open, kind = 'list' AND event_key = $2 AS listed,
				CASE WHEN applied_at IS NULL AND kind = 'sale' THEN EXISTS (SELECT FROM charges AS c
					WHERE c.id = charge_id AND c.state IN ('attempting', 'unknown', 'authorized')) ELSE false END AS waiting
			FROM gateway_events WHERE day = $1 AND kind IN ('sale', 'refund', 'missing', 'foreign', 'list') AND event_key <> 'list') AS e
		GROUP BY provider ORDER BY provider`, day, listKey(day))
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var f Found
		err := rows.Scan(&f.Provider, &f.Whole, &f.At, &f.Sales, &f.Refunds, &f.Sold, &f.GivenBack, &f.Foreign, &f.Unknown, &f.Differs, &f.Waiting, &f.Missing)
		if err != nil {
			return nil, err
		}
		all = append(all, f)
	}
	return all, rows.Err()
}
