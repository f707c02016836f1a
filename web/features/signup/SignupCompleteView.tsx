import { SignupCompleteScreenDocument } from '@/generated/SignupCompleteScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { usePageQuery } from '@/lib/apollo';
import { useTranslation } from '@/lib/i18n';
import { useStore } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { LinkButton } from '@/ui/Button';
import { Notice } from '@/ui/Notice';

/** What has happened, what comes by mail, and the one next step. */
export function SignupCompleteView() {
  const { t } = useTranslation('signup');
  const { serviceName: service } = useStore();
  const { screen } = usePageQuery(SignupCompleteScreenDocument);
  if (!screen || screen.flowError) return null;
  const next = screen.nextPath ?? paths.mypage;
  const plans = next === paths.signupPlans;
  return (
    <>
      <PageHeading
        title={t('complete.title')}
        lead={service ? t('complete.lead', { service }) : t('complete.leadUnnamed')}
      />
      {screen.email && <Notice tone="done">{t('complete.mail', { email: screen.email })}</Notice>}
      {plans && <p>{t('complete.plans')}</p>}
      <LinkButton href={next} wide>
        {plans ? t('complete.toPlans') : t('complete.toMypage')}
      </LinkButton>
    </>
  );
}
