package crash

import (
	"strings"
	"testing"
	"time"
)

// loss is something that happens to the machines while members act.
type loss struct {
	key    string // names it in LOSSES
	name   string
	moves  bool // the other machine becomes the primary
	ofDisk bool // needs a disk that can be full
	// longest is how long members may be told to come back; 0: longestOutage.
	longest time.Duration
	// lose takes the names of the primary and of the standby, and has brought everything back when
	// it returns.
	lose  func(f *failover, primary, standby string)
	plays func(f *failover, name string) // in place of lose: all of it
}

// noRoom is how long a PostgreSQL with a full disk may go on. It keeps nothing new, and is not lost
// until the room is used up that it had set aside for its WAL.
const noRoom = 3 * time.Minute

// losses happen one after the other. All that come after a new version are of that.
var losses = []loss{
	{key: "version", name: "a new version is rolled out, and one process back", lose: (*failover).rollOut},
	{key: "power", name: "the primary loses its power", moves: true, lose: func(f *failover, primary, standby string) {
		f.do(primary, "kill")
		f.awaitPrimary(standby)
		time.Sleep(calmTime)
		f.do(primary, "start")
	}},
	{key: "cut", name: "the primary is cut off and comes back", moves: true, lose: func(f *failover, primary, standby string) {
		f.do(primary, "halt")
		f.awaitPrimary(standby)
		time.Sleep(calmTime)
		f.writeInVain(primary)
	}},
	{key: "standby-power", name: "the standby loses its power", lose: func(f *failover, _, standby string) {
		f.do(standby, "kill")
		time.Sleep(3 * calmTime)
		f.do(standby, "start")
	}},
	{key: "standby-cut", name: "the standby is cut off and comes back", lose: func(f *failover, _, standby string) {
		f.do(standby, "halt")
		time.Sleep(5 * calmTime)
		f.do(standby, "wake")
	}},
	{key: "plan", name: "the standby is promoted by plan", moves: true, lose: func(f *failover, primary, standby string) {
		f.switchOver(primary, standby)
		f.awaitPrimary(standby)
	}},
	{key: "full", name: "the disk of the primary is full", moves: true, ofDisk: true, longest: noRoom, lose: func(f *failover, primary, standby string) {
		f.do(primary, "fill")
		f.awaitPrimary(standby)
		time.Sleep(calmTime)
		f.do(primary, "free")
	}},
	{key: "slow", name: "the primary is slow", lose: func(f *failover, primary, _ string) {
		f.do(primary, "slow")
		time.Sleep(6 * calmTime)
		f.do(primary, "steady")
	}},
	{key: "ahead", name: "a server's clock is ahead", plays: func(f *failover, name string) { f.clockOff(name, clockOff) }},
	{key: "behind", name: "a server's clock is behind", plays: func(f *failover, name string) { f.clockOff(name, -clockOff) }},
	{key: "backup", name: "both machines are lost, and restored from a backup", plays: (*failover).restore},
}

// chosenLosses are those that LOSSES names by their keys, in the order in which they happen; empty:
// all.
func chosenLosses(t *testing.T, keys string) (chosen []loss) {
	t.Helper()
	if strings.TrimSpace(keys) == "" {
		return losses
	}
	wanted := map[string]bool{}
	for _, key := range strings.Fields(keys) {
		wanted[key] = true
	}
	var known []string
	for _, loss := range losses {
		if known = append(known, loss.key); wanted[loss.key] {
			chosen = append(chosen, loss)
			delete(wanted, loss.key)
		}
	}
	for key := range wanted {
		t.Fatalf("LOSSES=%q: there is no loss %q; there are %s", keys, key, strings.Join(known, " "))
	}
	return chosen
}
