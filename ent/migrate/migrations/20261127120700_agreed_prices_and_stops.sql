-- Modify "subscription_prices" table
ALTER TABLE "subscription_prices" ADD COLUMN "agreed" boolean NOT NULL DEFAULT false;
-- Modify "subscriptions" table
ALTER TABLE "subscriptions" ADD COLUMN "next_force_stop_renew_at" timestamptz NULL;
