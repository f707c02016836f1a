package useragent

import (
	"regexp"
	"strings"

	parser "github.com/mileusna/useragent"
)

// Device types of the login history (M§3).
const (
	deviceAndroid = "Android"
	deviceIPhone  = "iPhone"
	devicePC      = "PC"
	deviceMac     = "Mac"
	deviceIPad    = "iPad"
)

// inApp are the browsers inside apps that members here come from, and where each says its major
// version. The library takes them for the browser beneath, or for a part of its name.
var inApp = []struct {
	name    string
	version *regexp.Regexp
}{
	{"LINE", regexp.MustCompile(`\bLine/(\d{1,4})\b`)},
	{"Yahoo! JAPAN", regexp.MustCompile(`\bYJApp-[A-Za-z]+ [\w.]+/(\d{1,4})\b`)},
	{"Instagram", regexp.MustCompile(`\bInstagram (\d{1,4})\b`)},
	{"Facebook", regexp.MustCompile(`\bFBAV/(\d{1,4})\b`)},
}

// known are the other browsers whose names are shown, by the names the library gives them.
var known = map[string]bool{
	parser.Chrome: true, parser.Safari: true, parser.Firefox: true, parser.Edge: true, parser.SamsungBrowser: true,
	parser.Opera: true, parser.OperaMini: true, parser.OperaTouch: true, parser.Vivaldi: true, parser.InternetExplorer: true,
	parser.HeadlessChrome: true, parser.TiktokApp: true, parser.NetFront: true, "Miui Browser": true, "Huawei Browser": true, "curl": true,
}

// Device is the type of device a user agent speaks of, and the browser with its major version; ""
// is unknown. An iPad calls itself a Mac: that it is none is known only from the hint, which the
// login page sends when the machine has a touch screen.
//
// The answer holds names of this file and a number of at most four digits, and nothing else of the
// user agent, which a stranger writes and a member reads, on pages and in the alert mail.
func Device(userAgent, hint string) (device, browser string) {
	ua := parser.Parse(userAgent)
	switch {
	case ua.IsAndroid():
		device = deviceAndroid
	case ua.Device == "iPad" || strings.Contains(userAgent, "iPad"):
		device = deviceIPad
	case ua.IsIOS():
		device = deviceIPhone
	case ua.IsMacOS() && hint == deviceIPad:
		device = deviceIPad
	case ua.IsMacOS():
		device = deviceMac
	case ua.IsWindows(), ua.IsLinux(), ua.IsChromeOS():
		device = devicePC
	}
	if ua.Bot {
		return device, ""
	}
	for _, app := range inApp {
		if version := app.version.FindStringSubmatch(userAgent); version != nil {
			return device, app.name + " " + version[1]
		}
	}
	if !known[ua.Name] {
		return device, ""
	}
	return device, strings.TrimSpace(ua.Name + " " + major.FindString(ua.Version))
}

// major is the first number of a version.
var major = regexp.MustCompile(`^\d{1,4}\b`)
