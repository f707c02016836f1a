-- atlas:txmode none

CREATE INDEX CONCURRENTLY "gatewayevent_kind_received_at_id" ON "gateway_events" ("kind", "received_at", "id");
