// Package money proves from outside that members' money is safe: it builds the program, runs it against a database and a
// sandbox of its own, and looks only at what it answers and at the sandbox's ledger.
//
//	race       one order token used by many at once, the last unit wanted by many
//	crash      the process is killed at every failpoint and started again; a build without the guard must fail here
//	outcome    the provider breaks off, answers twice, or fails
//	renewal    months go by
//	isolation  hundreds of members at once, none sees another
//	refusal    what no page of ours would send
//
// It needs a PostgreSQL server at KAIIN_TEST_DATABASE_URL and fails without one.
package money

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// Built programs, by the path they lie at. unguarded lacks the guard against charging twice (build tag kaiin_no_guard).
var (
	kaiin     string
	unguarded = sync.OnceValues(func() (string, error) { return build("kaiin-unguarded", "-tags", "kaiin_no_guard") })
	programs  string
)

func TestMain(m *testing.M) {
	flag.Parse()
	// Each test is mostly waiting for its own processes: more of them than processors run well side by side.
	if err := flag.Set("test.parallel", "6"); err != nil {
		panic(err)
	}
	code, err := run(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

func run(m *testing.M) (code int, err error) {
	if programs, err = os.MkdirTemp("", "kaiin-money-"); err != nil {
		return 1, err
	}
	defer func() { _ = os.RemoveAll(programs) }()
	if kaiin, err = build("kaiin"); err != nil {
		return 1, err
	}
	return m.Run(), nil
}

func build(name string, flags ...string) (string, error) {
	path := filepath.Join(programs, name)
	args := append([]string{"build", "-o", path}, flags...)
	out, err := exec.Command("go", append(args, "kaiin/server/cmd/kaiin")...).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("build %s: %w\n%s", name, err, out)
	}
	return path, nil
}
