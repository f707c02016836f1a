package acts

import (
	"context"
	"database/sql"
	"errors"

	"github.com/google/uuid"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
)

// OwnAccount is the membership of a person of the staff, who has the same address as a member; zero
// for anybody else.
func (s *Service) OwnAccount(ctx context.Context, who *actor.Staff) (id uuid.UUID, err error) {
	if who == nil || who.Email == "" {
		return id, nil
	}
	err = s.Store.QueryRow(ctx, `SELECT id FROM accounts WHERE email_key = $1`, who.Email).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return id, err
}

// member is the one that the act is about; zero: none, or many.
func (a Act) member() uuid.UUID {
	if a.AccountID == uuid.Nil && len(a.Subjects) == 1 {
		return a.Subjects[0]
	}
	return a.AccountID
}

// notOwn refuses what is about the membership of the person who decides, or of the one who
// approves. Fault: OWN_ACCOUNT.
func (d Decision) notOwn(ctx context.Context, a Act) error {
	member := a.member()
	if member == uuid.Nil || d.staff == nil {
		return nil
	}
	for _, who := range []*actor.Staff{d.staff, d.asker().staff} {
		own, err := d.acts.OwnAccount(ctx, who)
		if err != nil {
			return err
		}
		if own == member {
			return fault.Precondition(fault.OwnAccount)
		}
		if d.approval == nil {
			break
		}
	}
	return nil
}
