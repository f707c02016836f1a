package profileimage

import (
	"context"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/profileimage"
	"kaiin/server/base/fault"
)

// This file alone knows where pictures are kept.

// nameLength is the length of a name.
const nameLength = 43

// Find is the picture with the name, a JPEG. Fault: not found.
func (s *Service) Find(ctx context.Context, name string) ([]byte, error) {
	if len(name) != nameLength { // nothing that somebody made up is looked for
		return nil, fault.NotFound()
	}
	row, err := s.Store.Client(ctx).ProfileImage.Query().Where(profileimage.Name(name)).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, fault.NotFound()
	}
	if err != nil {
		return nil, err
	}
	return row.Content, nil
}

// shelve keeps a picture. It joins the caller's transaction, which holds the account's lock.
func (s *Service) shelve(ctx context.Context, accountID uuid.UUID, name string, content []byte) error {
	return s.Store.Client(ctx).ProfileImage.Create().SetAccountID(accountID).SetName(name).SetContent(content).SetCreatedAt(s.Clock.Now()).Exec(ctx)
}

// drop deletes the picture of an account. It joins the caller's transaction, which holds the
// account's lock.
func (s *Service) drop(ctx context.Context, accountID uuid.UUID) error {
	_, err := s.Store.Client(ctx).ProfileImage.Delete().Where(profileimage.AccountID(accountID)).Exec(ctx)
	return err
}
