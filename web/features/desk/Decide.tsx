import { ApproveProposalDocument } from '@/generated/staff/ApproveProposal';
import type { ProposalsScreenQuery } from '@/generated/staff/ProposalsScreen';
import { RejectProposalDocument } from '@/generated/staff/RejectProposal';
import { WithdrawProposalDocument } from '@/generated/staff/WithdrawProposal';
import { act } from '@/lib/desk/call';
import { refresh } from '@/lib/desk/desk';
import { useErrand } from '@/lib/desk/errand';
import { emptyToNull } from '@/lib/empty';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { Form, SubmitButton } from '@/ui/Form';
import { RadioField } from '@/ui/RadioField';
import { ReasonFields } from './acts/ReasonFields';
import { noReason, type Reason, type Way } from './values';

type Proposal = NonNullable<ProposalsScreenQuery['proposals']>['nodes'][number];
type Given = Reason & { way: Way };

/** What the caller may make of a proposal: it is decided as it is shown, or not at all. */
export function Decide({ proposal, ways }: { proposal: Proposal; ways: readonly [Way, ...Way[]] }) {
  const { t } = useTranslation('desk');
  const { proposalId, inputHash } = proposal;
  const only = ways.length === 1 ? ways[0] : null;
  const form = useForm<Given, Given>(async () => (await import('./schema')).decideSchema, {
    ...noReason,
    way: only ?? ('' as Way),
  });
  const decide = useErrand(
    ({ way, ...why }: Given, key: string) => {
      const input = { key, proposalId, ...emptyToNull(why) };
      if (way === 'approve') return act(ApproveProposalDocument, { ...input, inputHash });
      return act(way === 'reject' ? RejectProposalDocument : WithdrawProposalDocument, input);
    },
    form,
    refresh,
  );
  return (
    <Form form={form} action={decide} ns="desk" onSubmit={decide.run} className="flex max-w-xl flex-col gap-4">
      {!only && (
        <RadioField
          name="way"
          label={t('proposals.decision')}
          options={ways.map((way) => ({ value: way, label: t(`proposals.ways.${way}`) }))}
        />
      )}
      <ReasonFields reason={noReason} />
      <SubmitButton wide={false} kind={only ? 'secondary' : 'primary'}>
        {t(only ? 'proposals.ways.withdraw' : 'proposals.button')}
      </SubmitButton>
    </Form>
  );
}
