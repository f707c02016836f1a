-- atlas:txmode none

CREATE INDEX CONCURRENTLY "refund_created_at_id" ON "refunds" ("created_at", "id");
