-- atlas:txmode none

CREATE INDEX CONCURRENTLY "loginevent_ip_created_at" ON "login_events" ("ip", "created_at");
