package ent

import (
	stdsql "database/sql"
	"fmt"

	"entgo.io/ent/dialect/sql"

	"kaiin/ent/account"
)

// This file is written by hand, unlike its neighbours: it reads an account out of the row of a session, so that one
// statement brings both. Ent itself reads every entity by a statement of its own.

const joinedAccount = "joined_" // before each column, since sessions have columns of the same names

// AppendAccount selects the columns of the joined table of accounts as well; JoinedAccount reads them.
func AppendAccount(q *sql.Selector, accounts *sql.SelectTable) {
	for _, column := range account.Columns {
		q.AppendSelectAs(accounts.C(column), joinedAccount+column)
	}
}

// JoinedAccount is the account that came with the session; nil when the session has none, or none was asked for.
func (_m *Session) JoinedAccount() (*Account, error) {
	if id, err := _m.Value(joinedAccount + account.FieldID); err != nil || id == nil {
		return nil, nil
	}
	row := &Account{config: _m.config}
	values, err := row.scanValues(account.Columns)
	if err != nil {
		return nil, err
	}
	for i, column := range account.Columns {
		value, err := _m.Value(joinedAccount + column)
		if err == nil {
			err = fill(values[i], value)
		}
		if err != nil {
			return nil, fmt.Errorf("account of a session: %s: %w", column, err)
		}
	}
	return row, row.assignValues(account.Columns, values)
}

func fill(into any, value any) error {
	switch into := into.(type) {
	case stdsql.Scanner:
		return into.Scan(value)
	case *[]byte:
		switch value := value.(type) {
		case nil:
		case []byte:
			*into = value
		case string:
			*into = []byte(value)
		default:
			return fmt.Errorf("%T is no document", value)
		}
		return nil
	}
	return fmt.Errorf("no way to fill %T", into)
}
