import type { StreamFailure } from './streamFailure';

const hlsType = 'application/vnd.apple.mpegurl';

/**
 * Plays a stream (HLS) in a video: by the browser itself on Apple's devices, else by hls.js, which
 * is loaded now. `onFailure` is called once at most, also when the stream fails later on. Returns
 * what lets go of the stream.
 */
export async function playStream(
  video: HTMLVideoElement,
  src: string,
  onFailure: (why: StreamFailure) => void,
): Promise<() => void> {
  let over = false;
  const fail = (why: StreamFailure) => {
    if (over) return;
    over = true;
    onFailure(why);
  };
  if (playsHls(video)) {
    const wrong = () => fail(video.error?.code === MediaError.MEDIA_ERR_NETWORK ? 'network' : 'media');
    video.addEventListener('error', wrong);
    video.src = src;
    begin(video);
    return () => {
      over = true;
      video.removeEventListener('error', wrong);
      video.removeAttribute('src');
      video.load();
    };
  }
  const { attach } = await import('./hls');
  const detach = attach(video, src, fail);
  if (!over) begin(video);
  return () => {
    over = true;
    detach();
  };
}

/** Chromium, too, says that it may play HLS, but hls.js does it better there. */
function playsHls(video: HTMLVideoElement): boolean {
  return video.canPlayType(hlsType) !== '' && !/Chrom(e|ium)\//.test(navigator.userAgent);
}

/** Where a browser does not let a page begin by itself, the video's own button does. */
function begin(video: HTMLVideoElement): void {
  video.play()?.catch(() => {});
}
