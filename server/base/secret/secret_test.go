package secret

import (
	"bytes"
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
