-- Modify "payment_methods" table
ALTER TABLE "payment_methods" ADD COLUMN "provider" character varying NOT NULL DEFAULT 'sbps', ADD COLUMN "reference" character varying NOT NULL DEFAULT '', ADD COLUMN "shown" character varying NOT NULL DEFAULT '';
