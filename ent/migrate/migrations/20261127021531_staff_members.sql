-- Create "staff_invites" table
CREATE TABLE "staff_invites" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "staff_id" uuid NOT NULL, "token_hash" bytea NULL, "totp_secret" bytea NULL, "expires_at" timestamptz NOT NULL, PRIMARY KEY ("id"));
-- Create index "staff_invites_staff_key" to table: "staff_invites"
CREATE UNIQUE INDEX "staff_invites_staff_key" ON "staff_invites" ("staff_id");
-- Create index "staff_invites_token_key" to table: "staff_invites"
CREATE UNIQUE INDEX "staff_invites_token_key" ON "staff_invites" ("token_hash") WHERE (token_hash IS NOT NULL);
-- Create index "staffinvite_expires_at" to table: "staff_invites"
CREATE INDEX "staffinvite_expires_at" ON "staff_invites" ("expires_at");
-- Create "staff_members" table
CREATE TABLE "staff_members" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "number" bigint NOT NULL, "name" character varying NOT NULL, "department" character varying NULL, "email" character varying NOT NULL, "roles" character varying NOT NULL, "issuer" character varying NULL, "subject" character varying NULL, "password_hash" character varying NULL, "totp_secret" bytea NULL, "last_step" bigint NOT NULL DEFAULT 0, "changed_at" timestamptz NOT NULL, "disabled_at" timestamptz NULL, PRIMARY KEY ("id"), CONSTRAINT "staff_members_factors_check" CHECK ((password_hash IS NULL) = (totp_secret IS NULL)), CONSTRAINT "staff_members_number_check" CHECK (number >= 1), CONSTRAINT "staff_members_subject_check" CHECK (((issuer IS NULL) = (subject IS NULL)) AND ((subject IS NULL) OR (password_hash IS NULL))));
-- Create index "staff_members_email_key" to table: "staff_members"
CREATE UNIQUE INDEX "staff_members_email_key" ON "staff_members" ("email");
-- Create index "staff_members_number_key" to table: "staff_members"
CREATE UNIQUE INDEX "staff_members_number_key" ON "staff_members" ("number");
-- Create index "staff_members_subject_key" to table: "staff_members"
CREATE UNIQUE INDEX "staff_members_subject_key" ON "staff_members" ("issuer", "subject") WHERE (subject IS NOT NULL);
-- Create "staff_sessions" table
CREATE TABLE "staff_sessions" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "staff_id" uuid NOT NULL, "token_hash" bytea NOT NULL, "seen_at" timestamptz NOT NULL, "expires_at" timestamptz NOT NULL, "fresh_at" timestamptz NULL, PRIMARY KEY ("id"));
-- Create index "staff_sessions_token_key" to table: "staff_sessions"
CREATE UNIQUE INDEX "staff_sessions_token_key" ON "staff_sessions" ("token_hash");
-- Create index "staffsession_expires_at" to table: "staff_sessions"
CREATE INDEX "staffsession_expires_at" ON "staff_sessions" ("expires_at");
-- Create index "staffsession_staff_id" to table: "staff_sessions"
CREATE INDEX "staffsession_staff_id" ON "staff_sessions" ("staff_id");
