// Package written reads files that an operator writes: the store file, newsletters, apps, tables.
// It owns no table of the database.
//
// What is written in a file is taken as it is written, or refused with its line:
//
//	phone: 0312345670   is the text 0312345670, never the number 53070776
//	price: 01100        is refused: YAML 1.1 would read 576
//	price: 1e3, 10.5    are refused: a whole number is written in digits alone
//
// What a field keeps as JSON (json.RawMessage), such as the keys of an app, may be written as YAML
// or as JSON; numbers in it are JSON's.
//
// So the kind of a value is decided by the field that takes it, not by what YAML makes of it.
// Texts need no quotes; empty values and null are "not given". A number or a truth value is left
// out instead: empty, it would be 0 or false without anybody having said so. What costs money has
// to be written, also where it is 0 (the tag written:"needed"). Where a variable was filled in no
// value is empty, but for a text in quotes. Decimal fractions are taken where the field holds one.
// A byte order mark before the text and the end mark of old systems after it (0x1A) fall away in
// every file.
package written
