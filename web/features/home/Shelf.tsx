import { ChevronLeft, ChevronRight } from 'lucide';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { HomeScreenQuery } from '@/generated/HomeScreen';
import { useTranslation } from '@/lib/i18n';
import { Link, PlainLink } from '@/lib/nav';
import { paths } from '@/lib/paths';
import { Icon } from '@/ui/Icon';

type Screen = NonNullable<HomeScreenQuery['screen']>;
type Titles = Screen['titles'];

const button =
  'inline-flex size-11 items-center justify-center rounded-full border border-line-strong bg-surface text-ink hover:bg-ground aria-disabled:opacity-40';

/**
 * Films beside each other, moved by finger, wheel, keyboard or the two buttons. The last one in
 * sight is cut, which says that there are more.
 */
export function Shelf({ titles, contracts }: Pick<Screen, 'titles' | 'contracts'>) {
  const { t } = useTranslation('home');
  const list = useRef<HTMLUListElement>(null);
  const [ends, setEnds] = useState({ first: true, last: false });
  useEffect(() => {
    const { current } = list;
    if (!current) return;
    const look = () => {
      const { scrollLeft, clientWidth, scrollWidth } = current;
      setEnds({ first: scrollLeft < 1, last: scrollLeft + clientWidth > scrollWidth - 1 });
    };
    look();
    current.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      current.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, []);
  if (titles.length === 0) return null;
  const move = (direction: 1 | -1) => {
    const { current } = list;
    current?.scrollBy({ left: direction * current.clientWidth * 0.8 });
  };
  return (
    <section aria-labelledby="titles" className="flex flex-col gap-4">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <h2 id="titles" className="text-2xl">
          {t('titlesTitle')}
        </h2>
        <div className="flex gap-2 noscript:hidden">
          <Move label={t('back')} over={ends.first} onMove={() => move(-1)}>
            <Icon of={ChevronLeft} className="size-5" />
          </Move>
          <Move label={t('on')} over={ends.last} onMove={() => move(1)}>
            <Icon of={ChevronRight} className="size-5" />
          </Move>
        </div>
      </div>
      <ul
        ref={list}
        className="-mx-4 -mt-2 flex snap-x gap-3 overflow-x-auto scroll-smooth scroll-px-4 px-4 pt-2 pb-3 motion-reduce:scroll-auto sm:-mx-6 sm:scroll-px-6 sm:gap-4 sm:px-6"
      >
        {titles.map((title) => (
          <li key={title.titleId} className="w-[36vw] max-w-44 min-w-28 shrink-0 snap-start sm:w-44">
            <Title title={title} to={placeOf(title, contracts)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type MoveProps = { label: string; over: boolean; onMove: () => void; children: ReactNode };

/** Keeps the focus at the end of the way, where it does nothing. */
function Move({ label, over, onMove, children }: MoveProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={over || undefined}
      onClick={over ? undefined : onMove}
      className={button}
    >
      {children}
    </button>
  );
}

type Place = { href: string; elsewhere: boolean };

/** A member who has a plan that shows the film goes to watch it, anyone else to a plan. */
function placeOf({ planId, planIds }: Titles[number], contracts: Screen['contracts']): Place {
  const held = contracts.find(({ subscription: s }) => s.watchUrl && planIds.includes(s.planId));
  const watchUrl = held?.subscription.watchUrl;
  return watchUrl ? { href: watchUrl, elsewhere: true } : { href: paths.plan(planId), elsewhere: false };
}

function Title({ title: { name, year, minutes, art, kinds }, to }: { title: Titles[number]; to: Place }) {
  const { t } = useTranslation('home');
  const To = to.elsewhere ? PlainLink : Link;
  return (
    <To href={to.href} className="flex flex-col gap-1 text-ink no-underline hover:underline">
      <img
        src={art}
        alt=""
        width={400}
        height={600}
        loading="lazy"
        className="mb-1 aspect-2/3 w-full rounded-card bg-line object-cover"
      />
      <span className="text-sm leading-snug font-bold">{name}</span>
      <span className="text-xs text-ink-2">{t('made', { year, minutes })}</span>
      <span className="text-xs text-ink-2">{kinds.map((kind) => t(`kind.${kind}`)).join(t('and'))}</span>
    </To>
  );
}
