package money

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"kaiin/server/base/clock"
	"kaiin/server/money/subscription"
)

// diary is what was seen of each member of an outage at each moment.
type diary struct {
	s     *stack
	cells []*cell
	due   clock.Day
	notes map[*cell][]note
}

// note is the state of a member at a moment.
type note struct {
	At          time.Time
	Status      subscription.Status
	Watch       bool
	Paid        clock.Day // the last day that is paid
	PaidThrough string
	Left        bool // the membership has ended
	Mails       map[string]int
}

func (n note) day() clock.Day { return clock.DayOf(n.At) }

// runs reports whether the contract is one that is charged by itself.
func (n note) runs() bool {
	group := n.Status.Group()
	return group == subscription.GroupContract || group == subscription.GroupTrial
}

// Mails that tell the state of a payment, by a word of their subjects.
const (
	mailLate   = "お支払いの確認が遅れています"
	mailClosed = "ご視聴を一時停止しました"
	mailFailed = "お支払いを確認できませんでした"
	mailPaid   = "ご契約更新のお知らせ"
	mailGoesOn = "ご契約再開のお知らせ"
	mailBack   = "返金のお知らせ"
	mailCancel = "解約のお手続きが完了しました"
	mailLeft   = "退会のお手続きが完了しました"
)

var mailsNoted = []string{mailLate, mailClosed, mailFailed, mailPaid, mailGoesOn, mailBack, mailCancel, mailLeft}

// note writes down the present state of every member.
func (d *diary) note(t *testing.T) {
	t.Helper()
	now := d.s.Now(t)
	at := map[string]note{}
	for _, row := range d.s.Rows(`SELECT json_build_object('id', s.id, 'status', s.status, 'paidThrough', coalesce(s.paid_through::text, ''),
		'watch', EXISTS (SELECT FROM entitlements e WHERE e.subscription_id = s.id AND e.revoked_at IS NULL AND e.expires_at > $1),
		'left', EXISTS (SELECT FROM withdrawals w WHERE w.account_id = s.account_id))::text FROM subscriptions s`, now) {
		var n struct {
			note
			ID string
		}
		must(t, json.Unmarshal([]byte(row), &n))
		at[n.ID] = n.note
	}
	var inbox []struct{ To, Subject string }
	must(t, d.s.Outside.Call("GET", "/inbox.json", nil, &inbox))
	if d.notes == nil {
		d.notes = map[*cell][]note{}
	}
	for _, c := range d.cells {
		n := at[c.contract]
		n.At, n.Mails = now, map[string]int{}
		if n.PaidThrough != "" {
			var err error
			n.Paid, err = clock.ParseDay(n.PaidThrough)
			must(t, err)
		}
		for _, mail := range inbox {
			for _, words := range mailsNoted {
				if mail.To == c.Email && strings.Contains(mail.Subject, words) {
					n.Mails[words]++
				}
			}
		}
		d.notes[c] = append(d.notes[c], n)
	}
}

// since are the mails that have come from the note at the start of the outage on.
func (d *diary) since(c *cell, n note, words ...string) (count int) {
	for _, w := range words {
		count += n.Mails[w] - d.notes[c][0].Mails[w]
	}
	return count
}
