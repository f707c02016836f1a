-- Modify "charges" table
ALTER TABLE "charges" ADD COLUMN "bill_id" uuid NULL, ADD COLUMN "origin" character varying NOT NULL DEFAULT 'ours', ADD COLUMN "initiator" character varying NOT NULL DEFAULT 'merchant', ADD COLUMN "card_brand" character varying NOT NULL DEFAULT '', ADD COLUMN "card_suffix" character varying NOT NULL DEFAULT '', ADD COLUMN "give_up_at" timestamptz NULL, ADD COLUMN "applied_at" timestamptz NULL, ADD COLUMN "checks" bigint NOT NULL DEFAULT 0, ADD COLUMN "next_check_at" timestamptz NULL;
-- Modify "subscriptions" table
ALTER TABLE "subscriptions" ADD COLUMN "anchor_period" bigint NOT NULL DEFAULT 1, ADD COLUMN "paid_through" date NULL, ADD COLUMN "biller" character varying NOT NULL DEFAULT 'ours', ADD COLUMN "resume_status" character varying NOT NULL DEFAULT '';
-- Create "bills" table
CREATE TABLE "bills" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "account_id" uuid NOT NULL, "order_id" uuid NULL, "subscription_id" uuid NULL, "period" bigint NOT NULL DEFAULT 0, "period_start" date NOT NULL, "period_end" date NOT NULL, "plan_id" character varying NOT NULL, "plan_name" jsonb NOT NULL, "list_amount" bigint NOT NULL, "discount" bigint NOT NULL DEFAULT 0, "campaign" character varying NOT NULL DEFAULT '', "amount" bigint NOT NULL, "tax" bigint NOT NULL, "tax_rate" bigint NOT NULL, "due_day" date NOT NULL, "state" character varying NOT NULL, "attempts" bigint NOT NULL DEFAULT 0, "next_attempt_at" timestamptz NULL, "paid_at" timestamptz NULL, "refunded" bigint NOT NULL DEFAULT 0, "invoice" jsonb NULL, "updated_at" timestamptz NOT NULL, PRIMARY KEY ("id"), CONSTRAINT "bills_amount_check" CHECK ((amount >= 0) AND (amount = (list_amount - discount)) AND (discount >= 0)), CONSTRAINT "bills_of_check" CHECK ((order_id IS NOT NULL) OR (subscription_id IS NOT NULL)), CONSTRAINT "bills_refunded_check" CHECK ((refunded >= 0) AND (refunded <= amount)), CONSTRAINT "bills_tax_check" CHECK ((tax >= 0) AND (tax <= amount)));
-- Create index "bill_account_id_created_at_id" to table: "bills"
CREATE INDEX "bill_account_id_created_at_id" ON "bills" ("account_id", "created_at", "id");
-- Create index "bills_order_key" to table: "bills"
CREATE UNIQUE INDEX "bills_order_key" ON "bills" ("order_id") WHERE ((state)::text <> 'void'::text);
-- Create index "bills_period_key" to table: "bills"
CREATE UNIQUE INDEX "bills_period_key" ON "bills" ("subscription_id", "period") WHERE ((state)::text <> 'void'::text);
-- Create "cancellations" table
CREATE TABLE "cancellations" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "subscription_id" uuid NOT NULL, "account_id" uuid NOT NULL, "receipt" character varying NOT NULL, "by" character varying NOT NULL, "answers" jsonb NULL, "undone_at" timestamptz NULL, PRIMARY KEY ("id"));
-- Create index "cancellation_account_id" to table: "cancellations"
CREATE INDEX "cancellation_account_id" ON "cancellations" ("account_id");
-- Create index "cancellation_subscription_id_created_at" to table: "cancellations"
CREATE INDEX "cancellation_subscription_id_created_at" ON "cancellations" ("subscription_id", "created_at");
-- Create index "cancellations_receipt_key" to table: "cancellations"
CREATE UNIQUE INDEX "cancellations_receipt_key" ON "cancellations" ("receipt");
-- Create "gateway_events" table
CREATE TABLE "gateway_events" ("id" uuid NOT NULL, "provider" character varying NOT NULL, "event_key" character varying NOT NULL, "kind" character varying NOT NULL, "charge_id" uuid NULL, "provider_order_id" character varying NOT NULL DEFAULT '', "tracking_id" character varying NOT NULL DEFAULT '', "amount" bigint NOT NULL DEFAULT 0, "day" date NOT NULL, "body" jsonb NULL, "received_at" timestamptz NOT NULL, "applied_at" timestamptz NULL, PRIMARY KEY ("id"));
-- Create index "gateway_events_event_key" to table: "gateway_events"
CREATE UNIQUE INDEX "gateway_events_event_key" ON "gateway_events" ("provider", "event_key");
-- Create index "gateway_events_open" to table: "gateway_events"
CREATE INDEX "gateway_events_open" ON "gateway_events" ("received_at") WHERE (applied_at IS NULL);
-- Create index "gatewayevent_charge_id" to table: "gateway_events"
CREATE INDEX "gatewayevent_charge_id" ON "gateway_events" ("charge_id");
-- Create "refunds" table
CREATE TABLE "refunds" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "charge_id" uuid NOT NULL, "account_id" uuid NOT NULL, "kind" character varying NOT NULL, "amount" bigint NOT NULL, "tracking_id" character varying NOT NULL, "request_key" character varying NOT NULL, "state" character varying NOT NULL, "reason" character varying NOT NULL, "asked_by" character varying NOT NULL, "error_code" character varying NOT NULL DEFAULT '', "before" bigint NOT NULL DEFAULT 0, "checks" bigint NOT NULL DEFAULT 0, "next_check_at" timestamptz NULL, "done_at" timestamptz NULL, "updated_at" timestamptz NOT NULL, PRIMARY KEY ("id"), CONSTRAINT "refunds_amount_check" CHECK (amount > 0));
-- Create index "refund_account_id_created_at" to table: "refunds"
CREATE INDEX "refund_account_id_created_at" ON "refunds" ("account_id", "created_at");
-- Create index "refund_charge_id" to table: "refunds"
CREATE INDEX "refund_charge_id" ON "refunds" ("charge_id");
-- Create index "refunds_open" to table: "refunds"
CREATE INDEX "refunds_open" ON "refunds" ("next_check_at") WHERE ((state)::text = ANY (ARRAY[('attempting'::character varying)::text, ('unknown'::character varying)::text]));
-- Create index "refunds_request_key" to table: "refunds"
CREATE UNIQUE INDEX "refunds_request_key" ON "refunds" ("request_key");
-- Create "subscription_prices" table
CREATE TABLE "subscription_prices" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "subscription_id" uuid NOT NULL, "from_period" bigint NOT NULL, "to_period" bigint NULL, "list_amount" bigint NOT NULL, "discount" bigint NOT NULL DEFAULT 0, "campaign" character varying NOT NULL DEFAULT '', "tax_rate" bigint NOT NULL, PRIMARY KEY ("id"), CONSTRAINT "subscription_prices_amount_check" CHECK ((discount >= 0) AND (list_amount >= discount)), CONSTRAINT "subscription_prices_period_check" CHECK ((from_period >= 1) AND ((to_period IS NULL) OR (to_period >= from_period))));
-- Create index "subscription_prices_from_key" to table: "subscription_prices"
CREATE UNIQUE INDEX "subscription_prices_from_key" ON "subscription_prices" ("subscription_id", "from_period");
