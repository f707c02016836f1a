package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
)

// Throttle counts how often something happened under a key, such as failed logins of one account or
// codes sent to one address, within a window (owner: account).
type Throttle struct{ ent.Schema }

func (Throttle) Fields() []ent.Field {
	return []ent.Field{
		// In byte order whatever the database's: the keys of one thing that is counted are then a
		// range of the index.
		field.String("id").StorageKey("key").Annotations(entsql.Annotation{Collation: "C"}).
			Comment("what is counted and for whom, such as login:account:…"),
		field.Int("count"),
		at("window_start"),
		moment("blocked_until"),
	}
}

func (Throttle) Indexes() []ent.Index { return []ent.Index{index.Fields("window_start")} }
