// Package postal knows which addresses a Japanese postal code stands for. It owns table
// postal_codes.
//
//	Japan Post's KEN_ALL.CSV ──Import──────▶ postal_codes
//	the npm package yubin    ──ImportYubin─▶ postal_codes
//
// An import replaces all rows in one transaction. A table that is not Japan Post's is refused and
// changes nothing.
package postal
