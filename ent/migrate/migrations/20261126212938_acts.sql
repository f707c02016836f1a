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
-- An act is the next row of its chain, added while its day is open. Once its time is over and its day is sealed, it may forget
-- what it says. It keeps its place and its hashes. A seal is that of the acts of a day that is over, later than all days sealed.
-- What belongs to an act stays until the act has forgotten. Details may be sealed anew.
CREATE FUNCTION acts_guard() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
	IF TG_OP = 'INSERT' AND TG_TABLE_NAME = 'acts' THEN
		IF EXISTS (SELECT FROM public.act_seals WHERE day >= (NEW.at AT TIME ZONE 'Asia/Tokyo')::date) THEN
			RAISE EXCEPTION 'the day of the act % is sealed', NEW.id;
		ELSIF NEW.sequence <> coalesce((SELECT max(sequence) FROM public.acts WHERE chain = NEW.chain), 0) + 1 THEN
			RAISE EXCEPTION 'the act % is not the next one of its chain', NEW.id;
		ELSIF least(NEW.at, NEW.keep_until) < '2000-01-01' OR greatest(NEW.at, NEW.keep_until) >= '9000-01-01' THEN
			RAISE EXCEPTION 'the act % is of no day of ours', NEW.id;
		ELSIF NEW.forgotten_at IS NOT NULL THEN
			RAISE EXCEPTION 'the act % says nothing', NEW.id;
		END IF;
		RETURN NEW;
	ELSIF TG_OP = 'INSERT' AND TG_TABLE_NAME = 'act_seals' THEN
		IF NEW.day <= (SELECT max(day) FROM public.act_seals) THEN
			RAISE EXCEPTION 'the day % or a later one is sealed', NEW.day;
		ELSIF NEW.day >= (NEW.created_at AT TIME ZONE 'Asia/Tokyo')::date THEN
			RAISE EXCEPTION 'the day % is not over', NEW.day;
		ELSIF NEW.count < 1 OR NEW.count <> (SELECT count(*) FROM public.acts
			WHERE at >= NEW.day::timestamp AT TIME ZONE 'Asia/Tokyo' AND at < (NEW.day + 1)::timestamp AT TIME ZONE 'Asia/Tokyo') THEN
			RAISE EXCEPTION 'the day % has not % acts', NEW.day, NEW.count;
		END IF;
		RETURN NEW;
	ELSIF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'acts' THEN
		IF OLD.forgotten_at IS NULL AND NEW.forgotten_at IS NOT NULL AND to_jsonb(NEW) - 'forgotten_at' = (to_jsonb(OLD) - 'forgotten_at')
			|| '{"name": null, "through": null, "command": null, "kind": null, "account_id": null, "target_type": null, "target_id": null,
				"reason": null, "ticket": null, "outcome": null, "detail_hash": null}' THEN
			IF NEW.forgotten_at < OLD.keep_until THEN
				RAISE EXCEPTION 'the time of the act % is not over', OLD.id;
			ELSIF EXISTS (SELECT FROM public.act_seals WHERE day = (OLD.at AT TIME ZONE 'Asia/Tokyo')::date) THEN
				RETURN NEW;
			END IF;
			RAISE EXCEPTION 'the day of the act % is not sealed', OLD.id;
		END IF;
	ELSIF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'act_details' THEN
		IF to_jsonb(NEW) - 'sealed' = to_jsonb(OLD) - 'sealed' THEN
			RETURN NEW;
		END IF;
	ELSIF TG_OP = 'DELETE' AND TG_TABLE_NAME = 'act_details' THEN
		IF NOT EXISTS (SELECT FROM public.acts WHERE id = OLD.id AND forgotten_at IS NULL) THEN
			RETURN OLD;
		END IF;
	ELSIF TG_OP = 'DELETE' AND TG_TABLE_NAME = 'act_subjects' THEN
		IF NOT EXISTS (SELECT FROM public.acts WHERE id = OLD.act_id AND forgotten_at IS NULL) THEN
			RETURN OLD;
		END IF;
	END IF;
	RAISE EXCEPTION 'acts are only added (% of %)', TG_OP, TG_TABLE_NAME;
END $$;
CREATE TRIGGER acts_guard BEFORE INSERT OR UPDATE OR DELETE ON "acts" FOR EACH ROW EXECUTE FUNCTION acts_guard();
CREATE TRIGGER acts_guard_all BEFORE TRUNCATE ON "acts" FOR EACH STATEMENT EXECUTE FUNCTION acts_guard();
CREATE TRIGGER act_seals_guard BEFORE INSERT OR UPDATE OR DELETE ON "act_seals" FOR EACH ROW EXECUTE FUNCTION acts_guard();
CREATE TRIGGER act_seals_guard_all BEFORE TRUNCATE ON "act_seals" FOR EACH STATEMENT EXECUTE FUNCTION acts_guard();
CREATE TRIGGER act_details_guard BEFORE UPDATE OR DELETE ON "act_details" FOR EACH ROW EXECUTE FUNCTION acts_guard();
CREATE TRIGGER act_details_guard_all BEFORE TRUNCATE ON "act_details" FOR EACH STATEMENT EXECUTE FUNCTION acts_guard();
CREATE TRIGGER act_subjects_guard BEFORE UPDATE OR DELETE ON "act_subjects" FOR EACH ROW EXECUTE FUNCTION acts_guard();
CREATE TRIGGER act_subjects_guard_all BEFORE TRUNCATE ON "act_subjects" FOR EACH STATEMENT EXECUTE FUNCTION acts_guard();
