import { PageHeading } from '@/layouts/PageHeading';
import { send } from '@/lib/desk/call';
import { useDesk } from '@/lib/desk/desk';
import { useErrand } from '@/lib/desk/errand';
import { backAtDesk, deskCalls } from '@/lib/desk/paths';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { go } from '@/lib/nav';
import { CodeField } from '@/ui/CodeField';
import { Form, SubmitButton } from '@/ui/Form';
import { PasswordField } from '@/ui/PasswordField';
import { IssuerLink } from './IssuerLink';

/** Somebody who is logged in proves once more who they are, for what asks for it. */
export function StaffConfirmView() {
  const { t } = useTranslation('staff');
  const { byIssuer, data } = useDesk<{ returnTo: string | null }>();
  if (!data) return null;
  const returnTo = backAtDesk(data.returnTo);
  return (
    <>
      <PageHeading title={t('confirm.title')} lead={t('confirm.lead')} />
      {byIssuer ? (
        <IssuerLink href={deskCalls.issuer(returnTo, 'again')}>{t('login.byIssuer')}</IssuerLink>
      ) : (
        <ConfirmForm returnTo={returnTo} />
      )}
    </>
  );
}

function ConfirmForm({ returnTo }: { returnTo: string }) {
  const { t } = useTranslation('staff');
  const form = useForm(async () => (await import('./schema')).confirmSchema, { password: '', code: '' });
  const confirm = useErrand(
    (given: object) => send(deskCalls.confirm, given),
    form,
    () => go(returnTo, 'replace'),
  );
  return (
    <Form form={form} action={confirm} ns="staff" onSubmit={confirm.run}>
      <PasswordField name="password" label={t('password')} autoComplete="current-password" />
      <CodeField name="code" label={t('code')} hint={t('codeHint')} />
      <SubmitButton>{t('confirm.button')}</SubmitButton>
    </Form>
  );
}
