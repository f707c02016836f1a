import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { SocialButtons } from '@/features/social/SocialButtons';
import { LoginDocument } from '@/generated/Login';
import { LoginScreenDocument, type LoginScreenQuery } from '@/generated/LoginScreen';
import { SendLoginCodeDocument } from '@/generated/SendLoginCode';
import { PageHeading } from '@/layouts/PageHeading';
import { useAction } from '@/lib/action';
import { deviceHint } from '@/lib/deviceHint';
import { useFirstFocus } from '@/lib/firstFocus';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { forgetDrafts } from '@/lib/keptDrafts';
import { isForBrowser } from '@/lib/nav';
import { useStore, useVariables } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { toHalfWidth } from '@/lib/typed';
import { Form, SubmitButton } from '@/ui/Form';
import { PasswordField } from '@/ui/PasswordField';
import { TextField } from '@/ui/TextField';
import { TextLink } from '@/ui/TextLink';
import { useBotCheck } from './botCheck';
import { CameFor } from './CameFor';
import { type LoginType, useLoginFlow } from './flow';
import { PasskeyLogin } from './PasskeyLogin';
import { WaitHint } from './WaitHint';

/** Logging in with a password or a mailed code, as the store offers. */
export function LoginView() {
  const { data } = useQuery(LoginScreenDocument, { variables: useVariables(LoginScreenDocument) });
  const screen = data?.screen;
  return screen && <LoginForm key={screen.loginType} screen={screen} />;
}

type Screen = NonNullable<LoginScreenQuery['screen']>;

function LoginForm({ screen }: { screen: Screen }) {
  const { t } = useTranslation('login');
  const { acceptsUserId, canToggle, returnTo } = screen;
  const [type, setType] = useState<LoginType>(screen.loginType === 'authCode' ? 'authCode' : 'password');
  const byCode = type === 'authCode';
  const { oidc, signup } = useLoginFlow();
  const { isEnabledPassword } = useStore();
  const form = useForm(async () => (await import('./schema')).loginSchema(acceptsUserId, type), {
    emailUserId: '',
    password: '',
  });
  useFirstFocus(form, 'emailUserId');
  const login = useAction(LoginDocument, form, { failure: { says: t('failed') }, onDone: forgetDrafts });
  const mail = useAction(SendLoginCodeDocument, form, { failure: { says: t('code.sendFailed') } });
  const bot = useBotCheck(screen.botCheck);
  const action = byCode ? mail : login;

  const submit = async ({ emailUserId, password }: { emailUserId: string; password: string }) => {
    const token = await bot.token();
    if (byCode) return mail.run({ emailUserId, isAmaltheaLogin: oidc, returnTo, token });
    const hint = { deviceHint: deviceHint(), oidc, token };
    return login.run({ emailUserId, password, loginMethod: 'Password', returnTo, ...hint });
  };
  const toggle = (next: LoginType) => {
    setType(next);
    login.clearNotice();
    mail.clearNotice();
    form.clearErrors();
  };

  if (!screen.loginType) return <PageHeading title={t('title')} lead={t('none')} />;
  return (
    <>
      <CameFor plan={screen.wantedPlan} app={screen.wantedApp} returnTo={returnTo} />
      <PageHeading title={t('title')} lead={byCode && t('code.lead')} />
      <Form form={form} action={action} ns="login" draft={{ name: 'login' }} onSubmit={submit}>
        <WaitHint notice={action.notice} />
        <TextField
          name="emailUserId"
          label={acceptsUserId ? t('identifier') : t('email')}
          type={acceptsUserId ? 'text' : 'email'}
          inputMode="email"
          autoComplete={screen.takesPasskeys ? 'username webauthn' : 'username'}
          spellCheck={false}
          normalise={toHalfWidth}
        />
        {!byCode && <PasswordField name="password" label={t('password')} autoComplete="current-password" />}
        {screen.botCheck && <div ref={bot.place} />}
        <SubmitButton>{byCode ? t('code.send') : t('submit')}</SubmitButton>
      </Form>
      {screen.takesPasskeys && <PasskeyLogin returnTo={returnTo} />}
      <div className="flex flex-col">
        {canToggle && <Toggle to={byCode ? 'password' : 'authCode'} returnTo={returnTo} onToggle={toggle} />}
        {isEnabledPassword && !byCode && (
          <TextLink href={paths.forgotPasswordFor(returnTo)} className="self-start">
            {t('forgot')}
          </TextLink>
        )}
      </div>
      <SocialButtons accounts={screen.externalAccounts} action="login" returnTo={returnTo} />
      <p className="flex flex-wrap items-center gap-x-2 border-t border-line pt-4">
        {t('newHere')}
        <TextLink href={signup(returnTo)}>{t('signup')}</TextLink>
      </p>
    </>
  );
}

type ToggleProps = { to: LoginType; returnTo: string | null; onToggle: (type: LoginType) => void };

/** The other mode: in place, so that what was typed stays; without script a page of its own. */
function Toggle({ to, returnTo, onToggle }: ToggleProps) {
  const { t } = useTranslation('login');
  const { loginAs } = useLoginFlow();
  return (
    <TextLink
      href={loginAs(to, returnTo)}
      onClick={(event) => {
        if (isForBrowser(event)) return;
        event.preventDefault();
        onToggle(to);
      }}
      className="self-start"
    >
      {to === 'authCode' ? t('toCode') : t('toPassword')}
    </TextLink>
  );
}
