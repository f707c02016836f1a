package security

import (
	"fmt"
	"strings"
	"testing"
)

// After a withdrawal no table but those that keep it for 30 days, as the page says, holds the
// address; none at all holds the name or the phone number.
func TestWithdrawalLeavesNothingToFind(t *testing.T) {
	s := running(t)
	p := s.member()
	s.Rows(fmt.Sprintf("UPDATE accounts SET name = 'Findme Taro', phone_number = '09098761234' WHERE email = '%s' RETURNING 1", p.Email))
	p.ok("/zapi/account/pinCode/set", map[string]any{"pinCode": "0420"})
	p.ok(setPicture, pictureOf("png", asPNG(t, drawn(200))))
	p.ok("/zapi/account/data", map[string]any{})
	p.leave()
	for _, table := range s.Rows("SELECT table_name::text FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'") {
		for what, found := range map[string]string{"address": p.Email, "name": "Findme Taro", "phone number": "09098761234"} {
			n := s.Rows(fmt.Sprintf("SELECT count(*) FROM %s AS t WHERE strpos(t::text, '%s') > 0", table, found))[0]
			if n != "0" && (what != "address" || !strings.Contains(" accounts messages ", " "+table+" ")) {
				t.Errorf("%s rows of %s hold the %s", n, table, what)
			}
		}
	}
	if n := s.Rows("SELECT count(*) FROM profile_images")[0]; n != "0" {
		t.Errorf("%s pictures are left", n)
	}
	if n := s.Rows("SELECT count(*) FROM data_export_parts")[0]; n != "0" {
		t.Errorf("%s parts of the file are left", n)
	}
}
