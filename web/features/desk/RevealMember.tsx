import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { RevealMemberDocument } from '@/generated/staff/RevealMember';
import { act } from '@/lib/desk/call';
import { refresh } from '@/lib/desk/desk';
import { useErrand } from '@/lib/desk/errand';
import { emptyToNull } from '@/lib/empty';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { Alert } from '@/ui/Alert';
import { FieldGroup, useFieldIds } from '@/ui/Field';
import { Form, SubmitButton } from '@/ui/Form';
import type { ActionProps } from './action';
import { ReasonFields } from './ReasonFields';
import { personalFields, type Reason, reasonOf } from './values';

type Given = Reason & { fields: (typeof personalFields)[number][] };

/** Opens personal values for the caller. */
export function RevealMember({ page: { member }, reason, onDone }: ActionProps) {
  const { t } = useTranslation('desk');
  const [done, setDone] = useState(false);
  const form = useForm<Given, Given>(async () => (await import('./schema')).revealSchema, { ...reason, fields: [] });
  const reveal = useErrand(
    (given: Given, key: string) =>
      act(RevealMemberDocument, { key, accountId: member.accountId, ...emptyToNull(given) }),
    form,
    async () => {
      onDone(reasonOf(form.getValues()));
      await refresh();
      setDone(true);
    },
  );
  return (
    <>
      <p className="text-sm text-ink-2">{t('reveal.lead')}</p>
      <Form form={form} action={reveal} ns="desk" onSubmit={reveal.run} className="flex flex-col gap-4">
        <Fields />
        <ReasonFields reason={reason} />
        <SubmitButton>{t('reveal.button')}</SubmitButton>
      </Form>
      <Alert tone="done">{done && t('reveal.done')}</Alert>
    </>
  );
}

function Fields() {
  const { t } = useTranslation('desk');
  const label = t('reveal.fields');
  const ids = useFieldIds('fields', label, false);
  const { register } = useFormContext();
  return (
    <FieldGroup ids={ids} label={label} required>
      <div className="grid grid-cols-2">
        {personalFields.map((field) => (
          <label key={field} className="flex min-h-11 items-center gap-3">
            <input {...register('fields')} type="checkbox" value={field} className="size-5 shrink-0 accent-accent" />
            <span className="text-sm">{t(`fields.${field}`)}</span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}
