package subscription

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/base/fault"
)

// Intent is something that the staff may do with a contract.
type Intent string

// Intents.
const (
	IntentCancel Intent = "CANCEL"        // it ends with its term, as by EndByStaff
	IntentEnd    Intent = "END"           // it ends now, as by EndByStaff
	IntentUndo   Intent = "UNDO"          // its cancellation is taken back, as by UndoByStaff
	IntentExtend Intent = "EXTEND"        // its billing day moves, as by ExtendByStaff
	IntentPause  Intent = "PAUSE_RETRIES" // a further try is put off, as by PauseRetries
	IntentRetry  Intent = "RETRY_NOW"     // it is charged now, as by RetryByStaff
)

// Intents are all of them.
func Intents() []Intent {
	return []Intent{IntentCancel, IntentEnd, IntentUndo, IntentExtend, IntentPause, IntentRetry}
}

// BlockedBy is the fault that doing it would answer the staff now, whatever days or limits they
// name; nil when it would be done, or there is nothing to do. Nothing is changed by asking. Fault:
// not found.
func (s *Service) BlockedBy(ctx context.Context, id uuid.UUID, intent Intent) (*fault.Error, error) {
	row, err := s.FindContract(ctx, id)
	if err != nil {
		return nil, err
	}
	return blocked(s.ready(ctx, row, intent))
}

// ready is nil for a contract with which that can be done now, else the fault that says why not.
func (s *Service) ready(ctx context.Context, row *ent.Subscription, intent Intent) (err error) {
	switch intent {
	case IntentCancel, IntentEnd:
		return s.endable(ctx, row, intent == IntentCancel)
	case IntentUndo:
		if !Status(row.Status).Contracted() {
			return fault.NotFound()
		}
		if Status(row.Status).Remains() {
			return nil
		}
		return s.undoableByStaff(ctx, row)
	case IntentExtend:
		_, err = s.extendable(ctx, row)
	case IntentPause:
		_, err = s.retried(ctx, row)
	case IntentRetry:
		member, unknown := s.Account.Find(ctx, row.AccountID)
		if unknown != nil {
			return unknown
		}
		if !retriable(member) {
			return fault.NotFound()
		}
		_, _, err = s.triable(ctx, row)
	default:
		err = fmt.Errorf("nothing is known of the intent %q", intent)
	}
	return err
}
