-- atlas:txmode none

CREATE INDEX CONCURRENTLY "charge_created_at_id" ON "charges" ("created_at", "id");
