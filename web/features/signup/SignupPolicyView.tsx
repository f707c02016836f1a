import { useQuery } from '@apollo/client/react';
import { SignupPolicyDocument } from '@/generated/SignupPolicy';
import { SignupPolicyScreenDocument } from '@/generated/SignupPolicyScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { WantedPlan } from '@/layouts/WantedPlan';
import { useAction } from '@/lib/action';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { useVariables } from '@/lib/pageContext';
import { useRefetch } from '@/lib/refetch';
import { Form, SubmitButton } from '@/ui/Form';
import { LoginPrompt } from './LoginPrompt';
import { afterChange, Policies, useConsent } from './Policies';

/** The optional first step of the sign-up: the store's texts, each read to its end or ticked. */
export function SignupPolicyView() {
  const { t } = useTranslation('signup');
  const { data } = useQuery(SignupPolicyScreenDocument, { variables: useVariables(SignupPolicyScreenDocument) });
  const screen = data?.screen;
  const refetch = useRefetch(SignupPolicyScreenDocument);
  const form = useForm(null, {});
  const action = useAction(SignupPolicyDocument, undefined, {
    failure: { says: t('policy.failed') },
    onTold: afterChange(refetch),
  });
  const consent = useConsent(screen?.policies ?? []);
  if (!screen) return null;
  return (
    <>
      <WantedPlan plan={screen.wantedPlan} first="signup" />
      <PageHeading title={t('policy.title')} lead={t('policy.lead')} step={screen.step} total={screen.totalSteps} />
      <Form
        form={form}
        action={action}
        ns="signup"
        onSubmit={() => action.run({ policyConsentData: consent.records, returnTo: screen.returnTo })}
      >
        <Policies consent={consent} />
        <SubmitButton disabled={!consent.allAgreed}>{t('policy.agree')}</SubmitButton>
      </Form>
      <LoginPrompt returnTo={screen.returnTo} />
    </>
  );
}
