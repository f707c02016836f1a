import { useQuery } from '@apollo/client/react';
import Head from 'next/head';
import type { PlanFragment } from '@/generated/fragments';
import { HomeScreenDocument } from '@/generated/HomeScreen';
import { formatPer } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useLocale, useRoot } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { Badge } from '@/ui/Badge';
import { LinkButton } from '@/ui/Button';
import { Money } from '@/ui/Money';
import { TextLink } from '@/ui/TextLink';

/** The store's front door: who it is, a few plans, and the way in. */
export function HomeView() {
  const { t } = useTranslation('home');
  const { data } = useQuery(HomeScreenDocument);
  const screen = data?.screen;
  const { authId, isApp, storeSettingData: store } = useRoot();
  const plans = isApp ? [] : (screen?.plans ?? []);
  const poster = plans.find(({ image }) => image)?.image;
  return (
    <div className="flex flex-col gap-16">
      <Head>
        <title key="title">{store.serviceName}</title>
      </Head>
      <section className="grid items-center gap-8 pt-4 sm:pt-8 lg:grid-cols-[minmax(0,1fr)_420px] lg:gap-12">
        <div className="flex flex-col items-start gap-6">
          <h1 className="text-3xl">{store.serviceName}</h1>
          <p className="max-w-2xl whitespace-pre-line text-xl leading-relaxed text-ink-2 [word-break:auto-phrase]">
            {store.serviceDescription}
          </p>
          <div className="flex w-full flex-col gap-3 sm:flex-row">
            {authId ? (
              <LinkButton href={paths.mypage}>{t('mypage')}</LinkButton>
            ) : (
              <>
                <LinkButton href={paths.signup}>{t('start')}</LinkButton>
                <LinkButton href={paths.login()} kind="secondary">
                  {t('login')}
                </LinkButton>
              </>
            )}
          </div>
        </div>
        {poster && (
          <img
            src={poster}
            alt=""
            width={840}
            height={473}
            fetchPriority="high"
            className="aspect-video w-full rounded-card border border-line object-cover"
          />
        )}
      </section>
      {plans.length > 0 && (
        <section className="flex flex-col gap-6">
          <div>
            <h2 className="text-2xl">{t('plansTitle')}</h2>
            <p className="text-ink-2">{t('plansLead')}</p>
          </div>
          <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {plans.map((plan) => (
              <li key={plan.planId}>
                <PlanTeaser plan={plan} />
              </li>
            ))}
          </ul>
          <TextLink href={paths.plans} className="self-start">
            {t('allPlans')}
          </TextLink>
        </section>
      )}
    </div>
  );
}

function PlanTeaser({ plan }: { plan: PlanFragment }) {
  const { t } = useTranslation('home');
  const locale = useLocale();
  const subscription = plan.planType === 'subscription';
  return (
    <article className="card flex h-full flex-col gap-3 overflow-hidden">
      {plan.image && (
        <div className="-mx-4 -mt-4 sm:-mx-6 sm:-mt-6">
          <img
            src={plan.image}
            alt=""
            width={480}
            height={270}
            loading="lazy"
            className="aspect-video w-full object-cover"
          />
        </div>
      )}
      <h3 className="text-xl">{plan.planName}</h3>
      <p className="line-clamp-3 text-sm text-ink-2">{plan.planDescriptionText}</p>
      <p className="mt-auto flex flex-wrap items-center gap-2">
        <Money
          yen={plan.price}
          per={subscription ? formatPer(plan.renewSpan, plan.renewSpanUnit, locale) : undefined}
        />
        {plan.freeTrialDays > 0 && <Badge tone="accent">{t('trial', { days: plan.freeTrialDays })}</Badge>}
      </p>
      <TextLink href={paths.plan(plan.planId)}>
        {t('details')}
        <span className="visually-hidden">{`: ${plan.planName}`}</span>
      </TextLink>
    </article>
  );
}
