package store

import (
	"context"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"github.com/lib/pq"

	"kaiin/server/base/telemetry"
)

// statements is how many prepared statements a connection keeps, which is more than the product has
// texts of; lists of different lengths make further ones, and the least used gives way.
const statements = 256

// preparing makes connections that prepare a text once. lib/pq prepares a query with arguments anew
// at every call, which costs a round trip and PostgreSQL the parsing of it.
type preparing struct {
	config pq.Config
	pooled bool          // there is a session for a transaction only
	limit  *atomic.Int64 // of a statement, in milliseconds
}

// Driver is that of lib/pq.
func (preparing) Driver() driver.Driver { return &pq.Driver{} }

func (c preparing) Connect(ctx context.Context) (driver.Conn, error) {
	config, limit := c.config.Clone(), c.limit.Load()
	config.BinaryParameters = c.pooled // a statement then is one message, which one session answers
	if limit > 0 && !c.pooled {
		config.Runtime["statement_timeout"] = strconv.FormatInt(limit, 10)
	}
	connector, err := pq.NewConnectorConfig(config)
	if err != nil {
		return nil, err
	}
	connector.Dialer(dialer{&net.Dialer{}})
	var wire net.Conn
	inner, err := connector.Connect(context.WithValue(ctx, wireKey{}, &wire))
	if err != nil {
		return nil, explained(err)
	}
	full, ok := inner.(Conn)
	if !ok {
		_ = inner.Close()
		return nil, errors.New("the driver lacks what a connection needs")
	}
	made := &conn{Conn: full, wire: wire}
	pq.SetNoticeHandler(full, made.hear)
	if c.pooled {
		made.limit = limit
		return made, nil
	}
	made.cache, err = simplelru.NewLRU(statements, func(_ string, s driver.Stmt) { _ = s.Close() })
	return made, err
}

// explained adds what to do when a pooler refuses what a session of PostgreSQL would begin with
// (08P01). It would lend the session, with the limit that is set on it, to others. It names a
// connection that is closed before a session has begun, as a balancer does while it knows no
// primary: lib/pq tells of no more than the end of what it reads.
func explained(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("the connection was closed before a session began: %w", driver.ErrBadConn)
	}
	var e *pq.Error
	if errors.As(err, &e) && e.Code == "08P01" && strings.Contains(e.Message, "statement_timeout") {
		return fmt.Errorf("%w: DATABASE_URL leads to a pooler, so DATABASE_DIRECT_URL has to name PostgreSQL itself", err)
	}
	return err
}

// Conn is what a connection of lib/pq offers to database/sql, and one of a store, too.
type Conn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.NamedValueChecker
	driver.Pinger
	driver.QueryerContext
	driver.SessionResetter
	driver.Validator
}

type conn struct {
	Conn
	wire  net.Conn                            // under Conn
	limit int64                               // of a statement in a transaction, in milliseconds; 0 where the session has it, or there is none
	cache *simplelru.LRU[string, driver.Stmt] // nil where no session is kept, whose statements they would be
	alone bool                                // PostgreSQL has said that the commit is not on the standby
	stale bool                                // what a table was changed to no longer fits a statement: the pool makes another connection
}

func (c *conn) IsValid() bool { return !c.stale && c.Conn.IsValid() }

// CheckNamedValue makes JSON a text. Bytes that are not prepared for go to a column of bytes alone.
func (c *conn) CheckNamedValue(v *driver.NamedValue) error {
	if document, ok := v.Value.(json.RawMessage); ok && document != nil {
		v.Value = string(document)
		return nil
	}
	return c.Conn.CheckNamedValue(v)
}

func (c *conn) BeginTx(ctx context.Context, opts driver.TxOptions) (driver.Tx, error) {
	defer c.abandonable(ctx)()
	tx, err := c.Conn.BeginTx(ctx, opts)
	if err != nil {
		return nil, err
	}
	if c.limit == 0 {
		return awaited{tx, c}, nil
	}
	if _, err := c.Conn.ExecContext(ctx, fmt.Sprintf("SET LOCAL statement_timeout = %d", c.limit), nil); err != nil {
		return nil, errors.Join(err, tx.Rollback())
	}
	return awaited{tx, c}, nil
}

func (c *conn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (_ driver.Rows, err error) {
	defer c.abandonable(ctx)()
	if telemetry.Recording(ctx) {
		defer traced(ctx, query)(&err)
	}
	if len(args) == 0 || c.cache == nil {
		return c.Conn.QueryContext(ctx, query, args)
	}
	s, err := c.prepared(ctx, query)
	if err != nil {
		return nil, err
	}
	rows, err := s.(driver.StmtQueryContext).QueryContext(ctx, args)
	return rows, c.noted(err)
}

func (c *conn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (_ driver.Result, err error) {
	defer c.abandonable(ctx)()
	if telemetry.Recording(ctx) {
		defer traced(ctx, query)(&err)
	}
	if len(args) == 0 || c.cache == nil {
		result, err := c.Conn.ExecContext(ctx, query, args)
		return result, c.onBoth(err)
	}
	s, err := c.prepared(ctx, query)
	if err != nil {
		return nil, err
	}
	result, err := s.(driver.StmtExecContext).ExecContext(ctx, args)
	return result, c.onBoth(c.noted(err))
}

func (c *conn) prepared(ctx context.Context, query string) (driver.Stmt, error) {
	if s, ok := c.cache.Get(query); ok {
		return s, nil
	}
	s, err := c.PrepareContext(ctx, query)
	if err == nil {
		c.cache.Add(query, s)
	}
	return s, err
}

// noted marks the connection when PostgreSQL refuses a statement for having been prepared before a
// migration (0A000, "cached plan must not change result type") or forgotten (26000).
func (c *conn) noted(err error) error {
	var e *pq.Error
	if errors.As(err, &e) && (e.Code == "0A000" || e.Code == "26000") {
		c.stale = true
	}
	return err
}
