-- atlas:txmode none

CREATE INDEX CONCURRENTLY "subscriptions_provider_billing" ON "subscriptions" ("next_settlement_day") WHERE ((biller)::text = 'provider'::text);
