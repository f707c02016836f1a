-- Create "identity_checks" table
CREATE TABLE "identity_checks" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "staff_id" uuid NOT NULL, "account_id" uuid NOT NULL, "ticket" character varying NOT NULL, "correct" bigint NOT NULL, "wrong" bigint NOT NULL, "proven_until" timestamptz NULL, PRIMARY KEY ("id"));
-- Create index "identitycheck_account_id_created_at" to table: "identity_checks"
CREATE INDEX "identitycheck_account_id_created_at" ON "identity_checks" ("account_id", "created_at");
-- Create index "identitycheck_created_at" to table: "identity_checks"
CREATE INDEX "identitycheck_created_at" ON "identity_checks" ("created_at");
-- Create "notes" table
CREATE TABLE "notes" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "note_id" uuid NOT NULL, "version" bigint NOT NULL, "account_id" uuid NOT NULL, "staff" character varying NOT NULL, "text" character varying NOT NULL, "is_pinned" boolean NOT NULL, "is_removed" boolean NOT NULL, PRIMARY KEY ("id"), CONSTRAINT "notes_version_check" CHECK (version >= 1));
-- Create index "note_account_id_id" to table: "notes"
CREATE INDEX "note_account_id_id" ON "notes" ("account_id", "id");
-- Create index "notes_version_key" to table: "notes"
CREATE UNIQUE INDEX "notes_version_key" ON "notes" ("note_id", "version");
-- Create "reveals" table
CREATE TABLE "reveals" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "staff_id" uuid NOT NULL, "account_id" uuid NOT NULL, "fields" jsonb NOT NULL, "reason_kind" character varying NOT NULL, "until" timestamptz NOT NULL, PRIMARY KEY ("id"));
-- Create index "reveal_account_id_staff_id_until" to table: "reveals"
CREATE INDEX "reveal_account_id_staff_id_until" ON "reveals" ("account_id", "staff_id", "until");
-- Create index "reveal_until" to table: "reveals"
CREATE INDEX "reveal_until" ON "reveals" ("until");
