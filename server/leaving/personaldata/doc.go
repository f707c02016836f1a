// Package personaldata says what is kept about members, gives it to them as a file, and ends what
// is kept for a term after they have left. It owns the tables data_exports and data_export_parts.
//
//	Request ─▶ making ── job Make ──▶ ready ── a day ──▶ expired ── 30 days ──▶ deleted
//	              └── an hour without a file: it may be asked for again
//
// The list Kinds is the one place that says of every table what it holds about a member, how those
// rows are found, what the file shows of them, and when they are erased after the member has left.
// The page shows it, the file is made by it, and Purge erases by it what is kept with the books.
// What goes earlier is erased by its owner's Leave and Purge; a test holds these against the list.
//
// Promises:
//
//   - A file is for the session of its member alone, with a proof of the last 15 minutes. Its
//     address holds no secret and is the same for everybody.
//   - A file is sealed in pieces, never more than one is in memory, and the file is over after a
//     day. It ends with the withdrawal, also one that is being made.
//   - No file holds a secret, the hash of one, or what another member has.
//   - Purge is the only place that deletes rows of tables that other packages own: ten years after
//     a member has left, all of theirs, in one transaction.
package personaldata
