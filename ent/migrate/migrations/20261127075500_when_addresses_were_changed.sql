-- Modify "accounts" table
ALTER TABLE "accounts" ADD COLUMN "email_changed_at" timestamptz NULL;
