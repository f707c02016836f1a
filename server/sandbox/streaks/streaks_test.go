package streaks

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"kaiin/server/base/clock"
	"kaiin/server/sandbox/outcome"
)

func setup(project string) (*http.ServeMux, *outcome.Queue, *clock.Clock) {
	mux, queue, at := http.NewServeMux(), outcome.NewQueue(map[string]outcome.Service{Name: Script}), clock.At(time.Unix(2_000_000_000, 0))
	New(Config{Account: Account{Project: project, APIKey: "key", Site: "https://site.example"}, PublicURL: "http://box", Clock: at, Queue: queue}).Routes(mux)
	return mux, queue, at
}

func get(mux *http.ServeMux, path string, headers ...string) *httptest.ResponseRecorder {
	r, w := httptest.NewRequest(http.MethodGet, path, nil), httptest.NewRecorder()
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	mux.ServeHTTP(w, r)
	return w
}

func TestOnlyTheProductIsTold(t *testing.T) {
	t.Parallel()
	mux, _, _ := setup("p")
	const at = "/streaks/v1/projects/p/medias/ref:trailer"
	right := []string{"X-Streaks-Api-Key", "key", "Origin", "https://site.example", "Referer", "https://site.example/"}
	if w := get(mux, at, right...); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `"src":"http://box/streaks/streams/trailer/index.m3u8"`) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	for i := 1; i < len(right); i += 2 {
		wrong := append([]string(nil), right...)
		wrong[i] = "another"
		w := get(mux, at, wrong...)
		var said failure
		if err := json.Unmarshal(w.Body.Bytes(), &said); err != nil || w.Code != http.StatusForbidden || said.Code != "REQUEST_FAILED" {
			t.Errorf("another %s: %d %s", wrong[i-1], w.Code, w.Body)
		}
	}
	for _, path := range []string{"/streaks/v1/projects/p/medias/trailer", "/streaks/v1/projects/p/medias/ref:" + missing} {
		if w := get(mux, path, right...); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
	none, _, _ := setup("")
	if w := get(none, at, right...); w.Code != http.StatusNotFound {
		t.Errorf("without a project: %d", w.Code)
	}
}

func TestListsNameWhatIsThere(t *testing.T) {
	t.Parallel()
	mux, queue, now := setup("p")
	const at = "/streaks/streams/trailer/"
	if w := get(mux, at+"index.m3u8"); !strings.HasPrefix(w.Body.String(), "#EXTM3U\n") || !strings.Contains(w.Body.String(), codec) ||
		w.Header().Get("Access-Control-Allow-Origin") != "*" {
		t.Errorf("%v %s", w.Header(), w.Body)
	}
	film := get(mux, at+"video.m3u8").Body.String()
	if strings.Count(film, "#EXTINF:2.0,") != parts || !strings.HasSuffix(film, "3.m4s\n#EXT-X-ENDLIST\n") || !strings.Contains(film, `URI="init.mp4"`) {
		t.Error(film)
	}
	before := get(mux, "/streaks/streams/"+live+"/video.m3u8").Body.String()
	now.Advance(part)
	after := get(mux, "/streaks/streams/"+live+"/video.m3u8").Body.String()
	if !strings.Contains(before, "SEQUENCE:999999997\n") || !strings.Contains(after, "SEQUENCE:999999998\n") || strings.Contains(after, "ENDLIST") {
		t.Errorf("%s%s", before, after)
	}
	for file, status := range map[string]int{
		"init.mp4": 200, "0.m4s": 200, "captions.ja.vtt": 200, "captions.en.vtt": 200, "captions.fr.vtt": 404, "x.m4s": 404, "-1.m4s": 404, "other": 404, "captions.ja": 404,
	} {
		if w := get(mux, at+file); w.Code != status {
			t.Errorf("%s: %d", file, w.Code)
		}
	}
	for outcome, file := range map[string]string{streamMissing: "index.m3u8", streamBroken: "0.m4s"} {
		if err := queue.Push(entry(outcome)); err != nil {
			t.Fatal(err)
		}
		if w := get(mux, at+file); w.Code == 200 && !strings.HasPrefix(w.Body.String(), "no picture") {
			t.Errorf("%s: %d", outcome, w.Code)
		}
		if w := get(mux, at+file); w.Code != 200 || strings.HasPrefix(w.Body.String(), "no picture") {
			t.Errorf("after %s: %d", outcome, w.Code)
		}
	}
}

func entry(what string) outcome.Entry { return outcome.Entry{Service: Name, Outcome: what, Times: 1} }

// boxes are the names of the boxes, each with those in it, and fails where a length does not fit.
func boxes(t *testing.T, data []byte) string {
	t.Helper()
	var out strings.Builder
	for len(data) > 0 {
		size := int(binary.BigEndian.Uint32(data))
		if size < 8 || size > len(data) {
			t.Fatalf("a box of %d bytes in %d", size, len(data))
		}
		kind := string(data[4:8])
		out.WriteString(kind)
		if strings.Contains("moov trak mdia minf stbl mvex moof traf dinf", kind) {
			out.WriteString("(" + boxes(t, data[8:size]) + ")")
		}
		if data = data[size:]; len(data) > 0 {
			out.WriteString(" ")
		}
	}
	return out.String()
}

func TestPartsAreMP4(t *testing.T) {
	t.Parallel()
	const opens = "ftyp moov(mvhd trak(tkhd mdia(mdhd hdlr minf(vmhd dinf(dref) stbl(stsd stts stsc stsz stco)))) mvex(trex))"
	if got := boxes(t, opening()); got != opens {
		t.Error(got)
	}
	for _, n := range []int64{0, 1, 3, 999_999_999} {
		data := fragment(n)
		if got := boxes(t, data); got != "moof(mfhd traf(tfhd tfdt trun)) mdat" {
			t.Error(got)
		}
		at := bytes.Index(data, []byte("tfdt")) + 8
		if start := binary.BigEndian.Uint64(data[at:]); start != uint64(n)*2000 {
			t.Errorf("part %d starts at %d", n, start)
		}
		run := bytes.Index(data, []byte("trun")) + 8
		offset := binary.BigEndian.Uint32(data[run+4:])
		units := 0
		for rest := data[offset:]; len(rest) > 0; units++ {
			size := binary.BigEndian.Uint32(rest)
			if want := map[bool]byte{true: 0x65, false: 0x41}[units == 0]; rest[4] != want {
				t.Errorf("part %d: unit %d is %x", n, units, rest[4])
			}
			if bytes.Contains(rest[4:4+size], []byte{0, 0, 1}) || bytes.Contains(rest[4:4+size], []byte{0, 0, 0}) {
				t.Errorf("part %d: unit %d looks like several", n, units)
			}
			rest = rest[4+size:]
		}
		if units != 20 {
			t.Errorf("part %d has %d pictures", n, units)
		}
	}
}
