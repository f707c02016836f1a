-- Modify "plans" table
ALTER TABLE "plans" ADD COLUMN "tax_rates" jsonb NULL;
-- intended: what a contract costs says no rate of tax any more. It is the plan's on the first day of each term.
ALTER TABLE "subscription_prices" DROP COLUMN "tax_rate";
