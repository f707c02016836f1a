-- atlas:txmode none

-- kept before: bills_number
CREATE UNIQUE INDEX CONCURRENTLY "bills_number" ON "bills" ("right"(("id")::text, 16));
