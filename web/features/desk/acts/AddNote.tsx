import { AddNoteDocument } from '@/generated/staff/AddNote';
import { useTranslation } from '@/lib/i18n';
import { CheckField } from '@/ui/CheckField';
import { TextField } from '@/ui/TextField';
import { ActForm } from './ActForm';
import type { ActProps } from './act';

/** Writes something down for colleagues. */
export function AddNote({ page: { member }, ...props }: ActProps) {
  return (
    <ActForm
      {...props}
      name="addNote"
      document={AddNoteDocument}
      schema={async () => (await import('../schema')).noteSchema}
      first={{ text: '', isPinned: false }}
      input={(given) => ({ accountId: member.accountId, ...given })}
    >
      <NoteFields />
    </ActForm>
  );
}

export function NoteFields() {
  const { t } = useTranslation('desk');
  return (
    <>
      <TextField name="text" label={t('acts.addNote.text')} rows={4} required autoComplete="off" />
      <CheckField name="isPinned" label={t('acts.addNote.pin')} />
    </>
  );
}
