import { useTranslation } from '@/lib/i18n';
import type { MemberPage, Timeline } from './member';

type Entry = Timeline['nodes'][number];

type Tone = 'neutral' | 'done' | 'caution' | 'danger';

/** What an entry of the timeline says. */
type Told = { what: string; tone: Tone; more: string };

const tones: Record<string, Tone> = {
  succeeded: 'done',
  completed: 'done',
  paid: 'done',
  done: 'done',
  failed: 'danger',
  declined: 'danger',
  refused: 'danger',
  proposed: 'caution',
  unknown: 'caution',
};

/**
 * Puts an entry of the timeline into words. Plans are named where the page knows them; what has no
 * words of its own is shown as the desk calls it.
 */
export function useHappened({ contracts, money }: Pick<MemberPage, 'contracts' | 'money'>): (entry: Entry) => Told {
  const { t } = useTranslation('desk');
  const plans = new Map(
    [...(contracts?.data?.contracts.nodes ?? []), ...(money?.data?.orders.nodes ?? [])].map(({ planId, planName }) => [
      planId,
      planName,
    ]),
  );
  const say = (key: string, bare: string) => t(key as 'states.paid', bare);
  const planOf = (id: string) => plans.get(id) ?? id;
  return ({ kind, what, detail }) => {
    const told = (words: string, more = '', tone = tones[what] ?? 'neutral'): Told => ({ what: words, tone, more });
    switch (kind) {
      case 'LOGIN':
        return told(say(`timeline.logins.${what}`, what), say(`timeline.methods.${detail}`, detail));
      case 'ORDER':
        return told(say(`timeline.orders.${what}`, what), planOf(detail));
      case 'CONTRACT':
        return told(say(`timeline.contracts.${what}`, what), say(`contracts.states.${detail}`, detail));
      case 'BILL':
        return told(say(`states.${what}`, what), planOf(detail));
      case 'REFUND':
        return told(say(`states.${what}`, what), say(`timeline.refunds.${detail}`, detail));
      case 'MESSAGE':
        return told(say(`timeline.messages.${what}`, what), say(`timeline.mails.${detail}`, detail));
      case 'ACT':
        return told(
          say(`timeline.acts.${what.replaceAll('.', '_')}`, what),
          detail === 'done' ? '' : say(`timeline.outcomes.${detail}`, detail),
          tones[detail] === 'done' ? 'neutral' : tones[detail],
        );
      case 'NOTE':
        return told(t('timeline.noted'), detail);
    }
  };
}
