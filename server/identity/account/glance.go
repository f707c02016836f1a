package account

import (
	"context"
	"slices"

	"github.com/lib/pq"

	"kaiin/ent"
	"kaiin/server/base/fault"
)

// Glance is what My Page says of the rest of an account before its member opens the pages that say
// it in full.
type Glance struct {
	PinSet      bool
	Newsletter  bool // the member agreed to one of the store's newsletters
	Connections int  // apps
	Passkeys    int
	Linked      []string // types of external accounts
	Incomplete  bool     // a field that the store requires is empty
}

// Glance reads it in one statement.
func (s *Service) Glance(ctx context.Context, row *ent.Account) (g Glance, err error) {
	current, err := s.Settings.Get(ctx)
	if err != nil {
		return g, err
	}
	var newsletters []string
	for _, o := range current.ConsentOptions {
		if o.Type == "newsletter" {
			newsletters = append(newsletters, o.ID)
		}
	}
	err = s.Store.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pins WHERE account_id = $1),
			EXISTS (SELECT FROM consent_answers WHERE account_id = $1 AND replaced_at IS NULL AND agreed AND option_id = ANY ($2)),
			(SELECT count(*) FROM oidc_grants JOIN oidc_clients ON oidc_clients.id = client_id AND disabled_at IS NULL WHERE account_id = $1),
			(SELECT count(*) FROM passkeys WHERE account_id = $1),
			ARRAY (SELECT type FROM external_accounts WHERE account_id = $1 ORDER BY created_at)`,
		row.ID, pq.Array(newsletters)).Scan(&g.PinSet, &g.Newsletter, &g.Connections, &g.Passkeys, pq.Array(&g.Linked))
	g.Incomplete = slices.ContainsFunc(PersonalOf(row).Check(current.Registration, s.Clock.Today()), func(f fault.Field) bool { return f.Code == fault.Required })
	return g, err
}
