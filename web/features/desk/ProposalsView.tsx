import type { ProposalsScreenQuery } from '@/generated/staff/ProposalsScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { useDesk } from '@/lib/desk/desk';
import { deskPaths } from '@/lib/desk/paths';
import { formatMinute } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { LinkButton } from '@/ui/Button';
import { Card, Empty } from '@/ui/Card';
import { DefinitionList } from '@/ui/DefinitionList';
import { Notice } from '@/ui/Notice';
import { TextLink } from '@/ui/TextLink';
import { ConfirmFirst } from './ConfirmFirst';
import { useChange } from './changes';
import { Decide } from './Decide';
import { useActTitle } from './titles';

type Page = NonNullable<ProposalsScreenQuery['proposals']>;
type Proposal = Page['nodes'][number];

/** What waits for a second person, the newest first. */
export function ProposalsView() {
  const { t } = useTranslation('desk');
  const { data } = useDesk<ProposalsScreenQuery>();
  if (!data?.proposals) return null;
  const { nodes, pageInfo } = data.proposals;
  return (
    <>
      <PageHeading title={t('proposals.title')} lead={t('proposals.lead')} />
      {nodes.length === 0 && <Empty>{t('proposals.none')}</Empty>}
      {nodes.map((proposal) => (
        <One key={proposal.proposalId} proposal={proposal} fresh={!!data.staff?.freshUntil} />
      ))}
      {pageInfo.hasNextPage && pageInfo.endCursor && (
        <LinkButton kind="secondary" className="self-start" href={deskPaths.proposals(pageInfo.endCursor)}>
          {t('proposals.older')}
        </LinkButton>
      )}
    </>
  );
}

function One({ proposal, fresh }: { proposal: Proposal; fresh: boolean }) {
  const { t } = useTranslation('desk');
  const titleOf = useActTitle();
  const told = useChange();
  const { field, accountId, changes, reasonKind, reason, ticket, isOwn, mayIDecide } = proposal;
  const readable = isOwn || !mayIDecide || mayIDecide.code === 'REAUTHENTICATION_REQUIRED';
  return (
    <Card title={titleOf(field)}>
      <DefinitionList
        facts={[
          ...changes.map((change, at) => ({
            key: `${at} ${change.field}`,
            ...told(change),
            ...(!readable && { detail: t('proposals.notShown') }),
          })),
          accountId && {
            term: t('member.title'),
            detail: <TextLink href={deskPaths.member(accountId)}>{accountId}</TextLink>,
          },
          { term: t('proposals.by'), detail: `${proposal.proposedBy} ${formatMinute(proposal.proposedAt)}` },
          { term: t('reason.words'), detail: `${t(`reasons.${reasonKind}`)}\n${reason}` },
          ticket && { term: t('reason.ticket'), detail: ticket },
          { term: t('proposals.until'), detail: formatMinute(proposal.expiresAt) },
        ]}
      />
      {isOwn && <Decide proposal={proposal} ways={['withdraw']} />}
      {!isOwn && mayIDecide && mayIDecide.code !== 'REAUTHENTICATION_REQUIRED' && (
        <Notice tone="info">{mayIDecide.message}</Notice>
      )}
      {!isOwn && mayIDecide?.code === 'REAUTHENTICATION_REQUIRED' && <ConfirmFirst returnTo={deskPaths.proposals()} />}
      {!isOwn && !mayIDecide && !fresh && <ConfirmFirst returnTo={deskPaths.proposals()} />}
      {!isOwn && !mayIDecide && fresh && <Decide proposal={proposal} ways={['approve', 'reject']} />}
    </Card>
  );
}
