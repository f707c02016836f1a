import { useQuery } from '@apollo/client/react';
import { EmailEditScreenDocument } from '@/generated/EmailEditScreen';
import { StartEmailEditDocument } from '@/generated/StartEmailEdit';
import { PageHeading } from '@/layouts/PageHeading';
import { useAction } from '@/lib/action';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { Form, SubmitButton } from '@/ui/Form';
import { TextField } from '@/ui/TextField';
import { useMailDomainHint } from '@/ui/useMailDomainHint';

/** Asks for the new address; a code goes there. */
export function EmailEditView() {
  const { data } = useQuery(EmailEditScreenDocument);
  const screen = data?.screen;
  return screen && <EditForm current={screen.email ?? ''} code={screen.codeName} />;
}

function EditForm({ current, code }: { current: string; code: string }) {
  const { t } = useTranslation('email');
  const domain = useMailDomainHint();
  const form = useForm<{ email: string; current?: string }, { email: string }>(
    async () => (await import('./schema')).emailEditSchema(current),
    { email: '', current },
  );
  const start = useAction(StartEmailEditDocument, form, {
    failure: { at: { field: 'email' }, says: t('edit.sendFailed'), instead: true },
  });
  return (
    <>
      <PageHeading title={t('edit.title')} lead={t('edit.lead', { code })} />
      <Form
        form={form}
        action={start}
        ns="email"
        draft={{ name: 'email' }}
        onSubmit={({ email }) => start.run({ email, type: 'mailEdit' })}
      >
        {current && <TextField name="current" label={t('edit.current')} type="email" autoComplete="off" readOnly />}
        <TextField name="email" label={t('edit.new')} type="email" inputMode="email" autoComplete="email" />
        {domain && <p className="text-sm text-ink-2">{domain}</p>}
        <SubmitButton>{t('edit.submit')}</SubmitButton>
      </Form>
    </>
  );
}
