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
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/crypto/argon2"

	"kaiin/server/actor"
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
//
// Those who wait stand in lanes (InLane), which take turns: a network that sends a thousand passwords waits for itself. When the
// queue is full, the last one of the longest lane gives way to a caller from a shorter lane.
type PasswordPool struct {
	Cost HashCost // of new hashes; the zero value is the cost of production

	mu      sync.Mutex
	working int     // hashes being computed
	waiting int     // in all lanes
	lanes   []*lane // those in which somebody waits, in the order of their turns
	idle    *time.Timer
}

// lane is those who wait in one lane, in the order they came. Each is told true to begin, false to give up.
type lane struct {
	name string
	line []chan bool
}

type laneKey struct{}

// InLane is the context of passwords that wait for their turn in the lane with the name: one for each member, for each browser
// that an account knows, and for each network of all others.
func InLane(ctx context.Context, name string) context.Context {
	return context.WithValue(ctx, laneKey{}, name)
}

// LaneOf is the lane of what the actor asks for: the member's own, or that of a visitor's network.
func LaneOf(a actor.Actor) string {
	if a.SignedIn() {
		return "account " + a.AccountID.String()
	}
	return "network " + a.Network()
}

// run calls f when it is the turn of the context's lane. Fault: unavailable, when too many wait already.
func (p *PasswordPool) run(ctx context.Context, f func()) error {
	turn, ok := p.enter(ctx)
	if ok && turn != nil {
		select {
		case ok = <-turn:
		case <-ctx.Done():
			p.abandon(turn)
			return ctx.Err()
		}
	}
	if !ok {
		return fault.Unavailable(fault.CodeUnavailable, errors.New("too many passwords wait to be hashed"))
	}
	defer p.next()
	f()
	return nil
}

// enter takes a worker, which answers nil, or a place in the lane; not ok when there is no place.
func (p *PasswordPool) enter(ctx context.Context) (turn chan bool, ok bool) {
	name, _ := ctx.Value(laneKey{}).(string)
	workers := runtime.GOMAXPROCS(0)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.working < workers {
		p.working++
		return nil, true
	}
	at := slices.IndexFunc(p.lanes, func(l *lane) bool { return l.name == name })
	if p.waiting >= workers*queued {
		mine := 0
		if at >= 0 {
			mine = len(p.lanes[at].line)
		}
		longest := slices.MaxFunc(p.lanes, func(a, b *lane) int { return len(a.line) - len(b.line) })
		if len(longest.line) <= mine+1 {
			return nil, false
		}
		last := len(longest.line) - 1
		longest.line[last] <- false
		longest.line = longest.line[:last]
		p.waiting--
	}
	if at < 0 {
		p.lanes, at = append(p.lanes, &lane{name: name}), len(p.lanes)
	}
	turn = make(chan bool, 1)
	p.lanes[at].line = append(p.lanes[at].line, turn)
	p.waiting++
	return turn, true
}

// next hands a worker that is free to the first of the lane whose turn it is; the lane's next one waits for all the other lanes.
func (p *PasswordPool) next() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.lanes) == 0 {
		p.working--
		p.restSoon()
		return
	}
	l := p.lanes[0]
	l.line[0] <- true
	l.line, p.lanes, p.waiting = l.line[1:], p.lanes[1:], p.waiting-1
	if len(l.line) > 0 {
		p.lanes = append(p.lanes, l)
	}
}

// restSoon gives memory back when no hash follows for a while. It is called under the lock.
func (p *PasswordPool) restSoon() {
	if p.idle == nil {
		p.idle = time.AfterFunc(giveBack, debug.FreeOSMemory)
	}
	p.idle.Reset(giveBack)
}

// abandon gives up a place, or the worker that was handed over meanwhile.
func (p *PasswordPool) abandon(turn chan bool) {
	p.mu.Lock()
	for i, l := range p.lanes {
		if at := slices.Index(l.line, turn); at >= 0 {
			if l.line = slices.Delete(l.line, at, at+1); len(l.line) == 0 {
				p.lanes = slices.Delete(p.lanes, i, i+1)
			}
			p.waiting--
			p.mu.Unlock()
			return
		}
	}
	p.mu.Unlock()
	if <-turn {
		p.next()
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
