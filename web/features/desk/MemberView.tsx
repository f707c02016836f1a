import { useDesk } from '@/lib/desk/desk';
import { Actions } from './Actions';
import { MemberContracts } from './MemberContracts';
import { MemberLogin } from './MemberLogin';
import { MemberMoney } from './MemberMoney';
import { MemberNotes } from './MemberNotes';
import { MemberProfile } from './MemberProfile';
import type { MemberPage } from './member';

/** A member with all that the caller may see, and what they may do beside it. */
export function MemberView() {
  const { caller, data } = useDesk<MemberPage>();
  if (!data || !caller) return null;
  const { member, contracts, money } = data;
  return (
    <div className="flex flex-col gap-6 wide:grid wide:grid-cols-[minmax(0,1fr)_20rem] wide:grid-rows-[auto_1fr] wide:items-start">
      <MemberProfile member={member} />
      <div className="wide:col-start-2 wide:row-span-2 wide:row-start-1">
        <Actions key={member.accountId} page={data} caller={caller} />
      </div>
      <div className="flex min-w-0 flex-col gap-6">
        {contracts && <MemberContracts {...contracts} />}
        {money && <MemberMoney {...money} />}
        <MemberLogin member={member} />
        <MemberNotes notes={member.notes.nodes} />
      </div>
    </div>
  );
}
