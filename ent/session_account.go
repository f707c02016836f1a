package ent

import (
	"context"

	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/sql"

	"kaiin/ent/account"
	"kaiin/ent/predicate"
	"kaiin/ent/session"
)

// This file is written by hand, unlike its neighbours: one statement brings a session and its account. Ent itself reads every
// entity by a statement of its own, and who asks is found out for every request.

// joinedAccounts is the joined table. Its name is fixed, so that predicates can speak of it.
func joinedAccounts() *sql.SelectTable { return sql.Table(account.Table).As(account.Table) }

// columnsOfBoth is written out once: quoting that many names took a tenth of a request.
var columnsOfBoth = sql.Dialect(dialect.Postgres).String(func(b *sql.Builder) {
	b.IdentComma(sql.Table(session.Table).Columns(session.Columns...)...).Comma().
		IdentComma(joinedAccounts().Columns(account.Columns...)...)
})

// JoinedAccount is a condition on the account of the session, in a query of FirstWithAccount.
func JoinedAccount(condition func(accounts *sql.SelectTable) *sql.Predicate) predicate.Session {
	return func(q *sql.Selector) { q.Where(condition(joinedAccounts())) }
}

// FirstWithAccount is a session that the predicates hold for, and its account, which is nil when the session has none. It is
// not found when there is no such session.
func (c *SessionClient) FirstWithAccount(ctx context.Context, where ...predicate.Session) (*Session, *Account, error) {
	sessions, accounts := sql.Table(session.Table), joinedAccounts()
	q := sql.Dialect(dialect.Postgres).SelectExpr(sql.Expr(columnsOfBoth)).From(sessions).
		LeftJoin(accounts).On(sessions.C(session.FieldAccountID), accounts.C(account.FieldID)).Limit(1)
	for _, p := range where {
		p(q)
	}
	text, args := q.Query()
	rows := new(sql.Rows)
	if err := c.driver.Query(ctx, text, args, rows); err != nil {
		return nil, nil, err
	}
	defer func() { _ = rows.Close() }()
	if !rows.Next() {
		if err := rows.Err(); err != nil {
			return nil, nil, err
		}
		return nil, nil, &NotFoundError{session.Label}
	}
	s, a := &Session{config: c.config}, &Account{config: c.config}
	ofSession, err := s.scanValues(session.Columns)
	if err != nil {
		return nil, nil, err
	}
	ofAccount, err := a.scanValues(account.Columns)
	if err != nil {
		return nil, nil, err
	}
	if err := rows.Scan(append(append([]any{}, ofSession...), ofAccount...)...); err != nil {
		return nil, nil, err
	}
	if err := s.assignValues(session.Columns, ofSession); err != nil {
		return nil, nil, err
	}
	if s.AccountID == nil {
		return s, nil, nil
	}
	return s, a, a.assignValues(account.Columns, ofAccount)
}
