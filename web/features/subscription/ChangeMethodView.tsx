import { useQuery } from '@apollo/client/react';
import { useContractFacts } from '@/features/plans/useContractFacts';
import { ChangeMethodScreenDocument, type ChangeMethodScreenQuery } from '@/generated/ChangeMethodScreen';
import { BackLink } from '@/layouts/BackLink';
import { PageHeading } from '@/layouts/PageHeading';
import { useTranslation } from '@/lib/i18n';
import { limits } from '@/lib/limits';
import { useVariables } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { useRefetch } from '@/lib/refetch';
import { LinkButton } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { DefinitionList } from '@/ui/DefinitionList';
import { Notice } from '@/ui/Notice';
import { MethodForm } from './MethodForm';
import { Owed } from './Outlook';

/**
 * Where a contract gets another payment method: one of the member's, or a new card, from whose bank
 * they come back here.
 */
export function ChangeMethodView() {
  const { data } = useQuery(ChangeMethodScreenDocument, { variables: useVariables(ChangeMethodScreenDocument) });
  const screen = data?.screen;
  const refetch = useRefetch(ChangeMethodScreenDocument);
  return screen && <Change screen={screen} refetch={refetch} />;
}

type Props = { screen: NonNullable<ChangeMethodScreenQuery['screen']>; refetch: () => Promise<unknown> };

function Change({ screen, refetch }: Props) {
  const { t } = useTranslation('subscription');
  const { subscription, outlook, paymentMethods: methods, unusable, blockedBy } = screen;
  const { method } = useContractFacts(subscription, true);
  const { subscriptionId: id, accountPaymentMethod: current } = subscription;
  const pays = subscription.statusGroup === 'HOLD';
  const usable = current?.sbpsCreditInfo?.isExpired ? null : current?.accountPaymentMethodId;
  return (
    <>
      <BackLink href={paths.subscription(id)}>{t('back.contract')}</BackLink>
      <PageHeading title={t('method.title')} />
      {blockedBy && <Notice tone="caution">{blockedBy.message}</Notice>}
      <Card>
        <h2 className="text-xl">{subscription.planName}</h2>
        <DefinitionList facts={[method && { ...method, term: t('method.current') }]} />
        {pays && !blockedBy && (
          <>
            <p>{t('method.charged')}</p>
            <Owed outlook={outlook} />
          </>
        )}
      </Card>
      {!blockedBy && methods.length === 0 && <Notice tone="caution">{t('method.none')}</Notice>}
      {!blockedBy && methods.length > 0 && (
        <Card>
          <MethodForm
            id={id}
            methods={methods}
            unusable={unusable}
            current={usable ?? ''}
            pays={pays}
            refetch={refetch}
          />
        </Card>
      )}
      {!blockedBy && methods.length < limits.paymentMethods.max && (
        <LinkButton kind="secondary" className="self-start" href={paths.addMethodFor(paths.changeMethod(id))}>
          {t('method.add')}
        </LinkButton>
      )}
    </>
  );
}
