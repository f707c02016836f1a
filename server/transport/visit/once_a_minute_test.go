package visit

import (
	"testing"
	"time"
)

func TestOneLineAMinute(t *testing.T) {
	t.Parallel()
	var line OnceAMinute
	begin, lines, times := time.Now(), 0, 0
	for i := range 600 {
		if n, tell := line.Note(begin.Add(time.Duration(i) * time.Second)); tell {
			lines, times = lines+1, times+n
		}
	}
	if lines != 10 || times != 541 { // the last line was written in the 540th second
		t.Errorf("%d lines for %d times in ten minutes", lines, times)
	}
}
