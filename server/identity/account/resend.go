package account

import (
	"context"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/account"
	"kaiin/server/base/fault"
	"kaiin/server/staff/acts"
)

// resends is how often mails of a member may be sent once more.
var resends = []acts.Limit{{Most: 10, Per: 24 * time.Hour, OfMember: true}}

// Resend has a mail sent once more, to the address that the member has now, and writes what mail it
// is and of what. send makes the mail anew, since what it says is not kept, and joins the
// transaction. Faults: NOT_FOUND on accountId; EMAIL_NOT_SET; LIMIT_EXCEEDED; those of send.
func (s *Service) Resend(ctx context.Context, by acts.Decision, id uuid.UUID, mail string, of acts.Target, send func(ctx context.Context, row *ent.Account) error) error {
	act := acts.Act{Kind: acts.MailSent, AccountID: id, Target: of, Details: map[string]any{"mail": mail}, Limits: resends}
	return by.Do(ctx, act, func(ctx context.Context, _ *acts.Act) error {
		row, err := s.LockAny(ctx, id)
		switch {
		case err != nil:
			return err
		case row == nil:
			return fault.Invalid(fault.CodeNotFound, "accountId")
		case row.Email == nil || row.Status == account.StatusWithdrawn:
			return fault.Precondition(fault.EmailNotSet)
		}
		return send(ctx, row)
	})
}
