package store

import "github.com/google/uuid"

// Nullable is the text as the database keeps it: NULL when nothing was given.
func Nullable(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// Text is a text the database may hold no value of: "" for NULL.
func Text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// NullableID is the id as the database keeps it: NULL when there is none.
func NullableID(id uuid.UUID) *uuid.UUID {
	if id == uuid.Nil {
		return nil
	}
	return &id
}
