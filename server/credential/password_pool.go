package credential

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/crypto/argon2"

	"kaiin/server/fault"
)

// Cost of a password hash: the first choice of the OWASP cheat sheet for argon2id.
const (
	argonMemory  = 19456 // KiB
	argonTime    = 2
	argonThreads = 1
	argonKey     = 32
	argonSalt    = 16
)

// queued is how many hashes may wait per worker; at about 25 ms each, who waits longest waits about five seconds.
const queued = 200

// PasswordPool computes password hashes, at most one per processor at a time, so that neither memory nor the other work
// of the process suffers from a flood of logins. The zero value is ready.
type PasswordPool struct {
	once    sync.Once
	slots   chan struct{}
	waiting atomic.Int64
}

// run calls f when a worker is free. Fault: unavailable, when too many wait already.
func (p *PasswordPool) run(ctx context.Context, f func()) error {
	p.once.Do(func() { p.slots = make(chan struct{}, runtime.GOMAXPROCS(0)) })
	defer p.waiting.Add(-1)
	if p.waiting.Add(1) > int64(cap(p.slots)*(queued+1)) {
		full := fault.Unavailable(fault.CodeUnavailable, errors.New("too many passwords wait to be hashed"))
		full.RetryAfter = 5 * time.Second
		return full
	}
	select {
	case p.slots <- struct{}{}:
		defer func() { <-p.slots }()
		f()
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Hash is what the database keeps of a password, in PHC format. Fault: unavailable, when the pool is full.
func (p *PasswordPool) Hash(ctx context.Context, password string) (string, error) {
	salt := make([]byte, argonSalt)
	rand.Read(salt) // never fails (crypto/rand)
	var key []byte
	err := p.run(ctx, func() {
		key = argon2.IDKey([]byte(password), salt, argonTime, argonMemory, argonThreads, argonKey)
	})
	if err != nil {
		return "", err
	}
	b64 := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, argonMemory, argonTime, argonThreads,
		b64.EncodeToString(salt), b64.EncodeToString(key)), nil
}

// Matches reports whether the password, exactly as sent, is the one that was hashed. Without a hash (no such account, or
// one without a password) it does the same work and answers false, so that time tells nothing. Fault: unavailable, when
// the pool is full.
func (p *PasswordPool) Matches(ctx context.Context, hash *string, password string) (bool, error) {
	known := hash != nil
	if !known {
		hash = &nobody
	}
	h, err := parseHash(*hash)
	if err != nil {
		return false, err
	}
	var key []byte
	err = p.run(ctx, func() {
		key = argon2.IDKey([]byte(password), h.salt, h.time, h.memory, h.threads, uint32(len(h.key)))
	})
	return err == nil && known && subtle.ConstantTimeCompare(key, h.key) == 1, err
}

// nobody is a hash that costs what every other does.
var nobody = fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, argonMemory, argonTime, argonThreads,
	base64.RawStdEncoding.EncodeToString(make([]byte, argonSalt)), base64.RawStdEncoding.EncodeToString(make([]byte, argonKey)))

type passwordHash struct {
	memory, time uint32
	threads      uint8
	salt, key    []byte
}

func parseHash(s string) (passwordHash, error) {
	var h passwordHash
	var version int
	var salt, key string
	// %s reads on to the next space, hence the separators become spaces; base64 holds none.
	fields := strings.TrimSpace(strings.ReplaceAll(s, "$", " "))
	if _, err := fmt.Sscanf(fields, "argon2id v=%d m=%d,t=%d,p=%d %s %s", &version, &h.memory, &h.time, &h.threads, &salt, &key); err != nil {
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
