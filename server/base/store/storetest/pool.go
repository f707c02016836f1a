package storetest

import (
	"context"
	"crypto/sha256"
	"database/sql"
	_ "embed"
	"encoding/hex"
	"errors"
	"os"
	"regexp"
	"sync"
	"time"

	"github.com/lib/pq"

	"kaiin/server/base/secret"
	"kaiin/server/base/store"
)

// poolLock is the class of the advisory locks on the names of databases in the pool.
const poolLock = 7002

//go:embed clean.sql
var cleanSQL string

// pool is the databases of all test processes on one server. They outlive the process: the process
// that holds the lock of a name may use the database, and empties it first, since it is unknown how
// the process before has ended.
type pool struct {
	admin    *sql.DB
	address  string // of the server
	template string
	prefix   string // of the names, which say the suite and the template

	mu    sync.Mutex
	locks *sql.Conn // whose session holds the locks, until the process ends
	free  []free    // that this process has locked, the one used longest ago first
	held  map[string]bool
}

// free is an unused database, and the connections to it that are kept.
type free struct {
	name string
	kept *keep
}

// theOnly is this process's view of the pool.
var theOnly = sync.OnceValues(func() (*pool, error) {
	sum := sha256.Sum256([]byte(store.MigrationHash() + cleanSQL))
	version := hex.EncodeToString(sum[:])[:16]
	template, err := Template("pooled", version, func(address string) error {
		db, err := sql.Open("postgres", address)
		if err != nil {
			return err
		}
		defer func() { _ = db.Close() }()
		if err := store.Migrate(context.Background(), db); err != nil {
			return err
		}
		_, err = db.Exec(cleanSQL)
		return err
	})
	if err != nil {
		return nil, err
	}
	p := &pool{address: os.Getenv("KAIIN_TEST_DATABASE_URL"), template: template, prefix: suite() + "_" + version + "_", held: map[string]bool{}}
	if p.admin, err = sql.Open("postgres", p.address); err != nil {
		return nil, err
	}
	p.locks, err = p.admin.Conn(context.Background())
	return p, err
})

// suite begins the name of every database that tests use: KAIIN_TEST_SUITE, by which PostgreSQL's
// processes tell for whom they work.
func suite() string {
	if name := os.Getenv("KAIIN_TEST_SUITE"); regexp.MustCompile(`^[a-z]{1,20}$`).MatchString(name) {
		return name
	}
	return "t"
}

// take returns the name of a database that equals the template, and that has no other user until
// give.
func (p *pool) take(ctx context.Context) (string, error) {
	name, known, err := p.locked()
	if err != nil {
		return "", err
	}
	known.close()
	address, err := at(p.address, name)
	if err != nil {
		return "", err
	}
	db, err := sql.Open("postgres", address)
	if err != nil {
		return "", err
	}
	defer func() { _ = db.Close() }()
	if isClean, err := clean(ctx, db, 1); isClean || err != nil {
		return name, err
	}
	return name, p.remake(ctx, name)
}

// open returns a store on a database that equals the template, and that has no other user until
// give, and the connections to it.
func (p *pool) open(ctx context.Context) (name string, s *store.Store, k *keep, err error) {
	if name, k, err = p.locked(); err != nil {
		return "", nil, nil, err
	}
	address, err := at(p.address, name)
	if err != nil {
		return "", nil, nil, err
	}
	if s, err = store.OpenThrough(ctx, address, k.through); err == nil {
		if isClean, err := clean(ctx, s.DB, k.count()); isClean || err != nil {
			return name, s, k, err
		}
		_ = s.Close()
	}
	k.close()
	if err := p.remake(ctx, name); err != nil {
		return "", nil, nil, err
	}
	k = &keep{}
	s, err = store.OpenThrough(ctx, address, k.through)
	return name, s, k, err
}

// remake makes the database anew.
func (p *pool) remake(ctx context.Context, name string) error {
	for _, statement := range []string{"DROP DATABASE IF EXISTS " + name + " WITH (FORCE)", "CREATE DATABASE " + name + " TEMPLATE " + p.template} {
		if _, err := p.admin.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

// give ends the use of a database to which these connections are kept. One to which somebody else
// stays connected is dropped: they might go on to write.
func (p *pool) give(ctx context.Context, name string, k *keep) error {
	alone := false
	for tries := 0; tries < 100 && !alone; tries++ {
		if tries > 0 {
			time.Sleep(time.Duration(tries) * time.Millisecond) // a connection that was closed ends a little later
		}
		err := p.admin.QueryRowContext(ctx, "SELECT count(*) = $2 FROM pg_stat_activity WHERE datname = $1 AND backend_type = 'client backend'", name, k.count()).Scan(&alone)
		if err != nil {
			return err
		}
	}
	if !alone {
		k.close()
		k = &keep{}
		if _, err := p.admin.ExecContext(ctx, "DROP DATABASE "+name+" WITH (FORCE)"); err != nil {
			return err
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.free = append(p.free, free{name, k})
	return nil
}

// locked is a name that is now this process's alone: one it has used before, with the connections
// that are kept, one that another process has left, or a new one.
func (p *pool) locked() (string, *keep, error) {
	ctx := context.Background() // the end of a test must not end the session that has the locks
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.free) > 0 {
		next := p.free[0]
		p.free = p.free[1:]
		return next.name, next.kept, nil
	}
	var names []string
	err := p.locks.QueryRowContext(ctx, "SELECT coalesce(array_agg(datname::text), '{}') FROM pg_database WHERE starts_with(datname, $1)", p.prefix).
		Scan(pq.Array(&names))
	if err != nil {
		return "", nil, err
	}
	for _, name := range append(names, p.prefix+secret.Digits(12)) {
		if p.held[name] {
			continue // a session gets a lock of its own a second time
		}
		var got bool
		if err := p.locks.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1, hashtext($2))", poolLock, name).Scan(&got); err != nil {
			return "", nil, err
		}
		if got {
			p.held[name] = true
			return name, &keep{}, nil
		}
	}
	return "", nil, errors.New("another process has the name of a new database")
}

// clean empties the database, to which so many connections of ours are open; false without an error
// says that it has to be made anew.
func clean(ctx context.Context, db *sql.DB, ours int) (is bool, err error) {
	err = db.QueryRowContext(ctx, "SELECT storetest.clean() AND (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend') = $1", ours).
		Scan(&is)
	var refused *pq.Error
	if errors.As(err, &refused) {
		return false, nil // there is none of the name, or it is half made, or may only be read
	}
	return is, err
}
