// Package streaks plays PLAY's video service STREAKS: its playback API, and the streams that its
// answers lead to.
//
//	product ──▶ GET /streaks/v1/projects/{project}/medias/ref:{refId}   X-Streaks-Api-Key, Origin ──▶ JSON of a media
//	browser ──▶ GET /streaks/streams/{refId}/index.m3u8                 the list of streams (HLS)
//	        ──▶     …/video.m3u8, init.mp4, {n}.m4s                     one stream: pictures in fragmented MP4
//	        ──▶     …/captions.{ja,en}.vtt                              captions
//
// Every reference id is a film of eight seconds with captions in two languages, apart from the
// Items, which are something else. Its pictures are drawn and coded here (H.264, pictures.go) and
// put into MP4 (mp4.go): there is no file and no coder, so there is no sound. Without a project
// nothing is here.
//
// # Outcomes of POST /next for the service streaks
//
//	forbidden       403 REQUEST_FAILED: the place, the key or the site is refused      the next call of the API
//	not_found       404 MEDIA_NOT_FOUND                                                same
//	too_many        429                                                                same
//	http_500        status 500 with HTML                                               same
//	slow            the answer comes after delay, 3s unless given                      same
//	timeout         no answer; the connection is dropped after delay, 200ms unless given  same
//	cut             the JSON ends in the middle                                        same
//	empty           a media without sources                                            same
//	stream_missing  404                                                                the next list of streams
//	stream_broken   pictures that no player can read                                   the next part of a stream
package streaks
