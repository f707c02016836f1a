-- atlas:txmode none

CREATE INDEX CONCURRENTLY "order_created_at_id" ON "orders" ("created_at", "id");
