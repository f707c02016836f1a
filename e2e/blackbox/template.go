package blackbox

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"kaiin/server/base/store/storetest"
)

// programHash tells one build of the program from another: another build may migrate or seed in
// another way.
var programHash = sync.OnceValues(func() (string, error) {
	program, err := os.ReadFile(kaiin)
	return digest(program), err
})

// template is the name of a database that the program itself has migrated and filled from the text
// of a store file. It is made once for all tests of a run, in whatever package they are.
func template(t testing.TB, store string) string {
	t.Helper()
	program, err := programHash()
	Must(t, err)
	name, err := storetest.Template("seeded_"+program, digest([]byte(store)), func(database string) error {
		env := []string{"PATH=" + os.Getenv("PATH"), "DATABASE_URL=" + database}
		if _, err := command(env, "migrate"); err != nil {
			return err
		}
		return seed(env, store)
	})
	Must(t, err)
	return name
}

func digest(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:8])
}

func seed(env []string, store string) error {
	folder, err := os.MkdirTemp("", "kaiin-store-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	path := filepath.Join(folder, "store.yaml")
	if err := os.WriteFile(path, []byte(store), 0o600); err != nil {
		return err
	}
	_, err = command(env, "seed", "--store", path, "--by", "hanako", "--reason", "a test")
	return err
}

// command runs one command of the program to its end, and answers its result. What it writes to the
// standard error then is its log.
func command(env []string, args ...string) (wrote string, err error) {
	cmd := exec.Command(kaiin, args...)
	cmd.Env = env
	var result, told strings.Builder
	cmd.Stdout, cmd.Stderr = &result, &told
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("kaiin %s: %w\n%s%s", strings.Join(args, " "), err, result.String(), told.String())
	}
	for line := range strings.Lines(told.String()) { // no error, so it is the log
		if wrong := notALine(line); wrong != "" {
			return "", fmt.Errorf("kaiin %s: its log %s: %s", strings.Join(args, " "), wrong, line)
		}
	}
	return result.String(), nil
}
