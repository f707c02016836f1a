-- atlas:txmode none

CREATE INDEX CONCURRENTLY "gatewayevent_received_at_id" ON "gateway_events" ("received_at", "id");
