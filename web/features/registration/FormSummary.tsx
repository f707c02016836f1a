import { useFormState } from 'react-hook-form';
import { useTranslation } from '@/lib/i18n';
import { LiveRegion } from '@/ui/LiveRegion';
import { Notice } from '@/ui/Notice';

/** Above the fields after a failed try: how many of them need another look. The focus goes to the first of those. */
export function FormSummary() {
  const { t } = useTranslation('registration');
  const { errors, isSubmitted } = useFormState();
  const { custom = {}, ...fields } = errors;
  const count = Object.keys(fields).length + Object.keys(custom).length;
  return (
    <LiveRegion>{isSubmitted && count > 0 && <Notice tone="error">{t('form.summary', { count })}</Notice>}</LiveRegion>
  );
}
