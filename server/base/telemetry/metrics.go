package telemetry

// What is counted and measured in this process when it happens. Names without kaiin are those of
// the OpenTelemetry conventions. docs/operate.md explains the ones that an operator looks at.
var (
	Requests = histogram("http.server.request.duration", "Requests of the public origin, by the pattern of their route.", "http.request.method", "http.route", "http.response.status_code")
	Calls    = histogram("http.client.request.duration", "Calls of the servers of other companies.", "server.address", "http.request.method", "http.response.status_code")

	ProviderCalls    = histogram("kaiin.provider.call.duration", "Calls of the payment providers, and those that an open circuit breaker refused.", "provider", "operation", "outcome")
	Jobs             = histogram("kaiin.job.duration", "Tries of jobs.", "kind", "outcome")
	Scans            = histogram("kaiin.scan.duration", "Runs of the scan for what is due and of the purge of what is over.", "kind")
	ScanFound        = counter("kaiin.scan.found", "{job}", "Jobs that scans have added for what was due.")
	Purged           = counter("kaiin.purge.rows", "{row}", "Rows that purges have deleted or emptied.", "table")
	RenewalsDue      = counter("kaiin.renewals.due", "{contract}", "Contracts that a scan has found due.")
	Charges          = counter("kaiin.charges", "{charge}", "Outcomes of charges; those of renewals have the initiator merchant.", "initiator", "outcome")
	Messages         = counter("kaiin.messages", "{message}", "Mails and short messages that were sent or given up, and tries that failed.", "channel", "outcome")
	ThrottleRefusals = counter("kaiin.throttle.refusals", "{refusal}", "Tries that a limit refused.", "counter")
	FailedLogins     = counter("kaiin.logins.failed", "{login}", "Logins with a wrong password, code or second factor.", "way")
	SharedPages      = counter("kaiin.shared_pages", "{page}", "Requests for pages that visitors share.", "outcome")
)

// What a scrape reads in this process.
var (
	Build                = gauge("kaiin.build.info", "", "1, with the version of the program and of Go.", "version", "go")
	Connections          = gauge("db.client.connection.count", "{connection}", "Connections to PostgreSQL of this process.", "db.client.connection.state")
	ConnectionsMost      = gauge("db.client.connection.max", "{connection}", "Connections to PostgreSQL that this process may open.")
	ConnectionWaits      = total("kaiin.database.waits", "{wait}", "Times that something waited for a connection, since all were in use.")
	ConnectionWaited     = total("kaiin.database.wait_time", "s", "How long things have waited for a connection.")
	CircuitOpen          = gauge("kaiin.provider.circuit_open", "", "1 while the circuit breaker of a payment provider is open in this process, else 0.", "provider")
	PasswordsWaiting     = gauge("kaiin.passwords.waiting", "{password}", "Passwords that wait to be hashed.", "lane")
	PasswordsInWork      = gauge("kaiin.passwords.working", "{password}", "Passwords that are being hashed.")
	LastRun              = gauge("kaiin.scan.last_run", "s", "When the last scan or purge of this process ended, in Unix time.", "kind")
	DatabaseFigures      = gauge("kaiin.database.figures_up", "", "1 if the figures of the whole installation could be read from the database, else 0.")
	QueueJobs            = gauge("kaiin.queue.jobs", "{job}", "Jobs of a queue that wait, run, or failed for good and are still kept. Of the whole installation.", "queue", "state")
	QueueOldest          = gauge("kaiin.queue.oldest_age", "s", "How long the oldest job that is due has waited for a worker. Of the whole installation.", "queue")
	OpenCharge           = gauge("kaiin.charge.oldest_open_age", "s", "Age of the oldest charge without an outcome, 0 without one. Of the whole installation.")
	OpenCharges          = gauge("kaiin.charge.open", "{charge}", "Charges without an outcome. Of the whole installation.")
	RenewalsWaiting      = gauge("kaiin.renewals.waiting", "{contract}", "Contracts that are due and that no scan has taken up yet. Of the whole installation.")
	ReconciliationMissed = gauge("kaiin.reconciliation.days_missed", "{day}", "Days whose list should have been compared with the book as a whole, and was not. Of the whole installation.", "provider")
	WorkerUp             = gauge("kaiin.worker.up", "", "1 if any process of the whole installation works on jobs, else 0.")
	MigrationVersion     = gauge("kaiin.migration.version", "", "Version of the last migration, of the database and of this program.", "of")
)
