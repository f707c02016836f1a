package acts

import (
	"context"

	"github.com/google/uuid"
	"github.com/lib/pq"
)

// valued are the kinds of acts whose details hold values of their member: addresses, and what was
// put right.
var valued = []Kind{MemberChanged, EmailChangeStarted}

// mayBeEmpty is SQL: the details d of the act a, whose kind is among those of the parameter, are
// empty because their member has left.
const mayBeEmpty = `d.sealed = '' AND a.kind = ANY ($3) AND EXISTS (SELECT FROM accounts WHERE id = a.account_id AND status = 'withdrawn')`

// Leave empties the details of acts that hold values of a member who leaves. The acts stay, and so
// does the hash of what they said.
func (s *Service) Leave(ctx context.Context, account uuid.UUID) error {
	return s.Store.Exec(ctx, `UPDATE act_details SET sealed = '' WHERE id IN (SELECT id FROM acts WHERE account_id = $1 AND kind = ANY ($2))`, account, pq.Array(valued))
}
