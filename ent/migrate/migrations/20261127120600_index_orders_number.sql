-- atlas:txmode none

-- kept before: orders_number
CREATE UNIQUE INDEX CONCURRENTLY "orders_number" ON "orders" ("right"(("id")::text, 16));
