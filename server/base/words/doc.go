// Package words writes for members: texts in the languages of the site, amounts, days and moments.
//
// Each package keeps its own texts as a pair of embedded files, NAME.ja.json and NAME.en.json, one
// object of key and text each, and reads them with Read. A text may hold {names}, which Say
// replaces. Both languages have the same keys and names; Gaps lists where they differ, and the
// tests of the package that keeps the texts hold it against them.
//
// What a store's operator writes (names of plans, policies) is not here but in package catalog, and
// mails have templates of their own in package notify.
package words
