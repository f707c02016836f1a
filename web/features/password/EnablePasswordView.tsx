import { useQuery } from '@apollo/client/react';
import { EnablePasswordDocument } from '@/generated/EnablePassword';
import { EnablePasswordScreenDocument, type EnablePasswordScreenQuery } from '@/generated/EnablePasswordScreen';
import { SendPinCodeDocument } from '@/generated/SendPinCode';
import { PageHeading } from '@/layouts/PageHeading';
import { useAction } from '@/lib/action';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { CodeStep, useResend } from '@/ui/CodeStep';
import { LoginName } from '@/ui/PasswordField';
import { NewPasswordFields } from './NewPasswordFields';

type Screen = NonNullable<EnablePasswordScreenQuery['screen']>;

/** A member without a password sets a first one; opening the page has mailed the code. */
export function EnablePasswordView() {
  const { data } = useQuery(EnablePasswordScreenDocument);
  const screen = data?.screen;
  if (!screen?.email) return null;
  return <EnableForm screen={screen} email={screen.email} />;
}

function EnableForm({ screen, email }: { screen: Screen; email: string }) {
  const { t } = useTranslation('password');
  const code = screen.codeName ?? '';
  const form = useForm(async () => (await import('./schema')).enableSchema(screen), {
    pinCode: '',
    password: '',
    passwordConfirm: '',
  });
  const enable = useAction(EnablePasswordDocument, form);
  const resend = useResend(SendPinCodeDocument);
  return (
    <>
      <PageHeading title={t('enable.title')} lead={t('enable.lead', { code })} />
      <CodeStep
        code={code}
        sent={{ to: email, isSent: screen.isCodeSent, minutes: screen.codeMinutes ?? 0 }}
        form={form}
        action={enable}
        ns="password"
        name="pinCode"
        onSubmit={(values) => enable.run(values)}
        submit={t('enable.submit')}
        withOthers
        resend={{ action: resend, run: () => resend.run({ type: 'passwordSetting', email }) }}
      >
        <LoginName identifier={screen.identifier} />
        <NewPasswordFields setting={screen} />
      </CodeStep>
    </>
  );
}
