-- atlas:txmode none

CREATE INDEX CONCURRENTLY "bills_void_order" ON "bills" ("order_id") WHERE ((state)::text = 'void'::text);
