import { PageHeading } from '@/layouts/PageHeading';
import { useTranslation } from '@/lib/i18n';
import { paths } from '@/lib/paths';
import { LinkButton } from '@/ui/Button';
import { Notice } from '@/ui/Notice';

/** A payment method has been registered. */
export function PaymentMethodCompleteView() {
  const { t } = useTranslation('payment');
  return (
    <>
      <PageHeading title={t('complete.title')} />
      <Notice tone="done">{t('complete.text')}</Notice>
      <LinkButton href={paths.mypage} wide>
        {t('complete.toMypage')}
      </LinkButton>
    </>
  );
}
