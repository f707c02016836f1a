import { useQuery } from '@apollo/client/react';
import type { RegistrationSettingFragment, SignupFormDataFragment } from '@/generated/fragments';
import { SignupDocument } from '@/generated/Signup';
import type { CustomValueInput } from '@/generated/SignupConfirm';
import { SignupConfirmScreenDocument } from '@/generated/SignupConfirmScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { WantedPlan } from '@/layouts/WantedPlan';
import { useAction } from '@/lib/action';
import { useTranslation } from '@/lib/i18n';
import { paths } from '@/lib/paths';
import { ActionNotice } from '@/ui/ActionNotice';
import { Button, LinkButton } from '@/ui/Button';
import { DefinitionList } from '@/ui/DefinitionList';
import { forgetSignup } from './drafts';
import { emailTaken, LoginPrompt } from './LoginPrompt';
import { useSummary } from './useSummary';

/** What was entered, once more, before it becomes an account. */
export function SignupConfirmView() {
  const { data } = useQuery(SignupConfirmScreenDocument);
  const screen = data?.screen;
  if (!screen?.setting || !screen.formData) return null;
  const { setting, formData, customAssociatedInfo: custom, wantedPlan } = screen;
  return (
    <>
      <WantedPlan plan={wantedPlan} first="signup" />
      <Confirm
        setting={setting}
        data={formData}
        custom={custom}
        returnTo={wantedPlan && paths.plan(wantedPlan.planId)}
      />
    </>
  );
}

type Props = {
  setting: RegistrationSettingFragment;
  data: SignupFormDataFragment;
  custom: readonly CustomValueInput[];
  returnTo: string | null;
};

function Confirm({ setting, data, custom, returnTo }: Props) {
  const { t } = useTranslation('signup');
  const groups = useSummary(setting, data, custom);
  const signup = useAction(SignupDocument, undefined, {
    failure: { says: t('form.failed') },
    onDone: forgetSignup,
  });
  // What the page shows is sent along, so that nothing else can be registered by it.
  const register = () => signup.run({ formData: data, customAssociatedInfo: [...custom], returnTo });
  return (
    <>
      <PageHeading title={t('confirm.title')} lead={t('confirm.lead')} />
      <ActionNotice action={signup} ns="signup" />
      {signup.notice?.code === emailTaken && <LoginPrompt returnTo={returnTo} />}
      {groups.map(({ title, facts }) => (
        <section key={title} aria-label={title} className="flex flex-col gap-1">
          <h2 className="text-xl">{title}</h2>
          <DefinitionList facts={facts} />
        </section>
      ))}
      <div className="flex flex-col gap-3">
        <Button wide pending={signup.pending} onClick={() => void register()}>
          {t('confirm.register')}
        </Button>
        <LinkButton href={paths.signupForm} kind="secondary" wide>
          {t('confirm.edit')}
        </LinkButton>
      </div>
    </>
  );
}
