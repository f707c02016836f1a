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

/** What the member agrees to by ordering, in full, in the language in which they began the order. */
function Terms({ order: { plan, paymentMethod, terms } }: { order: OpenOrder }) {
  const { t } = useTranslation('purchase');
  const { language } = terms;
  const lang = language === useLocale() ? undefined : language;
  return (
    <>
      {lang && (
        <Notice
          tone="caution"
          title={t('confirm.otherLanguage.title', {
            language: t(`confirm.otherLanguage.${language}` as 'confirm.otherLanguage.ja'),
          })}
        >
          <TextLink href={paths.plan(plan.planId)}>{t('confirm.otherLanguage.back')}</TextLink>
        </Notice>
      )}
      <Card title={t('confirm.terms')}>
        <DefinitionList
          facts={[
            paymentMethod && { term: t('confirm.method'), detail: <PaymentMethodName method={paymentMethod} /> },
            ...terms.items.map(({ key, title, text }) => ({ key, term: title, detail: unbroken(text), lang })),
          ]}
        />
      </Card>
    </>
  );
}
