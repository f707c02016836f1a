import { useQuery } from '@apollo/client/react';
import { ChangePasswordDocument } from '@/generated/ChangePassword';
import { PasswordEditScreenDocument, type PasswordEditScreenQuery } from '@/generated/PasswordEditScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { useAction } from '@/lib/action';
import { useForm } from '@/lib/form';
import { formatMinute } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useLocale } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { Form, SubmitButton } from '@/ui/Form';
import { Notice } from '@/ui/Notice';
import { LoginName, PasswordField } from '@/ui/PasswordField';
import { TextLink } from '@/ui/TextLink';
import { NewPasswordFields } from './NewPasswordFields';

type Screen = NonNullable<PasswordEditScreenQuery['screen']>;

/** The change of the password. */
export function PasswordEditView() {
  const { data } = useQuery(PasswordEditScreenDocument);
  const screen = data?.screen;
  return screen && <EditForm screen={screen} />;
}

function EditForm({ screen }: { screen: Screen }) {
  const locale = useLocale();
  const { t } = useTranslation('password');
  const { passwordUpdatedAt: at, mustChange } = screen;
  const form = useForm(async () => (await import('./schema')).editSchema(screen), {
    oldPassword: '',
    password: '',
    passwordConfirm: '',
  });
  const change = useAction(ChangePasswordDocument, form, {
    rename: (error) => (error.field === 'newPassword' ? { ...error, field: 'password' } : error),
  });
  return (
    <>
      <PageHeading title={t('edit.title')} lead={at && t('edit.updated', { at: formatMinute(at, locale) })} />
      {mustChange && (
        <Notice tone="caution" title={t('edit.mustTitle')}>
          {t('edit.must')}
        </Notice>
      )}
      <Form
        form={form}
        action={change}
        ns="password"
        onSubmit={({ oldPassword, password }) => change.run({ oldPassword, newPassword: password })}
      >
        <LoginName identifier={screen.identifier} />
        <div>
          <PasswordField name="oldPassword" label={t('old')} autoComplete="current-password" />
          <TextLink href={paths.forgotPassword} className="text-sm">
            {t('edit.forgotten')}
          </TextLink>
        </div>
        <NewPasswordFields setting={screen} />
        <p className="text-sm text-ink-2">{t('edit.ends')}</p>
        <SubmitButton>{t('edit.submit')}</SubmitButton>
      </Form>
    </>
  );
}
