package secret

import (
	"bytes"
	"slices"
	"testing"
)

func TestSealedDataOpensOnlyForItsPurpose(t *testing.T) {
	box, err := NewBox(bytes.Repeat([]byte{7}, 32))
	if err != nil {
		t.Fatal(err)
	}
	sealed := box.Seal("flow", []byte("taro"))
	if got, err := box.Open("flow", sealed); err != nil || string(got) != "taro" {
		t.Fatalf("open = %q, %v", got, err)
	}
	if _, err := box.Open("mail", sealed); err == nil {
		t.Error("data sealed for a flow opened as a mail")
	}
	sealed[len(sealed)-1] ^= 1
	if _, err := box.Open("flow", sealed); err == nil {
		t.Error("changed data opened")
	}
}

func TestShortSecretIsRefused(t *testing.T) {
	long := bytes.Repeat([]byte{7}, 32)
	for name, secrets := range map[string][][]byte{"none": nil, "short": {[]byte("short")}, "a short former one": {long, []byte("short")}} {
		if _, err := NewBox(secrets...); err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
}

// A secret is exchanged by putting a new one before it: what it sealed opens, until it is
// taken away.
func TestASecretCanBeExchanged(t *testing.T) { // D-18
	old, fresh := bytes.Repeat([]byte{7}, 32), bytes.Repeat([]byte{8}, 32)
	box := func(secrets ...[]byte) *Box {
		t.Helper()
		b, err := NewBox(secrets...)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	before, during, after := box(old), box(fresh, old), box(fresh)
	sealed, mac := before.Seal("flow", []byte("taro")), before.MAC("code", []byte("123456"))
	for _, c := range []struct {
		name  string
		box   *Box
		reads bool
	}{{"with both", during, true}, {"with the new one alone", after, false}} {
		if got, err := c.box.Open("flow", sealed); (err == nil) != c.reads || c.reads && string(got) != "taro" {
			t.Errorf("%s: opened %q, %v", c.name, got, err)
		}
		if c.box.IsMAC(mac, "code", []byte("123456")) != c.reads || c.box.IsMAC(mac, "code", []byte("123457")) {
			t.Errorf("%s: the MAC", c.name)
		}
	}
	if got, err := after.Open("flow", during.Seal("flow", []byte("hanako"))); err != nil || string(got) != "hanako" {
		t.Errorf("the first one does not seal: %q, %v", got, err)
	}
	if !after.IsMAC(during.MAC("code", nil), "code", nil) {
		t.Error("the first one does not make the MACs")
	}
}

func TestDigitsAreFlat(t *testing.T) {
	var counts [10]int
	for range 100_000 {
		for _, d := range Digits(6) {
			counts[d-'0']++
		}
	}
	var chi float64 // 9 degrees of freedom: above 62 once in a thousand million runs; the digits of random bytes modulo 10 have 220
	for _, n := range counts {
		chi += float64(n-60_000) * float64(n-60_000) / 60_000
	}
	if chi > 62 {
		t.Errorf("chi-square = %.1f, counts %v", chi, counts)
	}
}

// What is sealed, and a kept MAC, begins with the id of the key. What a former version sealed
// without one opens all the same, and is sealed anew.
func TestKeyIDs(t *testing.T) {
	box := boxes(t)
	before, during, after := box(7), box(8, 7), box(8)
	if ids := during.IDs(); len(ids) != 2 || ids[0] != after.IDs()[0] || ids[1] != before.IDs()[0] || ids[0] == ids[1] {
		t.Errorf("ids %v", ids)
	}
	sealed := before.Seal("flow", []byte("taro"))
	bare := sealed[HeaderSize:]
	for name, value := range map[string][]byte{"with an id": sealed, "without one": bare} {
		if got, err := during.Open("flow", value); err != nil || string(got) != "taro" {
			t.Errorf("%s: %q, %v", name, got, err)
		}
		fresh, err := during.Reseal("flow", value)
		if err != nil || KeyID(fresh) != during.IDs()[0] || !bytes.HasPrefix(fresh, during.Header()) {
			t.Errorf("%s: sealed anew under %s (%v)", name, KeyID(fresh), err)
		}
		if got, err := after.Open("flow", fresh); err != nil || string(got) != "taro" {
			t.Errorf("%s: sealed anew %q, %v", name, got, err)
		}
		if _, err := after.Reseal("flow", value); err == nil {
			t.Errorf("%s: sealed anew without its secret", name)
		}
	}
	if KeyID(sealed) != before.IDs()[0] || KeyID(bare) != "" || KeyID(sealed[:HeaderSize-1]) != "" || KeyID(nil) != "" {
		t.Errorf("%q %q", KeyID(sealed), KeyID(bare))
	}
	kept := before.KeptMAC("code", []byte("123456"))
	if KeyID(kept) != before.IDs()[0] || !during.IsMAC(kept, "code", []byte("123456")) || after.IsMAC(kept, "code", []byte("123456")) {
		t.Errorf("a kept MAC under %s", KeyID(kept))
	}
	if looked := during.MACs("code", []byte("123456")); !slices.ContainsFunc(looked, func(one []byte) bool { return bytes.Equal(one, kept) }) {
		t.Error("a kept MAC is not looked for")
	}
}

// A kept hash is good under every later secret, whether a hash or, by a former version, a MAC was
// kept; its own secret may be gone.
func TestKeptHashesOutliveTheirSecret(t *testing.T) {
	box := boxes(t)
	right, wrong := []byte("taro abcde"), []byte("taro abcdf")
	for name, kept := range map[string][]byte{
		"a hash": box(7).SealHash("backup", right), "a MAC": box(7).MAC("backup", right), "a MAC of a former secret": box(6).MAC("backup", right),
	} {
		for i, b := range []*Box{box(7, 6), box(8, 7, 6), box(9, 8), box(9)} {
			if !b.IsHash(kept, "backup", right) || b.IsHash(kept, "backup", wrong) || b.IsHash(kept, "other", right) {
				t.Errorf("%s, secrets %d", name, i)
			}
			fresh, err := b.ResealHash("backup", kept)
			if err != nil || KeyID(fresh) != b.IDs()[0] {
				t.Fatalf("%s, secrets %d: %v", name, i, err)
			}
			kept = fresh
		}
		if box(7, 6).IsHash(kept, "backup", right) || box(8).IsHash(kept, "backup", right) {
			t.Errorf("%s: a secret that is gone tells it", name)
		}
		if _, err := box(8).ResealHash("backup", kept); err == nil {
			t.Errorf("%s: sealed anew without its secret", name)
		}
	}
	b := box(7)
	for name, kept := range map[string][]byte{"no hash": b.Seal("backup", []byte("x")), "another form": b.Seal("backup", make([]byte, 33)), "nothing": nil} {
		if _, err := b.ResealHash("backup", kept); err == nil || b.IsHash(kept, "backup", right) {
			t.Errorf("%s is taken for one", name)
		}
	}
}

// boxes makes boxes of secrets that are a byte repeated.
func boxes(t *testing.T) func(secrets ...byte) *Box {
	return func(secrets ...byte) *Box {
		t.Helper()
		var all [][]byte
		for _, one := range secrets {
			all = append(all, bytes.Repeat([]byte{one}, 32))
		}
		b, err := NewBox(all...)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
}
