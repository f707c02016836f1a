// Package store is the database: the handle, transactions carried in the context, and jobs that
// exist exactly when their cause does.
//
// A transaction belongs to the service method that begins it with Tx. It travels in the context, so
// that nested calls join it, and River inserts its jobs through the very same *sql.Tx.
// Serialization failures and deadlocks are retried at the outermost level only, so a transaction's
// function may run several times and must have no effect outside the database. No call to the
// outside world is made while a transaction is open.
//
// The change of a row, and the reading of what hardly ever changes (Once), cost a transaction one
// statement each: ent by itself would send two for the first.
//
// Between a process and PostgreSQL there may be a pooler that lends a session to a transaction
// (OpenPooled). So nothing is set on a session, and no statement listens or takes a lock that
// outlives its transaction; River polls its jobs. Migrations alone need sessions of their own.
package store
