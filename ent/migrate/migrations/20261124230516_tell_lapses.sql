-- Modify "entitlements" table
ALTER TABLE "entitlements" ADD COLUMN "lapse_told_at" timestamptz NULL;
-- Create index "entitlements_lapsing" to table: "entitlements"
CREATE INDEX "entitlements_lapsing" ON "entitlements" ("expires_at") WHERE ((expires_at IS NOT NULL) AND (lapse_told_at IS NULL) AND (revoked_at IS NULL));
