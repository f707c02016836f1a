package reminder

import (
	"cmp"
	"context"
	"slices"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/base/clock"
	"kaiin/server/base/notify"
	"kaiin/server/base/settings"
	"kaiin/server/base/store"
	"kaiin/server/base/words"
	"kaiin/server/identity/account"
	"kaiin/server/money/subscription"
)

// Service tells members ahead.
type Service struct {
	Store        *store.Store
	Clock        *clock.Clock
	Settings     *settings.Service
	Account      *account.Service
	Subscription *subscription.Service
}

// batch is how many contracts are looked at in one transaction: few enough that no other process
// waits long for one of them.
const batch = 100

// Due looks at every contract whose turn of the day has come, and says how many those were. What it
// has said stays said if it fails.
func (s *Service) Due(ctx context.Context) (looked int, err error) {
	for {
		var taken int
		err := s.Store.Tx(ctx, func(ctx context.Context) (err error) {
			taken, err = s.look(ctx)
			return err
		})
		if err != nil {
			return looked, err
		}
		looked += taken
		if taken < batch {
			return looked, nil
		}
	}
}

// note is one thing to tell the member of a contract.
type note struct {
	occasion
	view    subscription.View
	amount  int // yen that it says will be charged
	reprice *subscription.Repricing
	write   func(about notify.Contract, locale string) notify.Message
}

// occasion is what is said once.
type occasion struct {
	subject uuid.UUID
	kind    noteKind
	day     clock.Day
}

// look takes up one batch and says what is to be said about it.
func (s *Service) look(ctx context.Context) (taken int, err error) {
	views, taken, err := s.Subscription.Morning(ctx, batch)
	if err != nil || len(views) == 0 {
		return taken, err
	}
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return taken, err
	}
	var notes []note
	for _, v := range views {
		if v.Basis, err = s.Subscription.TakeBack(ctx, v.Row, v.Basis, v.Plan); err != nil {
			return taken, err
		}
		if v, err = s.Subscription.DropStopped(ctx, v); err != nil {
			return taken, err
		}
		v.Next = v.Basis.Term(v.Row.Period + 1)
		notes = append(notes, notesOn(v, s.Clock.Today(), settings.Reminders)...)
	}
	if len(notes) == 0 {
		return taken, nil
	}
	return taken, s.say(ctx, notes)
}

// say sends the notes that are not sent yet, to members with an address.
func (s *Service) say(ctx context.Context, notes []note) error {
	members, err := s.members(ctx, notes)
	if err != nil {
		return err
	}
	notes = slices.DeleteFunc(notes, func(n note) bool { return members[n.view.Row.AccountID] == nil })
	// Two servers may want the same card's row: they ask in one order, and neither waits for the
	// other for ever.
	slices.SortStableFunc(notes, func(a, b note) int { return cmp.Compare(a.subject.String(), b.subject.String()) })
	unsaid, err := s.claim(ctx, notes)
	if err != nil {
		return err
	}
	stopped := map[uuid.UUID]bool{}
	for _, n := range notes {
		if !unsaid[n.occasion] || n.kind == kindEnd && stopped[n.subject] { // one mail that it ends is enough for a day
			continue
		}
		delete(unsaid, n.occasion)
		stopped[n.subject] = stopped[n.subject] || n.kind == kindStop
		if n.reprice != nil {
			if err := s.Subscription.Reprice(ctx, n.view.Row, *n.reprice); err != nil {
				return err
			}
		}
		row, member := n.view.Row, members[n.view.Row.AccountID]
		of := n.view.NextPlan()
		if n.kind == kindCard {
			of = n.view.Plan
		}
		about := notify.Contract{
			ContractID: row.ID.String(), PlanName: words.Text(of.Name).In(member.Locale), LeaveToken: s.Subscription.LeaveLink(row, *member.Email),
		}
		if err := s.Account.Mail(ctx, member, member.Locale, n.write(about, member.Locale)); err != nil {
			return err
		}
	}
	return nil
}

// members are those that the notes go to, without those who have no address.
func (s *Service) members(ctx context.Context, notes []note) (map[uuid.UUID]*ent.Account, error) {
	var ids []uuid.UUID
	for _, n := range notes {
		ids = append(ids, n.view.Row.AccountID)
	}
	members, err := s.Account.ByID(ctx, ids...)
	for id, member := range members {
		if member.Email == nil {
			delete(members, id)
		}
	}
	return members, err
}
