import type { StaffScope } from '@/generated/staff/enums';
import type { Fault } from '../fault';

/** Who works at the desk, as it says it. */
export type Caller = {
  staffNumber: number | null;
  name: string;
  department: string | null;
  scopes: readonly StaffScope[];
  freshUntil: string | null;
};

/** What a page of the staff gets in place of a member's data. */
export type DeskProps = {
  /** The staff log in by their company's issuer. */
  byIssuer: boolean;
  /** The staff have an explorer. */
  explorer: boolean;
  /** The person who is logged in, where the page asks that. */
  caller: Caller | null;
  data: unknown;
  /** Why there is no data. */
  fault: Fault | null;
};
