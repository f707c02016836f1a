package main

import (
	"strings"
	"testing"
)

// M-25: a contract is ended or released by its id or by a receipt, by name and with a reason, and
// only when it is there.
func TestCommandsForContracts(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	const some = "0199f1c2-7a3b-7c11-8f11-000000000001"
	for _, c := range []struct {
		args, told string
		status     int
	}{
		{"release-contract", "one of --id and --receipt", 2},
		{"release-contract --id " + some + " --receipt K-7QXM-2PZC-HT5W --by hanako --reason won-it", "one of --id and --receipt", 2},
		{"release-contract --id " + some + " --by hanako", "--by and --reason", 2},
		{"release-contract --id " + some + " --reason won-it", "--by and --reason", 2},
		{"release-contract --id 1 --by hanako --reason won-it", "is no id", 2},
		{"release-contract --id " + some + " --by hanako --reason won-it", "release-contract: ", 1},
		{"release-contract --receipt K-7QXM-2PZC-HT5W --by hanako --reason won-it", "release-contract: ", 1},
		{"end-contract --id " + some + " --at never --by hanako --reason a-test", "now or term", 2},
		{"end-contract --id 1 --at now --by hanako --reason a-test", "is no id", 2},
		{"end-contract --id " + some + " --at now --by hanako --reason a-test", "end-contract: ", 1},
	} {
		if status, out, problems := run(t, w.env, strings.Fields(c.args)...); status != c.status || out != "" || !strings.Contains(problems, c.told) {
			t.Errorf("kaiin %s: %d %s %s", c.args, status, out, problems)
		}
	}
}
