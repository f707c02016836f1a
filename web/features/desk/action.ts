import type { MemberPage } from './member';
import type { Reason } from './values';

/** What every action on the page of a member gets. */
export type ActionProps = {
  page: MemberPage;
  /** What was given with the last action, which the next one is about most often, too. */
  reason: Reason;
  onDone: (reason: Reason) => void;
};
