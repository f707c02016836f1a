package app

import "kaiin/server/base/reseal"

// Rotation seals what all services keep with the secret in use.
func (a *App) Rotation() *reseal.Rotation {
	r := &reseal.Rotation{Store: a.Store, Clock: a.Clock, Secrets: a.Secrets}
	for _, service := range collect[sealer](a) {
		r.Columns = append(r.Columns, service.Sealed()...)
	}
	return r
}
