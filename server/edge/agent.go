package edge

import (
	"regexp"
	"strings"
)

const maxAgent = 500 // characters (K-001)

// cutAgent is the user agent as everything after it sees it: cut before it is tested or stored, and text that the
// database can keep.
func cutAgent(agent string) string {
	agent = strings.ToValidUTF8(agent, "")
	n := 0
	for i := range agent {
		if n == maxAgent {
			return agent[:i]
		}
		n++
	}
	return agent
}

// app matches the token of the store's own apps, such as PVS/1.4.0/ios, between spaces or inside a comment.
var app = regexp.MustCompile(`(?:^|[\s(;,])PVS/[^\s/();,]+/[^\s/();,]+(?:$|[\s);,])`)

func isApp(agent string) bool     { return app.MatchString(agent) }
func isAndroid(agent string) bool { return strings.Contains(agent, "Android") }

// isMobile holds for telephones and tablets.
func isMobile(agent string) bool {
	for _, mark := range []string{"Mobi", "Android", "iPhone", "iPad", "iPod"} {
		if strings.Contains(agent, mark) {
			return true
		}
	}
	return false
}
