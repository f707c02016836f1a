import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { ChangeUserIdDocument } from '@/generated/ChangeUserId';
import { UserIdEditScreenDocument } from '@/generated/UserIdEditScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { useAction } from '@/lib/action';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { limits } from '@/lib/limits';
import { paths } from '@/lib/paths';
import { toHalfWidth } from '@/lib/typed';
import { useUserIdCheck } from '@/lib/useUserIdCheck';
import { LinkButton } from '@/ui/Button';
import { Form, SubmitButton } from '@/ui/Form';
import { Notice } from '@/ui/Notice';
import { PasswordField } from '@/ui/PasswordField';
import { TextField } from '@/ui/TextField';
import { TextLink } from '@/ui/TextLink';

/** The change of the user ID, for members with a password. */
export function UserIdEditView() {
  const { data } = useQuery(UserIdEditScreenDocument);
  const screen = data?.screen;
  if (!screen) return null;
  const words = screen.userId ? 'edit' : 'set';
  return screen.isEnabledPassword ? (
    <EditForm current={screen.userId ?? ''} words={words} />
  ) : (
    <NeedsPassword words={words} />
  );
}

/** A member without a user ID sets one; the others change theirs. */
type Words = { words: 'set' | 'edit' };

function NeedsPassword({ words }: Words) {
  const { t } = useTranslation('userId');
  return (
    <>
      <PageHeading title={t(`${words}.title`)} />
      <Notice>{t(`${words}.needsPassword`)}</Notice>
      <LinkButton href={paths.enablePassword} wide>
        {t('edit.enablePassword')}
      </LinkButton>
    </>
  );
}

function EditForm({ current, words }: { current: string } & Words) {
  const { t } = useTranslation('userId');
  const [taken] = useState(() => new Set<string>());
  const form = useForm(async () => (await import('./schema')).userIdSchema(current, taken), {
    userId: current,
    password: '',
  });
  const change = useAction(ChangeUserIdDocument, form);
  const check = useUserIdCheck(current, taken, () => form.trigger('userId'));
  return (
    <>
      <PageHeading title={t(`${words}.title`)} lead={t('edit.lead')} />
      <Form
        form={form}
        action={change}
        ns="userId"
        draft={{ name: 'userId' }}
        onSubmit={(values) => change.run(values)}
      >
        <TextField
          name="userId"
          label={t('edit.userId')}
          hint={t('edit.userIdHint', limits.userId)}
          autoComplete="off"
          spellCheck={false}
          width="half"
          normalise={toHalfWidth}
          onLeave={(value) => void check(value)}
        />
        <div>
          <PasswordField
            name="password"
            label={t('edit.password')}
            hint={t('edit.passwordHint')}
            autoComplete="current-password"
          />
          <TextLink href={paths.forgotPasswordFor(paths.userIdEdit)} className="text-sm">
            {t('edit.forgotten')}
          </TextLink>
        </div>
        <SubmitButton>{t(`${words}.submit`)}</SubmitButton>
      </Form>
    </>
  );
}
