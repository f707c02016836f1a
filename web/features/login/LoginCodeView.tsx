import { LoginDocument } from '@/generated/Login';
import { LoginCodeScreenDocument, type LoginCodeScreenQuery } from '@/generated/LoginCodeScreen';
import { SendLoginCodeDocument } from '@/generated/SendLoginCode';
import { PageHeading } from '@/layouts/PageHeading';
import { useAction } from '@/lib/action';
import { usePageQuery } from '@/lib/apollo';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { labelled } from '@/lib/labelled';
import { Link } from '@/lib/nav';
import { CodeField } from '@/ui/CodeField';
import { Form, SubmitButton } from '@/ui/Form';
import { CodeResend } from '@/ui/MailedCode';
import { deviceHint, useLoginFlow } from './flow';
import { failedProof, WaitHint } from './WaitHint';

/** The entry of the login code. That it was sent is said of every identifier, whoever it belongs to. */
export function LoginCodeView() {
  const { screen } = usePageQuery(LoginCodeScreenDocument);
  return screen && <CodeForm screen={screen} />;
}

function CodeForm({ screen }: { screen: NonNullable<LoginCodeScreenQuery['screen']> }) {
  const { t } = useTranslation('login');
  const { oidc, loginAs } = useLoginFlow();
  const { emailUserId, codeName: code, codeMinutes: minutes } = screen;
  const form = useForm(async () => (await import('./schema')).authCodeSchema, { authCode: '' });
  const login = useAction(LoginDocument, form);
  const resend = useAction(SendLoginCodeDocument, undefined, { onDone: () => false }); // its redirectTo is this page
  return (
    <>
      <PageHeading title={t('code.title', { code })} />
      <div className="flex flex-col gap-3">
        <p>{t('code.sentTo', { code })}</p>
        <p className="font-bold break-all">{emailUserId}</p>
        <p>{t('code.enter', { code, minutes })}</p>
      </div>
      <Form
        form={form}
        action={{ ...login, notice: failedProof(login.notice, t('code.failed')) }}
        ns="login"
        onSubmit={({ authCode }) =>
          login.run({ emailUserId, authCode, loginMethod: 'AuthCode', deviceHint: deviceHint(), oidc })
        }
      >
        <WaitHint notice={login.notice} />
        <CodeField name="authCode" label={labelled(code)} />
        <SubmitButton onceFor="authCode">{t('submit')}</SubmitButton>
      </Form>
      <CodeResend
        action={resend}
        code={code}
        hint={t('code.notArrived')}
        onResend={() => resend.run({ emailUserId, isAmaltheaLogin: oidc })}
      >
        <WaitHint notice={resend.notice} />
      </CodeResend>
      <Link href={loginAs('authCode')} className="inline-flex min-h-11 items-center self-center">
        {t('code.change')}
      </Link>
    </>
  );
}
