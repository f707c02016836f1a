import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { ConfirmLoginDocument } from '@/generated/ConfirmLogin';
import { ConfirmLoginScreenDocument, type ConfirmLoginScreenQuery } from '@/generated/ConfirmLoginScreen';
import { SendConfirmLoginCodeDocument } from '@/generated/SendConfirmLoginCode';
import { PageHeading } from '@/layouts/PageHeading';
import { useAction } from '@/lib/action';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { useVariables } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { useRefetch } from '@/lib/refetch';
import { ActionNotice } from '@/ui/ActionNotice';
import { Button } from '@/ui/Button';
import { CodeStep, useResend } from '@/ui/CodeStep';
import { Form, SubmitButton } from '@/ui/Form';
import { Notice } from '@/ui/Notice';
import { LoginName, PasswordField } from '@/ui/PasswordField';
import { TextLink } from '@/ui/TextLink';
import { PasskeyConfirm } from './PasskeyConfirm';
import { WaitHint } from './WaitHint';

type Screen = NonNullable<ConfirmLoginScreenQuery['screen']>;
type Way = 'Password' | 'AuthCode';

/** Proving once more who one is, before something that a stolen session must not be enough for. */
export function LoginConfirmView() {
  const { data } = useQuery(ConfirmLoginScreenDocument, { variables: useVariables(ConfirmLoginScreenDocument) });
  const screen = data?.screen;
  const refetch = useRefetch(ConfirmLoginScreenDocument);
  return screen && <Confirm screen={screen} refetch={refetch} />;
}

function Confirm({ screen, refetch }: { screen: Screen; refetch: () => unknown }) {
  const { t } = useTranslation('login');
  const has = (method: Way) => screen.methods.includes(method);
  const [way, setWay] = useState<Way>(
    has('AuthCode') && (screen.resendAt || !has('Password')) ? 'AuthCode' : 'Password',
  );
  const other: Way = way === 'Password' ? 'AuthCode' : 'Password';
  const external = screen.methods.filter((method) => !['Passkey', 'Password', 'AuthCode'].includes(method));
  return (
    <>
      <PageHeading title={t('confirm.title')} lead={t('confirm.lead')} />
      {screen.methods.length === 0 && <Notice tone="caution">{t('confirm.none')}</Notice>}
      {screen.methods.includes('Passkey') && (
        <PasskeyConfirm returnTo={screen.returnTo} alone={screen.methods.length === 1} />
      )}
      {way === 'Password' && has('Password') && <ByPassword screen={screen} />}
      {way === 'AuthCode' && has('AuthCode') && <ByCode screen={screen} refetch={refetch} />}
      {(external.length > 0 || has(other)) && (
        <ul className="flex flex-col items-center border-t border-line pt-4">
          {has(other) && (
            <li>
              <Button kind="text" fit onClick={() => setWay(other)}>
                {t(`confirm.ways.${other}`)}
              </Button>
            </li>
          )}
          {external.map((type) => (
            <li key={type}>
              <TextLink opens="document" href={paths.external(type, 'login', screen.returnTo)}>
                {t('confirm.external', { type })}
              </TextLink>
            </li>
          ))}
        </ul>
      )}
      <TextLink href={paths.mypage} className="self-center">
        {t('confirm.cancel')}
      </TextLink>
    </>
  );
}

function ByPassword({ screen }: { screen: Screen }) {
  const { t } = useTranslation('login');
  const form = useForm(async () => (await import('./schema')).passwordSchema, { password: '' });
  const confirm = useAction(ConfirmLoginDocument, form, { failure: { says: t('confirm.failed') } });
  return (
    <Form
      form={form}
      action={confirm}
      ns="login"
      onSubmit={({ password }) => confirm.run({ password, returnTo: screen.returnTo })}
    >
      <WaitHint notice={confirm.notice} />
      <LoginName identifier={screen.identifier} />
      <PasswordField name="password" label={t('password')} autoComplete="current-password" />
      <SubmitButton>{t('confirm.submit')}</SubmitButton>
    </Form>
  );
}

function ByCode({ screen, refetch }: { screen: Screen; refetch: () => unknown }) {
  const { t } = useTranslation('login');
  const { codeName: code, returnTo, sendTo } = screen;
  const form = useForm(async () => (await import('./schema')).authCodeSchema, { authCode: '' });
  const confirm = useAction(ConfirmLoginDocument, form, { failure: { says: t('code.failed'), instead: true } });
  const send = useResend(SendConfirmLoginCodeDocument, refetch);
  if (!screen.resendAt) {
    return (
      <div className="flex flex-col gap-6">
        <p>{t('confirm.sendTo', { code })}</p>
        <p className="font-bold break-all">{sendTo}</p>
        <ActionNotice action={send} ns="login" />
        <WaitHint notice={send.notice} />
        <Button wide pending={send.pending} onClick={() => void send.run({})}>
          {t('code.send')}
        </Button>
      </div>
    );
  }
  return (
    <CodeStep
      code={code}
      sent={{ lead: t('confirm.sent', { code, sendTo }), enter: null }}
      form={form}
      action={confirm}
      ns="login"
      name="authCode"
      onSubmit={({ authCode }) => confirm.run({ authCode, returnTo })}
      submit={t('confirm.submit')}
      under={(notice) => <WaitHint notice={notice} />}
      resend={{ action: send, run: () => send.run({}), hint: t('factor.notArrived.Email') }}
    />
  );
}
