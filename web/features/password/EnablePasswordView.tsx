import { EnablePasswordDocument } from '@/generated/EnablePassword';
import { EnablePasswordScreenDocument, type EnablePasswordScreenQuery } from '@/generated/EnablePasswordScreen';
import { SendPinCodeDocument } from '@/generated/SendPinCode';
import { PageHeading } from '@/layouts/PageHeading';
import { useAction } from '@/lib/action';
import { usePageQuery } from '@/lib/apollo';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { labelled } from '@/lib/labelled';
import { CodeField } from '@/ui/CodeField';
import { Form, SubmitButton } from '@/ui/Form';
import { CodeResend, CodeSent } from '@/ui/MailedCode';
import { NewPasswordFields } from './NewPasswordFields';

type Screen = NonNullable<EnablePasswordScreenQuery['screen']>;

/** A member without a password sets a first one; opening the page has mailed the code. */
export function EnablePasswordView() {
  const { screen } = usePageQuery(EnablePasswordScreenDocument);
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
  const resend = useAction(SendPinCodeDocument);
  return (
    <>
      <PageHeading title={t('enable.title')} lead={t('enable.lead', { code })} />
      <CodeSent code={code} address={email} minutes={screen.codeMinutes ?? 0} />
      <Form form={form} action={enable} ns="password" onSubmit={(values) => enable.run(values)}>
        <CodeField name="pinCode" label={labelled(code)} />
        <NewPasswordFields setting={screen} />
        <SubmitButton>{t('enable.submit')}</SubmitButton>
      </Form>
      <CodeResend code={code} action={resend} onResend={() => resend.run({ type: 'passwordSetting', email })} />
    </>
  );
}
