package subscription

import (
	"context"
	"crypto/rand"
	"strings"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/cancellation"
	"kaiin/server/fault"
)

// letters are those of receipt numbers: none that looks like another one (0 and O, 1 and I). There are 32, so that every byte chooses
// each of them equally often.
const letters = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"

// newReceipt is the number by which a member and the store speak of a cancellation, such as K-7QXM-2PZC-HT5W. Nobody can guess one.
func newReceipt() string {
	random := make([]byte, 12)
	_, _ = rand.Read(random) // never fails (crypto/rand)
	number := "K"
	for i, b := range random {
		if i%4 == 0 {
			number += "-"
		}
		number += string(letters[int(b)%len(letters)])
	}
	return number
}

// OfReceipt is the contract whose cancellation has the number, which may be written without care for capitals. Fault: not found.
func (s *Service) OfReceipt(ctx context.Context, number string) (uuid.UUID, error) {
	row, err := s.Store.Client(ctx).Cancellation.Query().Where(cancellation.Receipt(strings.ToUpper(strings.TrimSpace(number)))).Only(ctx)
	if ent.IsNotFound(err) {
		return uuid.Nil, fault.NotFound()
	}
	if err != nil {
		return uuid.Nil, err
	}
	return row.SubscriptionID, nil
}
