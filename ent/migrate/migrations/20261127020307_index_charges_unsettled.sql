-- atlas:txmode none

CREATE INDEX CONCURRENTLY "charges_unsettled" ON "charges" ("state", "created_at", "id") WHERE ((state)::text <> 'settled'::text);
