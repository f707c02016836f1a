-- Modify "acts" table
ALTER TABLE "acts" ADD COLUMN "staff_id" uuid NULL, ADD COLUMN "role" character varying NULL, ADD COLUMN "staff_number" bigint NULL, ADD COLUMN "department" character varying NULL, ADD COLUMN "fields" character varying NULL, ADD COLUMN "reason_kind" character varying NULL, ADD COLUMN "ip" character varying NULL, ADD COLUMN "request_id" character varying NULL, ADD COLUMN "proposal_id" uuid NULL, ADD COLUMN "approver_id" uuid NULL, ADD COLUMN "salt" bytea NULL, ADD COLUMN "content_hash" bytea NULL;
-- Create index "act_staff_id_id" to table: "acts"
CREATE INDEX "act_staff_id_id" ON "acts" ("staff_id", "id") WHERE ((reason)::text <> ''::text);
-- Create "staff_requests" table
CREATE TABLE "staff_requests" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "actor" character varying NOT NULL, "key" character varying NOT NULL, "field" character varying NOT NULL, "input_hash" bytea NOT NULL, "act_id" uuid NULL, PRIMARY KEY ("id"));
-- Create index "staff_requests_key" to table: "staff_requests"
CREATE UNIQUE INDEX "staff_requests_key" ON "staff_requests" ("actor", "key");
-- Create index "staffrequest_created_at" to table: "staff_requests"
CREATE INDEX "staffrequest_created_at" ON "staff_requests" ("created_at");
-- What an act forgets is more now. All else of the function is as it was.
CREATE OR REPLACE FUNCTION acts_guard() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
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
				"reason": null, "ticket": null, "outcome": null, "detail_hash": null, "salt": null, "staff_id": null, "role": null, "staff_number": null, "department": null, "fields": null,
				"reason_kind": null, "ip": null, "request_id": null, "proposal_id": null, "approver_id": null}' THEN
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
