import { useQuery } from '@apollo/client/react';
import { PasskeyOffer } from '@/features/passkey/PasskeyOffer';
import { SignupCompleteScreenDocument } from '@/generated/SignupCompleteScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { useTranslation } from '@/lib/i18n';
import { useStore } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { LinkButton } from '@/ui/Button';
import { Notice } from '@/ui/Notice';

/** What has happened, what comes by mail, and the one next step. */
export function SignupCompleteView() {
  const { t } = useTranslation('signup');
  const { serviceName: service } = useStore();
  const { data } = useQuery(SignupCompleteScreenDocument);
  const screen = data?.screen;
  if (!screen || screen.flowError) return null;
  const next = screen.nextPath ?? paths.mypage;
  const { words, blanks, button } = onward(next, screen.wantedPlan?.planName);
  return (
    <>
      <PageHeading
        title={t('complete.title')}
        lead={service ? t('complete.lead', { service }) : t('complete.leadUnnamed')}
      />
      {screen.email && <Notice tone="done">{t('complete.mail', { email: screen.email })}</Notice>}
      {words && <p>{t(words, blanks)}</p>}
      <LinkButton href={next} wide>
        {t(button)}
      </LinkButton>
      {screen.offersPasskey && <PasskeyOffer />}
    </>
  );
}

/**
 * What is said of the one next step: the order of a plan, the choice of one, My Page, or the page
 * that the member came from.
 */
function onward(next: string, plan: string | undefined) {
  if (plan) return { words: 'complete.wanted', blanks: { plan }, button: 'complete.toWanted' } as const;
  if (next === paths.signupPlans) return { words: 'complete.plans', blanks: {}, button: 'complete.toPlans' } as const;
  if (next === paths.mypage) return { words: null, blanks: {}, button: 'complete.toMypage' } as const;
  return { words: null, blanks: {}, button: 'complete.onward' } as const;
}
