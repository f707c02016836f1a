-- Create "acts" table
CREATE TABLE "acts" ("id" uuid NOT NULL, "chain" character varying NOT NULL, "sequence" bigint NOT NULL, "at" timestamptz NOT NULL, "keep_until" timestamptz NOT NULL, "name" character varying NULL, "through" character varying NULL, "command" character varying NULL, "kind" character varying NULL, "account_id" uuid NULL, "target_type" character varying NULL, "target_id" character varying NULL, "reason" character varying NULL, "ticket" character varying NULL, "outcome" character varying NULL, "detail_hash" bytea NULL, "previous_hash" bytea NOT NULL, "hash" bytea NOT NULL, "forgotten_at" timestamptz NULL, PRIMARY KEY ("id"), CONSTRAINT "acts_sequence_check" CHECK (sequence >= 1));
-- Create index "act_account_id_id" to table: "acts"
CREATE INDEX "act_account_id_id" ON "acts" ("account_id", "id") WHERE (account_id IS NOT NULL);
-- Create index "act_at_id" to table: "acts"
CREATE INDEX "act_at_id" ON "acts" ("at", "id");
-- Create index "act_keep_until" to table: "acts"
CREATE INDEX "act_keep_until" ON "acts" ("keep_until") WHERE (forgotten_at IS NULL);
-- Create index "act_name_id" to table: "acts"
CREATE INDEX "act_name_id" ON "acts" ("name", "id") WHERE (name IS NOT NULL);
-- Create index "acts_sequence_key" to table: "acts"
CREATE UNIQUE INDEX "acts_sequence_key" ON "acts" ("chain", "sequence");
-- Create "act_details" table
CREATE TABLE "act_details" ("id" uuid NOT NULL, "keep_until" timestamptz NOT NULL, "sealed" bytea NOT NULL, PRIMARY KEY ("id"));
-- Create index "actdetail_keep_until" to table: "act_details"
CREATE INDEX "actdetail_keep_until" ON "act_details" ("keep_until");
-- Create "act_seals" table
CREATE TABLE "act_seals" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "day" date NOT NULL, "count" bigint NOT NULL, "previous_hash" bytea NOT NULL, "hash" bytea NOT NULL, PRIMARY KEY ("id"));
-- Create index "act_seals_day_key" to table: "act_seals"
CREATE UNIQUE INDEX "act_seals_day_key" ON "act_seals" ("day");
-- Create "act_subjects" table
CREATE TABLE "act_subjects" ("id" uuid NOT NULL, "act_id" uuid NOT NULL, "account_id" uuid NOT NULL, "keep_until" timestamptz NOT NULL, PRIMARY KEY ("id"));
-- Create index "act_subjects_once_key" to table: "act_subjects"
CREATE UNIQUE INDEX "act_subjects_once_key" ON "act_subjects" ("account_id", "act_id");
-- Create index "actsubject_keep_until" to table: "act_subjects"
CREATE INDEX "actsubject_keep_until" ON "act_subjects" ("keep_until");
-- An act is added while its day is open. Once the day is sealed, it may forget what it says. It keeps its place and its hashes.
CREATE FUNCTION acts_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		IF EXISTS (SELECT FROM act_seals WHERE day >= (NEW.at AT TIME ZONE 'Asia/Tokyo')::date) THEN
			RAISE EXCEPTION 'the day of the act % is sealed', NEW.id;
		END IF;
		RETURN NEW;
	ELSIF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'acts' THEN
		IF OLD.forgotten_at IS NULL AND NEW.forgotten_at IS NOT NULL AND to_jsonb(NEW) - 'forgotten_at' = (to_jsonb(OLD) - 'forgotten_at')
			|| '{"name": null, "through": null, "command": null, "kind": null, "account_id": null, "target_type": null, "target_id": null,
				"reason": null, "ticket": null, "outcome": null, "detail_hash": null}' THEN
			IF EXISTS (SELECT FROM act_seals WHERE day = (OLD.at AT TIME ZONE 'Asia/Tokyo')::date) THEN
				RETURN NEW;
			END IF;
			RAISE EXCEPTION 'the day of the act % is not sealed', OLD.id;
		END IF;
	END IF;
	RAISE EXCEPTION 'acts are only added (% of %)', TG_OP, TG_TABLE_NAME;
END $$;
CREATE TRIGGER acts_guard BEFORE INSERT OR UPDATE OR DELETE ON "acts" FOR EACH ROW EXECUTE FUNCTION acts_guard();
CREATE TRIGGER acts_guard_all BEFORE TRUNCATE ON "acts" FOR EACH STATEMENT EXECUTE FUNCTION acts_guard();
CREATE TRIGGER act_seals_guard BEFORE UPDATE OR DELETE ON "act_seals" FOR EACH ROW EXECUTE FUNCTION acts_guard();
CREATE TRIGGER act_seals_guard_all BEFORE TRUNCATE ON "act_seals" FOR EACH STATEMENT EXECUTE FUNCTION acts_guard();
