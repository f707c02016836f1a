package app

import (
	"context"

	"kaiin/server/base/reseal"
	"kaiin/server/staff/acts"
)

// Rotation seals what all services keep with the secret in use.
func (a *App) Rotation() *reseal.Rotation {
	r := &reseal.Rotation{Store: a.Store, Clock: a.Clock, Secrets: a.Secrets}
	for _, service := range collect[sealer](a) {
		r.Columns = append(r.Columns, service.Sealed()...)
	}
	return r
}

// RotateSecrets is the Rotation that somebody of the staff asks for. Its act is written before.
func (a *App) RotateSecrets(ctx context.Context, by acts.Decision) ([]reseal.Done, error) {
	r := a.Rotation()
	if err := by.Note(ctx, acts.Act{Kind: acts.SecretsRotated, Target: acts.Target{Type: "key", ID: r.Secrets.IDs()[0]}}); err != nil {
		return nil, err
	}
	return r.Rotate(ctx)
}
