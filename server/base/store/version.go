package store

import (
	"context"
	"io/fs"
	"strings"

	"kaiin/ent/migrate/migrations"
)

// Versions are that of the last migration of the database and that of the last one of this program.
func (s *Store) Versions(ctx context.Context) (database, program string, err error) {
	files, err := fs.Glob(migrations.Files, "*.sql")
	if err != nil {
		return "", "", err
	}
	for _, file := range files {
		version, _, _ := strings.Cut(file, "_")
		program = max(program, version)
	}
	err = s.QueryRow(ctx, `SELECT coalesce(max(version), '') FROM schema_migrations`).Scan(&database)
	return database, program, err
}
