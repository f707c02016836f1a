-- atlas:txmode none

CREATE INDEX CONCURRENTLY "bills_void" ON "bills" ("subscription_id") WHERE ((state)::text = 'void'::text);
