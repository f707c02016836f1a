-- Modify "subscriptions" table
ALTER TABLE "subscriptions" ADD COLUMN "remind_at" timestamptz NULL;
-- Create index "subscription_remind_at" to table: "subscriptions"
CREATE INDEX "subscription_remind_at" ON "subscriptions" ("remind_at") WHERE (remind_at IS NOT NULL);
-- Create "reminders" table
CREATE TABLE "reminders" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "subject_id" uuid NOT NULL, "kind" character varying NOT NULL, "occasion" date NOT NULL, "amount" bigint NOT NULL DEFAULT 0, PRIMARY KEY ("id"), CONSTRAINT "reminders_amount_check" CHECK (amount >= 0));
-- Create index "reminders_once_key" to table: "reminders"
CREATE UNIQUE INDEX "reminders_once_key" ON "reminders" ("subject_id", "kind", "occasion") WHERE ((kind)::text <> 'price'::text);
-- Running contracts are looked at from the next morning on.
UPDATE "subscriptions" SET remind_at = created_at WHERE ended_at IS NULL;
