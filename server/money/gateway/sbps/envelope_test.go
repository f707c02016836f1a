package sbps

import (
	"bytes"
	"errors"
	"net/url"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/encoding/japanese"

	"kaiin/server/base/clock"
	"kaiin/server/base/config"
	"kaiin/server/money/gateway"
)

const (
	testKey = "abcdefghijklmnopqrstuvwx"
	testIV  = "12345678"
)

// merchant is a client whose clock is at 12:34:56 in Tokyo on New Year's Day.
func merchant(t *testing.T, address string, change ...func(*config.SBPS)) *Client {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	cfg := config.SBPS{
		APIURL: u, MerchantID: "12345", ServiceID: "678", HashKey: "hash-key", BasicUser: "basic-user", BasicPassword: "basic-password",
	}
	for _, c := range change {
		c(&cfg)
	}
	client, err := New(cfg, clock.At(time.Date(2027, 1, 1, 3, 34, 56, 500e6, time.UTC)), WithTimeouts(time.Minute, time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	return client
}

func encrypted(cfg *config.SBPS) { cfg.TDESKey, cfg.TDESIV = testKey, testIV }

func sample(c *Client) []field {
	return []field{
		text("cust_code", "customer-1", 64), text("order_id", "order-1", 38), text("item_id", "plan", 32), wide("item_name", "プラン A", 40),
		yen("tax", 100), yen("amount", 1100), text("free1", "", 20), text("sps_cust_info_return_flg", "0", 1),
		group("pay_method_info", sealed("dealings_type", "10"), sealed("divide_times", "")),
		group("pay_option_manage", text("cust_manage_flg", "0", 1), text("cardbrand_return_flg", "0", 1)),
		c.encryptedFlag(),
	}
}

// The hashes were computed apart from this package, with iconv and sha1sum, over the values joined
// by hand: 12345 678 customer-1 order-1 plan プラン A 100 1100 0 10 0 0 [encrypted_flg] 20270101123456
// 600 hash-key.
func TestRequestOnTheWire(t *testing.T) {
	t.Parallel()
	const golden = `<?xml version="1.0" encoding="Shift_JIS"?>
<sps-api-request id="ST01-00131-101">
<merchant_id>12345</merchant_id>
<service_id>678</service_id>
<cust_code>customer-1</cust_code>
<order_id>order-1</order_id>
<item_id>plan</item_id>
<item_name>g3aDiYOTIEE=</item_name>
<tax>100</tax>
<amount>1100</amount>
<sps_cust_info_return_flg>0</sps_cust_info_return_flg>
<pay_method_info>
<dealings_type>{dealings_type}</dealings_type>
</pay_method_info>
<pay_option_manage>
<cust_manage_flg>0</cust_manage_flg>
<cardbrand_return_flg>0</cardbrand_return_flg>
</pay_option_manage>
<encrypted_flg>{encrypted_flg}</encrypted_flg>
<request_date>20270101123456</request_date>
<limit_second>600</limit_second>
<sps_hashcode>{hash}</sps_hashcode>
</sps-api-request>
`
	for _, c := range []struct{ name, flag, dealings, hash string }{
		{"plain", "0", "10", "3892d4c8b47754f8038575284c588cd5004aefaa"},
		{"encrypted", "1", "kxvC/ZfcEDE=", "0259896ea933cbaae5ea676e095f1357ffd5bcca"}, // openssl's, over 10 and six spaces
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			client := merchant(t, "https://api.test")
			if c.flag == "1" {
				client = merchant(t, "https://api.test", encrypted)
			}
			got, err := client.encode(fnChargeSaved, sample(client))
			if err != nil {
				t.Fatal(err)
			}
			want := strings.NewReplacer("{dealings_type}", c.dealings, "{encrypted_flg}", c.flag, "{hash}", c.hash).Replace(golden)
			if string(got) != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

func TestHashTrimsWhatIsSentUntrimmed(t *testing.T) {
	t.Parallel()
	hash := func(value string) string {
		w := writer{}
		if err := w.write([]field{text("cust_code", value, 64)}); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(w.out.String(), ">"+value+"<") {
			t.Errorf("spaces around a value are lost: %s", &w.out)
		}
		return hashcode(w.hashed.Bytes(), "key")
	}
	if hash(" a b ") != hash("a b") || hash("a b") == hash("ab") {
		t.Error("the hash must run over trimmed values, and only trimmed ones")
	}
}

func TestValuesAreEscaped(t *testing.T) {
	t.Parallel()
	client := merchant(t, "https://api.test")
	got, err := client.encode(fnAuthenticate, []field{text("ok_return_url", `https://shop.test/?a=1&b=<x>"'`, 1024)})
	if err != nil {
		t.Fatal(err)
	}
	if want := "<ok_return_url>https://shop.test/?a=1&amp;b=&lt;x&gt;&#34;&#39;</ok_return_url>"; !strings.Contains(string(got), want) {
		t.Errorf("got %s, want %s in it", got, want)
	}
}

func TestWhatCannotBeSent(t *testing.T) {
	t.Parallel()
	const secretToken = "t\n0k3n"
	for _, c := range []struct {
		name   string
		field  field
		reason gateway.Reason
	}{
		{"line break", text("cust_code", "a\nb", 64), gateway.ReasonRejected},
		{"kana where ASCII belongs", text("item_id", "プラン", 32), gateway.ReasonRejected},
		{"too long", text("order_id", strings.Repeat("x", 39), 38), gateway.ReasonRejected},
		{"negative amount", yen("amount", -1), gateway.ReasonRejected},
		{"amount out of range", yen("amount", 10_000_000), gateway.ReasonRejected},
		{"outside Shift_JIS", wide("item_name", "🍣", 40), gateway.ReasonRejected},
		{"a token the browser made up", group("pay_option_manage", text("token", secretToken, maxToken)), gateway.ReasonToken},
		{"a token without end", group("pay_option_manage", text("tds_info_token", strings.Repeat("x", 1<<20), maxToken)), gateway.ReasonToken},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, err := merchant(t, "http://127.0.0.1:1").call(t.Context(), fnChargeSaved, c.field)
			refused, ok := errors.AsType[*gateway.Error](err)
			if !ok || refused.Reason != c.reason {
				t.Fatalf("got %v, want a refusal for %s", err, c.reason)
			}
			if strings.Contains(err.Error(), "0k3n") {
				t.Errorf("the error tells the value: %v", err)
			}
		})
	}
}

func TestTripleDES(t *testing.T) {
	t.Parallel()
	cipher, err := newTripleDES(testKey, testIV)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ value, want, back string }{
		{"", "", ""},
		{"10", "kxvC/ZfcEDE=", "10"},
		{"12345678", "cNt12ud0rWo=", "12345678"}, // a multiple of eight is not filled up
		{"10 ", "kxvC/ZfcEDE=", "10"},            // spaces at the end cannot be told from the filling
	} {
		sealed := cipher.encrypt([]byte(c.value))
		if sealed != c.want {
			t.Errorf("%q: got %q, want %q", c.value, sealed, c.want)
		}
		if back, err := cipher.decrypt(sealed); err != nil || string(back) != c.back {
			t.Errorf("%q: comes back as %q, %v", c.value, back, err)
		}
	}
	name, _ := japanese.ShiftJIS.NewEncoder().Bytes([]byte("日本語のカナ"))
	if back, err := cipher.decrypt(cipher.encrypt(name)); err != nil || !bytes.Equal(back, name) {
		t.Errorf("Shift_JIS comes back as %q, %v", back, err)
	}
	for _, bad := range []string{"no base64!", "AAAA", "1"} {
		if _, err := cipher.decrypt(bad); err == nil {
			t.Errorf("%q was decrypted", bad)
		}
	}
	for _, c := range [][2]string{{"short", testIV}, {testKey, "short"}, {testKey, ""}, {"", testIV}} {
		if _, err := newTripleDES(c[0], c[1]); err == nil || strings.Contains(err.Error(), testKey) {
			t.Errorf("key %q and vector %q: got %v", c[0], c[1], err)
		}
	}
}

func TestItemName(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ title, want string }{
		{"スタンダードプラン", "スタンダードプラン"},
		{"第①話 ㈱シネマ Ⅲ", "第1話 (株)シネマ III"},
		{"ﾊﾝｶｸ ＦＵＬＬ　１２", "ハンカク FULL 12"},
		{"夏〜秋～冬", "夏 秋 冬"},
		{"A−B—C―D‖E", "A B C D E"},
		{`¥1,100 \100 ￥5`, "1,100 100 5"},
		{"<b>R&D</b> \"x\" 'y' ^`{|}~", "b R D /b x y"},
		{"髙橋と﨑", "橋と"}, // IBM's additions
		{"お寿司🍣食べ放題", "お寿司 食べ放題"},
		{"tab\tline\nend", "tab line end"},
		{"  間  隔  ", "間 隔"},
		{"🍣🍣", ""},
		{"", ""},
		{strings.Repeat("あ", 41), strings.Repeat("あ", 40)},
		{strings.Repeat("あ", 39) + " い", strings.Repeat("あ", 39)},
		{strings.Repeat("①", 50), strings.Repeat("1", 40)},
	} {
		got := itemName(c.title)
		if got != c.want {
			t.Errorf("%q: got %q, want %q", c.title, got, c.want)
		}
		if _, err := wide("item_name", got, maxItemName).bytes(); err != nil {
			t.Errorf("%q cannot be sent: %v", got, err)
		}
	}
}

func FuzzItemNameCanAlwaysBeSent(f *testing.F) {
	f.Add("第①話 〜夏〜 ﾊﾟ")
	f.Add("\xff\xfe\x00")
	f.Fuzz(func(t *testing.T, title string) {
		if _, err := wide("item_name", itemName(title), maxItemName).bytes(); err != nil {
			t.Errorf("%q: %v", title, err)
		}
	})
}
