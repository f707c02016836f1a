// Package step names what a member or visitor does next, as data. A service answers a Step and
// never an address: package paths, among the transports, holds the one table of addresses. It owns
// no table.
package step
