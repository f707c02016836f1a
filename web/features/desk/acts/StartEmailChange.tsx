import { StartEmailChangeDocument } from '@/generated/staff/StartEmailChange';
import { useTranslation } from '@/lib/i18n';
import { TextField } from '@/ui/TextField';
import { ActForm } from './ActForm';
import type { ActProps } from './act';

/** Asks a second person to begin a change of the address. */
export function StartEmailChange({ page: { member }, ...props }: ActProps) {
  const { t } = useTranslation('desk');
  return (
    <ActForm
      {...props}
      name="startEmailChange"
      document={StartEmailChangeDocument}
      schema={async () => (await import('../schema')).emailSchema}
      first={{ email: '' }}
      input={(given) => ({ accountId: member.accountId, ...given })}
    >
      <TextField name="email" type="email" label={t('acts.startEmailChange.email')} autoComplete="off" required />
    </ActForm>
  );
}
