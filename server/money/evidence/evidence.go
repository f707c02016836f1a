package evidence

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/orderevidence"
	"kaiin/server/base/actor"
	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
	"kaiin/server/base/store"
	"kaiin/server/shop/catalog"
)

// Service keeps and shows evidence.
type Service struct {
	Store   *store.Store
	Clock   *clock.Clock
	Catalog *catalog.Service
}

// Shown is what a member was shown, and ordered by pressing the button.
type Shown struct {
	AccountID     uuid.UUID
	OrderID       uuid.UUID
	PlanVersionID *uuid.UUID // what was offered; nil: not known
	Locale        string
	Terms         json.RawMessage // all of it as data, written the same way for the same terms
	Method        string          // what it is paid with, in words
	Items         []Item
	Button        string // the words on the button that orders
}

// Item is one line of the conditions.
type Item struct{ Title, Text string }

// Freeze keeps what was shown as the next link of the account's chain. It must be called in the
// transaction that confirms the order, which has locked the account. An order has one evidence.
func (s *Service) Freeze(ctx context.Context, shown Shown) error {
	if !store.InTx(ctx) {
		return fmt.Errorf("the evidence of order %s kept outside a transaction", shown.OrderID)
	}
	client := s.Store.Client(ctx)
	last, err := client.OrderEvidence.Query().Where(orderevidence.AccountID(shown.AccountID)).Order(ent.Desc(orderevidence.FieldSequence)).
		Select(orderevidence.FieldSequence, orderevidence.FieldHash).First(ctx)
	if ent.IsNotFound(err) {
		last, err = &ent.OrderEvidence{Hash: beginning[:]}, nil
	}
	if err != nil {
		return err
	}
	row := &ent.OrderEvidence{
		AccountID: shown.AccountID, Sequence: last.Sequence + 1, OrderID: shown.OrderID, PlanVersionID: shown.PlanVersionID, Locale: shown.Locale,
		Template: Template, Terms: string(shown.Terms), PreviousHash: last.Hash, CreatedAt: s.Clock.Now(),
	}
	if row.HTML, err = render(shown, row.CreatedAt); err != nil {
		return err
	}
	if row.Hash, err = hash(row); err != nil {
		return err
	}
	return client.OrderEvidence.Create().SetAccountID(row.AccountID).SetSequence(row.Sequence).SetOrderID(row.OrderID).
		SetNillablePlanVersionID(row.PlanVersionID).SetLocale(row.Locale).SetTemplate(row.Template).SetTerms(row.Terms).SetHTML(row.HTML).
		SetPreviousHash(row.PreviousHash).SetHash(row.Hash).SetCreatedAt(row.CreatedAt).Exec(ctx)
}

// beginning stands for the hash before the first row of a chain.
var beginning [sha256.Size]byte

// hash is the row's hash: of the one before it, and of all that the row says, as JSON in this
// order. A column that is added later needs a form of its own, since what was hashed once is
// compared for ever.
func hash(row *ent.OrderEvidence) ([]byte, error) {
	content, err := json.Marshal(struct {
		Account     uuid.UUID  `json:"account"`
		Sequence    int        `json:"sequence"`
		Order       uuid.UUID  `json:"order"`
		PlanVersion *uuid.UUID `json:"planVersion"`
		Locale      string     `json:"locale"`
		Template    int        `json:"template"`
		CreatedAt   string     `json:"createdAt"`
		Terms       string     `json:"terms"`
		HTML        string     `json:"html"`
	}{
		row.AccountID, row.Sequence, row.OrderID, row.PlanVersionID, row.Locale, row.Template,
		row.CreatedAt.UTC().Format("2006-01-02T15:04:05.000000Z"), row.Terms, row.HTML,
	})
	if err != nil {
		return nil, err
	}
	h := sha256.New()
	h.Write(row.PreviousHash)
	h.Write(content)
	return h.Sum(nil), nil
}

// Record is the evidence of an order as its member sees it.
type Record struct {
	OrderID     uuid.UUID
	ShownAt     time.Time
	Locale      string // in which it was shown
	PlanVersion int    // of the plan, from 1; 0: not known
	Template    int    // version of the form in which it is kept
	HTML        string
	Hash        string // in hexadecimal digits
}

// Kept are those of the orders whose evidence belongs to the owner.
func (s *Service) Kept(ctx context.Context, owner uuid.UUID, orders ...uuid.UUID) (map[uuid.UUID]bool, error) {
	if len(orders) == 0 {
		return nil, nil
	}
	found, err := s.Store.Client(ctx).OrderEvidence.Query().
		Where(orderevidence.OrderIDIn(orders...), orderevidence.AccountID(owner)).Select(orderevidence.FieldOrderID).All(ctx)
	kept := map[uuid.UUID]bool{}
	for _, row := range found {
		kept[row.OrderID] = true
	}
	return kept, err
}

// Find is the evidence of the member's own order. Fault: not found, also for another's order.
func (s *Service) Find(ctx context.Context, a actor.Actor, orderID string) (*Record, error) {
	id, err := uuid.Parse(orderID)
	if err != nil {
		return nil, fault.NotFound()
	}
	row, err := s.Store.Client(ctx).OrderEvidence.Query().
		Where(orderevidence.OrderID(id), orderevidence.AccountID(a.AccountID)).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, fault.NotFound()
	}
	if err != nil {
		return nil, err
	}
	r := &Record{
		OrderID: row.OrderID, ShownAt: row.CreatedAt, Locale: row.Locale, Template: row.Template, HTML: row.HTML,
		Hash: hex.EncodeToString(row.Hash),
	}
	if row.PlanVersionID != nil {
		version, err := s.Catalog.FindVersion(ctx, *row.PlanVersionID)
		if err != nil {
			return nil, err
		}
		r.PlanVersion = version.Version
	}
	return r, nil
}
