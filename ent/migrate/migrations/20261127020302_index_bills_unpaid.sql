-- atlas:txmode none

CREATE INDEX CONCURRENTLY "bills_unpaid" ON "bills" ("state", "created_at", "id") WHERE ((state)::text <> 'paid'::text);
