package session

import (
	"fmt"
	"net/netip"
	"os"

	"github.com/oschwald/maxminddb-golang/v2"
)

// Countries knows in which country an address is, out of a table that is read once. No address
// leaves the process.
type Countries struct{ table *maxminddb.Reader }

// OpenCountries reads a table in MaxMind's format whose entries have a country_code, such as that
// of ip-location-db.
func OpenCountries(path string) (*Countries, error) {
	bytes, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	table, err := maxminddb.OpenBytes(bytes)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &Countries{table}, nil
}

// Of is the country of an address by ISO 3166-1, two letters; "" when the table does not know.
func (c *Countries) Of(ip string) string {
	address, err := netip.ParseAddr(ip)
	if err != nil {
		return ""
	}
	var entry struct {
		Code string `maxminddb:"country_code"`
	}
	if err := c.table.Lookup(address.Unmap()).Decode(&entry); err != nil {
		return ""
	}
	return entry.Code
}

// Country is where an address is, by ISO 3166-1; "" when unknown.
func (s *Service) Country(ip string) string {
	if s.Countries == nil {
		return ""
	}
	return s.Countries.Of(ip)
}
