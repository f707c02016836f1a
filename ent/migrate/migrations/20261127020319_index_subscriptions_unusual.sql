-- atlas:txmode none

CREATE INDEX CONCURRENTLY "subscriptions_unusual" ON "subscriptions" ("status", "created_at", "id") WHERE ((status)::text <> 'ONGOING_CONTRACT'::text);
