import { ChevronDown } from 'lucide-react';
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import type { StaffScope } from '@/generated/staff/enums';
import { holds } from '@/lib/desk/desk';
import { deskPaths } from '@/lib/desk/paths';
import type { Caller } from '@/lib/desk/props';
import { useTranslation } from '@/lib/i18n';
import { Card } from '@/ui/Card';
import { AddNote } from './AddNote';
import type { ActionProps } from './action';
import { CancelContract } from './CancelContract';
import { CheckMember } from './CheckMember';
import { ConfirmFirst } from './ConfirmFirst';
import { EndSessions } from './EndSessions';
import { type MemberPage, refundable, running } from './member';
import { Refund } from './Refund';
import { RevealMember } from './RevealMember';
import { noReason } from './values';

type Entry = {
  name: 'check' | 'reveal' | 'note' | 'endSessions' | 'refund' | 'cancelContract';
  scope: StaffScope;
  Part: ComponentType<ActionProps>;
  /** It asks people to have proved lately who they are. */
  fresh?: boolean;
  /** Whether there is something that it could be about. */
  has?: (page: MemberPage) => boolean;
};

/** What can be done for a member, each with the scope that it needs. */
const entries: readonly Entry[] = [
  { name: 'check', scope: 'MEMBERS_CHECK', Part: CheckMember },
  { name: 'reveal', scope: 'MEMBERS_REVEAL', Part: RevealMember, fresh: true },
  { name: 'note', scope: 'MEMBERS_SUPPORT', Part: AddNote },
  { name: 'endSessions', scope: 'MEMBERS_SUPPORT', Part: EndSessions },
  { name: 'refund', scope: 'MONEY_REFUND', Part: Refund, fresh: true, has: (page) => refundable(page).length > 0 },
  { name: 'cancelContract', scope: 'CONTRACTS_WRITE', Part: CancelContract, has: (page) => running(page).length > 0 },
];

/** What the caller may do for the member. */
export function Actions({ page, caller }: { page: MemberPage; caller: Caller }) {
  const { t } = useTranslation('desk');
  const [reason, setReason] = useState(noReason);
  const mine = entries.filter(({ scope, has }) => holds(caller, scope) && (!has || has(page)));
  if (mine.length === 0) return null;
  return (
    <Card title={t('actions.title')}>
      <div className="divide-y divide-line">
        {mine.map(({ name, Part, fresh }) => (
          <Action key={name} name={name}>
            {fresh && !caller.freshUntil ? (
              <ConfirmFirst returnTo={`${deskPaths.member(page.member.accountId)}#${name}`} />
            ) : (
              <Part page={page} reason={reason} onDone={setReason} />
            )}
          </Action>
        ))}
      </div>
    </Card>
  );
}

/** One that is open when the address says so, as after the way to prove once more who one is. */
function Action({ name, children }: { name: Entry['name']; children: ReactNode }) {
  const { t } = useTranslation('desk');
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (details.current && window.location.hash === `#${name}`) details.current.open = true;
  }, [name]);
  return (
    <details ref={details} id={name} className="group">
      <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-2 py-2 font-bold">
        <span>{t(`actions.${name}`)}</span>
        <ChevronDown aria-hidden className="size-5 shrink-0 group-open:rotate-180" />
      </summary>
      <div className="flex flex-col gap-4 pt-1 pb-4">{children}</div>
    </details>
  );
}
