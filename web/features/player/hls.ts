import Hls from 'hls.js/light';
import type { StreamFailure } from './streamFailure';

/** What waits no longer than a viewer would. */
const policy = {
  default: {
    maxTimeToFirstByteMs: 8_000,
    maxLoadTimeMs: 20_000,
    timeoutRetry: { maxNumRetry: 1, retryDelayMs: 0, maxRetryDelayMs: 0 },
    errorRetry: { maxNumRetry: 2, retryDelayMs: 500, maxRetryDelayMs: 2_000 },
  },
};

/** Plays a stream by hls.js. Returns what lets go of it. */
export function attach(video: HTMLVideoElement, src: string, onFailure: (why: StreamFailure) => void): () => void {
  if (!Hls.isSupported()) {
    onFailure('unsupported');
    return () => {};
  }
  const hls = new Hls({
    enableWorker: false, // a sample is short, and the security policy needs to allow no worker
    manifestLoadPolicy: policy,
    playlistLoadPolicy: policy,
    fragLoadPolicy: policy,
  });
  let recovered = false;
  hls.on(Hls.Events.ERROR, (_, { fatal, type }) => {
    if (!fatal) return;
    if (type === Hls.ErrorTypes.MEDIA_ERROR && !recovered) {
      recovered = true;
      hls.recoverMediaError();
      return;
    }
    hls.destroy();
    onFailure(type === Hls.ErrorTypes.NETWORK_ERROR ? 'network' : 'media');
  });
  hls.loadSource(src);
  hls.attachMedia(video);
  return () => hls.destroy();
}
