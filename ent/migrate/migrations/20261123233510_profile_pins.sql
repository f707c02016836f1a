-- Create "pins" table
CREATE TABLE "pins" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "account_id" uuid NOT NULL, "hash" character varying NOT NULL, "updated_at" timestamptz NOT NULL, PRIMARY KEY ("id"));
-- Create index "pins_account_key" to table: "pins"
CREATE UNIQUE INDEX "pins_account_key" ON "pins" ("account_id");
