-- What a pooled database has besides the product's tables: it notices changes of its schema, and is emptied by storetest.clean().
CREATE SCHEMA storetest;

CREATE TABLE storetest.schema_changes (command text NOT NULL);

CREATE FUNCTION storetest.note_change() RETURNS event_trigger LANGUAGE plpgsql AS $$
BEGIN
	IF tg_event = 'sql_drop' THEN
		INSERT INTO storetest.schema_changes SELECT tg_tag WHERE EXISTS (SELECT FROM pg_event_trigger_dropped_objects() WHERE NOT is_temporary);
	ELSE
		INSERT INTO storetest.schema_changes SELECT tg_tag WHERE EXISTS (
			SELECT FROM pg_event_trigger_ddl_commands() WHERE schema_name IS DISTINCT FROM 'pg_temp');
	END IF;
END $$;

-- True when the database is again as the template is. False when something was changed that only a new clone puts right: the
-- schema, a setting of the database, or the planner's statistics.
CREATE FUNCTION storetest.clean() RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
	relation record;
	long text[];
BEGIN
	IF EXISTS (SELECT FROM storetest.schema_changes)
		OR EXISTS (SELECT FROM pg_db_role_setting AS s JOIN pg_database AS d ON d.oid = s.setdatabase WHERE d.datname = current_database())
		OR EXISTS (SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND reltuples >= 0
			AND relname NOT IN ('schema_migrations', 'river_migration'))
	THEN
		RETURN false;
	END IF;
	PERFORM set_config('session_replication_role', 'replica', true); -- or triggers would refuse it
	FOR relation IN
		SELECT oid::regclass::text AS name, pg_relation_size(oid) AS size FROM pg_class
		WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname NOT IN ('schema_migrations', 'river_migration')
	LOOP
		IF relation.size > 65536 THEN
			long := long || relation.name; -- which costs some ms, but gives the pages back
		ELSIF relation.size > 0 THEN
			EXECUTE 'DELETE FROM ' || relation.name;
		END IF;
	END LOOP;
	IF long IS NOT NULL THEN
		EXECUTE 'TRUNCATE ' || array_to_string(long, ', ');
	END IF;
	PERFORM setval(seqrelid, seqstart, false) FROM pg_sequence WHERE pg_sequence_last_value(seqrelid) IS NOT NULL;
	RETURN true;
END $$;

-- The last, or they would note the statements above.
CREATE EVENT TRIGGER note_change ON ddl_command_end EXECUTE FUNCTION storetest.note_change();
CREATE EVENT TRIGGER note_drop ON sql_drop EXECUTE FUNCTION storetest.note_change();
DELETE FROM storetest.schema_changes;
