import { useTranslation } from '@/lib/i18n';
import { ActionNotice } from '@/ui/ActionNotice';
import { Alert } from '@/ui/Alert';
import type { useNewPasskey } from './useNewPasskey';

/** What has come of registering a passkey, where it failed. */
export function NewPasskeyNotice({ made }: { made: ReturnType<typeof useNewPasskey> }) {
  const { t } = useTranslation('passkey');
  return (
    <>
      <ActionNotice action={made.start} ns="passkey" />
      <ActionNotice action={made.register} ns="passkey" />
      <Alert>{made.refusal && t(made.refusal === 'exists' ? 'exists' : 'failed')}</Alert>
    </>
  );
}
