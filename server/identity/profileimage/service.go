package profileimage

import (
	"context"
	"errors"
	"runtime/debug"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/actor"
	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
	"kaiin/server/base/secret"
	"kaiin/server/base/store"
	"kaiin/server/base/throttle"
	"kaiin/server/identity/account"
)

// How many pictures a member may send: each costs up to a second of a processor.
const (
	uploads      = 20
	uploadWindow = time.Hour
)

// waiting is how long a picture waits for those before it.
const waiting = 10 * time.Second

// small is more than the page sends.
const small = 64 << 10

// Service keeps profile pictures. It must not be copied.
type Service struct {
	Store    *store.Store
	Clock    *clock.Clock
	Throttle *throttle.Service
	Account  *account.Service
	// AddressOf is where the picture with the name is served.
	AddressOf func(name string) string

	decoding decodeSlot
}

// Page is the address of the member's picture; nil when there is none.
func (s *Service) Page(ctx context.Context, a actor.Actor) (*string, error) {
	row, err := s.Account.Find(ctx, a.AccountID)
	if err != nil {
		return nil, err
	}
	return row.ProfileImageURL, nil
}

// Set gives the member a picture in place of any former one, or takes it away (nil). Of two at once
// the later one stays.
//
// Faults on profileImage: INVALID_FORMAT for what is no JPEG, PNG or GIF in a data URL (V-058),
// IMAGE_TOO_LARGE for too many bytes or pixels, IMAGE_UNREADABLE for a broken one. Throttled after
// twenty in an hour; unavailable when others wait too long. Removing is never throttled.
func (s *Service) Set(ctx context.Context, a actor.Actor, dataURL *string) error {
	if dataURL == nil {
		return s.keep(ctx, a, nil)
	}
	if err := s.Throttle.Count(ctx, "picture:"+a.AccountID.String(), uploads, uploadWindow); err != nil {
		return err
	}
	content, err := s.paint(ctx, *dataURL)
	if err != nil {
		return err
	}
	return s.keep(ctx, a, content)
}

// paint makes our picture of what was sent, when it is its turn.
func (s *Service) paint(ctx context.Context, dataURL string) ([]byte, error) {
	sent, err := read(dataURL)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, waiting)
	defer cancel()
	if !s.decoding.take(ctx) {
		return nil, fault.Unavailable(fault.CodeUnavailable, errors.New("other pictures are being decoded"))
	}
	defer s.decoding.leave()
	if len(sent) > small {
		debug.FreeOSMemory() // of how it came here, before decoding takes as much
	}
	return Paint(sent)
}

// keep stores the picture, or none, in place of the former one.
func (s *Service) keep(ctx context.Context, a actor.Actor, content []byte) error {
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		row, err := s.Account.LockOwn(ctx, a)
		if err != nil {
			return err
		}
		if content == nil && row.ProfileImageURL == nil {
			return nil
		}
		if err := s.drop(ctx, a.AccountID); err != nil {
			return err
		}
		if content == nil {
			return s.Account.SetPicture(ctx, a.AccountID, nil)
		}
		name := secret.Token()
		if err := s.shelve(ctx, a.AccountID, name, content); err != nil {
			return err
		}
		address := s.AddressOf(name)
		return s.Account.SetPicture(ctx, a.AccountID, &address)
	})
}

// Leave deletes the picture of the account, because its member leaves. It joins the
// caller's transaction.
func (s *Service) Leave(ctx context.Context, accountID uuid.UUID) error {
	return s.drop(ctx, accountID)
}
