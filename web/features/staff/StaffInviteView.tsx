import { useState } from 'react';
import { PageHeading } from '@/layouts/PageHeading';
import { send } from '@/lib/desk/call';
import { useDesk } from '@/lib/desk/desk';
import { useErrand } from '@/lib/desk/errand';
import { deskCalls, deskPaths } from '@/lib/desk/paths';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { go } from '@/lib/nav';
import { CodeField } from '@/ui/CodeField';
import { Form, SubmitButton } from '@/ui/Form';
import { LoginName, PasswordField } from '@/ui/PasswordField';
import { IssuerLink } from './IssuerLink';

/** What the app needs, and whose it becomes. */
type Enrolling = { name: string; email: string; secret: string; uri: string; qrCode: string };

/** Somebody who was invited sets a password, and an authenticator app beside it. */
export function StaffInviteView() {
  const { t } = useTranslation('staff');
  const { byIssuer, data } = useDesk<{ token: string }>();
  const [given, setGiven] = useState<{ password: string; enrolling: Enrolling }>();
  if (!data) return null;
  return (
    <>
      <PageHeading
        title={t('invite.title')}
        lead={t(given ? 'invite.app' : 'invite.lead')}
        step={given ? 2 : 1}
        total={2}
      />
      {byIssuer && <IssuerLink href={deskCalls.issuer(deskPaths.find)}>{t('login.byIssuer')}</IssuerLink>}
      {!byIssuer && !given && <NewPassword token={data.token} onGiven={setGiven} />}
      {given && <NewApp token={data.token} {...given} />}
    </>
  );
}

type PasswordProps = { token: string; onGiven: (given: { password: string; enrolling: Enrolling }) => void };

function NewPassword({ token, onGiven }: PasswordProps) {
  const { t } = useTranslation('staff');
  const form = useForm(async () => (await import('./schema')).passwordSchema, { password: '' });
  const start = useErrand(
    ({ password }: { password: string }) =>
      send<Enrolling>(deskCalls.invite, { token, password }).then((enrolling) => onGiven({ password, enrolling })),
    form,
  );
  return (
    <Form form={form} action={start} ns="staff" onSubmit={start.run}>
      <PasswordField
        name="password"
        label={t('password')}
        hint={t('invite.passwordHint')}
        autoComplete="new-password"
      />
      <SubmitButton>{t('invite.next')}</SubmitButton>
    </Form>
  );
}

type AppProps = { token: string; password: string; enrolling: Enrolling };

function NewApp({ token, password, enrolling: { name, email, secret, uri, qrCode } }: AppProps) {
  const { t } = useTranslation('staff');
  const form = useForm(async () => (await import('./schema')).codeSchema, { code: '' });
  const enrol = useErrand(
    ({ code }: { code: string }) => send(deskCalls.enrol, { token, password, code }),
    form,
    () => go(deskPaths.find, 'replace'),
  );
  return (
    <>
      <section aria-label={t('invite.secret')} className="flex flex-col gap-4">
        <p>{t('invite.who', { name, email })}</p>
        <img
          src={`data:image/svg+xml;base64,${btoa(qrCode)}`}
          alt={t('invite.qr')}
          width={208}
          height={208}
          className="size-52 self-center rounded-control border border-line"
        />
        <a href={uri} className="inline-flex min-h-11 items-center self-center">
          {t('invite.open')}
        </a>
        <p className="text-sm text-ink-2">{t('invite.manual')}</p>
        <code className="rounded-control border border-line bg-ground p-4 text-center font-mono text-balance break-words">
          {secret.match(/.{1,4}/g)?.join(' ')}
        </code>
      </section>
      <Form form={form} action={enrol} ns="staff" onSubmit={enrol.run}>
        <LoginName identifier={email} />
        <CodeField name="code" label={t('code')} hint={t('codeHint')} />
        <SubmitButton>{t('invite.button')}</SubmitButton>
      </Form>
    </>
  );
}
