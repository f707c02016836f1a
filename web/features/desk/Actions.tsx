import { type ComponentType, useState } from 'react';
import type { StaffScope } from '@/generated/staff/enums';
import { holds } from '@/lib/desk/desk';
import { deskPaths } from '@/lib/desk/paths';
import type { Caller } from '@/lib/desk/props';
import { useTranslation } from '@/lib/i18n';
import { Card } from '@/ui/Card';
import { AddNote } from './acts/AddNote';
import type { ActName, ActProps } from './acts/act';
import { Block } from './acts/Block';
import { CancelContract } from './acts/CancelContract';
import { CheckMember } from './acts/CheckMember';
import { ClearThrottles } from './acts/ClearThrottles';
import { CorrectProfile } from './acts/CorrectProfile';
import { ExtendContract } from './acts/ExtendContract';
import { ExtendEntitlement } from './acts/ExtendEntitlement';
import { Opening } from './acts/Opening';
import { ResumeRetries, RetryNow, UndoCancelContract } from './acts/ofContract';
import {
  EndSessions,
  ForgetDevices,
  GuardMember,
  RequireNewPassword,
  SendResetLink,
  Unblock,
  UnguardMember,
  ViewMember,
} from './acts/ofMember';
import { PauseRetries } from './acts/PauseRetries';
import { Refund } from './acts/Refund';
import { ResendMail } from './acts/ResendMail';
import { ResetFactors } from './acts/ResetFactors';
import { RevealMember } from './acts/RevealMember';
import { StartEmailChange } from './acts/StartEmailChange';
import { StopWaiting } from './acts/StopWaiting';
import { WaiveBill } from './acts/WaiveBill';
import { WithdrawMember } from './acts/WithdrawMember';
import { ConfirmFirst } from './ConfirmFirst';
import {
  cancelled,
  extendable,
  factorsOf,
  type MemberPage,
  mails,
  owing,
  refundable,
  rentals,
  retried,
  running,
  waitingOf,
  waivable,
} from './member';
import { noReason } from './values';

type Entry = {
  name: ActName;
  scope: StaffScope;
  Part: ComponentType<ActProps>;
  /** Whether there is something that it could be about. */
  has?: (page: MemberPage) => boolean;
};

type Group = { name: 'support' | 'access' | 'contracts' | 'money' | 'membership'; entries: readonly Entry[] };

/** Scopes that ask people to have proved lately who they are. */
const fresh: readonly StaffScope[] = [
  'MEMBERS_REVEAL',
  'MEMBERS_ACCESS',
  'MEMBERS_BLOCK',
  'MEMBERS_ERASE',
  'MONEY_REFUND',
];

const isActive = ({ member }: MemberPage) => member.status === 'active';
const isMember = ({ member }: MemberPage) => member.status !== 'withdrawn';

/** What can be done for a member, each with the scope that it needs. */
const groups: readonly Group[] = [
  {
    name: 'support',
    entries: [
      { name: 'checkMember', scope: 'MEMBERS_CHECK', Part: CheckMember },
      { name: 'revealMember', scope: 'MEMBERS_REVEAL', Part: RevealMember },
      {
        name: 'viewMember',
        scope: 'MEMBERS_REVEAL',
        Part: ViewMember,
        has: (page) => isMember(page) && !page.member.isGuarded && !page.member.viewableUntil,
      },
      { name: 'addNote', scope: 'MEMBERS_SUPPORT', Part: AddNote },
      { name: 'resendMail', scope: 'MEMBERS_SUPPORT', Part: ResendMail, has: (page) => mails(page).length > 0 },
      {
        name: 'correctProfile',
        scope: 'MEMBERS_ACCESS',
        Part: CorrectProfile,
        has: isMember,
      },
    ],
  },
  {
    name: 'access',
    entries: [
      { name: 'endSessions', scope: 'MEMBERS_SUPPORT', Part: EndSessions, has: isMember },
      {
        name: 'forgetDevices',
        scope: 'MEMBERS_SUPPORT',
        Part: ForgetDevices,
        has: ({ member }) => member.login.trustedDevices > 0,
      },
      {
        name: 'sendResetLink',
        scope: 'MEMBERS_SUPPORT',
        Part: SendResetLink,
        has: (page) => isActive(page) && mayReset(page),
      },
      {
        name: 'requireNewPassword',
        scope: 'MEMBERS_SUPPORT',
        Part: RequireNewPassword,
        has: (page) => isActive(page) && page.member.login.hasPassword && !page.member.login.mustChangePassword,
      },
      {
        name: 'clearThrottles',
        scope: 'MEMBERS_SUPPORT',
        Part: ClearThrottles,
        has: (page) => isActive(page) && page.member.login.throttles.length > 0,
      },
      {
        name: 'startEmailChange',
        scope: 'MEMBERS_ACCESS',
        Part: StartEmailChange,
        has: (page) => isActive(page) && !!page.member.profile.email,
      },
      {
        name: 'resetFactors',
        scope: 'MEMBERS_ACCESS',
        Part: ResetFactors,
        has: (page) => isActive(page) && factorsOf(page.member).length > 0,
      },
      {
        name: 'stopWaiting',
        scope: 'MEMBERS_SUPPORT',
        Part: StopWaiting,
        has: ({ member }) => waitingOf(member).length > 0,
      },
    ],
  },
  {
    name: 'contracts',
    entries: [
      {
        name: 'cancelContract',
        scope: 'CONTRACTS_WRITE',
        Part: CancelContract,
        has: (page) => running(page).length > 0,
      },
      {
        name: 'undoCancelContract',
        scope: 'CONTRACTS_WRITE',
        Part: UndoCancelContract,
        has: (page) => isActive(page) && cancelled(page).length > 0,
      },
      {
        name: 'extendContract',
        scope: 'CONTRACTS_WRITE',
        Part: ExtendContract,
        has: (page) => extendable(page).length > 0,
      },
      {
        name: 'extendEntitlement',
        scope: 'CONTRACTS_WRITE',
        Part: ExtendEntitlement,
        has: (page) => rentals(page).length > 0,
      },
      { name: 'pauseRetries', scope: 'CONTRACTS_WRITE', Part: PauseRetries, has: (page) => retried(page).length > 0 },
      { name: 'resumeRetries', scope: 'CONTRACTS_WRITE', Part: ResumeRetries, has: (page) => retried(page).length > 0 },
      { name: 'retryNow', scope: 'CONTRACTS_WRITE', Part: RetryNow, has: (page) => owing(page).length > 0 },
    ],
  },
  {
    name: 'money',
    entries: [
      { name: 'refund', scope: 'MONEY_REFUND', Part: Refund, has: (page) => refundable(page).length > 0 },
      { name: 'waiveBill', scope: 'MONEY_WAIVE', Part: WaiveBill, has: (page) => waivable(page).length > 0 },
    ],
  },
  {
    name: 'membership',
    entries: [
      {
        name: 'guardMember',
        scope: 'MEMBERS_BLOCK',
        Part: GuardMember,
        has: (page) => isMember(page) && !page.member.isGuarded,
      },
      { name: 'unguardMember', scope: 'MEMBERS_BLOCK', Part: UnguardMember, has: ({ member }) => member.isGuarded },
      { name: 'block', scope: 'MEMBERS_BLOCK', Part: Block, has: isActive },
      {
        name: 'unblock',
        scope: 'MEMBERS_BLOCK',
        Part: Unblock,
        has: ({ member }) => member.status === 'suspended',
      },
      { name: 'withdrawMember', scope: 'MEMBERS_ERASE', Part: WithdrawMember, has: isMember },
    ],
  },
];

function mayReset({ member: { profile, login } }: MemberPage): boolean {
  return !!profile.email && (login.hasPassword || !!profile.emailVerifiedAt);
}

/** What the caller may do for the member. */
export function Actions({ page, caller }: { page: MemberPage; caller: Caller }) {
  const { t } = useTranslation('desk');
  const [reason, setReason] = useState(noReason);
  // What is done stays in sight with its result, also where it can be done no more.
  const [done, setDone] = useState<readonly ActName[]>([]);
  const mine = groups
    .map(({ name, entries }) => ({
      name,
      entries: entries
        .filter(({ scope }) => holds(caller, scope))
        .map((entry) => ({ ...entry, offered: !entry.has || entry.has(page) }))
        .filter(({ name: act, offered }) => offered || done.includes(act)),
    }))
    .filter(({ entries }) => entries.length > 0);
  if (mine.length === 0) return null;
  return (
    <Card title={t('actions.title')} id="actions">
      {mine.map((group) => (
        <div key={group.name}>
          <h3 className="border-b border-line-strong pb-1 text-sm text-ink-2">{t(`actions.groups.${group.name}`)}</h3>
          <div className="divide-y divide-line">
            {group.entries.map(({ name, scope, Part, offered }) => (
              <Opening key={name} id={name} title={t(`acts.${name}.title`)}>
                {fresh.includes(scope) && !caller.freshUntil && offered ? (
                  <ConfirmFirst returnTo={`${deskPaths.member(page.member.accountId)}#${name}`} />
                ) : (
                  <Part
                    page={page}
                    may={(other) => holds(caller, other)}
                    offered={offered}
                    reason={reason}
                    onDone={(given) => {
                      setReason(given);
                      setDone((before) => [...before, name]);
                    }}
                  />
                )}
              </Opening>
            ))}
          </div>
        </div>
      ))}
    </Card>
  );
}
