// Package typed makes of what a person typed or pasted the value that was meant. It owns no table
// of the database.
//
// Every field of one line goes through the function of its kind of value, and only through that.
// Calls come from apps, too, so the server does it for all of them; pages do the same when a field
// is left (web/lib/typed.ts). Both sides prove it with the same vectors, schema/typed.json, and
// read what is common to them from schema/rules.json.
//
//	Name        kept as typed: 神 in the form of its bearer stays that character. Separate kana and Latin marks are joined with their letters
//	Kana        full-width katakana, whatever way it was typed
//	Phone       digits of Japan's numbering: +81 90-1234-5678 is 09012345678
//	PostalCode  digits
//	Birthday    YYYYMMDD
//	Code        a code that was sent: its digits are found among blanks, hyphens and words
//	BackupCode  lower-case letters and digits
//	Campaign    letters and digits as they are compared: upper case
//	HalfWidth   email addresses, user IDs, and other Latin text
//
// In all of them invisible characters fall away (those of Unicode's category Cf, such as the marks
// that Contacts puts around a number), and so do blanks at both ends. What is then no right value
// stays what it is, for the check of its field to refuse. Passwords are never changed.
package typed
