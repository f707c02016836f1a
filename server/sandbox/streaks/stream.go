package streaks

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	parts  = 4               // of a film
	part   = 2 * time.Second // of a stream
	length = parts * part
	window = 3 // parts that a live stream lists
)

// captions are shown one after the other, each as long as a part.
var captions = map[string][]string{
	"ja": {"これはサンプル映像です。", "白い四角が右へ動きます。", "音声はありません。", "ご覧いただけましたか。"},
	"en": {"This is a sample video.", "A white square moves to the right.", "There is no sound.", "Could you see it?"},
}

// serveStream answers all that a player asks for. Players are on other sites than the service.
func (s *Service) serveStream(w http.ResponseWriter, r *http.Request) {
	h, ref, file := w.Header(), r.PathValue("ref"), r.PathValue("file")
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-store")
	if file == "index.m3u8" {
		if _, gone := s.Queue.Take(Name, ofList); gone || ref == missing {
			http.NotFound(w, r)
			return
		}
		list(w, "#EXT-X-STREAM-INF:BANDWIDTH=600000,CODECS=\"%s\",RESOLUTION=%dx%d,FRAME-RATE=%d\nvideo.m3u8\n", codec, columns*16, rows*16, rate)
		return
	}
	switch name, kind, _ := strings.Cut(file, "."); kind {
	case "m3u8":
		s.serveList(w, ref == live)
	case "mp4":
		h.Set("Content-Type", "video/mp4")
		_, _ = w.Write(opening())
	case "m4s":
		s.servePart(w, r, name)
	default:
		serveCaptions(w, r, kind)
	}
}

// serveList is the list of the parts: of a live stream the last ones that are over.
func (s *Service) serveList(w http.ResponseWriter, live bool) {
	kind, first, count, end := "#EXT-X-PLAYLIST-TYPE:VOD\n", int64(0), parts, "#EXT-X-ENDLIST\n"
	if live {
		kind, first, count, end = "", s.Clock.Now().Unix()/int64(part.Seconds())-window, window, ""
	}
	var b strings.Builder
	for n := range int64(count) {
		fmt.Fprintf(&b, "#EXTINF:%.1f,\n%d.m4s\n", part.Seconds(), first+n)
	}
	list(w, "%s#EXT-X-TARGETDURATION:%d\n#EXT-X-MEDIA-SEQUENCE:%d\n#EXT-X-MAP:URI=\"init.mp4\"\n%s%s", kind, int(part.Seconds()), first, b.String(), end)
}

func list(w http.ResponseWriter, format string, values ...any) {
	w.Header().Set("Content-Type", "application/vnd.apple.mpegurl")
	_, _ = fmt.Fprintf(w, "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-INDEPENDENT-SEGMENTS\n"+format, values...)
}

func (s *Service) servePart(w http.ResponseWriter, r *http.Request, name string) {
	n, err := strconv.ParseInt(name, 10, 64)
	if err != nil || n < 0 {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "video/iso.segment")
	if _, broken := s.Queue.Take(Name, ofPart); broken {
		_, _ = w.Write([]byte(strings.Repeat("no picture ", 400)))
		return
	}
	_, _ = w.Write(fragment(n))
}

func serveCaptions(w http.ResponseWriter, r *http.Request, kind string) {
	language, vtt := strings.CutSuffix(kind, ".vtt")
	lines, ok := captions[language]
	if !ok || !vtt {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/vtt; charset=utf-8")
	_, _ = fmt.Fprint(w, "WEBVTT\n")
	for i, line := range lines {
		from := i * int(part.Seconds())
		_, _ = fmt.Fprintf(w, "\n00:%02d.000 --> 00:%02d.000\n%s\n", from, from+int(part.Seconds()), line)
	}
}
