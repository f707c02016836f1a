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
	if _, err := NewBox([]byte("short")); err == nil {
		t.Error("a short secret was accepted")
	}
}

func TestDigitsAreFlat(t *testing.T) {
	var counts [10]int
	for range 10_000 {
		for _, d := range Digits(6) {
			counts[d-'0']++
		}
	}
	var chi float64 // 9 degrees of freedom: above 33.7 once in 10,000 runs
	for _, n := range counts {
		chi += float64(n-6000) * float64(n-6000) / 6000
	}
	if chi > 33.7 {
		t.Errorf("chi-square = %.1f, counts %v", chi, counts)
	}
}
