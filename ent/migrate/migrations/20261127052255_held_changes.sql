-- Create "held_changes" table
CREATE TABLE "held_changes" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "account_id" uuid NOT NULL, "email" character varying NULL, "factors" character varying NOT NULL DEFAULT '', "due_at" timestamptz NOT NULL, "takes_effect_at" timestamptz NOT NULL, "expires_at" timestamptz NOT NULL, "code_hash" bytea NULL, "tries" bigint NOT NULL DEFAULT 0, "proved_at" timestamptz NULL, "agreed_at" timestamptz NULL, "ended_at" timestamptz NULL, "outcome" character varying NOT NULL DEFAULT 'waiting', PRIMARY KEY ("id"));
-- Create index "held_changes_due" to table: "held_changes"
CREATE INDEX "held_changes_due" ON "held_changes" ("due_at") WHERE (ended_at IS NULL);
-- Create index "heldchange_account_id_created_at" to table: "held_changes"
CREATE INDEX "heldchange_account_id_created_at" ON "held_changes" ("account_id", "created_at");
-- Create index "heldchange_created_at" to table: "held_changes"
CREATE INDEX "heldchange_created_at" ON "held_changes" ("created_at");
