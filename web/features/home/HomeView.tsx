import { useQuery } from '@apollo/client/react';
import { ChevronDown } from 'lucide';
import Head from 'next/head';
import { kindAmong } from '@/features/plans/availability';
import { PlanCard } from '@/features/plans/PlanCard';
import { HomeScreenDocument, type HomeScreenQuery } from '@/generated/HomeScreen';
import { useTranslation } from '@/lib/i18n';
import { useRoot } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { Icon } from '@/ui/Icon';
import { TextLink } from '@/ui/TextLink';
import { Hero } from './Hero';
import { Introduction } from './Introduction';
import { Offer } from './Offer';
import { offerOf } from './offer';
import { Reasons } from './Reasons';
import { Shelf } from './Shelf';
import { Welcome } from './Welcome';

/**
 * The store's front door. Visitors are told what there is to watch, for how much, and why;
 * members come home. The app's browser sells nothing.
 */
export function HomeView() {
  const { data } = useQuery(HomeScreenDocument);
  const screen = data?.screen;
  const { authId, isApp, storeSettingData: store } = useRoot();
  const title = <title key="title">{store.serviceName}</title>;
  if (!screen) return null;
  return (
    <>
      <Head>{title}</Head>
      <First screen={screen} member={!!authId} sells={!isApp} />
      <div className="mx-auto flex max-w-6xl flex-col gap-16 px-4 py-12 sm:px-6 sm:py-16">
        {!isApp && <Shelf titles={screen.titles} contracts={screen.contracts} />}
        {!authId && !isApp && <ForVisitors screen={screen} />}
      </div>
    </>
  );
}

type Screen = NonNullable<HomeScreenQuery['screen']>;

function First({ screen, member, sells }: { screen: Screen; member: boolean; sells: boolean }) {
  if (member) return <Welcome contracts={screen.contracts} />;
  if (!sells || !screen.headline) return <Introduction />;
  return <Hero headline={screen.headline} offer={offerOf(screen)} />;
}

function ForVisitors({ screen }: { screen: Screen }) {
  const { t } = useTranslation('home');
  const { plans, reasons, questions } = screen;
  return (
    <>
      <Reasons reasons={reasons} />
      {plans.length > 0 && (
        <section aria-labelledby="plans" className="flex flex-col gap-6">
          <div>
            <h2 id="plans" className="text-2xl">
              {t('plansTitle')}
            </h2>
            <p className="text-ink-2">{t('plansLead')}</p>
          </div>
          <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {plans.map((plan) => (
              <li key={plan.planId}>
                <PlanCard plan={plan} kind={kindAmong(plan, plans)} />
              </li>
            ))}
          </ul>
          <TextLink href={paths.plans} className="self-start">
            {t('allPlans')}
          </TextLink>
        </section>
      )}
      {questions.length > 0 && (
        <section aria-labelledby="questions" className="flex flex-col gap-6">
          <h2 id="questions" className="text-2xl">
            {t('questionsTitle')}
          </h2>
          <div className="divide-y divide-line rounded-card border border-line bg-surface">
            {questions.map(({ title, text }) => (
              <details key={`${title} ${text}`} className="group">
                <summary className="flex min-h-12 list-none items-center gap-4 px-4 py-3 font-bold sm:px-6 [&::-webkit-details-marker]:hidden">
                  <span>{title}</span>
                  <Icon
                    of={ChevronDown}
                    className="ml-auto size-5 shrink-0 text-ink-2 transition-transform duration-150 group-open:rotate-180"
                  />
                </summary>
                <p className="px-4 pb-4 whitespace-pre-line text-ink-2 sm:px-6">{text}</p>
              </details>
            ))}
          </div>
        </section>
      )}
      {screen.headline && <Offer offer={offerOf(screen)} />}
    </>
  );
}
