package watch

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"kaiin/server/base/clock"
	"kaiin/server/staff/acts"
)

const (
	usualTimes  = 3  // beyond so many times of what is usual
	usualLeast  = 10 // in an hour, whatever is usual
	usualDays   = 28
	usualActs   = 5_000 // of the person, by which that is known
	dayBegins   = 6     // o'clock in Tokyo
	nightBegins = 22
	inARow      = 10 // members
	peopleADay  = 5  // who open the same member
	nearLimit   = 90 // percent of it
	nearTimes   = 3
)

// hour is one of a person or program.
type hour struct {
	Staff uuid.UUID // zero: of a program
	Name  string
	Begin time.Time
}

// many are hours in which a person opened, or a person or program searched, or decided what harms
// members where it is much, far more than usual.
// The pages of a member that they saw in an hour are one.
func (s *Service) many(ctx context.Context, all []done) (alerts []alert, err error) {
	for what, kinds := range map[Kind][]acts.Kind{ManyReveals: {acts.MemberRevealed, acts.MemberViewed}, ManyFinds: {acts.MembersFound}, ManyDecided: acts.Bounded()} {
		seen := map[hour]done{}
		for _, d := range all {
			if slices.Contains(kinds, d.Kind) {
				seen[hour{d.Staff, d.Name, d.At.Truncate(time.Hour)}] = d
			}
		}
		for h, d := range seen {
			var n, hours, before int
			err := s.Store.QueryRow(ctx, `SELECT count(DISTINCT what) FILTER (WHERE at >= $4 AND at < $5), count(DISTINCT date_trunc('hour', at)) FILTER (WHERE at < $4), count(DISTINCT what) FILTER (WHERE at < $4)
				FROM (SELECT at, CASE WHEN kind = $9 THEN concat(account_id, date_trunc('hour', at)) ELSE id::text END AS what FROM acts WHERE name = $1 AND staff_id IS NOT DISTINCT FROM $2 AND kind = ANY ($3) AND outcome = $6 AND at > $7 AND at < $5 ORDER BY id DESC LIMIT $8) AS lately`,
				d.Name, d.staff(), pq.Array(kinds), h.Begin, h.Begin.Add(time.Hour), acts.Done, h.Begin.AddDate(0, 0, -usualDays), usualActs, acts.MemberViewed).Scan(&n, &hours, &before)
			if err != nil {
				return nil, err
			}
			if n > usualLeast && n*max(1, hours) > usualTimes*before {
				alerts = append(alerts, alert{what, fmt.Sprint(d.who(), " ", h.Begin.Unix()), h.Begin, d.Name, d.Number, uuid.Nil, n})
			}
		}
	}
	return alerts, nil
}

// night are people who open or search at night, once in each. Programs work at night.
func (s *Service) night(ctx context.Context, all []done) (alerts []alert, err error) {
	for _, d := range all {
		if !d.isPerson() || d.Kind != acts.MemberRevealed && d.Kind != acts.MemberViewed && d.Kind != acts.MembersFound {
			continue
		}
		local := d.At.In(clock.Tokyo)
		if local.Hour() >= dayBegins && local.Hour() < nightBegins {
			continue
		}
		night := clock.DayOf(d.At.Add(-dayBegins * time.Hour)) // that of its evening
		alerts = append(alerts, alert{AtNight, fmt.Sprint(d.Staff, " ", night), d.At, d.Name, d.Number, uuid.Nil, 1})
	}
	return alerts, ctx.Err()
}

// ordered are people who open members as a list has them, one after the other. Programs do that.
func (s *Service) ordered(ctx context.Context, all []done) (alerts []alert, err error) {
	last := map[uuid.UUID]done{}
	for _, d := range all {
		if d.isPerson() && slices.Contains(opens, d.Kind) {
			last[d.Staff] = d
		}
	}
	for _, d := range last {
		members, err := s.opened(ctx, d)
		if err != nil {
			return nil, err
		}
		if n := run(members, func(m member) string { return m.ID.String() }); n >= inARow {
			alerts = append(alerts, alert{InOrder, fmt.Sprint(d.Staff, " ", clock.DayOf(d.At)), d.At, d.Name, d.Number, uuid.Nil, n})
		} else if n := run(members, func(m member) string { return m.Kana }); n >= inARow {
			alerts = append(alerts, alert{InOrder, fmt.Sprint(d.Staff, " ", clock.DayOf(d.At)), d.At, d.Name, d.Number, uuid.Nil, n})
		}
	}
	return alerts, nil
}

type member struct {
	ID   uuid.UUID
	Kana string
}

// opened are the members whom the person opened within the hour, in that order.
func (s *Service) opened(ctx context.Context, d done) (all []member, err error) {
	rows, err := s.Store.Query(ctx, `SELECT a.id, coalesce(a.name_kana, concat_ws(' ', a.family_name_kana, a.given_name_kana), '') FROM
		(SELECT id, account_id FROM acts WHERE name = $1 AND staff_id = $2 AND kind = ANY ($3) AND outcome = $4 AND account_id IS NOT NULL AND at > $5 AND at <= $6
			ORDER BY id DESC LIMIT $7) AS lately JOIN accounts AS a ON a.id = lately.account_id ORDER BY lately.id`,
		d.Name, d.Staff, pq.Array(opens), acts.Done, d.At.Add(-time.Hour), d.At, step)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var m member
		if err := rows.Scan(&m.ID, &m.Kana); err != nil {
			return nil, err
		}
		all = append(all, m)
	}
	return all, rows.Err()
}

// opens are the kinds of acts that show a member.
var opens = []acts.Kind{acts.MemberOpened, acts.MemberRevealed, acts.MemberViewed}

// run is the longest run of members that go up, or down, by what is asked for. A run of those
// without it counts for nothing.
func run(all []member, by func(member) string) (longest int) {
	for _, sign := range []int{1, -1} {
		length, before := 0, ""
		for _, m := range all {
			value := by(m)
			switch {
			case value == "":
				length = 0
			case length > 0 && strings.Compare(value, before) == sign:
				length++
			case length > 0 && value == before:
			default:
				length = 1
			}
			before = value
			longest = max(longest, length)
		}
	}
	return longest
}

// byMany are members whom many people open in a day.
func (s *Service) byMany(ctx context.Context, all []done) (alerts []alert, err error) {
	type day struct {
		Account uuid.UUID
		Day     clock.Day
	}
	seen := map[day]done{}
	for _, d := range all {
		if d.Account.Valid && slices.Contains(opens, d.Kind) {
			seen[day{d.Account.UUID, clock.DayOf(d.At)}] = d
		}
	}
	for of, d := range seen {
		var people int
		err := s.Store.QueryRow(ctx, `SELECT count(DISTINCT staff_id) FROM acts WHERE account_id = $1 AND kind = ANY ($2) AND outcome = $3 AND at >= $4 AND at < $5`,
			of.Account, pq.Array(opens), acts.Done, of.Day.Start(), of.Day.AddDays(1).Start()).Scan(&people)
		if err != nil {
			return nil, err
		}
		if people >= peopleADay {
			alerts = append(alerts, alert{ByMany, fmt.Sprint(of.Account, " ", of.Day), d.At, "", 0, of.Account, people})
		}
	}
	return alerts, nil
}

// underLimit are people who gave back just less than a second person would have to approve, again
// and again.
func (s *Service) underLimit(ctx context.Context, all []done) (alerts []alert, err error) {
	var asked []uuid.UUID
	for _, d := range all {
		if !d.isPerson() || d.Kind != acts.RefundAsked || slices.Contains(asked, d.Staff) {
			continue
		}
		asked = append(asked, d.Staff)
		settings, err := s.Settings.Get(ctx)
		if err != nil {
			return nil, err
		}
		limit := settings.Staff.Limits.Refund()
		var n int
		err = s.Store.QueryRow(ctx, `SELECT count(*) FROM refunds WHERE starts_with(request_key, $1) AND created_at > $2 AND created_at <= $3 AND amount <= $4 AND amount * 100 >= $4 * $5`,
			"staff:person:"+d.Staff.String()+":", d.At.Add(-24*time.Hour), s.Clock.Now(), limit, nearLimit).Scan(&n)
		if err != nil {
			return nil, err
		}
		if limit > 0 && n >= nearTimes {
			alerts = append(alerts, alert{UnderLimit, fmt.Sprint(d.Staff, " ", clock.DayOf(d.At)), d.At, d.Name, d.Number, uuid.Nil, n})
		}
	}
	return alerts, nil
}
