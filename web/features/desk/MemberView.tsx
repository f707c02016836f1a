import { holds, useDesk } from '@/lib/desk/desk';
import { Actions } from './Actions';
import { Contents } from './Contents';
import { Lookalikes } from './Lookalikes';
import { MemberContracts } from './MemberContracts';
import { MemberFlags } from './MemberFlags';
import { MemberLogin } from './MemberLogin';
import { MemberMoney } from './MemberMoney';
import { MemberNotes } from './MemberNotes';
import { MemberProfile } from './MemberProfile';
import { MemberTimeline } from './MemberTimeline';
import type { MemberPage } from './member';

/** A member with all that the caller may see, and what they may do beside it. */
export function MemberView() {
  const { caller, data } = useDesk<MemberPage>();
  if (!data || !caller) return null;
  const { member, contracts, money, timeline } = data;
  return (
    <div className="flex flex-col gap-6 wide:grid wide:grid-cols-[minmax(0,1fr)_20rem] wide:grid-rows-[auto_1fr] wide:items-start">
      <MemberProfile member={member}>
        <MemberFlags page={data} />
        <Contents page={data} />
      </MemberProfile>
      <div className="wide:col-start-2 wide:row-span-2 wide:row-start-1">
        <Actions key={member.accountId} page={data} caller={caller} />
      </div>
      <div className="flex min-w-0 flex-col gap-6">
        {contracts && <MemberContracts {...contracts} />}
        {money && <MemberMoney {...money} />}
        <MemberLogin member={member} />
        <MemberNotes key={`notes of ${member.accountId}`} member={member} caller={caller} />
        {timeline && <MemberTimeline {...timeline} page={data} caller={caller} />}
        {holds(caller, 'MEMBERS_FIND') && (
          <Lookalikes key={`lookalikes of ${member.accountId}`} accountId={member.accountId} />
        )}
      </div>
    </div>
  );
}
