package storetest

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
)

// Template returns the name of a database to give to Create as its TEMPLATE. fill is called with
// the address of an empty database unless this server has the template already. kind and version,
// of small letters and digits, together name what fill
// makes: another content needs another name.
func Template(kind, version string, fill func(address string) error) (string, error) {
	ctx, admin := context.Background(), os.Getenv("KAIIN_TEST_DATABASE_URL")
	if admin == "" {
		return "", errors.New("KAIIN_TEST_DATABASE_URL names no PostgreSQL server; `make test` starts one")
	}
	db, err := sql.Open("postgres", admin)
	if err != nil {
		return "", err
	}
	defer func() { _ = db.Close() }()
	conn, err := db.Conn(ctx)
	if err != nil {
		return "", err
	}
	defer func() { _ = conn.Close() }()
	// Test binaries of several packages run at once; one of them makes the template.
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(7001)"); err != nil {
		return "", err
	}
	defer func() { _, _ = conn.ExecContext(ctx, "SELECT pg_advisory_unlock(7001)") }()

	name := kind + "_" + version
	var exists bool
	if err := conn.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM pg_database WHERE datname = $1)", name).Scan(&exists); err != nil {
		return "", err
	}
	if exists {
		return name, nil
	}
	building := name + "_building" // renamed when it is whole: an interrupted run leaves no half of a template
	for _, q := range []string{"DROP DATABASE IF EXISTS " + building + " WITH (FORCE)", "CREATE DATABASE " + building} {
		if _, err := conn.ExecContext(ctx, q); err != nil {
			return "", err
		}
	}
	address, err := at(admin, building)
	if err != nil {
		return "", err
	}
	if err := fill(address); err != nil {
		return "", fmt.Errorf("fill the template: %w", err)
	}
	_, err = conn.ExecContext(ctx, "ALTER DATABASE "+building+" RENAME TO "+name)
	return name, err
}
