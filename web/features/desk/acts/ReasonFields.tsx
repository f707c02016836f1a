import { useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from '@/lib/i18n';
import { SelectField } from '@/ui/SelectField';
import { TextField } from '@/ui/TextField';
import { noReason, type Reason, reasonKinds } from '../values';

/** Why: the kind as the member is told it, the words that stay inside, the inquiry's number. */
export function ReasonFields({ reason }: { reason: Reason }) {
  const { t } = useTranslation('desk');
  const { setValue } = useFormContext();
  useEffect(() => {
    if (reason === noReason) return;
    for (const [name, value] of Object.entries(reason)) setValue(name, value);
  }, [reason, setValue]);
  return (
    <>
      <SelectField
        name="reasonKind"
        label={t('reason.kind')}
        hint={t('reason.kindHint')}
        options={reasonKinds.map((kind) => ({ value: kind, label: t(`reasons.${kind}`) }))}
      />
      <TextField
        name="reason"
        label={t('reason.words')}
        hint={t('reason.wordsHint')}
        rows={2}
        required
        autoComplete="off"
      />
      <TextField name="ticket" label={t('reason.ticket')} required={false} autoComplete="off" width="half" />
    </>
  );
}
