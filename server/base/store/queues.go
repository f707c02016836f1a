package store

// The queues of jobs. Each has workers of its own, so that slow jobs of one queue hold nothing up
// in another. Every Job names one of them.
const (
	QueueCodes = "codes" // what somebody waits for in front of the screen
	QueueMail  = "mail"  // other messages
	QueueNews  = "news"  // newsletters: there may be a hundred thousand at once
	QueueMoney = "money" // what calls the payment provider
	QueueApps  = "apps"  // what is told to the servers of other apps
	QueueFiles = "files" // what may take long and nothing else waits for
	QueueScan  = "scan"  // what looks for due and for old rows
)
