import { useEffect } from 'react';
import { ForgotPasswordDocument } from '@/generated/ForgotPassword';
import { PageHeading } from '@/layouts/PageHeading';
import { useAction } from '@/lib/action';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { useAddress } from '@/lib/nav';
import { paths } from '@/lib/paths';
import { Form, SubmitButton } from '@/ui/Form';
import { TextField } from '@/ui/TextField';
import { TextLink } from '@/ui/TextLink';
import { useMailDomainHint } from '@/ui/useMailDomainHint';
import { keepAddress, keepWay } from './way';

/** Asks for a link that sets a new password. */
export function ForgotView() {
  const returnTo = new URLSearchParams(useAddress().split('?', 2)[1]).get('returnTo');
  useEffect(() => keepWay(returnTo), [returnTo]);
  const { t } = useTranslation('password');
  const domain = useMailDomainHint();
  const form = useForm(async () => (await import('./schema')).forgotSchema, { email: '' });
  const ask = useAction(ForgotPasswordDocument, form);
  const send = (values: { email: string }) => {
    keepAddress(values.email);
    return ask.run(values);
  };
  return (
    <>
      <PageHeading title={t('forgot.title')} lead={t('forgot.lead')} />
      <Form form={form} action={ask} ns="password" onSubmit={send}>
        <TextField name="email" label={t('forgot.email')} type="email" inputMode="email" autoComplete="username" />
        {domain && <p className="text-sm text-ink-2">{domain}</p>}
        <SubmitButton>{t('forgot.submit')}</SubmitButton>
      </Form>
      <TextLink href={paths.login(returnTo)} className="self-center">
        {t('toLogin')}
      </TextLink>
    </>
  );
}
