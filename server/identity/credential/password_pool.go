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

	"github.com/google/uuid"
	"golang.org/x/crypto/argon2"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
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

// queued is how many hashes may wait per worker; at about 25 ms each, the last in the queue waits
// about five seconds.
const queued = 200

// giveBack is how long after the last hash its memory goes back to the system. Each hash takes 19
// MB anew, and without another one to come nothing makes Go return what a burst of logins has left.
const giveBack = 5 * time.Second

// PasswordPool computes password hashes, at most one per processor at a time, so that neither
// memory nor the other work of the process suffers from a flood of logins. The zero value is ready
// and has the cost of production. A password is compared at the cost its hash was made with.
//
// Callers wait in lanes (Lane), which take turns: a network that sends a thousand passwords waits
// for itself. When there is no more room, the last one of the longest lane gives way to a caller
// from a shorter lane.
//
// A stranger may come from a thousand networks. So members, in a session or a browser that their
// account knows, wait in a queue of their own. Every other turn is theirs, and each of the two
// queues has half of the room for sure: the other one gives way.
type PasswordPool struct {
	Cost HashCost // of new hashes; the zero value is the cost of production

	mu                 sync.Mutex
	working            int // hashes being computed
	members, strangers queue
	memberBefore       bool // the last turn was a member's
	idle               *time.Timer
}

// queue is lanes that take turns.
type queue struct {
	waiting int     // in all lanes
	lanes   []*lane // those in which somebody waits, in the order of their turns
}

// lane is those who wait in one lane, in the order they came. Each is told true to begin, false to
// give up.
type lane struct {
	name Lane
	line []chan bool
}

// Lane names those whose passwords wait for one another: one lane for each member, in any browser
// that the account knows, and one for each network of all others.
type Lane string

// LaneOf is the lane of what the actor asks for: the member's own, or that of a visitor's network.
func LaneOf(a actor.Actor) Lane {
	if a.SignedIn() {
		return LaneOfMember(a.AccountID)
	}
	return Lane("network " + a.Network())
}

const memberLane = "account "

// LaneOfMember is the lane of a member, in a session or in a browser that the account knows.
func LaneOfMember(accountID uuid.UUID) Lane { return Lane(memberLane + accountID.String()) }

// run calls f when it is the turn of the lane. Fault: unavailable, when too many wait already.
func (p *PasswordPool) run(ctx context.Context, in Lane, f func()) error {
	turn, ok := p.enter(in)
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
func (p *PasswordPool) enter(in Lane) (turn chan bool, ok bool) {
	workers := runtime.GOMAXPROCS(0)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.working < workers {
		p.working++
		return nil, true
	}
	q, other := &p.strangers, &p.members
	if strings.HasPrefix(string(in), memberLane) {
		q, other = other, q
	}
	at := slices.IndexFunc(q.lanes, func(l *lane) bool { return l.name == in })
	mine := 0
	if at >= 0 {
		mine = len(q.lanes[at].line)
	}
	if room := workers * queued; q.waiting+other.waiting >= room {
		if other.waiting > room/2 {
			other.giveWay(0)
		} else if !q.giveWay(mine + 1) {
			return nil, false
		}
	}
	if at < 0 {
		q.lanes, at = append(q.lanes, &lane{name: in}), len(q.lanes)
	}
	turn = make(chan bool, 1)
	q.lanes[at].line = append(q.lanes[at].line, turn)
	q.waiting++
	return turn, true
}

// giveWay sends the last one of the longest lane away, where more than so many wait in it.
func (q *queue) giveWay(more int) bool {
	longest := slices.MaxFunc(q.lanes, func(a, b *lane) int { return len(a.line) - len(b.line) })
	last := len(longest.line) - 1
	if last < more {
		return false
	}
	longest.line[last] <- false
	q.leave(longest, last)
	return true
}

// leave takes one who waits out of a lane.
func (q *queue) leave(l *lane, at int) {
	q.waiting--
	if l.line = slices.Delete(l.line, at, at+1); len(l.line) == 0 {
		q.lanes = slices.DeleteFunc(q.lanes, func(other *lane) bool { return other == l })
	}
}

// next hands a worker that is free to the first of the lane whose turn it is; the lane's next one
// waits for all the other lanes.
func (p *PasswordPool) next() {
	p.mu.Lock()
	defer p.mu.Unlock()
	q := &p.strangers
	if p.members.waiting > 0 && (!p.memberBefore || p.strangers.waiting == 0) {
		q = &p.members
	}
	if q.waiting == 0 {
		p.working--
		p.restSoon()
		return
	}
	p.memberBefore = q == &p.members
	l := q.lanes[0]
	l.line[0] <- true
	l.line, q.lanes, q.waiting = l.line[1:], q.lanes[1:], q.waiting-1
	if len(l.line) > 0 {
		q.lanes = append(q.lanes, l)
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
	for _, q := range []*queue{&p.members, &p.strangers} {
		for _, l := range q.lanes {
			if at := slices.Index(l.line, turn); at >= 0 {
				q.leave(l, at)
				p.mu.Unlock()
				return
			}
		}
	}
	p.mu.Unlock()
	if <-turn {
		p.next()
	}
}

// Load is how many passwords wait, of members and of strangers, and how many are being hashed.
func (p *PasswordPool) Load() (members, strangers, working int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.members.waiting, p.strangers.waiting, p.working
}

// Hash is what the database keeps of a password, in PHC format. Fault: unavailable, when the pool
// is full.
func (p *PasswordPool) Hash(ctx context.Context, in Lane, password string) (string, error) {
	h := passwordHash{HashCost: p.cost(), threads: argonThreads, salt: make([]byte, argonSalt), key: make([]byte, argonKey)}
	rand.Read(h.salt) // never fails (crypto/rand)
	if err := p.run(ctx, in, func() { h.key = h.of(password) }); err != nil {
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

// Matches reports whether the password, exactly as sent, is the one that was hashed. Without a hash
// (no such account, or one without a password) it does the same work and answers false, so that
// time tells nothing. Fault: unavailable, when the pool is full.
func (p *PasswordPool) Matches(ctx context.Context, in Lane, hash *string, password string) (bool, error) {
	h := passwordHash{HashCost: p.cost(), threads: argonThreads, salt: make([]byte, argonSalt), key: make([]byte, argonKey)}
	if hash != nil {
		var err error
		if h, err = parseHash(*hash); err != nil {
			return false, err
		}
	}
	var key []byte
	err := p.run(ctx, in, func() { key = h.of(password) })
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
	// %s reads on to the next space, so the separators become spaces; base64 holds none.
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
