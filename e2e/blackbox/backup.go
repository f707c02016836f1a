package blackbox

import (
	"database/sql"
	"net/url"

	"kaiin/server/base/store/storetest"
)

// Backup is a copy of the database as it is now. The server is stopped meanwhile: start it again.
func (s *Stack) Backup() (address string) {
	s.T.Helper()
	s.Stop()
	of, err := url.Parse(s.Variables["DATABASE_URL"])
	Must(s.T, err)
	Must(s.T, s.DB.Close()) // a database that somebody reads cannot be copied
	own := s.Variables["DATABASE_URL"]
	address = storetest.Create(s.T, "TEMPLATE "+of.Path[1:])
	s.use(own)
	s.T.Cleanup(func() { s.Restore(own) }) // before the copy goes
	return address
}

// Restore puts a backup in the place of the database, as after a disk was lost. The server is
// stopped: start it again.
func (s *Stack) Restore(address string) {
	s.T.Helper()
	s.Stop()
	Must(s.T, s.DB.Close())
	s.use(address)
}

func (s *Stack) use(address string) {
	s.T.Helper()
	var err error
	s.Variables["DATABASE_URL"] = address
	if s.DB, err = sql.Open("postgres", address); err != nil {
		s.T.Fatal(err)
	}
}
