// Package playback says which video a visitor may play, and where it is. It owns no table.
//
// A plan may have a sample: a video by which buyers see, before they order, that watching works for
// them. Its reference id is in the store file (sampleMediaRefId), the video itself is at a video
// service, the port Videos. A plan without one has that of the store's settings.
//
//	form of a plan ──Sample──▶ refId ──▶ player ──Fetch(refId)──▶ Videos.Find ──▶ Media: sources, captions, poster
//
// In a store whose env is development the video service is not used: every sample is the test video
// of the store's settings (testVideoMediaRefId), a stream at an address of the configuration, and
// Fetch knows nothing.
//
// Anyone may play a sample. Any other video is not found, so that no visitor gets what members pay
// for by naming it.
package playback
