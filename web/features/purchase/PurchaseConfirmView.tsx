import { useQuery } from '@apollo/client/react';
import { PaymentMethodName } from '@/features/payment/PaymentMethodName';
import { PurchaseConfirmScreenDocument } from '@/generated/PurchaseConfirmScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { PurchaseColumns } from '@/layouts/Purchase';
import { useTranslation } from '@/lib/i18n';
import { useLocale, useVariables } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { useRefetch } from '@/lib/refetch';
import { Alert } from '@/ui/Alert';
import { Card } from '@/ui/Card';
import { DefinitionList } from '@/ui/DefinitionList';
import { Notice } from '@/ui/Notice';
import { TextLink } from '@/ui/TextLink';
import { unbroken } from '@/ui/unbroken';
import { Beside } from './Beside';
import { OrderForm } from './OrderForm';
import { OrderSummary } from './OrderSummary';
import { isOpen, type OpenOrder } from './openOrder';
import { Sibling } from './Sibling';
import { useOrderStep } from './steps';

/** Everything the law asks for in one place, and the one button that orders (特商法12条の6). */
export function PurchaseConfirmView() {
  const { t } = useTranslation('purchase');
  const { data } = useQuery(PurchaseConfirmScreenDocument, { variables: useVariables(PurchaseConfirmScreenDocument) });
  const screen = data?.screen;
  const at = useOrderStep(2);
  const refetch = useRefetch(PurchaseConfirmScreenDocument);
  if (!isOpen(screen)) return null;
  const { plan, verification, failure, sibling, siblingBlockedBy } = screen;
  const summary = <OrderSummary plan={plan} order={verification} />;
  const back = (
    <TextLink href={paths.plan(plan.planId)} className="self-start">
      {t('confirm.back')}
    </TextLink>
  );
  return (
    <>
      <PageHeading title={t('confirm.title')} lead={t('confirm.lead')} {...at} />
      <Alert>{failure?.message}</Alert>
      <OtherLanguage order={screen} />
      <Beside subscription={screen.beside} planId={plan.planId} />
      {sibling ? (
        <PurchaseColumns summary={summary}>
          <Terms order={screen} />
          <Sibling subscription={sibling} blockedBy={siblingBlockedBy} planId={plan.planId} />
          {back}
        </PurchaseColumns>
      ) : (
        <OrderForm order={screen} refetch={refetch} summary={summary} terms={<Terms order={screen} />} back={back} />
      )}
    </>
  );
}

/** That the order is in the language in which it was begun, where the page is in another one. */
function OtherLanguage({ order: { plan, terms } }: { order: OpenOrder }) {
  const { t } = useTranslation('purchase');
  if (terms.language === useLocale()) return null;
  const language = t(`confirm.otherLanguage.${terms.language}` as 'confirm.otherLanguage.ja');
  return (
    <Notice tone="caution" title={t('confirm.otherLanguage.title', { language })}>
      <TextLink href={paths.plan(plan.planId)}>{t('confirm.otherLanguage.back')}</TextLink>
    </Notice>
  );
}

/** What the member agrees to by ordering, in full. */
function Terms({ order: { paymentMethod, terms } }: { order: OpenOrder }) {
  const { t } = useTranslation('purchase');
  const lang = terms.language === useLocale() ? undefined : terms.language;
  return (
    <Card title={t('confirm.terms')}>
      <DefinitionList
        facts={[
          paymentMethod && { term: t('confirm.method'), detail: <PaymentMethodName method={paymentMethod} /> },
          ...terms.items.map(({ key, title, text }) => ({ key, term: title, detail: unbroken(text), lang })),
        ]}
      />
    </Card>
  );
}
