import { useState } from 'react';
import { holds } from '@/lib/desk/desk';
import type { Caller } from '@/lib/desk/props';
import { formatMinute } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { Alert } from '@/ui/Alert';
import { Badge } from '@/ui/Badge';
import { Card } from '@/ui/Card';
import { type NoteAct, NoteActs } from './acts/NoteActs';
import type { Member } from './member';
import { noReason } from './values';

/** What colleagues wrote down; what is pinned is above the rest. */
export function MemberNotes({ member, caller }: { member: Member; caller: Caller }) {
  const { t } = useTranslation('desk');
  const [reason, setReason] = useState(noReason);
  const [done, setDone] = useState<{ act: NoteAct; at: number }>();
  const notes = member.notes.nodes;
  const ordered = notes.toSorted((a, b) => Number(b.isPinned) - Number(a.isPinned));
  return (
    <Card title={t('notes.title')} id="notes">
      {notes.length === 0 && <p className="text-ink-2">{t('none')}</p>}
      <ul className="divide-y divide-line">
        {ordered.map((note) => (
          <li key={note.noteId} className="flex flex-col gap-1 py-3">
            <p className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
              {note.isPinned && <Badge tone="accent">{t('notes.pinned')}</Badge>}
              <span className="tabular-nums">{formatMinute(note.createdAt)}</span>
              <span>{note.by}</span>
              {note.changedAt !== note.createdAt && (
                <span>{t('notes.changed', { at: formatMinute(note.changedAt) })}</span>
              )}
            </p>
            <p className="whitespace-pre-line wrap-anywhere">{note.text}</p>
            {holds(caller, 'MEMBERS_SUPPORT') && (
              <NoteActs
                key={note.version}
                note={note}
                reason={reason}
                onDone={setReason}
                onShown={(act) => setDone({ act, at: Date.now() })}
              />
            )}
          </li>
        ))}
      </ul>
      <Alert key={done?.at} tone="done">
        {done && t(`acts.${done.act}.done`)}
      </Alert>
    </Card>
  );
}
