// Package streaks asks PLAY's video service STREAKS where a video is: the adapter of playback's
// port Videos.
//
//	GET {api}/v1/projects/{project}/medias/ref:{refId}
//	Accept: application/json, Origin and Referer of the site that the project allows, X-Streaks-Api-Key where there is a key
//
// There is no public document of it. What it sends and answers is known from programs that use it,
// as are the errors: 403 REQUEST_FAILED (the key, the site or the place of the caller is refused)
// and 404 MEDIA_NOT_FOUND. The place is that of this server, not the viewer's: a video that is
// restricted to a country has to be open to this server's.
//
// Of an answer only what a player needs is kept: sources of HLS that have no copy protection and an
// address where streams may come from (STREAKS_STREAM_ORIGINS, which the pages' security policy
// has, too), captions and subtitles from there, a poster, the name and the length. How licences of
// protected videos are had is not known, so these cannot be played.
//
// What was found, and that nothing can be played, is kept in memory for half a minute, of the 256
// videos asked for last. Those who ask for the same at the same time wait for one call. A call that
// failed on the way is not kept, and made again for the next who asks.
package streaks
