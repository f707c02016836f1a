import { useState } from 'react';
import { LookalikesScreenDocument, type LookalikesScreenQuery } from '@/generated/staff/LookalikesScreen';
import { ask } from '@/lib/desk/call';
import { useErrand } from '@/lib/desk/errand';
import { deskPaths } from '@/lib/desk/paths';
import { formatDay } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { ActionNotice } from '@/ui/ActionNotice';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { LiveRegion } from '@/ui/LiveRegion';
import { TextLink } from '@/ui/TextLink';
import { StatusBadge } from './StatusBadge';

type Found = NonNullable<LookalikesScreenQuery['member']>['lookalikes'];

/**
 * Others who may be the same person. They are looked for by a press alone: it is a search, and
 * those who are shown can see that.
 */
export function Lookalikes({ accountId }: { accountId: string }) {
  const { t } = useTranslation('desk');
  const [found, setFound] = useState<Found>();
  const find = useErrand(async () => {
    const { member } = await ask(LookalikesScreenDocument, { accountId });
    setFound(member?.lookalikes ?? []);
  });
  return (
    <Card title={t('lookalikes.title')}>
      <p className="text-sm text-ink-2">{t('lookalikes.lead')}</p>
      <ActionNotice action={find} ns="desk" />
      <LiveRegion className="empty:absolute">
        {found && t(found.length === 0 ? 'lookalikes.none' : 'lookalikes.some', { count: found.length })}
      </LiveRegion>
      {found && found.length > 0 && (
        <ul className="divide-y divide-line">
          {found.map(({ member, alike }) => (
            <li key={member.accountId} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
              <TextLink href={deskPaths.member(member.accountId)}>{member.name || t('find.nameless')}</TextLink>
              <StatusBadge status={member.status} />
              <span className="text-sm text-ink-2">
                {t('lookalikes.alike', { what: alike.map((kind) => t(`kinds.${kind}`)).join(t('and')) })}
              </span>
              <span className="text-sm text-ink-2 tabular-nums">
                {t('lookalikes.since', { at: formatDay(member.createdAt) })}
              </span>
            </li>
          ))}
        </ul>
      )}
      {!found && (
        <Button kind="secondary" className="self-start" pending={find.pending} onClick={() => void find.run(undefined)}>
          {t('lookalikes.button')}
        </Button>
      )}
    </Card>
  );
}
