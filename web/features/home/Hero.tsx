import Head from 'next/head';
import type { HomeScreenQuery } from '@/generated/HomeScreen';
import { useTranslation } from '@/lib/i18n';
import { Link } from '@/lib/nav';
import { paths } from '@/lib/paths';
import { cx } from '@/ui/cx';
import { OfferButton, Terms, usePriceLine } from './Offer';
import type { OfferedPlan } from './offer';

type Headline = NonNullable<NonNullable<HomeScreenQuery['screen']>['headline']>;
type Props = { headline: Headline; offer: OfferedPlan | null };

/** From here on the wide picture is shown: the width of `sm`. */
const wideFrom = '(min-width: 40rem)';

/** On a phone the picture grows dark where the words begin, however many lines they have. */
const shade =
  'bg-linear-to-t from-[#06121f] from-[calc(100%-9rem)] via-[#06121f]/85 via-[calc(100%-5rem)] to-transparent sm:bg-none';

/**
 * What the store says first: the words on its picture, which is darkened below them, and the one
 * button. Without a picture they have a calm ground.
 */
export function Hero({ headline, offer }: Props) {
  const { t } = useTranslation('home');
  const line = usePriceLine(offer);
  const { text, phoneArt, wideArt } = headline;
  const art = phoneArt && wideArt ? { phoneArt, wideArt } : null;
  const trial = offer && offer.plan.freeTrialDays > 0 ? t('trial', { days: offer.plan.freeTrialDays }) : null;
  return (
    <section
      aria-labelledby="headline"
      className={cx(
        'relative isolate flex overflow-hidden',
        art
          ? 'min-h-[min(42rem,calc(100svh-7rem))] items-end bg-[#081c30] pt-64 text-white sm:pt-0 sm:min-h-[clamp(28rem,44vw,40rem)] sm:items-center'
          : 'border-b border-line bg-accent-subtle',
      )}
    >
      {art && <Art {...art} />}
      <div className={cx('w-full', art && shade)}>
        <div className="mx-auto max-w-6xl px-4 pt-20 pb-8 sm:px-6 sm:py-16">
          <div className="flex flex-col items-start gap-4 sm:max-w-md lg:max-w-lg">
            <h1 id="headline" className="text-3xl lg:text-4xl">
              <span className="inline-block pr-[0.25em]">{`${text} `}</span>
              {trial && <span className="inline-block">{trial}</span>}
            </h1>
            {line && <p className="text-xl leading-normal">{line}</p>}
            <OfferButton
              offer={offer}
              className={cx('sm:min-w-72', art && 'bg-accent-2 text-on-accent-2 focus-visible:outline-white')}
            />
            {offer && <Terms offer={offer} className="text-sm" />}
            <p className="flex flex-wrap items-center gap-x-2">
              {t('member')}
              <Link
                href={paths.login()}
                className={cx('inline-flex min-h-11 items-center', art && 'text-white focus-visible:outline-white')}
              >
                {t('login')}
              </Link>
            </p>
          </div>
        </div>
      </div>
    </section>
  );
}

function Art({ phoneArt, wideArt }: { phoneArt: string; wideArt: string }) {
  const preload = { rel: 'preload', as: 'image', fetchPriority: 'high' } as const;
  return (
    <>
      <Head>
        <link key="art-phone" href={phoneArt} media={`not all and ${wideFrom}`} {...preload} />
        <link key="art-wide" href={wideArt} media={wideFrom} {...preload} />
      </Head>
      <picture>
        <source media={wideFrom} srcSet={wideArt} />
        <img
          src={phoneArt}
          alt=""
          width={780}
          height={960}
          fetchPriority="high"
          className="absolute inset-0 -z-20 size-full object-cover object-top sm:object-[70%_60%]"
        />
      </picture>
      <div
        aria-hidden
        className="absolute inset-0 -z-10 hidden bg-linear-to-r from-[#06121f]/95 from-20% via-[#06121f]/70 via-45% to-transparent to-75% sm:block"
      />
    </>
  );
}
