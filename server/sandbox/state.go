package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"kaiin/server/base/clock"
	"kaiin/server/sandbox/mail"
)

// saved is the file that carries the sandbox over a restart. The queue of outcomes and the list of
// calls are not in it.
type saved struct {
	OffsetSeconds int64           `json:"offsetSeconds"`
	Mails         []mail.Message  `json:"mails"`
	SBPS          json.RawMessage `json:"sbps"`
	PayPal        json.RawMessage `json:"paypal"`
}

func (s *Server) snapshot() ([]byte, error) {
	service, err := s.sbps.Save()
	if err != nil {
		return nil, err
	}
	wallets, err := s.paypal.Save()
	if err != nil {
		return nil, err
	}
	return json.Marshal(saved{OffsetSeconds: s.time.offset(), Mails: s.inbox.List(""), SBPS: service, PayPal: wallets})
}

func (s *Server) restore(data []byte) error {
	var from saved
	if err := json.Unmarshal(data, &from); err != nil {
		return err
	}
	if err := s.sbps.Restore(from.SBPS); err != nil {
		return err
	}
	if err := s.paypal.Restore(from.PayPal); err != nil {
		return err
	}
	s.inbox.Restore(from.Mails)
	s.time.restore(from.OffsetSeconds)
	return nil
}

// store writes snapshots to a file, a moment after something changed and at the end. The next write
// waits in proportion to what the last one cost, so that a load test does not spend its time here.
type store struct {
	dir      string
	log      *slog.Logger
	snapshot func() ([]byte, error)
	changed  chan struct{}
	quit     chan struct{}
	done     sync.WaitGroup
}

const saveInterval = 200 * time.Millisecond

func newStore(dir string, log *slog.Logger) *store {
	return &store{dir: dir, log: log, changed: make(chan struct{}, 1), quit: make(chan struct{})}
}

func (st *store) file() string { return filepath.Join(st.dir, "sandbox.json") }

func (st *store) load(restore func([]byte) error) error {
	if st.dir == "" {
		return nil
	}
	data, err := os.ReadFile(st.file())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = restore(data)
	}
	if err != nil {
		return fmt.Errorf("the sandbox cannot read its state, delete %s to start afresh: %w", st.file(), err)
	}
	return nil
}

// touch notes that something changed.
func (st *store) touch() {
	select {
	case st.changed <- struct{}{}:
	default:
	}
}

func (st *store) start(snapshot func() ([]byte, error)) {
	if st.dir == "" {
		return
	}
	st.snapshot = snapshot
	system := clock.New()
	st.done.Go(func() {
		for {
			select {
			case <-st.quit:
				st.save()
				return
			case <-st.changed:
			}
			began := system.Now()
			st.save()
			select {
			case <-st.quit:
			case <-time.After(max(saveInterval, 20*system.Now().Sub(began))):
			}
		}
	})
}

func (st *store) close() {
	close(st.quit)
	st.done.Wait()
}

func (st *store) save() {
	if err := st.write(); err != nil {
		st.log.Error("the sandbox cannot keep its state", "error", err.Error())
	}
}

// write replaces the file as a whole: a reader finds the old state or the new one, never half
// of it.
func (st *store) write() error {
	data, err := st.snapshot()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(st.dir, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(st.dir, "sandbox-*.tmp")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(f.Name(), st.file())
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}
