-- atlas:txmode none

CREATE INDEX CONCURRENTLY "subscription_plan_id_created_at_id" ON "subscriptions" ("plan_id", "created_at", "id");
