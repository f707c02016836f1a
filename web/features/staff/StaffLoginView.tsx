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
import { Notice } from '@/ui/Notice';
import { PasswordField } from '@/ui/PasswordField';
import { TextField } from '@/ui/TextField';
import { TextLink } from '@/ui/TextLink';
import { IssuerLink } from './IssuerLink';

type Data = { returnTo: string | null; refused: boolean };

/** By the company's issuer where there is one, else by password and authenticator app. */
export function StaffLoginView() {
  const { t } = useTranslation('staff');
  const { byIssuer, data } = useDesk<Data>();
  if (!data) return null;
  const returnTo = backAtDesk(data.returnTo);
  return (
    <>
      <PageHeading title={t('login.title')} />
      {data.refused && <Notice tone="error">{t('login.refused')}</Notice>}
      {byIssuer ? (
        <IssuerLink href={deskCalls.issuer(returnTo)}>{t('login.byIssuer')}</IssuerLink>
      ) : (
        <LoginForm returnTo={returnTo} />
      )}
      {data.returnTo && (
        <p className="text-sm text-ink-2">
          {t('login.already')} {/* the cookie does not come along from another site */}
          <TextLink opens="document" href={returnTo}>
            {t('login.continue')}
          </TextLink>
        </p>
      )}
    </>
  );
}

function LoginForm({ returnTo }: { returnTo: string }) {
  const { t } = useTranslation('staff');
  const form = useForm(async () => (await import('./schema')).loginSchema, { email: '', password: '', code: '' });
  const login = useErrand(
    (given: object) => send(deskCalls.session, given),
    form,
    () => go(returnTo, 'replace'),
  );
  return (
    <Form form={form} action={login} ns="staff" onSubmit={login.run}>
      <TextField name="email" type="email" label={t('email')} autoComplete="username" />
      <PasswordField name="password" label={t('password')} autoComplete="current-password" />
      <CodeField name="code" label={t('code')} hint={t('codeHint')} />
      <SubmitButton>{t('login.button')}</SubmitButton>
    </Form>
  );
}
