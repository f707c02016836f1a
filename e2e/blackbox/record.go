package blackbox

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"kaiin/server/base/store/storetest"
)

// recordVariable names a folder into which each stack writes the statements of its server, when
// those of a release are recorded (ent/migrate/former).
const recordVariable = "KAIIN_TEST_STATEMENTS"

// recorded is another way to the database at the address, on which statements are recorded if the
// run is to do so.
func recorded(t testing.TB, address string) string {
	t.Helper()
	folder := os.Getenv(recordVariable)
	if folder == "" {
		return address
	}
	way, heard := storetest.Overhear(t, address)
	t.Cleanup(func() {
		var lines strings.Builder
		for _, text := range heard.Texts() {
			lines.WriteString(strconv.Quote(text) + "\n")
		}
		file, err := os.CreateTemp(folder, "*.statements")
		Must(t, err)
		_, err = file.WriteString(lines.String())
		Must(t, err)
		Must(t, file.Close())
	})
	return way
}
