package main

import (
	"os"
	"strings"
	"testing"
)

// docs/scale.md says of each limit how often it is met now.
func TestThePageHasTheTable(t *testing.T) {
	t.Parallel()
	want, err := table("../../../server")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../../docs/scale.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), want) {
		t.Errorf("docs/scale.md has not what `go run ./ent/migrate/engines` prints:\n%s", want)
	}
}

func TestAChangeOfOneTableInTwoPlacesIsFound(t *testing.T) {
	t.Parallel()
	for sql, want := range map[string]bool{
		`WITH a AS (UPDATE "charges" SET x = 1 RETURNING id), b AS (DELETE FROM charges WHERE id IN (SELECT id FROM a)) SELECT 1`: true,
		`INSERT INTO throttles AS t (key) VALUES ($1) ON CONFLICT (key) DO UPDATE SET count = 1`:                                  false,
		`SELECT id FROM charges FOR UPDATE SKIP LOCKED`:                                                                           false,
		`WITH a AS (SELECT id FROM charges FOR UPDATE) UPDATE charges SET x = 1 WHERE id IN (SELECT id FROM a)`:                   false,
		`CREATE FUNCTION f() RETURNS trigger AS $$ BEGIN INSERT INTO marks SELECT 1; INSERT INTO marks SELECT 2; END $$`:          false,
	} {
		if got := changesTwice(sql); got != want {
			t.Errorf("%s: %v", sql, got)
		}
	}
}
