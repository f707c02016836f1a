# The commands of this repository. The work is done by scripts/; every target may be run again at any time.
.DEFAULT_GOAL := help
.PHONY: help run dev kaiin reset test mutants promises newcomer crash outages failover lives shots bench lighthouse load check generate migration former record postgres

node = @command -v node >/dev/null || { \
	  echo 'Kaiin needs Node.js 20.20 or newer, but there is no "node" command: install it from https://nodejs.org/.'; exit 1; }; \
	exec node

help: ## list the commands
	@sed -n 's/^\([a-z]*\):.*## /  make \1	/p' $(MAKEFILE_LIST) | expand -t 18

run: ## start everything: database, sandbox, server, pages (Ctrl-C stops it, the data stays; STORE=my-store for a store of yours)
	$(node) scripts/run.mjs $(if $(STORE),--store "$(STORE)")

dev: ## the same, with the pages rendered from source and the server restarted on change
	$(node) scripts/run.mjs --dev $(if $(STORE),--store "$(STORE)")

kaiin: ## a command of the program beside `make run` (ARGS="client list"); bin/kaiin is the same
	$(node) scripts/kaiin.mjs $(ARGS)

reset: ## throw away the data of `make run`
	$(node) scripts/reset.mjs

test: ## every test: Go against PostgreSQL, scripts, web, journeys in Chromium (SUITES="go web" for some)
	$(node) scripts/test.mjs $(SUITES)

mutants: ## break rules of the server and the pages one by one: which would no test notice? (MUTANTS="purchase" for some)
	$(node) scripts/mutants.mjs $(MUTANTS)

promises: ## run what shows each promise of the README, and its controls, and write docs/promises.md (PROMISES="1 4" for some)
	$(node) scripts/promises.mjs $(PROMISES)

newcomer: ## type the commands of the README and of the first pages in a clean copy, or see that a missing part is noticed (CONTROL=all)
	$(node) scripts/newcomer.mjs

crash: ## kill servers while members buy and are renewed, and check the book of money (KILLS=2000 SEED=1), or see that it finds what a missing guard does (CONTROL=all)
	$(node) scripts/crash.mjs

outages: ## have every call of the payment providers fail in every way while members do what they may, and check the rules of money (OUTAGES="commit" for some)
	$(node) scripts/outages.mjs

failover: ## lose machines of PostgreSQL and processes in many ways while members buy and are renewed, and check that nothing is lost (Debian; LOSSES="power backup" for some, FORMER=v1 to roll out from another version)
	$(node) scripts/failover.mjs

lives: ## live random lives of members against a second reckoning of contracts and bills (LIVES=10000 SEED=1)
	$(node) scripts/lives.mjs

shots: ## pictures of every page, both widths, languages and themes, into .run/shots (PAGES=name for some)
	$(node) scripts/shots.mjs "$(PAGES)"

bench: ## the speed claims, as ratios measured side by side (written to .run/bench.json; ROUNDS=1 for a quick look, PARTS="pages patches" for some, MEMBERS=250000 for another growth)
	$(node) scripts/bench.mjs $(ROUNDS)

lighthouse: ## pages on a phone beside a bare page, by Lighthouse (ROUNDS=5; written to .run/lighthouse.json)
	$(node) scripts/lighthouse.mjs $(ROUNDS)

load: ## an evening of a premiere, an app that renews all its tokens, a first of the month, each beside a bare page (MINUTES=30; SCENES="tokens" for some; written to .run/load.json)
	$(node) scripts/load.mjs $(MINUTES)

check: ## schema, format, vet, lint, types, generated files, migrations, import rules, translations (CHECKS="…" for some)
	$(node) scripts/check.mjs $(CHECKS)

generate: ## write every generated file anew
	$(node) scripts/generate.mjs

migration: ## write the next migration from the tables of ent/schema (NAME=what_changed)
	$(node) scripts/migration.mjs $(NAME)

former: ## the black-box tests of a former version, with its program, on tables that this version has migrated (COMMIT=main~1)
	$(node) scripts/former.mjs $(COMMIT)

record: ## write down the statements of this version, when it is released: no later migration may break them
	$(node) scripts/record.mjs

postgres: ## a PostgreSQL for running `go test` by hand
	$(node) scripts/postgres.mjs
