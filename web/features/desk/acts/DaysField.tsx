import { useTranslation } from '@/lib/i18n';
import { TextField } from '@/ui/TextField';

/** For how many days more. */
export function DaysField() {
  const { t } = useTranslation('desk');
  return (
    <TextField name="days" label={t('acts.days')} inputMode="numeric" autoComplete="off" width="postcode" required />
  );
}
