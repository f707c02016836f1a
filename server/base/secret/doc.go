// Package secret makes, hashes and seals the secrets Kaiin keeps.
//
// Tokens are 256 random bits, handed out once and stored as a SHA-256 hash. Short codes (PINs) are
// stored as an HMAC under a key derived from KAIIN_SECRET, because a bare hash of six digits can be
// reversed by trying them all. Data that must be read again (a pending sign-up, a mail not yet
// sent) is sealed with AES-256-GCM under another derived key. Of a short code that may be kept for
// years the hash is sealed.
//
// The service may have several secrets, so that one can be exchanged: the first seals and makes
// MACs; all of them open, and the MACs of all of them (MACs) tell what was stored before. What only
// the first can make again starts anew with it: counts of throttling, and the token of an order
// that was not confirmed yet.
//
// Everything that is sealed, and every MAC that is kept, begins with the id of its key. So package
// reseal finds what a former secret is still needed for, and seals it anew.
package secret
