-- Modify "orders" table
ALTER TABLE "orders" ADD COLUMN "campaign_id" character varying NOT NULL DEFAULT '';
-- Create index "orders_campaign" to table: "orders"
CREATE INDEX "orders_campaign" ON "orders" ("campaign_id", "account_id") WHERE ((campaign_id)::text <> ''::text);
-- Modify "subscriptions" table
ALTER TABLE "subscriptions" ADD COLUMN "campaign_id" character varying NOT NULL DEFAULT '';
-- Create "campaigns" table
CREATE TABLE "campaigns" ("id" character varying NOT NULL, "position" bigint NOT NULL, "published" boolean NOT NULL DEFAULT true, "name" jsonb NOT NULL, "description" jsonb NULL, "campaign_type" character varying NOT NULL, "free_days" bigint NOT NULL DEFAULT 0, "discount_yen" bigint NOT NULL DEFAULT 0, "discount_percent" bigint NOT NULL DEFAULT 0, "discount_count" bigint NOT NULL DEFAULT 0, "plans" jsonb NOT NULL, "codes" jsonb NULL, "re_contracts" boolean NOT NULL DEFAULT false, "start_at" timestamptz NULL, "end_at" timestamptz NULL, "use_limit" bigint NULL, "use_limit_per_member" bigint NULL, "use_count" bigint NOT NULL DEFAULT 0, "updated_at" timestamptz NOT NULL, PRIMARY KEY ("id"), CONSTRAINT "campaigns_discount_check" CHECK ((discount_yen >= 0) AND (discount_percent >= 0) AND (discount_percent <= 100) AND (free_days >= 0) AND (discount_count >= 0)), CONSTRAINT "campaigns_used_check" CHECK ((use_count >= 0) AND ((use_limit IS NULL) OR (use_count <= use_limit))));
