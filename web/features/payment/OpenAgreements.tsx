import type { PaymentMethodsScreenQuery } from '@/generated/PaymentMethodsScreen';
import { useTranslation } from '@/lib/i18n';
import { Link } from '@/lib/nav';
import { paths } from '@/lib/paths';
import { Notice } from '@/ui/Notice';
import { useTypeNames } from './useMethodName';

type Methods = NonNullable<PaymentMethodsScreenQuery['screen']>['openAgreements'];

/** What the member deleted here and has not ended yet on the page of the company behind it. */
export function OpenAgreements({ methods }: { methods: Methods }) {
  const { t } = useTranslation('payment');
  const nameOf = useTypeNames();
  return methods.map(({ accountPaymentMethodId: id, paymentMethodType }) => (
    <Notice key={id} tone="caution">
      <p>{t('agreement.open', { name: nameOf(paymentMethodType) })}</p>
      {id && (
        <Link href={`${paths.paymentMethods}/delete/complete?paymentMethodId=${encodeURIComponent(id)}`}>
          {t('agreement.end', { name: nameOf(paymentMethodType) })}
        </Link>
      )}
    </Notice>
  ));
}
