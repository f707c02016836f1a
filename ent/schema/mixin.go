package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/mixin"
	"github.com/google/uuid"
)

// identity gives a row its id, a UUIDv7, so that ids grow with time.
type identity struct{ mixin.Schema }

func (identity) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("id", uuid.UUID{}).Default(func() uuid.UUID { return uuid.Must(uuid.NewV7()) }).Immutable(),
	}
}

// created keeps when the row was made; the owner sets it from the injected clock.
type created struct{ mixin.Schema }

func (created) Fields() []ent.Field {
	return []ent.Field{field.Time("created_at").Immutable().SchemaType(timestamp)}
}

var (
	timestamp = map[string]string{dialect.Postgres: "timestamptz(6)"}
	date      = map[string]string{dialect.Postgres: "date"}
	jsonb     = map[string]string{dialect.Postgres: "jsonb"}
)

// moment is an optional point in time.
func moment(name string) ent.Field {
	return field.Time(name).Optional().Nillable().SchemaType(timestamp)
}

// at is a required point in time.
func at(name string) ent.Field { return field.Time(name).SchemaType(timestamp) }

// text is an optional text.
func text(name string) ent.Field { return field.String(name).Optional().Nillable() }
