// Package watch looks at what the staff do for what is unusual, and says so: to the log, with an
// alarm, and by a mail to the owners. It owns the tables staff_watches and staff_alerts.
//
//	job Watch ─▶ Look: acts in the order of their time, so many at a step, from where the last one ended
//	               └─▶ each rule for each person, hour, day or member that the step is about, by an index
//
// The record is read after the fact, never in the path of a read or a decision. What is unusual is
// told once: an alert is a row, unique by what it is about.
//
// Rules:
//
//   - reveals, and members whose pages were seen as they see them, or finds: beyond three times of
//     what is usual for the person in an hour in which they work, and no less than ten; searches of
//     programs, too, which are people's alone in all that follows
//   - at night, from 22 to 6 in Tokyo
//   - members opened in the order of their ids or of their readings, ten in a row: a list is copied
//   - a member opened by five people in a day
//   - three refunds within a day that are just under the limit of one
package watch
