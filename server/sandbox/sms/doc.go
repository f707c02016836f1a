// Package sms plays Twilio's Messages API: every short message ends in the sandbox's inbox.
//
//	product ──POST /2010-04-01/Accounts/{sid}/Messages.json──▶ checks ──▶ inbox, channel "sms"
//
// It takes Basic authentication by the account, a number in E.164 form, a sender, and up to
// 1600 characters, and answers like Twilio, faults included. Without an account it is not
// there. Delivery to the telephone is not played: the callbacks that tell of it are of no use
// to the product.
//
// # Outcomes of POST /next for the service sms, each for the next message
//
//	invalid_number  refused: not a telephone number (21211)
//	unsubscribed    refused: its owner wants no messages from the sender (21610)
//	too_many        refused for now: status 429 (20429)
//	http_500        no effect; status 500 with HTML
//	timeout_after   takes effect; the connection is dropped after delay, 200ms unless given
package sms
