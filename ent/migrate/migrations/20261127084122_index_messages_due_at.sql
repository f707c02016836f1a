-- atlas:txmode none

CREATE INDEX CONCURRENTLY "message_due_at" ON "messages" ("due_at") WHERE (due_at IS NOT NULL);
