// Package accounttest gives tests members and their mails.
package accounttest
