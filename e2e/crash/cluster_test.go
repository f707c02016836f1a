package crash

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kaiin/e2e/blackbox"
)

// cluster is what `make failover` has started (scripts/failover): machines a and b with a
// PostgreSQL each, one of them the primary.
type cluster struct {
	t        *testing.T
	proof    string // a database beside that of the product
	Control  string // POST {Control}/{machine}/{act}
	Disks    bool   // the machines have disks that can be full
	Logs     string // the folder of what programs write
	Machines map[string]struct {
		Patroni  string // its REST API
		Postgres string // the way to PostgreSQL on the machine itself
		Proxy    string // to the primary, through HAProxy
		Pooler   string // the same through PgBouncer
	}
}

// startedCluster is the cluster of this run. Only `make failover` starts one.
func startedCluster(t *testing.T) *cluster {
	t.Helper()
	text := os.Getenv("KAIIN_TEST_CLUSTER")
	if text == "" {
		t.Skip("`make failover` starts a cluster and runs this")
	}
	c := &cluster{t: t, proof: "proof"}
	blackbox.Must(t, json.Unmarshal([]byte(text), c))
	return c
}

// at is the way to another database of the same server: that which the address of names.
func at(t testing.TB, way, of string) string {
	t.Helper()
	to, err := url.Parse(way)
	blackbox.Must(t, err)
	named, err := url.Parse(of)
	blackbox.Must(t, err)
	to.Path = named.Path
	return to.String()
}

// log is a new file for what a program writes.
func (c *cluster) log(name string) io.Writer {
	c.t.Helper()
	file, err := os.Create(filepath.Join(c.Logs, name+".log"))
	blackbox.Must(c.t, err)
	c.t.Cleanup(func() { _ = file.Close() })
	return file
}

// do has something happen to a machine.
func (c *cluster) do(machine, act string) {
	c.t.Helper()
	answer, err := http.Post(c.Control+"/"+machine+"/"+act, "", nil)
	blackbox.Must(c.t, err)
	said, _ := io.ReadAll(answer.Body)
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		c.t.Fatalf("%s %s: %d %s", act, machine, answer.StatusCode, said)
	}
}

// member is a machine as Patroni sees it.
type member struct {
	Name, Role, State string
	Lag               any // of a standby, in bytes, or "unknown"
}

var quickly = &http.Client{Timeout: 2 * time.Second}

// seen are the machines as the Patroni of one of them tells.
func (c *cluster) seen(machine string) (members []member) {
	answer, err := quickly.Get(c.Machines[machine].Patroni + "/cluster")
	if err != nil {
		return nil
	}
	defer func() { _ = answer.Body.Close() }()
	var all struct{ Members []member }
	_ = json.NewDecoder(answer.Body).Decode(&all)
	return all.Members
}

// awaitWhole waits until one machine is the primary and the other its synchronous standby, which
// has all of it.
func (c *cluster) awaitWhole() (primary, standby string) {
	c.t.Helper()
	var seen []member
	for deadline := time.Now().Add(5 * time.Minute); time.Now().Before(deadline); time.Sleep(200 * time.Millisecond) {
		primary, standby = "", ""
		seen = c.seen("a")
		for _, m := range seen {
			switch {
			case m.Role == "leader" && m.State == "running":
				primary = m.Name
			case m.Role == "sync_standby" && (m.State == "running" || m.State == "streaming"):
				standby = m.Name
			}
		}
		if primary != "" && standby != "" {
			return primary, standby
		}
	}
	c.t.Fatalf("there is no primary with a standby: %v", seen)
	return "", ""
}

// awaitPrimary waits until the machine has become the primary.
func (c *cluster) awaitPrimary(machine string) {
	c.t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
		answer, err := quickly.Get(c.Machines[machine].Patroni + "/primary")
		if err != nil {
			continue
		}
		_ = answer.Body.Close()
		if answer.StatusCode == http.StatusOK {
			return
		}
	}
	c.t.Fatalf("machine %s does not become the primary", machine)
}

// awaitWays waits until each way leads to the database at the primary. A PgBouncer that found none
// says so for a second more.
func (c *cluster) awaitWays(database string) {
	c.t.Helper()
	for name, machine := range c.Machines {
		for _, way := range []string{machine.Proxy, machine.Pooler} {
			var follows bool
			db, err := sql.Open("postgres", at(c.t, way, database))
			blackbox.Must(c.t, err)
			err = errors.New("not asked")
			for deadline := time.Now().Add(time.Minute); (err != nil || follows) && time.Now().Before(deadline); time.Sleep(200 * time.Millisecond) {
				err = db.QueryRow("SELECT pg_is_in_recovery()").Scan(&follows)
			}
			_ = db.Close()
			if err != nil || follows {
				c.t.Fatalf("a way of machine %s leads to no primary: %v", name, err)
			}
		}
	}
}

// switchOver has the machines change their roles, as before one of them is updated.
func (c *cluster) switchOver(primary, standby string) {
	c.t.Helper()
	asked := fmt.Sprintf(`{"leader": %q, "candidate": %q}`, primary, standby)
	answer, err := http.Post(c.Machines[primary].Patroni+"/switchover", "application/json", strings.NewReader(asked))
	blackbox.Must(c.t, err)
	said, _ := io.ReadAll(answer.Body)
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		c.t.Fatalf("the roles do not change: %d %s", answer.StatusCode, said)
	}
}

// open is a database through a way.
func (c *cluster) open(way string) *sql.DB {
	c.t.Helper()
	db, err := sql.Open("postgres", at(c.t, way, "postgres://proof/"+c.proof))
	blackbox.Must(c.t, err)
	c.t.Cleanup(func() { _ = db.Close() })
	return db
}

// makeProof makes a database beside that of the product, in which writeInVain writes.
func (c *cluster) makeProof() {
	c.t.Helper()
	admin, err := sql.Open("postgres", c.Machines["a"].Proxy)
	blackbox.Must(c.t, err)
	defer func() { _ = admin.Close() }()
	_, err = admin.Exec("CREATE DATABASE " + c.proof)
	blackbox.Must(c.t, err)
	_, err = c.open(c.Machines["a"].Proxy).Exec("CREATE TABLE written (by text PRIMARY KEY)")
	blackbox.Must(c.t, err)
}

// writeInVain lets a primary that was cut off, and does not know yet that another one is there,
// go on, and writes to it past HAProxy. That must never be acknowledged, and in the end the
// row is nowhere.
func (c *cluster) writeInVain(former string) {
	c.t.Helper()
	there := c.open(c.Machines[former].Postgres)
	c.do(former, "wake-postgres")
	var readOnly bool
	blackbox.Must(c.t, there.QueryRow("SELECT pg_is_in_recovery()").Scan(&readOnly))
	if readOnly {
		c.t.Error("the primary that was cut off knows already that it is none: nothing is tried")
	}
	written := make(chan error, 1)
	go func() {
		_, err := there.Exec("INSERT INTO written VALUES ('both')")
		written <- err
	}()
	select {
	case err := <-written:
		c.t.Errorf("a primary that was cut off has answered a write: %v", err)
	case <-time.After(calmTime):
	}
	c.do(former, "wake")
	select {
	case err := <-written:
		if err == nil {
			c.t.Error("a write of a primary that was cut off was acknowledged")
		}
		c.t.Logf("a write of the primary that was cut off ended by: %v", err)
	case <-time.After(2 * time.Minute):
		c.t.Error("a write of a primary that was cut off never ended")
	}
	c.awaitWhole()
	for name, machine := range c.Machines {
		var rows int
		var err error
		for range 100 { // a standby opens its doors a moment later
			if err = c.open(machine.Postgres).QueryRow("SELECT count(*) FROM written").Scan(&rows); err == nil {
				break
			}
			time.Sleep(100 * time.Millisecond)
		}
		if err != nil || rows != 0 {
			c.t.Errorf("%d rows of the primary that was cut off are on machine %s: %v", rows, name, err)
		}
	}
}

func (m member) String() string {
	return fmt.Sprintf("%s is %s, %s, lag %v", m.Name, m.Role, m.State, m.Lag)
}
