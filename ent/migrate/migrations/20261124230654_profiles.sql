-- Modify "sessions" table
ALTER TABLE "sessions" ADD COLUMN "profile_id" uuid NULL;
-- Create "profiles" table
CREATE TABLE "profiles" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "account_id" uuid NOT NULL, "name" character varying NOT NULL, "restricted" boolean NOT NULL, PRIMARY KEY ("id"));
-- Create index "profiles_account_name_key" to table: "profiles"
CREATE UNIQUE INDEX "profiles_account_name_key" ON "profiles" ("account_id", "name");
