import { formatMinute } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { Badge } from '@/ui/Badge';
import { Card } from '@/ui/Card';
import type { Member } from './member';

/** What colleagues wrote down; what is pinned is above the rest. */
export function MemberNotes({ notes }: { notes: Member['notes']['nodes'] }) {
  const { t } = useTranslation('desk');
  const ordered = notes.toSorted((a, b) => Number(b.isPinned) - Number(a.isPinned));
  return (
    <Card title={t('notes.title')}>
      {notes.length === 0 && <p className="text-ink-2">{t('none')}</p>}
      <ul className="divide-y divide-line">
        {ordered.map(({ noteId, text, by, isPinned, createdAt, changedAt }) => (
          <li key={noteId} className="flex flex-col gap-1 py-3">
            <p className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
              {isPinned && <Badge tone="accent">{t('notes.pinned')}</Badge>}
              <span className="tabular-nums">{formatMinute(createdAt)}</span>
              <span>{by}</span>
              {changedAt !== createdAt && <span>{t('notes.changed', { at: formatMinute(changedAt) })}</span>}
            </p>
            <p className="whitespace-pre-line wrap-anywhere">{text}</p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
