-- Modify "entitlements" table
ALTER TABLE "entitlements" ADD COLUMN "lapse_told_at" timestamptz NULL;
-- What was over before is no news to any app
UPDATE "entitlements" SET "lapse_told_at" = now() WHERE "expires_at" <= now();
-- Create index "entitlements_lapsing" to table: "entitlements"
CREATE INDEX "entitlements_lapsing" ON "entitlements" ("expires_at") WHERE ((expires_at IS NOT NULL) AND (lapse_told_at IS NULL) AND (revoked_at IS NULL));
