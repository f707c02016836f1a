package words

import (
	"fmt"
	"strconv"
	"time"

	"kaiin/server/base/clock"
)

// Yen writes an amount with thousands separators: 1,100円, or ¥1,100.
func Yen(locale string, amount int) string {
	digits := strconv.Itoa(amount)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	if Known(locale) == "en" {
		return "¥" + digits
	}
	return digits + "円"
}

// Day writes a day in short: 2025/1/5, or Jan 5, 2025.
func Day(locale string, d clock.Day) string {
	year, month, day := d.Date()
	if Known(locale) == "en" {
		return fmt.Sprintf("%s %d, %d", month.String()[:3], day, year)
	}
	return fmt.Sprintf("%d/%d/%d", year, month, day)
}

// LongDay writes a day in full: 2025年1月5日, or January 5, 2025.
func LongDay(locale string, d clock.Day) string {
	year, month, day := d.Date()
	if Known(locale) == "en" {
		return fmt.Sprintf("%s %d, %d", month, day, year)
	}
	return fmt.Sprintf("%d年%d月%d日", year, month, day)
}

// Moment writes 2025/01/05 12:34:56 as clocks in Japan show it; the text around it says so.
func Moment(t time.Time) string { return t.In(clock.Tokyo).Format("2006/01/02 15:04:05") }
