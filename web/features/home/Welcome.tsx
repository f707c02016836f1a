import { HomeCard } from '@/features/mypage/HomeCard';
import { UnpaidNotice } from '@/features/mypage/HomeNotice';
import type { HomeContract } from '@/features/mypage/home';
import { useTranslation } from '@/lib/i18n';
import { useHeader, useRoot } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { LinkButton } from '@/ui/Button';

type Props = { contracts: readonly HomeContract[] };

/** A member who comes home is greeted, shown what they have, and led to their own pages. */
export function Welcome({ contracts }: Props) {
  const { t } = useTranslation('home');
  const name = useHeader()?.displayName;
  const { isApp } = useRoot();
  return (
    <section
      aria-labelledby="welcome"
      className="mx-auto flex max-w-6xl flex-col items-start gap-6 px-4 pt-12 sm:px-6 sm:pt-16"
    >
      <h1 id="welcome" className="text-3xl">
        {name ? t('welcomeName', { name }) : t('welcome')}
      </h1>
      <UnpaidNotice contracts={contracts} />
      {contracts.length > 0 && (
        <div className="grid w-full gap-4 lg:grid-cols-2">
          {contracts.map((contract) => (
            <HomeCard key={contract.subscription.subscriptionId} contract={contract} />
          ))}
        </div>
      )}
      <div className="flex w-full flex-col gap-3 sm:flex-row">
        <LinkButton href={paths.mypage} kind={contracts.length > 0 ? 'secondary' : 'primary'}>
          {t('mypage')}
        </LinkButton>
        {!isApp && (
          <LinkButton href={paths.plans} kind="secondary">
            {t('seePlans')}
          </LinkButton>
        )}
      </div>
    </section>
  );
}
