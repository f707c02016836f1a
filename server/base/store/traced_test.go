package store

import "testing"

func TestASpanNamesNoValue(t *testing.T) { // G-03
	t.Parallel()
	for query, want := range map[string]string{
		`SELECT "accounts"."id" FROM "accounts" WHERE "accounts"."email" = $1`: "SELECT accounts",
		"\n\tINSERT INTO throttles AS t (key) VALUES ('taro@example.jp')":      "INSERT throttles",
		`update river_job set state = 'running'`:                               "UPDATE river_job",
		`DELETE FROM "sessions" WHERE id = $1`:                                 "DELETE sessions",
		`WITH counted AS (INSERT INTO throttles VALUES ($1)) SELECT 1`:         "WITH throttles",
		`LOCK TABLE river_job IN EXCLUSIVE MODE`:                               "LOCK river_job",
		`(SELECT 1)`:                                                           "SELECT",
		"-- name: JobInsert :many\nINSERT INTO river_job(args)":                "INSERT river_job",
		`-- taro`: "statement",
		``:        "statement",
	} {
		if got := summary(query); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
}
