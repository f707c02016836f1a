-- Modify "policies" table
ALTER TABLE "policies" ADD COLUMN "asked_from" timestamptz NULL;
