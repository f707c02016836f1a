package credential

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/crypto/argon2"

	"kaiin/server/fault"
)

// HashCost is what one password hash takes of a processor and its memory.
type HashCost struct {
	Memory uint32 // KiB
	Passes uint32 // over the memory
}

// productionCost is the first choice of the OWASP cheat sheet for argon2id.
var productionCost = HashCost{Memory: 19456, Passes: 2}

const (
	argonThreads = 1
	argonKey     = 32
	argonSalt    = 16
)

// queued is how many hashes may wait per worker; at about 25 ms each, the last in the queue waits about five seconds.
const queued = 200

// giveBack is how long after the last hash its memory goes back to the system. Each hash takes 19 MB anew, and without another one
// to come nothing makes Go return what a burst of logins has left.
const giveBack = 5 * time.Second

// PasswordPool computes password hashes, at most one per processor at a time, so that neither memory nor the other work
// of the process suffers from a flood of logins. The zero value is ready and has the cost of production. A password is
// compared at the cost its hash was made with.
type PasswordPool struct {
	Cost HashCost // of new hashes; the zero value is the cost of production

	once    sync.Once
	idle    *time.Timer
	slots   chan struct{}
	waiting atomic.Int64
}

// run calls f when a worker is free. Fault: unavailable, when too many wait already.
func (p *PasswordPool) run(ctx context.Context, f func()) error {
	p.once.Do(func() {
		p.slots = make(chan struct{}, runtime.GOMAXPROCS(0))
		p.idle = time.AfterFunc(giveBack, debug.FreeOSMemory)
	})
	defer p.waiting.Add(-1)
	if p.waiting.Add(1) > int64(cap(p.slots)*(queued+1)) {
		full := fault.Unavailable(fault.CodeUnavailable, errors.New("too many passwords wait to be hashed"))
		full.RetryAfter = fault.RetrySoon
		return full
	}
	select {
	case p.slots <- struct{}{}:
		defer func() {
			<-p.slots
			p.idle.Reset(giveBack)
		}()
		f()
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Hash is what the database keeps of a password, in PHC format. Fault: unavailable, when the pool is full.
func (p *PasswordPool) Hash(ctx context.Context, password string) (string, error) {
	h := passwordHash{HashCost: p.cost(), threads: argonThreads, salt: make([]byte, argonSalt), key: make([]byte, argonKey)}
	rand.Read(h.salt) // never fails (crypto/rand)
	if err := p.run(ctx, func() { h.key = h.of(password) }); err != nil {
		return "", err
	}
	return h.String(), nil
}

func (p *PasswordPool) cost() HashCost {
	if p.Cost == (HashCost{}) {
		return productionCost
	}
	return p.Cost
}

// Matches reports whether the password, exactly as sent, is the one that was hashed. Without a hash (no such account, or
// one without a password) it does the same work and answers false, so that time tells nothing. Fault: unavailable, when
// the pool is full.
func (p *PasswordPool) Matches(ctx context.Context, hash *string, password string) (bool, error) {
	h := passwordHash{HashCost: p.cost(), threads: argonThreads, salt: make([]byte, argonSalt), key: make([]byte, argonKey)}
	if hash != nil {
		var err error
		if h, err = parseHash(*hash); err != nil {
			return false, err
		}
	}
	var key []byte
	err := p.run(ctx, func() { key = h.of(password) })
	return err == nil && hash != nil && subtle.ConstantTimeCompare(key, h.key) == 1, err
}

type passwordHash struct {
	HashCost
	threads   uint8
	salt, key []byte
}

// of computes the key of a password with the salt and the cost of the hash.
func (h passwordHash) of(password string) []byte {
	return argon2.IDKey([]byte(password), h.salt, h.Passes, h.Memory, h.threads, uint32(len(h.key)))
}

// String is the PHC format.
func (h passwordHash) String() string {
	b64 := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, h.Memory, h.Passes, h.threads,
		b64.EncodeToString(h.salt), b64.EncodeToString(h.key))
}

func parseHash(s string) (passwordHash, error) {
	var h passwordHash
	var version int
	var salt, key string
	// %s reads on to the next space, hence the separators become spaces; base64 holds none.
	fields := strings.TrimSpace(strings.ReplaceAll(s, "$", " "))
	if _, err := fmt.Sscanf(fields, "argon2id v=%d m=%d,t=%d,p=%d %s %s", &version, &h.Memory, &h.Passes, &h.threads, &salt, &key); err != nil {
		return h, fmt.Errorf("password hash: %w", err)
	}
	if version != argon2.Version {
		return h, fmt.Errorf("password hash: version %d", version)
	}
	var err, err2 error
	h.salt, err = base64.RawStdEncoding.DecodeString(salt)
	h.key, err2 = base64.RawStdEncoding.DecodeString(key)
	return h, errors.Join(err, err2)
}
