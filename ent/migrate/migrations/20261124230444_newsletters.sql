-- Modify "consent_answers" table
ALTER TABLE "consent_answers" ADD COLUMN "by" character varying NOT NULL DEFAULT 'member';
-- Create "newsletters" table
CREATE TABLE "newsletters" ("id" character varying NOT NULL, "created_at" timestamptz NOT NULL, "option_id" character varying NOT NULL, "subject" jsonb NOT NULL, "text" jsonb NOT NULL, "reached" uuid NULL, "mails" bigint NOT NULL DEFAULT 0, "done_at" timestamptz NULL, PRIMARY KEY ("id"));
-- Create index "newsletter_created_at" to table: "newsletters"
CREATE INDEX "newsletter_created_at" ON "newsletters" ("created_at");
