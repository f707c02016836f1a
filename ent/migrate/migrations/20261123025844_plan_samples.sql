-- Modify "plans" table
ALTER TABLE "plans" ADD COLUMN "sample_ref_id" character varying NOT NULL DEFAULT '';
