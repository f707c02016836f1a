-- Create index "charge_tracking_id" to table: "charges"
CREATE INDEX "charge_tracking_id" ON "charges" ("tracking_id");
-- Modify "gateway_events" table
ALTER TABLE "gateway_events" ADD COLUMN "reference" character varying NOT NULL DEFAULT '', ADD COLUMN "shown" character varying NOT NULL DEFAULT '', ADD COLUMN "code" character varying NOT NULL DEFAULT '', ADD COLUMN "happened_at" timestamptz NULL, ADD COLUMN "tries" bigint NOT NULL DEFAULT 0, ADD COLUMN "next_check_at" timestamptz NULL, ADD COLUMN "left_at" timestamptz NULL;
-- Create index "gateway_events_due" to table: "gateway_events"
CREATE INDEX "gateway_events_due" ON "gateway_events" ("next_check_at") WHERE (next_check_at IS NOT NULL);
-- Create index "paymentmethod_provider_reference" to table: "payment_methods"
CREATE INDEX "paymentmethod_provider_reference" ON "payment_methods" ("provider", "reference");
