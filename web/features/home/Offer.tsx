import { buttonWords, isSubscription } from '@/features/plans/availability';
import { formatPriceOf, formatYen } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useLocale, useStore } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { LinkButton } from '@/ui/Button';
import type { OfferedPlan } from './offer';

/** What the offered plan costs, in the words of the page's first lines. */
export function usePriceLine(offer: OfferedPlan | null): string | null {
  const { t } = useTranslation('home');
  const locale = useLocale();
  if (!offer) return null;
  const { price, renewSpan, renewSpanUnit } = offer.plan;
  if (!isSubscription(offer.plan)) return t('line.once', { price: formatYen(price, locale) });
  const phrase = formatPriceOf(price, renewSpan, renewSpanUnit, locale);
  return t(offer.cheapest ? 'line.from' : 'line.exactly', { price: phrase });
}

/** The one button: to the offered plan, else to the list of plans. */
export function OfferButton({ offer, className }: { offer: OfferedPlan | null; className?: string }) {
  const { t } = useTranslation(['home', 'plans']);
  if (!offer) {
    return (
      <LinkButton href={paths.plans} className={className}>
        {t('seePlans')}
      </LinkButton>
    );
  }
  const { plan } = offer;
  return (
    <LinkButton href={paths.plan(plan.planId)} className={className}>
      {t(`plans:${buttonWords(plan)}`, { days: plan.freeTrialDays })}
    </LinkButton>
  );
}

/** The button once more, at the end of the page. */
export function Offer({ offer }: { offer: OfferedPlan | null }) {
  const { t } = useTranslation('home');
  const { serviceName } = useStore();
  const line = usePriceLine(offer);
  return (
    <section
      aria-labelledby="offer"
      className="flex flex-col items-center gap-4 rounded-card border border-line bg-accent-subtle px-4 py-12 text-center"
    >
      <h2 id="offer" className="text-2xl">
        {t('offerTitle', { name: serviceName })}
      </h2>
      {line && <p>{line}</p>}
      <OfferButton offer={offer} className="sm:min-w-72" />
      {offer && <Terms offer={offer} className="text-sm text-ink-2" />}
    </section>
  );
}

/** That tax is in the price, and until when a trial can be left. */
export function Terms({ offer, className }: { offer: OfferedPlan; className: string }) {
  const { t } = useTranslation('home');
  return <p className={className}>{t(offer.plan.freeTrialDays > 0 ? 'terms.trial' : 'terms.paid')}</p>;
}
