-- Modify "account_tokens" table
ALTER TABLE "account_tokens" ADD COLUMN "password_hash" character varying NULL;
-- Modify "accounts" table
ALTER TABLE "accounts" ADD COLUMN "erased_at" timestamptz NULL;
-- Create index "account_withdrawn_at" to table: "accounts"
CREATE INDEX "account_withdrawn_at" ON "accounts" ("withdrawn_at") WHERE ((withdrawn_at IS NOT NULL) AND (erased_at IS NULL));
-- Links that are on their way ask for the present password from now on
UPDATE "account_tokens" AS t SET "password_hash" = a."password_hash" FROM "accounts" AS a
WHERE a."id" = t."account_id" AND t."purpose" = 'mailUndo' AND t."used_at" IS NULL AND t."voided_at" IS NULL;
