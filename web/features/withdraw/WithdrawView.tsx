import { useQuery } from '@apollo/client/react';
import { useTypeNames } from '@/features/payment/useMethodName';
import { ContractCard } from '@/features/plans/ContractCard';
import type { SubscriptionFragment } from '@/generated/fragments';
import { WithdrawScreenDocument, type WithdrawScreenQuery } from '@/generated/WithdrawScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { useTranslation } from '@/lib/i18n';
import { Link } from '@/lib/nav';
import { paths } from '@/lib/paths';
import { Notice } from '@/ui/Notice';
import { WithdrawForm } from './WithdrawForm';

type Screen = NonNullable<WithdrawScreenQuery['screen']>;

/**
 * Leaving: what it means, and the form; while a contract runs, only that contract and the way to
 * cancel it (S-115).
 */
export function WithdrawView() {
  const { t } = useTranslation('withdraw');
  const { data } = useQuery(WithdrawScreenDocument);
  const screen = data?.screen;
  if (!screen) return null;
  const { contractSubscriptions: contracts, hasContractSubscription: remains } = screen;
  return (
    <>
      <PageHeading title={t('title')} lead={remains ? undefined : t('lead')} />
      {remains && <Notice tone="caution">{t('contracts.remains')}</Notice>}
      {contracts.length > 0 && <Contracts contracts={contracts} remains={remains} />}
      {!remains && <Agreements methods={screen.openAgreements} />}
      {!remains && <WithdrawForm survey={screen.survey} policy={screen.policy} />}
    </>
  );
}

/** What does not end by leaving, and can be ended before. */
function Agreements({ methods }: { methods: Screen['openAgreements'] }) {
  const { t } = useTranslation('withdraw');
  const nameOf = useTypeNames();
  return methods.map(({ accountPaymentMethodId: id, paymentMethodType }) => (
    <Notice key={id} tone="caution">
      <p>{t('agreements.open', { name: nameOf(paymentMethodType) })}</p>
      <Link href={paths.paymentMethods}>{t('agreements.toMethods')}</Link>
    </Notice>
  ));
}

/**
 * Contracts that are scheduled to end do not keep anybody, but what is left of them is
 * forfeited.
 */
function Contracts({ contracts, remains }: { contracts: SubscriptionFragment[]; remains: boolean }) {
  const { t } = useTranslation('withdraw');
  const title = t(remains ? 'contracts.title' : 'ending.title');
  return (
    <section className="flex flex-col gap-4" aria-label={title}>
      <h2 className="text-xl">{title}</h2>
      {!remains && <Notice tone="caution">{t('ending.forfeit')}</Notice>}
      <div className="grid gap-4 lg:grid-cols-2">
        {contracts.map((contract) => (
          <ContractCard key={contract.subscriptionId} subscription={contract} leaving />
        ))}
      </div>
    </section>
  );
}
