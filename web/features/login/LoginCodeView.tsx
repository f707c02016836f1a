import { useQuery } from '@apollo/client/react';
import { LoginDocument } from '@/generated/Login';
import { LoginCodeScreenDocument, type LoginCodeScreenQuery } from '@/generated/LoginCodeScreen';
import { SendLoginCodeDocument } from '@/generated/SendLoginCode';
import { PageHeading } from '@/layouts/PageHeading';
import { WantedPlan } from '@/layouts/WantedPlan';
import { useAction } from '@/lib/action';
import { deviceHint } from '@/lib/deviceHint';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { forgetDrafts } from '@/lib/keptDrafts';
import { useVariables } from '@/lib/pageContext';
import { CodeStep, useResend } from '@/ui/CodeStep';
import { TextLink } from '@/ui/TextLink';
import { useLoginFlow } from './flow';
import { WaitHint } from './WaitHint';

/**
 * The entry of the login code. That it was sent is said of every identifier, existing or
 * not.
 */
export function LoginCodeView() {
  const { data } = useQuery(LoginCodeScreenDocument, { variables: useVariables(LoginCodeScreenDocument) });
  const screen = data?.screen;
  return screen && <CodeForm screen={screen} />;
}

function CodeForm({ screen }: { screen: NonNullable<LoginCodeScreenQuery['screen']> }) {
  const { t } = useTranslation('login');
  const { oidc, loginAs } = useLoginFlow();
  const { emailUserId, codeName: code, codeMinutes: minutes } = screen;
  const form = useForm(async () => (await import('./schema')).authCodeSchema, { authCode: '' });
  const login = useAction(LoginDocument, form, {
    failure: { says: t('code.failed'), instead: true },
    onDone: forgetDrafts,
  });
  const resend = useResend(SendLoginCodeDocument);
  return (
    <>
      <WantedPlan plan={screen.wantedPlan} first="login" />
      <PageHeading title={t('code.title', { code })} />
      <CodeStep
        code={code}
        sent={{ to: emailUserId, lead: t('code.sentTo', { code }), enter: t('code.enter', { code, minutes }) }}
        form={form}
        action={login}
        ns="login"
        name="authCode"
        onSubmit={({ authCode }) =>
          login.run({ emailUserId, authCode, loginMethod: 'AuthCode', deviceHint: deviceHint(), oidc })
        }
        submit={t('submit')}
        under={(notice) => <WaitHint notice={notice} />}
        resend={{
          action: resend,
          run: () => resend.run({ emailUserId, isAmaltheaLogin: oidc }),
          hint: t('code.notArrived'),
        }}
        links={
          <TextLink href={loginAs('authCode', screen.returnTo)} className="self-center">
            {t('code.change')}
          </TextLink>
        }
      />
    </>
  );
}
