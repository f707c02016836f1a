-- atlas:txmode none

CREATE INDEX CONCURRENTLY "refund_state_created_at_id" ON "refunds" ("state", "created_at", "id");
