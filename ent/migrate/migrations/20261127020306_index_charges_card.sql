-- atlas:txmode none

CREATE INDEX CONCURRENTLY "charges_card" ON "charges" ("card_suffix", "created_at", "id") WHERE ((card_suffix)::text <> ''::text);
