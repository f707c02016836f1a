package app

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	"kaiin/server/staff/acts"
)

// Seed makes the store what the file says, its apps included. A file that changes nothing, as at
// most starts, is no act.
func (a *App) Seed(ctx context.Context, by acts.Decision, file string) error {
	return by.Do(ctx, acts.Act{Kind: acts.StoreSeeded}, func(ctx context.Context, act *acts.Act) error {
		before, err := a.seeded(ctx)
		if err != nil {
			return err
		}
		f, err := a.StoreFile.Seed(ctx, file)
		if err != nil {
			return err
		}
		if err := a.OIDC.Apply(ctx, f.Clients); err != nil {
			return err
		}
		after, err := a.seeded(ctx)
		act.Target, act.Unchanged = acts.Target{Type: "store", ID: after}, after == before
		return err
	})
}

// seeded is a hash of all that a store file fills, but for when it did and what was sold since.
func (a *App) seeded(ctx context.Context) (string, error) {
	h := sha256.New()
	for _, table := range []string{"stores", "policies", "plans", "plan_versions", "campaigns", "oidc_clients"} {
		var rows []byte
		err := a.Store.QueryRow(ctx, `SELECT sha256(convert_to(coalesce(string_agg(line, E'\n' ORDER BY line), ''), 'UTF8'))
			FROM (SELECT (to_jsonb(t) - '{updated_at,changed_at,sales_count,use_count}'::text[])::text AS line FROM `+table+` AS t) AS lines`).Scan(&rows)
		if err != nil {
			return "", err
		}
		h.Write(rows)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
