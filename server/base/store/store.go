package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"
	"github.com/lib/pq"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverdatabasesql"
	"github.com/riverqueue/river/rivertype"

	"kaiin/ent"
	"kaiin/server/base/logs"
)

// Store is the handle of one database. It is safe for concurrent use.
type Store struct {
	DB     *sql.DB
	client *ent.Client
	jobs   *river.Client[*sql.Tx] // inserts only; the worker has a client of its own
	limit  *atomic.Int64          // of a statement on a new connection, in milliseconds; 0 without one
}

// connections is how many a process opens at the most unless it is told otherwise; those that are
// idle for a while are closed.
const connections = 40

// Open connects to PostgreSQL at the URL and checks that it answers. A connection is a session.
func Open(ctx context.Context, url string) (*Store, error) {
	return OpenThrough(ctx, url, func(usual driver.Connector) driver.Connector { return usual })
}

// OpenPooled is Open for the URL of a pooler that lends a session of PostgreSQL to a transaction,
// or to a statement outside of one. What is set on a session would reach others, so nothing is.
func OpenPooled(ctx context.Context, url string) (*Store, error) {
	return open(ctx, url, true, func(usual driver.Connector) driver.Connector { return usual })
}

// OpenThrough is Open with another connector around the usual one, by which tests keep connections.
func OpenThrough(ctx context.Context, url string, through func(usual driver.Connector) driver.Connector) (*Store, error) {
	return open(ctx, url, false, through)
}

func open(ctx context.Context, url string, pooled bool, through func(usual driver.Connector) driver.Connector) (*Store, error) {
	config, err := pq.NewConfig(url)
	if err != nil {
		return nil, fmt.Errorf("database url: %w", err)
	}
	limit := new(atomic.Int64)
	db := sql.OpenDB(through(preparing{config, pooled, limit}))
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections) // a new one costs a handshake and has every statement to prepare
	db.SetConnMaxIdleTime(5 * time.Minute)
	if err := db.PingContext(ctx); err != nil {
		_ = db.Close()
		return nil, fmt.Errorf("database: %w", err)
	}
	says := logs.OfLibrary(slog.Default(), slog.LevelWarn, logs.JobsHampered)
	jobs, err := river.NewClient(riverdatabasesql.New(db), &river.Config{Logger: says})
	if err != nil {
		_ = db.Close()
		return nil, fmt.Errorf("jobs: %w", err)
	}
	var drv dialect.Driver = counting{alone{entsql.OpenDB(dialect.Postgres, db)}}
	if !pooled { // else the limit of a statement holds in a transaction alone
		drv = returning{drv}
	}
	return &Store{DB: db, client: ent.NewClient(ent.Driver(drv)), jobs: jobs, limit: limit}, nil
}

// LimitStatements has PostgreSQL end every statement that takes longer (57014), on connections that
// are made from now on; the idle ones are closed. A caller who gives up does not wait
// (abandonAfter), but the statement goes on where PostgreSQL has not heard of that. Without this,
// it keeps its locks until it is done. Nothing limits what waits for the end of a long one by
// itself, such as a migration. Behind a pooler of transactions (OpenPooled) it holds for what runs
// in a transaction, as the change of one row always does there.
func (s *Store) LimitStatements(most time.Duration) {
	s.limit.Store(most.Milliseconds())
	s.DB.SetMaxIdleConns(0)
	s.DB.SetMaxIdleConns(s.DB.Stats().MaxOpenConnections)
}

// LimitConnections has the process open at most so many. What needs one while all are in use waits.
func (s *Store) LimitConnections(most int) {
	s.DB.SetMaxOpenConns(most)
	s.DB.SetMaxIdleConns(most)
}

// Close ends all connections.
func (s *Store) Close() error { return s.DB.Close() }

type txKey struct{}

type transaction struct {
	tx     *sql.Tx
	client *ent.Client
	once   map[any]any // what Once has loaded
}

// Client is the transaction's client when the context carries one, else the plain one. Rows read in
// a transaction are
// values: never walk their edges after it has ended.
func (s *Store) Client(ctx context.Context) *ent.Client {
	if t, ok := ctx.Value(txKey{}).(*transaction); ok {
		return t.client
	}
	return s.client
}

// QueryRow runs a statement that ent has no words for, in the context's transaction when it
// carries one.
func (s *Store) QueryRow(ctx context.Context, query string, args ...any) *sql.Row {
	count(ctx)
	if t, ok := ctx.Value(txKey{}).(*transaction); ok {
		return t.tx.QueryRowContext(ctx, query, args...)
	}
	return s.DB.QueryRowContext(ctx, query, args...)
}

// Query is QueryRow for a statement that returns any number of rows, which the caller closes.
func (s *Store) Query(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	count(ctx)
	if t, ok := ctx.Value(txKey{}).(*transaction); ok {
		return t.tx.QueryContext(ctx, query, args...)
	}
	return s.DB.QueryContext(ctx, query, args...)
}

// Exec is QueryRow for a statement that returns no rows, such as INSERT … ON CONFLICT, which makes
// a row or changes the one that is there, whatever else runs at the same time.
func (s *Store) Exec(ctx context.Context, statement string, args ...any) error {
	count(ctx)
	var err error
	if t, ok := ctx.Value(txKey{}).(*transaction); ok {
		_, err = t.tx.ExecContext(ctx, statement, args...)
	} else {
		_, err = s.DB.ExecContext(ctx, statement, args...)
	}
	return err
}

const attempts = 8

// Tx runs f in a transaction: the context's, or a new one that commits when f returns nil. A new
// one is retried from the start on a serialization failure or a deadlock.
func (s *Store) Tx(ctx context.Context, f func(context.Context) error) error {
	if ctx.Value(txKey{}) != nil {
		return f(ctx)
	}
	var err error
	for try := range attempts {
		if try > 0 {
			select {
			case <-ctx.Done():
				return err
			case <-time.After(time.Duration(try*try) * 5 * time.Millisecond):
			}
		}
		if err = s.try(ctx, nil, f); !retryable(err) {
			return err
		}
	}
	return err
}

// Read runs f in a transaction that can change nothing, and whose statements all see the same
// moment: the context's, or a new one.
func (s *Store) Read(ctx context.Context, f func(context.Context) error) error {
	if InTx(ctx) {
		return f(ctx)
	}
	return s.try(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true}, f)
}

func (s *Store) try(ctx context.Context, opts *sql.TxOptions, f func(context.Context) error) (err error) {
	tx, err := s.DB.BeginTx(ctx, opts)
	if err != nil {
		return err
	}
	defer func() {
		if p := recover(); p != nil {
			_ = tx.Rollback()
			panic(p)
		}
	}()
	drv := returning{joined{counting{entsql.NewDriver(dialect.Postgres, entsql.Conn{ExecQuerier: tx})}}}
	t := &transaction{tx: tx, client: ent.NewClient(ent.Driver(drv)), once: map[any]any{}}
	if err = f(context.WithValue(ctx, txKey{}, t)); err == nil {
		err = ctx.Err() // a commit notices only a moment later that the caller waits no more
	}
	if err != nil {
		return errors.Join(err, ignoreDone(tx.Rollback()))
	}
	return tx.Commit()
}

func ignoreDone(err error) error {
	if errors.Is(err, sql.ErrTxDone) {
		return nil
	}
	return err
}

// Enqueue adds a job. It must be called inside Tx: the job then exists exactly when the
// transaction commits.
func (s *Store) Enqueue(ctx context.Context, args river.JobArgs, opts *river.InsertOpts) error {
	t, ok := ctx.Value(txKey{}).(*transaction)
	if !ok {
		return fmt.Errorf("job %s enqueued outside a transaction", args.Kind())
	}
	_, err := s.jobs.InsertTx(ctx, t.tx, args, traceable(ctx, opts))
	return err
}

// EnqueueMany is Enqueue for jobs that come by the hundred, in one statement.
func (s *Store) EnqueueMany(ctx context.Context, jobs ...river.JobArgs) error {
	t, all, err := s.many(ctx, jobs)
	if err != nil || len(all) == 0 {
		return err
	}
	_, err = s.jobs.InsertManyFastTx(ctx, t.tx, all)
	return err
}

// EnqueueAbsent is EnqueueMany for unique jobs: where an unfinished one of its kind is there
// already, that is left as it is. runs says of each whether such a one runs at this moment: it may
// be at its very end, and do no more. fresh is how many jobs are new.
func (s *Store) EnqueueAbsent(ctx context.Context, jobs ...river.JobArgs) (runs []bool, fresh int, err error) {
	t, all, err := s.many(ctx, jobs)
	if err != nil || len(all) == 0 {
		return nil, 0, err
	}
	results, err := s.jobs.InsertManyTx(ctx, t.tx, all)
	for _, r := range results {
		if !r.UniqueSkippedAsDuplicate {
			fresh++
		}
		runs = append(runs, r.UniqueSkippedAsDuplicate && r.Job.State == rivertype.JobStateRunning)
	}
	return runs, fresh, err
}

// many are the jobs as they are put into the transaction that the context carries.
func (s *Store) many(ctx context.Context, jobs []river.JobArgs) (t *transaction, all []river.InsertManyParams, err error) {
	if len(jobs) == 0 {
		return nil, nil, nil
	}
	t, ok := ctx.Value(txKey{}).(*transaction)
	if !ok {
		return nil, nil, fmt.Errorf("job %s enqueued outside a transaction", jobs[0].Kind())
	}
	for _, args := range jobs {
		all = append(all, river.InsertManyParams{Args: args})
	}
	count(ctx)
	return t, all, nil
}

// InTx reports whether the context carries a transaction. Adapters that call the outside refuse to
// run in one.
func InTx(ctx context.Context) bool { return ctx.Value(txKey{}) != nil }

// joined makes ent's own transactions no-ops, because the one around them is ours.
type joined struct{ dialect.Driver }

func (d joined) Tx(context.Context) (dialect.Tx, error) { return dialect.NopTx(d.Driver), nil }

// alone is the driver of what runs outside of transactions. A row keeps the client that it was read
// with: its Update, inside a transaction, would go past it, stay when that is rolled back, and wait
// for a second connection while the first is held.
type alone struct{ dialect.Driver }

var errPastTransaction = errors.New("a row that was read outside of the transaction is used inside of it, past it")

func (d alone) Exec(ctx context.Context, query string, args, v any) error {
	if InTx(ctx) {
		return errPastTransaction
	}
	return d.Driver.Exec(ctx, query, args, v)
}

func (d alone) Query(ctx context.Context, query string, args, v any) error {
	if InTx(ctx) {
		return errPastTransaction
	}
	return d.Driver.Query(ctx, query, args, v)
}

func (d alone) Tx(ctx context.Context) (dialect.Tx, error) {
	if InTx(ctx) {
		return nil, errPastTransaction
	}
	return d.Driver.Tx(ctx)
}
