import { useQuery } from '@apollo/client/react';
import type { ReactNode } from 'react';
import { PaymentMethodName } from '@/features/payment/PaymentMethodName';
import { PurchaseConfirmScreenDocument } from '@/generated/PurchaseConfirmScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { PurchaseColumns } from '@/layouts/Purchase';
import { useTranslation } from '@/lib/i18n';
import { useVariables } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { useRefetch } from '@/lib/refetch';
import { Alert } from '@/ui/Alert';
import { Card } from '@/ui/Card';
import { DefinitionList } from '@/ui/DefinitionList';
import { TextLink } from '@/ui/TextLink';
import { OrderForm } from './OrderForm';
import { OrderSummary } from './OrderSummary';
import { isOpen } from './openOrder';
import { stepCount } from './steps';

/** Everything the law asks for in one place, and the one button that orders (特商法12条の6). */
export function PurchaseConfirmView() {
  const { t } = useTranslation('purchase');
  const { data } = useQuery(PurchaseConfirmScreenDocument, { variables: useVariables(PurchaseConfirmScreenDocument) });
  const screen = data?.screen;
  const refetch = useRefetch(PurchaseConfirmScreenDocument);
  if (!isOpen(screen)) return null;
  const { plan, verification, paymentMethod, terms, failure } = screen;
  return (
    <>
      <PageHeading title={t('confirm.title')} lead={t('confirm.lead')} step={2} total={stepCount} />
      <Alert>{failure?.message}</Alert>
      <PurchaseColumns summary={<OrderSummary plan={plan} order={verification} />}>
        <Card title={t('confirm.terms')}>
          <DefinitionList
            facts={[
              paymentMethod && { term: t('confirm.method'), detail: <PaymentMethodName method={paymentMethod} /> },
              ...terms.items.map(({ key, title, text }) => ({ key, term: title, detail: unbroken(text) })),
            ]}
          />
        </Card>
        <OrderForm order={screen} refetch={refetch} />
        <TextLink href={paths.plan(plan.planId)} className="self-start">
          {t('confirm.back')}
        </TextLink>
      </PurchaseColumns>
    </>
  );
}

/** Phone numbers and the like, and days, stay on one line. */
function unbroken(text: string): ReactNode {
  const parts = text.split(/(\d+(?:-\d+)+|\d+年\d+月\d+日)/);
  return parts.map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );
}
