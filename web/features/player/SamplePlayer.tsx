import { LoaderCircle, Play } from 'lucide';
import { useEffect, useId, useRef, useState } from 'react';
import { useAction } from '@/lib/action';
import { useTranslation } from '@/lib/i18n';
import { useStore } from '@/lib/pageContext';
import { cx } from '@/ui/cx';
import { Icon } from '@/ui/Icon';
import { LiveRegion } from '@/ui/LiveRegion';
import { Notice } from '@/ui/Notice';
import { onColour } from './contrast';
import type { StreamFailure } from './streamFailure';
import type { Playable, Video as VideoType } from './Video';

type Shown = {
  /** The plan's name. */
  name: string;
  /** The picture that is shown until the video plays. */
  poster: string | null;
  /** The level of the heading. */
  level?: 'h2' | 'h3';
  /** It is the page's first picture: loaded at once, with the words below it. */
  first?: boolean;
};

type SampleOfPlan = { refId: string; stream: string | null };

/**
 * A plan's sample, by which buyers see before they order that videos play for them. Until it is
 * pressed it is a picture and a button; the player is loaded then. A failure to play is said beside
 * it, and the plan can still be ordered.
 */
export function SamplePlayer({ sample, ...shown }: Shown & { sample: SampleOfPlan | null }) {
  return sample && <Sample sample={sample} {...shown} />;
}

function Sample({ sample, name, poster, level: Heading = 'h3', first = false }: Shown & { sample: SampleOfPlan }) {
  const { t } = useTranslation('player');
  const heading = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [playing, setPlaying] = useState<{ media: Playable; Video: typeof VideoType } | null>(null);
  const [failure, setFailure] = useState<StreamFailure | null>(null);
  const [refocus, setRefocus] = useState(false);
  const fetchPlayback = async () => (await import('@/generated/FetchPlayback')).FetchPlaybackDocument;
  const playback = useAction(fetchPlayback, undefined, { failure: { says: t('failed.unavailable') } });
  useEffect(() => {
    if (refocus && !playing) button.current?.focus({ preventScroll: true });
  }, [refocus, playing]);

  const play = async () => {
    setFailure(null);
    setRefocus(false);
    const loading = import('./Video');
    const media = sample.stream
      ? { sources: [{ src: sample.stream }], tracks: [], poster: null }
      : (await playback.run({ refId: sample.refId }))?.media;
    if (media) setPlaying({ media, Video: (await loading).Video });
  };
  const failed = (why: StreamFailure, focused: boolean) => {
    setPlaying(null);
    setFailure(why);
    setRefocus(focused);
  };
  const says = failure ? t(`failed.${failure}`) : playback.notice?.message;
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-3">
      <div className={cx('flex flex-col', first ? 'order-1 gap-1' : 'gap-3')}>
        <Heading id={heading} className={Heading === 'h2' && !first ? 'text-xl' : 'text-base'}>
          {t('title')}
        </Heading>
        <p className="text-sm text-ink-2">{t('lead')}</p>
      </div>
      {playing ? (
        <playing.Video media={playing.media} name={name} poster={poster} onFailure={failed} />
      ) : (
        <PlayButton
          ref={button}
          poster={poster}
          pending={playback.pending}
          again={!!says}
          first={first}
          onPress={play}
        />
      )}
      <LiveRegion role="status">{says && <Notice tone="caution">{says}</Notice>}</LiveRegion>
    </section>
  );
}

type PlayButtonProps = {
  ref: React.Ref<HTMLButtonElement>;
  poster: string | null;
  pending: boolean;
  again: boolean;
  first: boolean;
  onPress: () => Promise<void>;
};

/** The picture with a button on it, in the colour of the store's player. */
function PlayButton({ ref, poster, pending, again, first, onPress }: PlayButtonProps) {
  const { t } = useTranslation('player');
  const ink = onColour(useStore().colors.player);
  const label = again ? t('again') : t('play');
  return (
    <div className="relative aspect-video w-full overflow-hidden rounded-control bg-black">
      {poster && (
        <img
          src={poster}
          alt=""
          width={first ? 960 : 480}
          height={first ? 540 : 270}
          fetchPriority={first ? 'high' : undefined}
          loading={first ? undefined : 'lazy'}
          className={cx('size-full object-cover', !first && 'opacity-60')}
        />
      )}
      <button
        ref={ref}
        type="button"
        aria-disabled={pending || undefined}
        onClick={() => void onPress()}
        className={cx(
          'absolute inset-0 m-auto flex h-14 w-fit items-center gap-2 rounded-full border-2 border-white bg-(--player) px-6 font-bold',
          ink === 'black' ? 'text-black' : 'text-white',
        )}
      >
        <Icon of={pending ? LoaderCircle : Play} className={pending ? 'size-5 animate-spin' : 'size-5'} />
        <span>{pending ? t('loading') : label}</span>
      </button>
    </div>
  );
}
