package search

import (
	"kaiin/server/base/clock"
	"kaiin/server/base/secret"
	"kaiin/server/base/store"
)

// Service finds members and keeps what they are found by.
type Service struct {
	Store   *store.Store
	Reads   *store.Store // what searches read by, which may have short statements alone; words are made by Store
	Clock   *clock.Clock
	Secrets *secret.Box

	counted store.Cached[counted]
	sizes   *sizes // nil: the usual ones
}

// sizes bound what is read. Tests have smaller ones.
type sizes struct {
	newest int // members that are looked at by the order of the list
	most   int // members that are collected by their words and sorted
	common int // a word that more members have is never asked for alone
	count  int // members that are counted one by one
	batch  int // members whose words are made in a transaction

	patience string // how long PostgreSQL may take for a statement
	first    way    // "": by what is counted
}

var usual = &sizes{newest: 20_000, most: 5_000, common: 200_000, count: 10_000, batch: 2_000, patience: "2s"}

func (s *Service) size() *sizes {
	if s.sizes != nil {
		return s.sizes
	}
	return usual
}
