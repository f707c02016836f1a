import { deskPaths } from '@/lib/desk/paths';
import { formatMinute } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { Notice } from '@/ui/Notice';
import { TextLink } from '@/ui/TextLink';
import type { Member, MemberPage } from './member';
import { useActTitle } from './titles';

/** What has to be known before anything is done: care, a block, what is under way. */
export function MemberFlags({ page: { member, proposals } }: { page: Pick<MemberPage, 'member' | 'proposals'> }) {
  const { t } = useTranslation('desk');
  const titleOf = useActTitle();
  const waiting = proposals?.nodes ?? [];
  const { heldChanges } = member.login;
  const { leavesAt } = member;
  return (
    <>
      {member.isGuarded && (
        <Notice tone="caution" title={t('flags.guarded')}>
          {t('flags.guardedLead')}
        </Notice>
      )}
      {member.status === 'suspended' && (
        <Notice tone="error" title={t('flags.blocked')}>
          {t('flags.blockedLead')}
        </Notice>
      )}
      {(heldChanges.length > 0 || leavesAt) && (
        <Notice tone="caution" title={t('flags.held')}>
          <ul className="flex flex-col gap-2">
            {heldChanges.map((change) => (
              <li key={change.changeId}>
                <Held change={change} />
              </li>
            ))}
            {leavesAt && <li>{t('flags.leaves', { from: formatMinute(leavesAt) })}</li>}
          </ul>
        </Notice>
      )}
      {waiting.length > 0 && (
        <Notice title={t('flags.waiting')}>
          <ul>
            {waiting.map(({ proposalId, field, expiresAt }) => (
              <li key={proposalId}>{t('flags.until', { what: titleOf(field), until: formatMinute(expiresAt) })}</li>
            ))}
          </ul>
          <TextLink href={deskPaths.proposals()}>{t('proposals.open')}</TextLink>
        </Notice>
      )}
    </>
  );
}

function Held({
  change: { email, factors, from, provedAt, agreedAt },
}: {
  change: Member['login']['heldChanges'][number];
}) {
  const { t } = useTranslation('desk');
  const what = email
    ? t('flags.email', { email })
    : t('flags.factors', { factors: factors.map((kind) => t(`factors.${kind}`)).join(t('and')) });
  return (
    <>
      <span className="block">{t('flags.from', { what, from: formatMinute(from) })}</span>
      {email && (
        <span className="block text-sm text-ink-2">
          <span>{t(provedAt ? 'flags.proved' : 'flags.unproved')}</span>
          {agreedAt && <span>{t('flags.agreed')}</span>}
        </span>
      )}
    </>
  );
}
