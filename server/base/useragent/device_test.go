package useragent

import (
	"regexp"
	"testing"
)

func TestDevice(t *testing.T) { // F-298 F-299 F-300 F-301 F-302 A-180
	const mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15"
	for _, c := range []struct{ name, agent, hint, device, browser string }{
		{"iPhone", "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1", "", "iPhone", "Safari 18"},
		{"Android", "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36", "", "Android", "Chrome 130"},
		{"Windows, Edge", "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0", "", "PC", "Edge 130"},
		{"Windows, Firefox", "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0", "", "PC", "Firefox 132"},
		{"Linux", "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36", "", "PC", "Chrome 130"},
		{"Mac", mac, "", "Mac", "Safari 18"},
		{"an iPad that calls itself a Mac", mac, "iPad", "iPad", "Safari 18"},
		{"an old iPad", "Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1.2 Mobile/15E148 Safari/604.1", "", "iPad", "Safari 12"},
		{"a hint does not make an iPad of a PC", "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0", "iPad", "PC", "Firefox 132"},
		{"LINE on an iPhone", "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Safari Line/14.8.0", "", "iPhone", "LINE 14"},
		{"LINE on Android", "Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/AP1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/124.0.6367.113 Mobile Safari/537.36 Line/14.6.2/IAB", "", "Android", "LINE 14"},
		{"Yahoo! JAPAN", "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 YJApp-IOS jp.co.yahoo.ipn.appli/4.110.0", "", "iPhone", "Yahoo! JAPAN 4"},
		{"Facebook", "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/460.0.0.33.108;FBDV/iPhone14,5]", "", "iPhone", "Facebook 460"},
		{"Instagram", "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/21E219 Instagram 329.0.0.29.97 (iPhone14,5; iOS 17_4)", "", "iPhone", "Instagram 329"},
		{"Chrome on an iPhone", "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/124.0.6367.88 Mobile/15E148 Safari/604.1", "", "iPhone", "Chrome 124"},
		{"a program", "curl/8.5.0", "", "", "curl 8"},
		{"nothing", "", "", "", ""},
	} {
		device, browser := Device(c.agent, c.hint)
		if device != c.device || browser != c.browser {
			t.Errorf("%s: %q %q, want %q %q", c.name, device, browser, c.device, c.browser)
		}
	}
}

// What a stranger writes into the user agent is never shown: names and numbers we know, or nothing
// (D-12).
func TestAUserAgentShowsNothingOfItsOwn(t *testing.T) {
	const mac, lure = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ", "SECURITY ALERT visit evil.example"
	for _, c := range []struct{ agent, hint, device, browser string }{
		{lure, "", "", ""},
		{lure + "/1.0", lure, "", ""},
		{"evil.example/4.0 (iPhone)", lure, "iPhone", ""},
		{mac + lure + "/9 (now)", lure, "Mac", ""},
		{mac + "Chrome/130evil.example", "", "Mac", "Chrome"},
		{mac + "Chrome/evil.example", "", "Mac", "Chrome"},
		{mac + "Chrome/12345678901", "", "Mac", "Chrome"},
		{mac + "Firefox/１３０", "", "Mac", "Firefox"},
		{mac + "Line/99999999999 Safari/1", "", "Mac", "Safari 1"},
		{"Instagram 88 evil.example", "", "", "Instagram 88"},
		{"\x00\xff<b>/1", "<b>", "", ""},
	} {
		if device, browser := Device(c.agent, c.hint); device != c.device || browser != c.browser {
			t.Errorf("%q: %q %q, want %q %q", c.agent, device, browser, c.device, c.browser)
		}
	}
}

func FuzzDevice(f *testing.F) {
	for _, agent := range []string{"curl/8.5.0", "SECURITY ALERT visit evil.example/7 (iPhone)", "Mozilla/5.0 (X11; Linux) Line/14.6.2", "Mozilla/5.0 (a; b) x/1 Opera/9 y"} {
		f.Add(agent, "iPad")
	}
	names := map[string]bool{"": true}
	for name := range known {
		names[name] = true
	}
	for _, app := range inApp {
		names[app.name] = true
	}
	devices := map[string]bool{"": true, deviceAndroid: true, deviceIPhone: true, devicePC: true, deviceMac: true, deviceIPad: true}
	shown := regexp.MustCompile(`^(.*?)( \d{1,4})?$`)
	f.Fuzz(func(t *testing.T, agent, hint string) {
		device, browser := Device(agent, hint)
		if name := shown.FindStringSubmatch(browser); !devices[device] || name == nil || !names[name[1]] {
			t.Fatalf("%q, %q: %q %q", agent, hint, device, browser)
		}
	})
}
