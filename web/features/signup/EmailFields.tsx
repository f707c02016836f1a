import { useState } from 'react';
import { type FieldError, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { SignupEmailDocument } from '@/generated/SignupEmail';
import { useAction } from '@/lib/action';
import { useTranslation } from '@/lib/i18n';
import { labelled } from '@/lib/labelled';
import { sameAddress } from '@/lib/sameAddress';
import { toast } from '@/lib/toast';
import { toHalfWidth } from '@/lib/typed';
import { ActionNotice } from '@/ui/ActionNotice';
import { Button } from '@/ui/Button';
import { CodeField } from '@/ui/CodeField';
import { ResendButton } from '@/ui/ResendButton';
import { TextField } from '@/ui/TextField';
import { useMailDomainHint } from '@/ui/useMailDomainHint';
import { emailTaken, LoginPrompt } from './LoginPrompt';
import { useCodeName } from './useCodeName';

/**
 * The proved address, which is not counted among the fields that wait and has no tag. Another one
 * may be typed in its place, and then needs a code of its own.
 */
export function EmailFields({ proved, returnTo }: { proved: string; returnTo: string | null }) {
  const { t } = useTranslation('signup');
  const { errors } = useFormState({ name: 'email' });
  const email = String(useWatch({ name: 'email' }) ?? '');
  const isProved = sameAddress(email, proved);
  return (
    <>
      <TextField
        name="email"
        label={t('fields.email')}
        type="email"
        inputMode="email"
        autoComplete="username"
        required={isProved ? undefined : true}
      />
      {(errors.email as FieldError | undefined)?.types?.code === emailTaken && <LoginPrompt returnTo={returnTo} />}
      {!isProved && <ChangedEmail proved={proved} />}
    </>
  );
}

function ChangedEmail({ proved }: { proved: string }) {
  const { t } = useTranslation(['signup', 'common']);
  const code = useCodeName();
  const domain = useMailDomainHint();
  const form = useFormContext();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const typed = toHalfWidth(String(useWatch({ name: 'email' }) ?? ''));
  const action = useAction(SignupEmailDocument, form, {
    failure: { says: t('common:code.sendFailed') },
    follow: 'stay',
  });

  const send = async () => {
    if (!(await form.trigger('email', { shouldFocus: true }))) return;
    const email = toHalfWidth(form.getValues('email'));
    if (!(await action.run({ type: 'signUp', email }))) return;
    setSentTo(email);
    form.setFocus('pinCode');
    toast.done(t('change.sent', { code, email }));
  };

  const undo = () => {
    form.setValue('email', proved, { shouldDirty: true });
    form.setValue('pinCode', '');
    form.clearErrors(['email', 'pinCode']);
    form.setFocus('email');
  };

  return (
    <section
      aria-label={t('change.title')}
      className="flex flex-col gap-4 rounded-control border border-line bg-ground p-4"
    >
      <p className="text-sm">{t('change.lead', { code })}</p>
      {domain && <p className="text-sm text-ink-2">{domain}</p>}
      <ActionNotice action={action} ns="signup" />
      {sentTo === typed ? (
        <ResendButton key={sentTo} onResend={send} />
      ) : (
        <Button kind="secondary" pending={action.pending} onClick={() => void send()}>
          {t('change.send', { code })}
        </Button>
      )}
      <CodeField name="pinCode" label={labelled(code)} required />
      <Button kind="text" onClick={undo}>
        {t('change.undo')}
      </Button>
    </section>
  );
}
