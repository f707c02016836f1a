-- atlas:txmode none

CREATE INDEX CONCURRENTLY "charges_settled" ON "charges" ("provider", "settled_at", "id") WHERE (settled_at IS NOT NULL);
