import { useQuery } from '@apollo/client/react';
import { PasswordResetScreenDocument } from '@/generated/PasswordResetScreen';
import { ResetPasswordDocument } from '@/generated/ResetPassword';
import { PageHeading } from '@/layouts/PageHeading';
import { useAction } from '@/lib/action';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { usePage, useVariables } from '@/lib/pageContext';
import { Form, SubmitButton } from '@/ui/Form';
import { LoginName } from '@/ui/PasswordField';
import { NewPasswordFields } from './NewPasswordFields';
import type { PasswordSetting } from './setting';

/**
 * Sets a new password with the token of the mailed link. When the token is not valid, the page is
 * empty below a dialog that starts anew.
 */
export function ResetView() {
  const { data } = useQuery(PasswordResetScreenDocument, { variables: useVariables(PasswordResetScreenDocument) });
  const screen = data?.screen;
  const { variables } = usePage();
  if (!screen || screen.flowError) return null;
  return <ResetForm setting={screen} token={String(variables.token ?? '')} />;
}

function ResetForm({ setting, token }: { setting: PasswordSetting; token: string }) {
  const { t } = useTranslation('password');
  const form = useForm(async () => (await import('./schema')).resetSchema(setting), {
    password: '',
    passwordConfirm: '',
  });
  const reset = useAction(ResetPasswordDocument, form);
  return (
    <>
      <PageHeading title={t('reset.title')} lead={t('reset.lead')} />
      <Form form={form} action={reset} ns="password" onSubmit={(values) => reset.run({ token, ...values })}>
        <LoginName identifier={setting.identifier} />
        <NewPasswordFields setting={setting} />
        <SubmitButton>{t('reset.submit')}</SubmitButton>
      </Form>
    </>
  );
}
