-- Modify "charges" table
ALTER TABLE "charges" ADD COLUMN "provider_ref" character varying NOT NULL DEFAULT '';
