import { LoginDocument } from '@/generated/Login';
import { LoginScreenDocument, type LoginScreenQuery } from '@/generated/LoginScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { useAction } from '@/lib/action';
import { usePageQuery } from '@/lib/apollo';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { toHalfWidth } from '@/lib/kana';
import { Link } from '@/lib/nav';
import { paths } from '@/lib/paths';
import { Form, SubmitButton } from '@/ui/Form';
import { PasswordField } from '@/ui/PasswordField';
import { TextField } from '@/ui/TextField';

/** Logging in with a password. */
export function LoginView() {
  const { screen } = usePageQuery(LoginScreenDocument);
  return screen && <LoginForm screen={screen} />;
}

function LoginForm({ screen }: { screen: NonNullable<LoginScreenQuery['screen']> }) {
  const { t } = useTranslation('login');
  const { acceptsUserId, returnTo } = screen;
  const form = useForm(async () => (await import('./schema')).loginSchema(acceptsUserId), {
    emailUserId: '',
    password: '',
  });
  const login = useAction(LoginDocument, form);
  const wait = login.notice?.retryAfter;
  return (
    <>
      <PageHeading title={t('title')} />
      <Form
        form={form}
        action={login}
        ns="login"
        fallback="failed"
        onSubmit={(values) => login.run({ input: { ...values, loginMethod: 'Password', returnTo } })}
      >
        {wait && (
          <p className="tabular-nums text-ink-2">
            {wait < 120 ? t('waitSeconds', { count: wait }) : t('waitMinutes', { count: Math.ceil(wait / 60) })}
          </p>
        )}
        <TextField
          name="emailUserId"
          label={acceptsUserId ? t('identifier') : t('email')}
          type={acceptsUserId ? 'text' : 'email'}
          inputMode="email"
          autoComplete="username"
          spellCheck={false}
          normalise={toHalfWidth}
        />
        <PasswordField name="password" label={t('password')} autoComplete="current-password" />
        <SubmitButton>{t('submit')}</SubmitButton>
      </Form>
      <p className="flex flex-wrap items-center gap-x-2 border-t border-line pt-4">
        {t('newHere')}
        <Link href={paths.signup} className="inline-flex min-h-11 items-center">
          {t('signup')}
        </Link>
      </p>
    </>
  );
}
