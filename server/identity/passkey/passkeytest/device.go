// Package passkeytest gives tests a device that has passkeys, as browsers tell of one.
package passkeytest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"testing"
)

// Device has at most one passkey. What it answers is as its fields say.
type Device struct {
	ID, Handle []byte // of the passkey
	Counter    uint32 // in the next answer
	Origin     string // of the page that asks, by the browser's word
	Host       string // that the answer is for; "": the one that asked
	Unseen     bool   // the device has not seen its member: no face, finger or screen lock
	Synced     bool   // the device copies its passkeys to others
	NoHandle   bool   // it leaves the account's name out
	Key        []byte // what it makes known as its public key, in COSE; nil: its own

	key *ecdsa.PrivateKey
}

// New is a device at a page of the origin.
func New(t testing.TB, origin string) *Device {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	d := &Device{Origin: origin, key: key, ID: make([]byte, 32)}
	_, _ = rand.Read(d.ID)
	return d
}

// Asked is what a page asks of a device.
type Asked struct {
	Challenge string
	RPID      string `json:"rpId"`
	RP        struct{ ID, Name string }
	User      struct{ ID, Name, DisplayName string }
	Exclude   []Named `json:"excludeCredentials"`
	Allow     []Named `json:"allowCredentials"`
	Selection struct {
		ResidentKey, UserVerification string
	} `json:"authenticatorSelection"`
	UserVerification, Attestation string
	Timeout                       int
}

// Named is a passkey in what a page asks.
type Named struct{ ID string }

// Read reads what a page asks.
func Read(t testing.TB, options string) Asked {
	t.Helper()
	var asked Asked
	if err := json.Unmarshal([]byte(options), &asked); err != nil {
		t.Fatalf("%v: %s", err, options)
	}
	return asked
}

// Make is the answer to the options of a registration: a new passkey.
func (d *Device) Make(t testing.TB, options string) string {
	t.Helper()
	asked := Read(t, options)
	d.Handle = bytesOf(t, asked.User.ID)
	data := d.data(asked.RP.ID, 0x40)
	data = append(data, make([]byte, 16)...) // the kind of device, which it does not tell
	data = binary.BigEndian.AppendUint16(data, uint16(len(d.ID)))
	data = append(append(data, d.ID...), d.public(t)...)
	object := append([]byte{0xa3}, text("fmt")...)
	object = append(append(object, text("none")...), text("attStmt")...)
	object = append(append(append(object, 0xa0), text("authData")...), 0x59)
	object = append(binary.BigEndian.AppendUint16(object, uint16(len(data))), data...)
	return d.answer(t, map[string]any{
		"clientDataJSON": d.client("webauthn.create", asked.Challenge), "attestationObject": coded(object), "transports": []string{"internal", "telepathy"},
	})
}

// Use is the answer to the options of a use: the challenge, signed.
func (d *Device) Use(t testing.TB, options string) string {
	t.Helper()
	asked := Read(t, options)
	data, client := d.data(asked.RPID, 0), d.client("webauthn.get", asked.Challenge)
	plain, _ := base64.RawURLEncoding.DecodeString(client)
	hash := sha256.Sum256(plain)
	signed := sha256.Sum256(append(data, hash[:]...))
	signature, err := ecdsa.SignASN1(rand.Reader, d.key, signed[:])
	if err != nil {
		t.Fatal(err)
	}
	response := map[string]any{"clientDataJSON": client, "authenticatorData": coded(data), "signature": coded(signature)}
	if !d.NoHandle {
		response["userHandle"] = coded(d.Handle)
	}
	return d.answer(t, response)
}

func (d *Device) answer(t testing.TB, response map[string]any) string {
	t.Helper()
	plain, err := json.Marshal(map[string]any{
		"id": coded(d.ID), "rawId": coded(d.ID), "type": "public-key", "response": response, "clientExtensionResults": map[string]any{},
	})
	if err != nil {
		t.Fatal(err)
	}
	return string(plain)
}

// client is what a browser says of the page.
func (d *Device) client(kind, challenge string) string {
	plain, _ := json.Marshal(map[string]any{"type": kind, "challenge": challenge, "origin": d.Origin, "crossOrigin": false})
	return coded(plain)
}

// data is what a device says of itself (Web Authentication 6.1).
func (d *Device) data(host string, flags byte) []byte {
	if d.Host != "" {
		host = d.Host
	}
	flags |= 0x01
	if !d.Unseen {
		flags |= 0x04
	}
	if d.Synced {
		flags |= 0x18
	}
	hash := sha256.Sum256([]byte(host))
	return binary.BigEndian.AppendUint32(append(hash[:], flags), d.Counter)
}

// public is the public key in COSE.
func (d *Device) public(t testing.TB) []byte {
	t.Helper()
	if d.Key != nil {
		return d.Key
	}
	point, err := d.key.PublicKey.Bytes() // 4, x and y
	if err != nil {
		t.Fatal(err)
	}
	all := append([]byte{0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20}, point[1:33]...)
	return append(append(all, 0x22, 0x58, 0x20), point[33:]...)
}

func text(s string) []byte { return append([]byte{0x60 | byte(len(s))}, s...) }

func coded(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

func bytesOf(t testing.TB, s string) []byte {
	t.Helper()
	b, err := base64.RawURLEncoding.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
