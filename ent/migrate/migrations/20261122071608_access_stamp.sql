-- Modify "accounts" table
ALTER TABLE "accounts" ADD COLUMN "access_stamp" bigint NOT NULL DEFAULT 0, ADD COLUMN "password_mailed_at" timestamptz NULL;
