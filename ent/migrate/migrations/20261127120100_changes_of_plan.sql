-- Modify "plans" table
ALTER TABLE "plans" ADD COLUMN "plan_group" character varying NOT NULL DEFAULT '';
-- Modify "subscriptions" table
ALTER TABLE "subscriptions" ADD COLUMN "next_plan_id" character varying NOT NULL DEFAULT '', ADD COLUMN "next_plan_version_id" uuid NULL, ADD COLUMN "next_price" bigint NOT NULL DEFAULT 0;
-- Create "plan_changes" table
CREATE TABLE "plan_changes" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "account_id" uuid NOT NULL, "subscription_id" uuid NOT NULL, "from_plan_id" character varying NOT NULL, "plan_id" character varying NOT NULL, "plan_version_id" uuid NOT NULL, "price" bigint NOT NULL, "from_day" date NOT NULL, "undone_at" timestamptz NULL, "applied_at" timestamptz NULL, PRIMARY KEY ("id"), CONSTRAINT "plan_changes_price_check" CHECK (price >= 0));
-- Create index "planchange_subscription_id_created_at" to table: "plan_changes"
CREATE INDEX "planchange_subscription_id_created_at" ON "plan_changes" ("subscription_id", "created_at");
-- Create index "planchange_account_id" to table: "plan_changes"
CREATE INDEX "planchange_account_id" ON "plan_changes" ("account_id");
-- Create index "plan_changes_open_key" to table: "plan_changes"
CREATE UNIQUE INDEX "plan_changes_open_key" ON "plan_changes" ("subscription_id") WHERE ((undone_at IS NULL) AND (applied_at IS NULL));
