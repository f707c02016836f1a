import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useTranslation } from '@/lib/i18n';
import { useStore } from '@/lib/pageContext';
import { playStream } from './stream';
import type { StreamFailure } from './streamFailure';

export type Playable = {
  sources: readonly { src: string }[];
  tracks: readonly { kind: string; src: string; srclang: string | null; label: string | null }[];
  poster: string | null;
};

type Props = {
  media: Playable;
  /** What the video is of, for those who cannot see it. */
  name: string;
  /** The picture until it plays, where the video service has none. */
  poster: string | null;
  /** `focused` tells whether the video had the focus, which is lost with it. */
  onFailure: (why: StreamFailure, focused: boolean) => void;
};

/** A video that begins at once, with the browser's own controls and the store's speeds. */
export function Video({ media, name, poster, onFailure }: Props) {
  const { t } = useTranslation('player');
  const { playbackRates } = useStore().player;
  const video = useRef<HTMLVideoElement>(null);
  const [rate, setRate] = useState(1);
  const rateId = useId();
  const src = media.sources[0]?.src;

  const failed = useEffectEvent((why: StreamFailure) => onFailure(why, video.current === document.activeElement));
  useEffect(() => {
    const element = video.current;
    if (!element || !src) return;
    let gone = false;
    let stop = () => {};
    playStream(element, src, (why) => !gone && failed(why)).then(
      (release) => {
        if (gone) release();
        else stop = release;
      },
      () => gone || failed('network'),
    );
    return () => {
      gone = true;
      stop();
    };
  }, [src]);
  useEffect(() => video.current?.focus({ preventScroll: true }), []);

  const choose = (value: number) => {
    setRate(value);
    if (video.current) video.current.playbackRate = video.current.defaultPlaybackRate = value;
  };
  const rates = [...new Set([...playbackRates, 1])].sort((a, b) => a - b);
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: the video service says which captions there are */}
      <video
        ref={video}
        controls
        playsInline
        crossOrigin="anonymous"
        poster={media.poster ?? poster ?? undefined}
        aria-label={t('video', { name })}
        width={480}
        height={270}
        className="aspect-video w-full rounded-control bg-black accent-(--player)"
      >
        {media.tracks.map(({ kind, src: texts, srclang, label }) => (
          <track
            key={texts}
            kind={kind}
            src={texts}
            srcLang={srclang ?? undefined}
            label={label ?? srclang ?? undefined}
          />
        ))}
      </video>
      {rates.length > 1 && (
        <p className="flex items-center gap-3">
          <label htmlFor={rateId} className="text-sm">
            {t('rate')}
          </label>
          <select
            id={rateId}
            className="control w-auto accent-(--player)"
            value={rate}
            onChange={({ target }) => choose(Number(target.value))}
          >
            {rates.map((value) => (
              <option key={value} value={value}>
                {t('times', { rate: value })}
              </option>
            ))}
          </select>
        </p>
      )}
    </>
  );
}
