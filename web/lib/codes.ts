import { toBare, toHalfWidth } from './typed';

/** A backup code without case, blanks and hyphens. */
export function toBackupCode(value: string): string {
  return toBare(value).toLowerCase();
}

/** A campaign's code as it is compared. */
export function toCampaignCode(value: string): string {
  return toHalfWidth(value).toUpperCase();
}
