-- atlas:txmode none

-- kept before: refunds_number
CREATE UNIQUE INDEX CONCURRENTLY "refunds_number" ON "refunds" ("right"(("id")::text, 16));
