import type { StaffScope } from '@/generated/staff/enums';
import type { MemberPage } from '../member';
import type { Reason } from '../values';

/** The acts, as their mutations are called. */
export type ActName =
  | 'addNote'
  | 'amendNote'
  | 'block'
  | 'cancelContract'
  | 'checkMember'
  | 'clearThrottles'
  | 'correctProfile'
  | 'endSessions'
  | 'extendContract'
  | 'extendEntitlement'
  | 'forgetDevices'
  | 'guardMember'
  | 'pauseRetries'
  | 'refund'
  | 'removeNote'
  | 'requireNewPassword'
  | 'resendMail'
  | 'resetFactors'
  | 'resumeRetries'
  | 'retryNow'
  | 'revealMember'
  | 'sendResetLink'
  | 'startEmailChange'
  | 'stopWaiting'
  | 'unblock'
  | 'undoCancelContract'
  | 'unguardMember'
  | 'viewMember'
  | 'waiveBill'
  | 'withdrawMember';

/** What every act on the page of a member gets. */
export type ActProps = {
  page: MemberPage;
  /** Whether the caller has a scope beside the act's own. */
  may: (scope: StaffScope) => boolean;
  /** There is something that it could be about; once it is done, there may be nothing more. */
  offered: boolean;
  /** What was given with the last act, which the next one is about most often, too. */
  reason: Reason;
  onDone: (reason: Reason) => void;
};
