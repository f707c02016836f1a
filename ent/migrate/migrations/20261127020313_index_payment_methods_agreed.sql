-- atlas:txmode none

CREATE INDEX CONCURRENTLY "payment_methods_agreed" ON "payment_methods" ("deleted_at", "id") WHERE (((state)::text = 'deleted'::text) AND ((reference)::text <> ''::text) AND (ended_at IS NULL));
