import { AmendNoteDocument } from '@/generated/staff/AmendNote';
import { RemoveNoteDocument } from '@/generated/staff/RemoveNote';
import { useTranslation } from '@/lib/i18n';
import type { Member } from '../member';
import { ActForm } from './ActForm';
import { NoteFields } from './AddNote';
import type { ActProps } from './act';
import { Opening } from './Opening';

export type NoteAct = 'amendNote' | 'removeNote';

type Props = Pick<ActProps, 'reason' | 'onDone'> & {
  note: Member['notes']['nodes'][number];
  onShown: (act: NoteAct) => void;
};

/** What can be made of a note, of the version that is shown. */
export function NoteActs({ note: { noteId, version, text, isPinned }, reason, onDone, onShown }: Props) {
  const { t } = useTranslation('desk');
  return (
    <div className="flex flex-col sm:max-w-xl">
      <Opening title={t('acts.amendNote.title')} small>
        <ActForm
          name="amendNote"
          document={AmendNoteDocument}
          schema={async () => (await import('../schema')).noteSchema}
          first={{ text, isPinned }}
          input={(given) => ({ noteId, version, ...given })}
          keeps
          offered
          reason={reason}
          onDone={onDone}
          onShown={() => onShown('amendNote')}
        >
          <NoteFields />
        </ActForm>
      </Opening>
      <Opening title={t('acts.removeNote.title')} small>
        <ActForm
          name="removeNote"
          document={RemoveNoteDocument}
          schema={async () => (await import('../schema')).reasonSchema}
          first={{}}
          input={(why) => ({ noteId, version, ...why })}
          danger
          offered
          reason={reason}
          onDone={onDone}
          onShown={() => onShown('removeNote')}
        />
      </Opening>
    </div>
  );
}
