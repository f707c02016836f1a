-- Modify "plans" table
ALTER TABLE "plans" ADD COLUMN "watch_url" character varying NOT NULL DEFAULT '';
