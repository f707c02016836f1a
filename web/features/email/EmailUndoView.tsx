import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { EmailUndoScreenDocument, type EmailUndoScreenQuery } from '@/generated/EmailUndoScreen';
import { UndoEmailChangeDocument } from '@/generated/UndoEmailChange';
import { Completed } from '@/layouts/Completed';
import { PageHeading } from '@/layouts/PageHeading';
import { useAction } from '@/lib/action';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { usePage, useStore, useVariables } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { Form, SubmitButton } from '@/ui/Form';
import { PasswordField } from '@/ui/PasswordField';
import { TextLink } from '@/ui/TextLink';

/**
 * Takes a change of the address back, once the form is sent: mail programs open links by
 * themselves. Over a page without a good link lies the dialog that starts again, with the page's
 * one h1.
 */
export function EmailUndoView() {
  const { data } = useQuery(EmailUndoScreenDocument, { variables: useVariables(EmailUndoScreenDocument) });
  const screen = data?.screen;
  const [undone, setUndone] = useState(false);
  if (undone) return <Undone isProved={!!screen?.isPasswordRequired} />;
  if (!screen?.email) return null;
  return <Ask screen={screen} onUndone={() => setUndone(true)} />;
}

type Screen = NonNullable<EmailUndoScreenQuery['screen']>;

/**
 * The former mailbox gives the address back, not the account: a password is asked for, where there
 * was one.
 */
function Ask({ screen, onUndone }: { screen: Screen; onUndone: () => void }) {
  const { t } = useTranslation('email');
  const { variables } = usePage();
  const { isPasswordRequired } = screen;
  const form = useForm(isPasswordRequired ? async () => (await import('./schema')).undoSchema : null, { password: '' });
  const undo = useAction(UndoEmailChangeDocument, form, { onDone: onUndone });
  const token = String(variables.token ?? '');
  return (
    <>
      <PageHeading title={t('undo.title')} lead={t('undo.lead')} />
      <p className="font-bold break-all">{screen.email}</p>
      <p>{t('undo.ends')}</p>
      {!isPasswordRequired && <p>{t('undo.unverified')}</p>}
      <Form
        form={form}
        action={undo}
        ns="email"
        onSubmit={({ password }) => undo.run({ token, password: isPasswordRequired ? password : null })}
      >
        {isPasswordRequired && (
          <PasswordField
            name="password"
            label={t('undo.password')}
            hint={t('undo.passwordHint')}
            autoComplete="current-password"
          />
        )}
        <SubmitButton>{t('undo.submit')}</SubmitButton>
      </Form>
    </>
  );
}

/**
 * The person who made the change may know the password, so a new one is the next step. Without a
 * password the address is not yet proved to be the member's: they log in and verify it.
 */
function Undone({ isProved }: { isProved: boolean }) {
  const { t } = useTranslation('email');
  const { isEnabledPassword } = useStore();
  const next =
    isProved && isEnabledPassword
      ? { href: paths.forgotPassword, label: t('undone.reset') }
      : { href: paths.login(), label: t('undone.login') };
  return (
    <Completed title={t('undone.title')} text={t('undone.text')} next={next}>
      {isProved && isEnabledPassword && <p>{t('undone.next')}</p>}
      {!isProved && <p>{t('undone.verify')}</p>}
      <p>{t('undone.passkeys')}</p>
      <TextLink href={paths.login(paths.passkeys)} className="self-start">
        {t('undone.toPasskeys')}
      </TextLink>
    </Completed>
  );
}
