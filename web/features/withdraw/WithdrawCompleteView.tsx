import { PageHeading } from '@/layouts/PageHeading';
import { useTranslation } from '@/lib/i18n';
import { useStore } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { LinkButton } from '@/ui/Button';
import { Notice } from '@/ui/Notice';

/** Shown to a visitor who has just left and is no member any more. */
export function WithdrawCompleteView() {
  const { t } = useTranslation('withdraw');
  const { serviceName: service } = useStore();
  return (
    <>
      <PageHeading
        title={t('complete.title')}
        lead={service ? t('complete.lead', { service }) : t('complete.leadUnnamed')}
      />
      <Notice tone="done">{t('complete.mail')}</Notice>
      <p>{t('complete.again')}</p>
      <LinkButton href={paths.home} wide>
        {t('complete.toHome')}
      </LinkButton>
    </>
  );
}
