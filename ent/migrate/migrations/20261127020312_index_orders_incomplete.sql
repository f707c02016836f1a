-- atlas:txmode none

CREATE INDEX CONCURRENTLY "orders_incomplete" ON "orders" ("state", "created_at", "id") WHERE ((state)::text <> 'completed'::text);
