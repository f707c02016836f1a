package session

import (
	"regexp"
	"strings"

	"github.com/mileusna/useragent"
)

// Device types of the login history (M§3).
const (
	deviceAndroid = "Android"
	deviceIPhone  = "iPhone"
	devicePC      = "PC"
	deviceMac     = "Mac"
	deviceIPad    = "iPad"
)

// inApp are the browsers inside apps that members here come from, and where each says its major version. The library takes
// them for the browser beneath, or for a part of its name.
var inApp = []struct {
	name    string
	version *regexp.Regexp
}{
	{"LINE", regexp.MustCompile(`\bLine/(\d+)`)},
	{"Yahoo! JAPAN", regexp.MustCompile(`\bYJApp-[A-Za-z]+ [\w.]+/(\d+)`)},
	{"Instagram", regexp.MustCompile(`\bInstagram (\d+)`)},
	{"Facebook", regexp.MustCompile(`\bFBAV/(\d+)`)},
}

// Device is the type of device a user agent speaks of, and the browser with its major version; "" is unknown. An iPad calls
// itself a Mac: that it is none is known only from the hint, which the login page sends when the machine has a touch screen.
func Device(userAgent, hint string) (device, browser string) {
	ua := useragent.Parse(userAgent)
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
	if ua.Name == "" || ua.Bot {
		return device, ""
	}
	for _, app := range inApp {
		if version := app.version.FindStringSubmatch(userAgent); version != nil {
			return device, app.name + " " + version[1]
		}
	}
	return device, strings.TrimSpace(ua.Name + " " + major(ua.Version))
}

// major is the first number of a version.
func major(version string) string {
	number, _, _ := strings.Cut(version, ".")
	return number
}
