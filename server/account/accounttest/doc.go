// Package accounttest gives other packages' tests an account service and members.
package accounttest
