import { useState } from 'react';
import { AddNoteDocument } from '@/generated/staff/AddNote';
import { act } from '@/lib/desk/call';
import { refresh } from '@/lib/desk/desk';
import { useErrand } from '@/lib/desk/errand';
import { emptyToNull } from '@/lib/empty';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { Alert } from '@/ui/Alert';
import { CheckField } from '@/ui/CheckField';
import { Form, SubmitButton } from '@/ui/Form';
import { TextField } from '@/ui/TextField';
import type { ActionProps } from './action';
import { ReasonFields } from './ReasonFields';
import { type Reason, reasonOf } from './values';

type Given = Reason & { text: string; isPinned: boolean };

/** Writes something down for colleagues. */
export function AddNote({ page: { member }, reason, onDone }: ActionProps) {
  const { t } = useTranslation('desk');
  const [done, setDone] = useState(0);
  const form = useForm<Given, Given>(async () => (await import('./schema')).noteSchema, {
    ...reason,
    text: '',
    isPinned: false,
  });
  const add = useErrand(
    (given: Given, key: string) => act(AddNoteDocument, { key, accountId: member.accountId, ...emptyToNull(given) }),
    form,
    async () => {
      onDone(reasonOf(form.getValues()));
      form.setValue('text', '');
      form.setValue('isPinned', false);
      await refresh();
      setDone(done + 1);
    },
  );
  return (
    <>
      <p className="text-sm text-ink-2">{t('note.lead')}</p>
      <Form form={form} action={add} ns="desk" onSubmit={add.run} className="flex flex-col gap-4">
        <TextField name="text" label={t('note.text')} rows={4} required autoComplete="off" />
        <CheckField name="isPinned" label={t('note.pin')} />
        <ReasonFields reason={reason} />
        <SubmitButton>{t('note.button')}</SubmitButton>
      </Form>
      <Alert tone="done">{done > 0 && t('note.done', { count: done })}</Alert>
    </>
  );
}
