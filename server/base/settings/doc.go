// Package settings is what the store is: its name, colours, features, registration form, codes,
// languages of its texts, and the terms of its contracts. It owns table stores, which has one row.
//
//	store.yaml ──storefile──▶ Settings ──Validate──▶ Save ──▶ stores
//
// Nothing here is edited on the site, and nothing here knows a plan. The two surveys for members
// who cancel or leave are settings; package survey says what a survey is.
//
// The settings are read from the database at most once a second by one process (store.CacheFor).
// All callers share them and never change them. A page may show a setting for a second after it
// has changed.
package settings
