-- Modify "plans" table
ALTER TABLE "plans" ADD COLUMN "features" jsonb NULL, ADD COLUMN "recommended" boolean NOT NULL DEFAULT false;
