// Package crash kills servers while members buy, cancel, change how they pay, pay what is on hold,
// are renewed, get money back and leave, and checks that the book is right in the end. They pay by
// card, PayPal, docomo and what au charges by the month, and with the codes of campaigns;
// providers' notices come late, twice or again, and the staff import what au has charged.
//
// Two processes, each a server and a worker, share a database and a sandbox; an import is a third
// one. Each life of a process is armed with a failpoint or ends by a SIGKILL from outside. A driver
// plays members by a seed: its choices are the same every time, the moments at which processes meet
// are not. KILLS says how many deaths there are (100 by itself), SEED which choices are made.
//
// TestFailover has the machines of PostgreSQL die in place of the processes. On each of them one
// process serves, another one works, and Next makes the pages. It runs on the cluster that
// `make failover` starts.
package crash
