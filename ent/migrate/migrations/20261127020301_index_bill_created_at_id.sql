-- atlas:txmode none

CREATE INDEX CONCURRENTLY "bill_created_at_id" ON "bills" ("created_at", "id");
