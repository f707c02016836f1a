import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useRef } from 'react';
import type { HomeScreenQuery } from '@/generated/HomeScreen';
import { useTranslation } from '@/lib/i18n';
import { Link } from '@/lib/nav';
import { paths } from '@/lib/paths';

type Titles = NonNullable<HomeScreenQuery['screen']>['titles'];

const button =
  'inline-flex size-11 items-center justify-center rounded-full border border-line-strong bg-surface text-ink hover:bg-ground';

/**
 * Films beside each other, moved by finger, wheel, keyboard or the two buttons. The last one in
 * sight is cut, which says that there are more.
 */
export function Shelf({ titles }: { titles: Titles }) {
  const { t } = useTranslation('home');
  const list = useRef<HTMLUListElement>(null);
  if (titles.length === 0) return null;
  const move = (direction: 1 | -1) => {
    const { current } = list;
    current?.scrollBy({ left: direction * current.clientWidth * 0.8, behavior: 'smooth' });
  };
  return (
    <section aria-labelledby="titles" className="flex flex-col gap-4">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <h2 id="titles" className="text-2xl">
          {t('titlesTitle')}
        </h2>
        <div className="flex gap-2 noscript:hidden">
          <button type="button" aria-label={t('back')} onClick={() => move(-1)} className={button}>
            <ChevronLeft aria-hidden className="size-5" />
          </button>
          <button type="button" aria-label={t('on')} onClick={() => move(1)} className={button}>
            <ChevronRight aria-hidden className="size-5" />
          </button>
        </div>
      </div>
      <ul
        ref={list}
        className="-mx-4 flex snap-x gap-3 overflow-x-auto scroll-px-4 px-4 pb-3 sm:-mx-6 sm:scroll-px-6 sm:gap-4 sm:px-6"
      >
        {titles.map((title) => (
          <li key={title.titleId} className="w-[36vw] max-w-44 min-w-28 shrink-0 snap-start sm:w-44">
            <Title title={title} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Title({ title: { name, year, minutes, art, kinds, planId } }: { title: Titles[number] }) {
  const { t } = useTranslation('home');
  return (
    <Link href={paths.plan(planId)} className="flex flex-col gap-1 text-ink no-underline hover:underline">
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
    </Link>
  );
}
