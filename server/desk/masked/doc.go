// Package masked makes the hints by which the staff know a member without seeing personal data. A
// Text is masked when it is made, and what it was made of is not in it, so that no message, log
// line or answer can show more. Every hint hides how long the value is.
package masked
