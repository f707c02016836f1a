package ent

//go:generate go run ./gen
