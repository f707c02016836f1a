import { useQuery } from '@apollo/client/react';
import { AddCard } from '@/features/payment/AddCard';
import { useContractFacts } from '@/features/plans/useContractFacts';
import { ChangeMethodScreenDocument, type ChangeMethodScreenQuery } from '@/generated/ChangeMethodScreen';
import { BackLink } from '@/layouts/BackLink';
import { PageHeading } from '@/layouts/PageHeading';
import { useTranslation } from '@/lib/i18n';
import { limits } from '@/lib/limits';
import { useAddress } from '@/lib/nav';
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
 * they come back here with that card chosen. Where the present one has failed or has expired, the
 * form of a card is open. Without another one there is only the way to add it.
 */
export function ChangeMethodView() {
  const { data } = useQuery(ChangeMethodScreenDocument, { variables: useVariables(ChangeMethodScreenDocument) });
  const screen = data?.screen;
  const refetch = useRefetch(ChangeMethodScreenDocument);
  return screen && <Change screen={screen} refetch={refetch} />;
}

type Props = { screen: NonNullable<ChangeMethodScreenQuery['screen']>; refetch: () => Promise<unknown> };

function Change({ screen, refetch }: Props) {
  const { t } = useTranslation(['subscription', 'payment']);
  const added = new URLSearchParams(useAddress().split('?')[1]).get('paymentMethodId');
  const { subscription, outlook, paymentMethods: methods, unusable, cardScripts, blockedBy } = screen;
  const { method } = useContractFacts(subscription, true);
  const { subscriptionId: id, accountPaymentMethod: current } = subscription;
  const pays = subscription.statusGroup === 'HOLD';
  const failed = pays || outlook.course === 'RETRIED' || current?.sbpsCreditInfo?.isExpired;
  const present = current?.accountPaymentMethodId ?? null;
  const choosable = methods.some(
    ({ accountPaymentMethodId: method, paymentMethodType, sbpsCreditInfo: card }) =>
      (pays || method !== present) && !card?.isExpired && !unusable.includes(paymentMethodType),
  );
  const addable = !blockedBy && methods.length < limits.paymentMethods.max;
  const opensCard = addable && failed && !added;
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
      {!blockedBy && methods.length > 0 && !choosable && <p>{t('method.noOther')}</p>}
      {!blockedBy && choosable && (
        <Card>
          <MethodForm
            id={id}
            methods={methods}
            unusable={unusable}
            present={present}
            chosen={added ?? ''}
            pays={pays}
            refetch={refetch}
          />
        </Card>
      )}
      {opensCard && (
        <Card title={t('payment:add.title')}>
          <AddCard scripts={cardScripts} returnTo={paths.changeMethod(id)} />
        </Card>
      )}
      {addable && (
        <LinkButton
          kind={choosable || opensCard ? 'secondary' : 'primary'}
          className="self-start"
          href={paths.addMethodFor(paths.changeMethod(id))}
        >
          {t('method.add')}
        </LinkButton>
      )}
    </>
  );
}
