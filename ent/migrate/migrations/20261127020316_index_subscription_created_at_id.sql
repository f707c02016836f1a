-- atlas:txmode none

CREATE INDEX CONCURRENTLY "subscription_created_at_id" ON "subscriptions" ("created_at", "id");
