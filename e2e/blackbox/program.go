package blackbox

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
)

var (
	programs string // the folder they lie in
	kaiin    string
)

// programVariable names the program that is tested, where it is built already: once for all
// packages of a run.
const programVariable = "KAIIN_TEST_PROGRAM"

// Main is the TestMain of a package of black-box tests: it builds the program, unless
// KAIIN_TEST_PROGRAM is the path of one, and runs so many tests side by side. Each of them is
// mostly waiting for its own processes: more of them than processors run well.
func Main(m *testing.M, parallel int) {
	flag.Parse()
	if err := flag.Set("test.parallel", strconv.Itoa(parallel)); err != nil {
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
	if programs, err = os.MkdirTemp("", "kaiin-e2e-"); err != nil {
		return 1, err
	}
	defer func() { _ = os.RemoveAll(programs) }()
	if kaiin = os.Getenv(programVariable); kaiin == "" {
		kaiin = filepath.Join(programs, "kaiin")
		if err = build(kaiin); err != nil {
			return 1, err
		}
	}
	code = m.Run()
	if !untilEnd.end() {
		code = max(code, 1)
	}
	return code, nil
}

// Program is the path of the program that is tested.
func Program() string { return kaiin }

// build builds the program at the path. What only a debugger needs is left out, which spares the
// linker work.
func build(path string, flags ...string) error {
	args := append([]string{"build", "-ldflags=-s -w", "-o", path}, flags...)
	out, err := exec.Command("go", append(args, "kaiin/server/cmd/kaiin")...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("build %s: %w\n%s", path, err, out)
	}
	return nil
}
