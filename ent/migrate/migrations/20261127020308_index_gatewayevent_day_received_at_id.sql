-- atlas:txmode none

CREATE INDEX CONCURRENTLY "gatewayevent_day_received_at_id" ON "gateway_events" ("day", "received_at", "id");
